"""Residuals that are small and yet do not show that model and arm agree."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.joint_friction import JointFriction
from puma560_dynamics.control.observer.torque_uncertainty import WIDTHS
from puma560_dynamics.replay.result import Agreement
from puma560_dynamics.replay.verdict.undecided import LARGEST_BIAS, LARGEST_DRY, LEAST_R2, undecided

ONE = np.ones(6)
MOVES = (True,) * 6


def agreement(rms: np.ndarray) -> Agreement:
    return Agreement(np.full(6, 100), rms, rms, rms, rms, rms, rms, rms)


def reasons(arm: Arm, friction: tuple[JointFriction, ...] = (), **changed: float) -> list[str]:
    """Joint 3 has other numbers: residual `rms`, `effort` without friction, `links`; the resolution is 1 N·m."""
    numbers = {"rms": 2.0, "effort": 10.0, "links": 10.0, "left": 9.0}
    rms, effort, links, left = (
        np.where(np.arange(6) == 2, changed.get(name, size), size) for name, size in numbers.items()
    )
    return list(undecided(arm, agreement(rms), (effort, links, left), ONE, MOVES, friction))


def test_a_joint_that_the_model_explains_is_decided(arm: Arm):
    assert reasons(arm) == []


def test_a_joint_of_which_the_links_explain_less_than_half(arm: Arm):
    edge = 10.0 * np.sqrt(1.0 - LEAST_R2)
    assert reasons(arm, rms=0.999 * edge) == []
    (reason,) = reasons(arm, rms=1.001 * edge)
    assert "of joint3 (R² below 0.5)" in reason


def test_an_effort_without_the_friction_of_the_model_is_named(arm: Arm):
    """As that of a simulation: the links alone explain it."""
    edge = 10.0 * np.sqrt(1.0 - LEAST_R2)
    (reason,) = reasons(arm, rms=1.001 * edge, left=0.999 * edge)
    assert reason.startswith("without friction the model explains the effort of joint3") and "--friction none" in reason


@pytest.mark.parametrize("changed", [{"rms": 0.99, "effort": 1.0}, {"rms": 9.0, "links": 0.99 * WIDTHS}])
def test_nothing_to_show(arm: Arm, changed: dict[str, float]):
    """A residual below the resolution; links whose torque the recording cannot resolve."""
    assert reasons(arm, (), **changed) == []


def test_a_joint_at_rest_is_not_judged_by_its_variation(arm: Arm):
    moves = [True, True, False, True, True, True]
    rms = np.where(np.arange(6) == 2, 9.0, 2.0)
    assert list(undecided(arm, agreement(rms), (10.0 * ONE, 10.0 * ONE, 9.0 * ONE), ONE, moves)) == []


def fitted(arm: Arm, joint: int, **numbers: float) -> tuple[JointFriction, ...]:
    """Friction of which one joint has a fraction of its maximum torque."""
    whole = {name: fraction * float(arm.maximum_torque[joint]) for name, fraction in numbers.items()}
    return tuple(JointFriction(**whole) if one == joint else JointFriction() for one in range(6))


def test_a_constant_torque_is_no_friction(arm: Arm):
    (reason,) = reasons(arm, fitted(arm, 1, offset=-1.1 * LARGEST_BIAS))
    assert "the effort of joint2 has a constant part" in reason and "11 % of its maximum torque" in reason
    assert reasons(arm, fitted(arm, 1, offset=0.9 * LARGEST_BIAS)) == []


def test_a_constant_torque_within_dry_friction_may_be_its_difference_by_direction(arm: Arm):
    """A joint that moves in one direction only does not distinguish them."""
    assert reasons(arm, fitted(arm, 1, coulomb_positive=0.4)) == []


def test_dry_friction_that_no_joint_has(arm: Arm):
    dry = {"coulomb_positive": 1.1 * LARGEST_DRY, "coulomb_negative": 1.1 * LARGEST_DRY}
    (reason,) = reasons(arm, fitted(arm, 4, **dry))
    assert "the fitted dry friction of joint5" in reason and "55 %" in reason


def test_fitted_friction_of_a_joint_at_rest_shows_only_its_offset(arm: Arm):
    moves = [True, False, True, True, True, True]

    def said(**numbers: float) -> list[str]:
        rms, friction = agreement(2.0 * ONE), fitted(arm, 1, **numbers)
        return list(undecided(arm, rms, (10.0 * ONE, 10.0 * ONE, 9.0 * ONE), ONE, moves, friction))

    assert said(coulomb_positive=3.0, coulomb_negative=0.1) == []
    assert "constant part" in said(offset=1.1 * LARGEST_BIAS)[0]
