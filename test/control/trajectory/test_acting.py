"""What a new trajectory continues from."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.control.trajectory.joint_path import Acting, Present
from puma560_dynamics.errors import StateError


def test_an_unknown_acceleration_is_zero_in_the_right_shape():
    present = Present(np.ones(3), np.ones(3))
    np.testing.assert_array_equal(present.acceleration, np.zeros(3))
    np.testing.assert_array_equal(Present(np.ones(3), np.ones(3), np.full(3, 2.0)).acceleration, np.full(3, 2.0))


def test_a_state_is_made_of_lists_as_of_arrays():
    lists = [[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]]
    present = Present(*lists)
    for found, expected in zip((present.position, present.velocity, present.acceleration), lists, strict=True):
        np.testing.assert_array_equal(found, expected)
        assert found.dtype == np.float64


def test_later_changes_of_the_given_arrays_do_not_matter():
    given = np.ones(3)
    present, acting = Present(given, given), Acting(given)
    given[0] = 7.0
    assert (present.position[0], present.velocity[0], acting.effort[0]) == (1.0, 1.0, 1.0)
    for array in (present.position, present.velocity, present.acceleration, acting.effort):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0.0


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf])
def test_effort_must_be_finite(wrong: float):
    with pytest.raises(StateError, match="effort that acts: expected finite numbers"):
        Acting(np.array([0.0, wrong]))


@pytest.mark.parametrize("wrong", [-1e-9, np.inf, np.nan])
def test_a_handover_is_a_finite_time(wrong: float):
    with pytest.raises(StateError, match="handover: expected a finite time of 0 s or more"):
        Acting(np.zeros(2), handover=wrong)
    assert Acting(np.zeros(2)).handover == 0.0
