"""The figures by which a replay is judged."""

from __future__ import annotations

import numpy as np
from analyses import example, no_samples, one_joint_missing, without_effort, without_torque, wrong_payload

from puma560_dynamics.replay.analysis import measures


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
    assert np.isfinite(measures.mean(measures.outside(analysis)))


def test_nothing_compared_is_nan() -> None:
    analysis = no_samples()
    assert np.isnan(measures.residual_shares(analysis)).all()
    assert np.isnan(measures.largest(measures.residual_shares(analysis)))
    assert np.isnan(measures.exact_difference(analysis))


def test_abbreviated_models_do_not_count_as_exact() -> None:
    analysis = example()
    assert measures.exact_difference(analysis) == analysis.models["full"].relative
