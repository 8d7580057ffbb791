"""What the hardware may hold since its controller ended, by what it reports."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.arm import Arm
from puma560_dynamics.control.gate.gate_settings import GateSettings
from puma560_dynamics.control.gate.left_torque import REPORT_TOLERANCE, LeftState, LeftTorque, Reports

TORQUE = np.array([0.0, -28.9, -5.0, 0.1, 0.0, 0.0])


@pytest.fixture
def left(arm: Arm) -> LeftTorque:
    """With `TORQUE` left."""
    made = LeftTorque(GateSettings.of(arm))
    made.note_end(TORQUE)
    return made


def test_joint_and_torque_are_named(left: LeftTorque):
    assert left.sentence == "the hardware may hold -28.9 N·m at joint2, -5 N·m at joint3"


@pytest.mark.parametrize("torque", [None, np.zeros(6), np.full(6, np.nan)])
def test_zero_and_nothing_leave_nothing(left: LeftTorque, torque: np.ndarray | None):
    left.note_end(torque)
    assert left.torque is None
    assert left.sentence == ""
    assert left.judge_reports(Reports()) == (LeftState.GONE, "")


def test_a_torque_beyond_the_drives_is_what_they_give(left: LeftTorque, arm: Arm):
    left.note_end(1e6 * TORQUE)
    assert left.torque is not None
    assert abs(left.torque[1]) == GateSettings.of(arm).motor_torque[1]


@pytest.mark.parametrize(
    ("reports", "verdict"),
    [
        (Reports(effort=TORQUE), LeftState.ACTS),
        (Reports(effort=0.0 * TORQUE), LeftState.GONE),
        (Reports(command=TORQUE), LeftState.ACTS),
        (Reports(command=0.0 * TORQUE, effort=TORQUE), LeftState.GONE),  # another controller holds the arm
        (Reports(command=TORQUE, effort=0.0 * TORQUE), LeftState.ACTS),
        (Reports(effort=0.5 * TORQUE), LeftState.UNKNOWN),
        (Reports(effort=-TORQUE), LeftState.UNKNOWN),
        (Reports(command=0.5 * TORQUE, effort=TORQUE), LeftState.UNKNOWN),
        (Reports(effort=np.full(6, np.nan)), LeftState.UNKNOWN),
        (Reports(), LeftState.UNKNOWN),
    ],
)
def test_the_command_that_is_read_back_decides_then_the_measured_effort(
    left: LeftTorque, reports: Reports, verdict: LeftState
):
    found, reason = left.judge_reports(reports)
    assert found is verdict
    assert bool(reason) == (verdict is LeftState.UNKNOWN)
    if reason:
        assert "-28.9 N·m at joint2" in reason
        assert "clean up and configure this node" in reason


def test_a_report_may_differ_by_the_noise_of_a_measurement(left: LeftTorque, arm: Arm):
    allowed = REPORT_TOLERANCE * GateSettings.of(arm).maximum_torque
    assert left.judge_reports(Reports(effort=TORQUE + 0.99 * allowed))[0] is LeftState.ACTS
    assert left.judge_reports(Reports(effort=-0.99 * allowed))[0] is LeftState.GONE
    assert left.judge_reports(Reports(effort=TORQUE + 1.01 * allowed))[0] is LeftState.UNKNOWN
    assert left.judge_reports(Reports(effort=1.01 * allowed))[0] is LeftState.UNKNOWN


def test_so_little_that_it_does_not_matter_needs_no_report(left: LeftTorque, arm: Arm):
    left.note_end(0.9 * REPORT_TOLERANCE * GateSettings.of(arm).maximum_torque)
    assert left.judge_reports(Reports())[0] is LeftState.ACTS
    assert left.sentence.startswith("the hardware may hold")
