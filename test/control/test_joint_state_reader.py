"""Velocities come from the message, or from displacements where the driver reports none."""

from __future__ import annotations

import math

import numpy as np
import pytest

from puma560_dynamics.control.joint_state_reader import MAX_GAP_S, POSITION, WINDOW_S, JointStateReader
from puma560_dynamics.errors import MAX_NAME_LENGTH, MAX_NAMES, MessageError, StateError

NAMES = ("a", "b")
NONE: list[list[float]] = [[], [math.nan, math.nan], [0.5, math.nan]]


def reader(source: str = "measured") -> JointStateReader:
    """Joint b turns without end."""
    return JointStateReader(NAMES, (False, True), source)


@pytest.mark.parametrize("needed", [True, False])
def test_a_reported_velocity_is_used_in_any_order_of_joints(needed: bool):
    q, qd = reader().read(1.0, ("b", "finger", "a"), [1.0, 0.0, 2.0], [3.0, 0.0, 4.0], needed)
    assert (q.tolist(), qd.tolist()) == ([2.0, 1.0], [4.0, 3.0])


@pytest.mark.parametrize("velocity", NONE)
def test_a_velocity_that_is_needed_and_missing_is_refused(velocity: list[float]):
    with pytest.raises(MessageError, match="set velocity_source to position"):
        reader().read(1.0, NAMES, [1.0, 2.0], velocity, True)


@pytest.mark.parametrize("velocity", NONE)
@pytest.mark.parametrize("rate", [50.0, 125.0, 250.0, 1000.0])
@pytest.mark.parametrize("source", ["measured", "position"])
def test_a_missing_velocity_is_the_displacement_half_a_window_late(velocity: list[float], rate: float, source: str):
    made = reader(source)
    for step in range(round(0.5 * rate)):
        time = 10.0 + step / rate
        angle = 3.0 + time + 0.5 * time**2
        wrapped = math.remainder(angle, 2.0 * math.pi)
        _, qd = made.read(time, NAMES, [angle, wrapped], velocity, False)
        if step >= rate * WINDOW_S:
            late = math.ceil(WINDOW_S * rate - 1e-6) / rate / 2.0
            np.testing.assert_allclose(qd, 1.0 + time - late, rtol=1e-6)


def test_a_reported_velocity_is_left_out_where_positions_are_the_source():
    made = reader(POSITION)
    made.read(1.0, NAMES, [0.0, 0.0], [9.0, 9.0], True)
    _, qd = made.read(1.01, NAMES, [0.01, 0.02], [9.0, 9.0], True)
    np.testing.assert_allclose(qd, [1.0, 2.0])


@pytest.mark.parametrize("after", [0.0, -5.0, MAX_GAP_S + 0.01])
def test_after_a_gap_and_where_time_goes_back_it_begins_at_zero(after: float):
    made = reader(POSITION)
    made.read(10.0, NAMES, [0.0, 0.0], [], False)
    _, qd = made.read(10.0 + after, NAMES, [0.5, 0.5], [], False)
    assert qd.tolist() == [0.0, 0.0]


def test_an_unknown_source_is_refused():
    with pytest.raises(StateError, match="use one of measured, position"):
        reader("guessed")


def test_many_and_long_names_are_cut_in_the_sentence():
    names = ["x" * 5000, *(f"joint{i}" for i in range(200_000))]
    with pytest.raises(MessageError, match=r"joints a, b are missing among x.*…, .* more") as error:
        reader().read(1.0, names, [0.0] * len(names), [], False)
    assert len(str(error.value)) < (MAX_NAMES + 2) * MAX_NAME_LENGTH + 100
