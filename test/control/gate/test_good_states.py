"""Good states: fresh by their measurement, good since the last gap or interruption, in doubt until a start."""

from __future__ import annotations

import pytest

from puma560_dynamics.control.gate.good_states import GoodStates

TIMEOUT = 0.1


def started(now: float = 10.0) -> GoodStates:
    states = GoodStates(TIMEOUT)
    states.start(now)
    return states


def test_before_the_start_no_state_is_trusted():
    states = GoodStates(TIMEOUT)
    states.add(0.05, 0.0)
    assert not states.trusted
    assert not states.fresh(0.05)


@pytest.mark.parametrize("age", [0.0, 0.03, 0.09])
def test_age_counts_from_the_measurement(age: float):
    states = started()
    states.add(10.0, age)
    assert states.fresh(10.0 - age + 0.99 * TIMEOUT)
    assert states.silent(10.0 - age + 1.01 * TIMEOUT)
    assert not states.fresh(10.0 - age + 1.01 * TIMEOUT)


def test_they_are_good_since_the_last_gap_or_interruption():
    states = started()
    for k in range(1, 11):
        states.add(10.0 + 0.05 * k, 0.0)
    assert states.good_for(10.5) == pytest.approx(0.5)
    states.add(10.5 + 1.01 * TIMEOUT, 0.0)  # after a gap
    assert states.good_for(10.5 + 1.01 * TIMEOUT) == 0.0
    states.interrupt(10.65)
    states.add(10.66, 0.0)
    assert states.good_for(10.75) == pytest.approx(0.1)


def test_doubtful_states_give_no_pose_until_the_next_start():
    states = started()
    states.add(10.01, 0.0)
    states.doubt()
    states.add(10.02, 0.0)
    assert not states.fresh(10.02)
    assert states.silent(10.01 + 1.01 * TIMEOUT)  # what came in doubt does not count
    states.start(11.0)
    assert states.fresh(11.0)
