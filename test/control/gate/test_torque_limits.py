"""Clamp and soft margin: between gravity and what was wanted, never beyond the maximum."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.control.gate.torque_limits import clamp, soften

LIMIT, LOWER, UPPER, MARGIN = 10.0, -1.0, 1.0, 0.1
TORQUES = st.floats(-1e6, 1e6)
POSITIONS = st.floats(-3.0, 3.0)


def softened(position: float, torque: float, gravity: float, margin: float = MARGIN) -> float:
    """Of a joint with ±10 N·m within ±1 rad."""
    return soften(torque, gravity, LIMIT, position, LOWER, UPPER, margin)


def test_the_clamp():
    assert [clamp(torque, LIMIT) for torque in (11.0, -4.0, -1e300, 10.0)] == [10.0, -4.0, -10.0, 10.0]


@pytest.mark.parametrize("side", [1.0, -1.0])
@pytest.mark.parametrize(("room", "share"), [(0.2, 1.0), (0.125, 1.0), (0.05, 0.5), (0.0, 0.0), (-0.1, 0.0)])
def test_what_drives_outward_fades_over_the_margin(side: float, room: float, share: float):
    torque = softened(side * (1.0 - room), side * 5.0, side * 1.0)
    assert torque == pytest.approx(side * (1.0 + share * 4.0))


def test_what_drives_inward_is_left_alone():
    assert softened(0.99, -5.0, 1.0) == -5.0
    assert softened(-0.99, 4.0, -1.0) == 4.0


def test_without_a_margin_it_ends_at_the_limit():
    assert softened(0.999, 5.0, 1.0, margin=0.0) == 5.0
    assert softened(1.0, 5.0, 1.0, margin=0.0) == 1.0


@given(POSITIONS, TORQUES, TORQUES)
def test_always_between_gravity_and_what_was_wanted(position: float, torque: float, gravity: float):
    wanted, hold = clamp(torque, LIMIT), clamp(gravity, LIMIT)
    out = softened(position, wanted, hold)
    assert abs(out) <= LIMIT
    assert min(wanted, hold) - 1e-12 <= out <= max(wanted, hold) + 1e-12


@given(POSITIONS, st.floats(-LIMIT, LIMIT), st.floats(-LIMIT, LIMIT), st.sampled_from([0.0, MARGIN, 1.0]))
def test_it_is_the_torque_that_clipping_gives(position: float, torque: float, gravity: float, margin: float):
    """To the last digit: the share of the drive is the room over the margin, clipped to 0 and 1."""
    drive = torque - gravity
    room = np.where(drive > 0.0, UPPER - position, position - LOWER)
    share = np.clip(room / margin, 0.0, 1.0) if margin > 0.0 else np.where(room > 0.0, 1.0, 0.0)
    expected = np.clip(np.where(share < 1.0, gravity + share * drive, torque), -LIMIT, LIMIT)
    assert softened(position, torque, gravity, margin) == expected
