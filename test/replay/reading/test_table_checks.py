"""What cannot be a recording of this arm is refused, and what can be is not."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import BagError, ReplaySettings, read_recording

N = 400
T = 1.0 + 0.01 * np.arange(N)
PHASE = np.arange(6.0)
Q = 0.8 * np.sin(T[:, None] + PHASE)
QD = 0.8 * np.cos(T[:, None] + PHASE)


def read(q: np.ndarray, qd: np.ndarray | None = None, columns: str | None = None, t: np.ndarray = T) -> None:
    read_recording({"t": t, "q": q} | ({} if qd is None else {"qd": qd}), columns)


def test_an_arms_own_motion_is_taken():
    read(Q, QD)
    read(np.degrees(Q), np.degrees(QD), "position.unit=deg")
    read(np.degrees(Q), QD, "position.unit=deg velocity.unit=rad/s")


def test_degrees_taken_for_radians_are_refused():
    with pytest.raises(BagError, match=r"row \d+ .*limits of .*in degrees they fit: set position.unit=deg"):
        read(np.degrees(Q))


def test_a_swing_beyond_the_limits_may_be_in_radians():
    swing = Q + np.linspace(0.0, 1.0, len(Q))[:, None] * np.array([0.0, 4.0, 0.0, 0.0, 0.0, 0.0])
    with pytest.raises(BagError, match=r"in degrees they fit: .*; if they are radians, the motion leaves the limits"):
        read(swing)
    with pytest.raises(BagError, match=r"position\.unit=deg, or motor\.ratio if they are measured at the motor$"):
        read(np.degrees(Q))


def test_positions_beyond_the_limits_are_another_robots():
    with pytest.raises(BagError, match=r"another robot, is measured at the motor"):
        read(100.0 * Q + 500.0)


@pytest.mark.parametrize(
    ("q", "qd", "columns", "words"),
    [
        (Q, np.degrees(QD), None, "units are mixed: .* 0.0175 times .*velocities in degrees"),
        (np.degrees(Q), QD, "position.unit=deg velocity.unit=deg/s", "57.3 times .*velocities in radians"),
    ],
)
def test_mixed_units_are_refused(q: np.ndarray, qd: np.ndarray, columns: str | None, words: str):
    with pytest.raises(BagError, match=words):
        read(q, qd, columns)


def test_what_is_too_short_is_refused():
    with pytest.raises(BagError, match="has 5 samples; expected 10"):
        read(Q[:5], t=T[:5])
    with pytest.raises(BagError, match=r"lasts 0.29 s, and the 5 Hz filter needs 0\.\d+ s at each end"):
        read_recording({"t": T[:30], "q": Q[:30]}, settings=ReplaySettings(cut_off=5.0))


def test_an_arm_that_stands_is_taken():
    read(np.tile(Q[:1], (N, 1)), np.zeros((N, 6)))
