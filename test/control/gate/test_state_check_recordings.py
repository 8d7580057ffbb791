"""Recordings of a real arm in ordinary motion: no check reports a fault."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics.control.gate.gate_settings import GateSettings
from puma560_dynamics.control.gate.state_check import StateCheck

RECORDINGS = sorted(Path(os.environ.get("UR10E_RECORDINGS", "/nonexistent")).glob("ur-*.csv.gz"))
VELOCITY = np.deg2rad([120.0, 120.0, 180.0, 180.0, 180.0, 180.0])
"""(6,) rad/s, of the UR10e's data sheet."""


@pytest.mark.skipif(
    not RECORDINGS,
    reason="needs UR10E_RECORDINGS, a folder of recordings",
)
@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda path: path.name)
def test_no_fault_in_ordinary_motion(recording: Path):
    """100 states a second: time s, positions rad, velocities rad/s, currents."""
    torque = np.full(6, 330.0)
    settings = GateSettings(
        maximum_torque=torque,
        motor_torque=torque,
        torque_rate=10.0 * torque,
        removal_rate=10.0 * torque,
        lower=np.full(6, -2.0 * np.pi),
        upper=np.full(6, 2.0 * np.pi),
        velocity=VELOCITY,
        joint_names=tuple(f"joint{joint}" for joint in range(1, 7)),
    )
    rows = np.loadtxt(recording, delimiter=",")
    check = StateCheck(settings)
    for row in rows:
        now = row[0] - rows[0, 0]
        check.check(now, 1000.0 + now, 1000.0 + now, row[1:7], row[7:13])
    assert len(rows) > 1000
    assert np.abs(rows[:, 7:13]).max() > 0.01
