"""The figures by which a replay is judged."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.replay.analyses import (
    example,
    no_samples,
    one_joint_missing,
    without_effort,
    without_torque,
    wrong_payload,
)

from puma560_dynamics.replay.analysis import measures
from puma560_dynamics.replay.result import FoundCause


def test_effort_goes_before_the_command() -> None:
    assert measures.target(example()) == "effort"
    assert measures.target(without_effort()) == "command"
    assert measures.target(without_torque()) is None
    assert measures.agreement(without_torque()) is None


def test_shares_are_of_each_joints_maximum_torque() -> None:
    analysis = wrong_payload()
    rms = measures.residual_shares(analysis) * analysis.arm.maximum_torque
    np.testing.assert_allclose(rms, analysis.total["effort"].rms, rtol=1e-12)
    assert measures.worst_joint(analysis) == 1  # an arm stretched out holds a load with its shoulder


def test_a_joint_without_effort_is_left_out() -> None:
    analysis = one_joint_missing()
    assert np.isnan(measures.residual_shares(analysis)[3])
    assert measures.worst_joint(analysis) == 1
    assert np.isfinite(measures.mean(measures.samples_outside(analysis)))


def test_nothing_compared_is_nan() -> None:
    analysis = no_samples()
    assert np.isnan(measures.residual_shares(analysis)).all()
    assert np.isnan(measures.largest(measures.residual_shares(analysis)))
    assert np.isnan(measures.exact_difference(analysis))


def test_abbreviated_models_do_not_count_as_exact() -> None:
    analysis = example()
    assert measures.exact_difference(analysis) == analysis.models["full"].relative


def cause(kind: str, share: float) -> FoundCause:
    return FoundCause(kind, np.full(6, share), share, kind, {})


def test_the_largest_effect_is_listed_first():
    """With a hold of 60 %, a cause of half of the rest is one of 20 %."""
    offset, friction, hold = cause("offset", 0.046), cause("friction", 0.5), replace(cause("hold", 0.6), fault=False)
    analysis = replace(example(), causes=(friction, offset, cause("tilt", 0.5 * measures.WORTH_SHOWING), hold))
    assert [one.kind for one in measures.likely(analysis)] == ["hold", "friction", "offset"]
    assert measures.effect(analysis, hold) == 0.6
    assert measures.effect(analysis, friction) == pytest.approx(0.2)
    assert measures.explained_share(analysis, hold) == "60 % of the residual"
    assert measures.explained_share(analysis, friction) == "50 % of what a held torque leaves"


def test_without_a_hold_shares_are_of_the_residual():
    offset, friction = cause("offset", 0.046), cause("friction", 0.5)
    analysis = replace(example(), causes=(offset, friction))
    assert [one.kind for one in measures.likely(analysis)] == ["friction", "offset"]
    assert measures.explained_share(analysis, offset) == "4.6 % of the residual"
