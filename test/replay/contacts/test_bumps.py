"""Bumps come and go; steps, drift and what is open at an end are none."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.replay.contacts.bumps import EDGE, FOLLOWS, Bump, Threshold, bumps, levels

PERIOD = 0.02
TIME = PERIOD * np.arange(1000)


def pulse(start: float, length: float, size: float, edge: float = 0.1, back: float | None = None) -> np.ndarray:
    """A trapezoid that rises in `edge` s and falls in `back` s."""
    fall = edge if back is None else back
    return size * np.clip(np.minimum((TIME - start) / edge, (start + length - TIME) / fall), 0.0, 1.0)


def found(signal: np.ndarray, least: float = 1.0) -> list[Bump]:
    return list(bumps(signal, Threshold(least), PERIOD))


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("length", [0.2, 1.0, 6.0, 9.0])
def test_a_bump_has_its_time_and_size(sign: float, length: float):
    (one,) = found(4.0 + 0.05 * np.sin(40.0 * TIME) + pulse(2.0, length, 3.0 * sign))
    assert TIME[one.start] == pytest.approx(2.0, abs=0.06)
    assert TIME[one.end] == pytest.approx(2.0 + length, abs=0.06)
    assert one.size == pytest.approx(3.0 * sign, rel=0.09)
    assert one.start <= one.peak < one.end
    assert one.threshold == 1.0


def test_every_one_of_several_is_found():
    signal = pulse(2.0, 0.5, 3.0) + pulse(6.0, 1.0, -5.0) + pulse(9.0, 0.3, 1.5)
    several = found(signal)
    assert [round(TIME[one.start]) for one in several] == [2, 6, 9]
    np.testing.assert_allclose([one.size for one in several], [3.0, -5.0, 1.5], rtol=0.06)


@pytest.mark.parametrize(
    "signal",
    [
        np.where(TIME > 5.0, 3.0, 0.0),  # a step
        pulse(-1.0, 4.0, 3.0),  # there from the beginning
        pulse(18.0, 40.0, 3.0),  # there at the end
        pulse(2.0, 12.0, 3.0),  # too long: which of both levels is usual?
        pulse(0.1, 3.0, 3.0),  # begins before the level is known
        pulse(3.0, 16.0, 6.0, edge=4.0),  # slow drift
        np.where(TIME > 5.0, 5.0 * np.exp(-(TIME - 5.0) / 2.0), 0.0),  # friction that relaxes after a step
        pulse(5.0, 0.7, 0.9),  # below the threshold
        np.where(np.arange(1000) == 400, 50.0, 0.0),  # a single wrong sample
        np.zeros(1000),
        np.zeros(3),
    ],
)
def test_what_does_not_come_and_go_quickly_is_none(signal: np.ndarray):
    assert found(signal) == []


def test_a_step_hides_no_later_bump():
    (one,) = found(np.where(TIME > 3.0, 4.0, 0.0) + pulse(12.0, 0.6, 2.5))
    assert TIME[one.start] == pytest.approx(12.0, abs=0.06)
    assert one.size == pytest.approx(2.5, abs=0.05)


def test_a_push_on_top_of_what_relaxes_has_its_own_level():
    after = np.where(TIME > 4.0, 4.0 * np.exp(-(TIME - 4.0) / 1.5), 0.0)
    before, later = found(pulse(3.0, 1.0, -6.0) + after + pulse(7.0, 1.0, 8.0))
    assert before.size == pytest.approx(-6.0, abs=0.2)
    assert TIME[later.start] == pytest.approx(7.0, abs=0.06)
    assert later.size == pytest.approx(8.0, abs=0.6)


def test_another_push_does_not_end_a_step():
    (one,) = found(np.where(TIME > 3.0, 1.5, 0.0) + pulse(9.0, 0.8, -12.0))
    assert TIME[one.start] == pytest.approx(9.0, abs=0.06)


def test_the_time_between_two_pushes_is_no_contact():
    """A push that rises slowly is not found, and neither is what it leaves until the next one begins."""
    signal = pulse(4.0, 5.0, 6.0, edge=3.5, back=0.1) - pulse(9.0, 3.0, 3.0, back=2.0) + pulse(12.0, 5.0, 6.0, back=3.0)
    assert all(one.size > 0.0 for one in found(signal))


def test_the_threshold_grows_with_the_change_of_other_signals():
    signal, other = pulse(5.0, 0.6, 3.0), pulse(5.0, 0.6, 8.0)[:, None]
    (one,) = bumps(signal, Threshold(1.0, other, np.array([0.2])), PERIOD)
    assert one.threshold == pytest.approx(2.6, abs=0.05)
    assert not list(bumps(signal, Threshold(1.0, other, np.array([0.3])), PERIOD))
    twice = Threshold(1.0, other, np.array([0.1])).times(2.0)
    assert (twice.least, twice.rates.tolist()) == (2.0, [0.2])


def test_the_level_follows_and_is_older_than_the_sample():
    level = levels(np.where(TIME >= 5.0, 1.0, 0.0), PERIOD)
    assert level[TIME < 5.29].max() == 0.0
    assert level[np.searchsorted(TIME, 5.3 + FOLLOWS)] == pytest.approx(1.0 - np.exp(-1.0), abs=0.03)
    assert level.shape == TIME.shape
    assert EDGE > FOLLOWS
