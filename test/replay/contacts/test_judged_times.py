"""A standing arm moves no joint; a moving joint is judged away from its turns only."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.replay.contacts.contact_samples import ContactStretch
from puma560_dynamics.replay.contacts.judged_times import AROUND_TURN, STILL, moving_runs, runs, still_times

PERIOD = 0.02
TIME = PERIOD * np.linspace(0.0, 999.0, 1000)


def stretch(q: np.ndarray, left: np.ndarray | None = None) -> ContactStretch:
    """Two joints, of which the second one is at 1 rad."""
    positions = np.stack([q, np.ones_like(q)], axis=1)
    qd = np.gradient(positions, PERIOD, axis=0)
    zero = np.zeros_like(positions)
    return ContactStretch(TIME, positions, qd, zero, zero if left is None else left)


def test_the_arm_stands_where_no_joint_moves():
    away = 0.5 * np.clip(TIME - 10.0, 0.0, 1.0)
    still = still_times(stretch(away))
    assert still[TIME < 10.0 - STILL].all()
    assert still[TIME > 11.0 + STILL].all()
    assert not still[(TIME > 10.0) & (TIME < 11.0)].any()
    assert still_times(stretch(0.002 * np.sin(3.0 * TIME))).all()


def test_times_without_a_known_effort_are_not_judged_but_a_joint_without_any_does_not_matter():
    left = np.zeros((1000, 2))
    left[300:320, 0] = np.nan
    assert np.flatnonzero(~still_times(stretch(0.0 * TIME, left))).tolist() == list(range(300, 320))
    left[:, 0] = np.nan
    assert still_times(stretch(0.0 * TIME, left)).all()


def test_a_joint_is_judged_between_its_turns():
    omega = 2.0 * np.pi / 8.0
    made = stretch(np.sin(omega * TIME))
    found = sorted((TIME[rows.start], TIME[rows.stop - 1]) for rows in moving_runs(made, 0))
    turns = 2.0 + 4.0 * np.arange(5)
    assert len(found) == 6
    for start, end in found:
        assert np.abs(turns[:, None] - np.array([start, end])).min() >= AROUND_TURN
        assert end - start < 4.0 - 2.0 * AROUND_TURN
    assert not list(moving_runs(made, 1))


@pytest.mark.parametrize(("shortest", "count"), [(1, 3), (2, 2), (3, 1), (4, 0)])
def test_runs_have_a_least_length(shortest: int, count: int):
    flags = np.array([1, 0, 1, 1, 0, 1, 1, 1], dtype=bool)
    found = list(runs(flags, shortest))
    assert len(found) == count
    assert all(flags[rows].all() for rows in found)
