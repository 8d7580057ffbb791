"""Bounds of causes: what a body can be, what it cannot."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.friction_terms import MOVING
from puma560_dynamics.arm.joint_friction import JointFriction
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.replay.analysis.normal_equations import Fit
from puma560_dynamics.replay.causes.cause import ComparedModel
from puma560_dynamics.replay.causes.late_effort import LateEffort
from puma560_dynamics.replay.causes.tilted_base import TiltedBase
from puma560_dynamics.replay.causes.wrong_friction import lowest_friction
from puma560_dynamics.replay.causes.wrong_payload import WrongPayload

FRICTION = tuple(JointFriction(1.0 + j, 2.0, 0.5) for j in range(6))


def fitted(values: list[float], error: float = 0.01) -> Fit:
    return Fit(np.array(values), error**2 * np.eye(len(values)), np.zeros(6))


def body(mass: float, center: tuple[float, float, float], moments: tuple[float, float, float]) -> list[float]:
    """Ten parameters about the frame's origin."""
    c = np.array(center)
    tensor = np.diag(moments) + mass * (c @ c * np.eye(3) - np.outer(c, c))
    return [mass, *(mass * c), *(tensor[i, j] for i, j in ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2)))]


def test_bounds_remove_at_most_what_the_model_has(arm: Arm):
    lowest = lowest_friction(ComparedModel(arm, Payload(), FRICTION), 2)
    assert dict(zip(MOVING, lowest, strict=True)) == {
        "coulomb_positive": -3.0,
        "coulomb_negative": -2.0,
        "viscous": -0.5,
    }


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([2.0, 0.0, 0.0, 0.2], True),
        ([-0.5, 0.0, 0.0, 0.1], False),  # a mass below nothing
        ([0.001, 0.0, 0.0, 0.1], False),  # no mass that can be distinguished from none
        ([0.5, 1.0, 0.0, 0.0], False),  # two metres from the flange
        (body(2.0, (0.0, 0.05, 0.1), (0.01, 0.012, 0.006)), True),
        (body(2.0, (0.0, 0.05, 0.1), (0.5, 0.1, 0.1)), False),  # the triangle inequality
    ],
)
def test_a_load_is_a_body(arm: Arm, values: list[float], expected: bool):
    assert WrongPayload(ComparedModel(arm, Payload(), FRICTION)).possible(fitted(values)) is expected


@pytest.mark.parametrize(("own", "expected"), [(0.01, True), (0.0, True), (-0.01, False)])
def test_of_a_planar_arm_only_the_moment_that_it_shows_is_bounded(arm: Arm, own: float, expected: bool):
    """Its motion shows mass, the center across the axes, and the moment about them; fits leave the others at 0."""
    shown = np.isin(np.arange(10), (0, 1, 3, 6))
    values = np.where(shown, body(1.0, (0.2, 0.0, 0.1), (0.0, own, 0.0)), 0.0)
    found = Fit(values, np.diag(1e-6 * shown), np.zeros(6))
    assert WrongPayload(ComparedModel(arm, Payload(), FRICTION)).possible(found) is expected


def test_a_load_may_be_put_down_and_no_more(arm: Arm):
    load = WrongPayload(ComparedModel(arm, Payload.of(1.5, [0.0, 0.0, 0.1]), FRICTION))
    assert load.possible(fitted([-1.5, 0.0, 0.0, -0.15]))
    assert load.possible(fitted([-1.51, 0.0, 0.0, -0.15]))
    assert not load.possible(fitted([-2.0, 0.0, 0.0, -0.2]))


def test_a_doubtful_bound_is_no_bound(arm: Arm):
    """What lies on the wrong side by less than its error may well be on the right one."""
    values = body(2.0, (0.0, 0.05, 0.1), (0.1, 0.05, 0.04))
    assert not WrongPayload(ComparedModel(arm, Payload(), FRICTION)).possible(fitted(values, 0.001))
    assert WrongPayload(ComparedModel(arm, Payload(), FRICTION)).possible(fitted(values, 0.1))


def test_tilts_and_lags_are_small():
    assert TiltedBase.possible(fitted([0.1, -0.1])) and not TiltedBase.possible(fitted([0.6, 0.0]))
    assert LateEffort.possible(fitted([-0.03])) and not LateEffort.possible(fitted([0.15]))
