"""A recording is played as it was recorded, or refused as a whole."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from puma560_dynamics.arm import Arm
from puma560_dynamics.control.trajectory.recorded_motion import MAX_GAP_S, RecordedMotion
from puma560_dynamics.control.trajectory.trajectory import Trajectory, pick_and_place
from puma560_dynamics.errors import TrajectoryError

STEP = 4_000_000
BEGAN = 1_700_000_000_000_000_000


def recorded(motion: Trajectory, rest: int = 25) -> list[Any]:
    """Stamps and values of a motion at 250 Hz, between two rests of so many references."""
    count = round(1e9 * motion.duration / STEP)
    times = 1e-9 * STEP * np.clip(np.arange(count + 2 * rest + 1) - rest, 0, count)
    points = [motion.at(time) for time in times.tolist()]
    rows = [np.array([getattr(point, name) for point in points]) for name in ("position", "velocity", "acceleration")]
    return [BEGAN + STEP * np.arange(len(points)), *rows]


@pytest.fixture
def values() -> list[Any]:
    """The motion of the demonstration."""
    return recorded(pick_and_place(8.0))


def test_it_is_the_motion_also_between_the_references(values: list[Any], arm: Arm):
    motion, found = pick_and_place(8.0), RecordedMotion(arm, *values)
    assert found.duration == pytest.approx(8.2)
    for time in np.linspace(0.0, 8.2, 777).tolist():
        expected, reference = motion.at(time - 0.1), found.at(time)
        np.testing.assert_allclose(reference.position, expected.position, atol=1e-9)
        np.testing.assert_allclose(reference.velocity, expected.velocity, atol=1e-6)
        np.testing.assert_allclose(reference.acceleration, expected.acceleration, atol=1e-3)


def test_before_and_after_it_rests(values: list[Any], arm: Arm):
    found = RecordedMotion(arm, *values)
    for time in (-1.0, 100.0):
        np.testing.assert_array_equal(found.at(time).position, values[1][0])
        assert not found.at(time).velocity.any()


def test_repeated_references_are_taken_once(values: list[Any], arm: Arm):
    twice: list[Any] = [np.repeat(rows, 2, axis=0) for rows in values]
    time = 3.3333
    np.testing.assert_array_equal(
        RecordedMotion(arm, *twice).at(time).acceleration, RecordedMotion(arm, *values).at(time).acceleration
    )


def test_parts_of_a_motion_are_refused(values: list[Any], arm: Arm):
    def without(*, first: int = 0, last: int | None = None, hole: int = 0) -> list[Any]:
        keep = np.ones(len(values[0]), dtype=bool)
        keep[:first] = False
        keep[len(keep) if last is None else last :] = False
        keep[1000 : 1000 + hole] = False
        return [rows[keep] for rows in values]

    most = round(1e9 * MAX_GAP_S / STEP)
    RecordedMotion(arm, *without(hole=most - 1))
    for part, words in (
        (without(hole=most), r"no reference for 0\.104 s after 3\.996 s, in motion"),
        (without(first=300), "begins in motion"),
        (without(last=1000), "ends in motion"),
        (without(last=1), "only one reference"),
    ):
        with pytest.raises(TrajectoryError, match=words):
            RecordedMotion(arm, *part)


def test_a_gap_at_rest_is_none(arm: Arm):
    still: list[Any] = [np.array([0, 5_000_000_000]) + BEGAN, np.zeros((2, 6)), np.zeros((2, 6)), np.zeros((2, 6))]
    still[1][:] = pick_and_place().points[0]
    assert RecordedMotion(arm, *still).at(2.0).velocity.tolist() == [0.0] * 6


def test_references_out_of_order_are_refused(values: list[Any], arm: Arm):
    values[0][[500, 501]] = values[0][[501, 500]]
    with pytest.raises(TrajectoryError, match="reference 501 is older than the one before it"):
        RecordedMotion(arm, *values)


def test_limits_are_those_of_the_arm(values: list[Any], arm: Arm):
    with pytest.raises(TrajectoryError, match="moves with"):
        RecordedMotion(arm, *recorded(pick_and_place(1.0)))
    values[1][:, 1] -= 3.0
    with pytest.raises(TrajectoryError, match="comes to"):
        RecordedMotion(arm, *values)


def test_it_begins_where_the_arm_is(values: list[Any], arm: Arm):
    found, first = RecordedMotion(arm, *values), values[1][0]
    assert found.start_problem(first + 0.04, 0.05) is None
    problem = found.start_problem(first + np.array([0.0, 0.0, 0.06, 0.0, 0.0, 0.0]), 0.05)
    assert problem is not None
    assert problem.startswith("joint3 is at 2.4600 rad, the recording begins at 2.4000 rad")
