"""A contact of a constant torque has exactly the size, the onset and the end of this torque."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.control.observer.contact_events import HOLD, MOST_ROWS, Contact, ContactEvents
from puma560_dynamics.control.observer.torque_uncertainty import EstimateError

BANDWIDTH, THRESHOLD = 50.0, np.array([3.0, 2.0])
ERROR = EstimateError(np.array([0.8, 0.5]), np.zeros(2), np.zeros(2), THRESHOLD)
STILL = np.zeros(2)


def estimates(time: np.ndarray, external: np.ndarray) -> np.ndarray:
    """External torque (N, n), constant from each time to the next, after the low-pass."""
    found = np.zeros_like(external)
    for k in range(1, len(time)):
        keep = np.exp(-BANDWIDTH * (time[k] - time[k - 1]))
        found[k] = keep * found[k - 1] + (1.0 - keep) * external[k - 1]
    return found


def contacts(time: np.ndarray, estimate: np.ndarray, events: ContactEvents | None = None) -> list[Contact]:
    events = events or ContactEvents(2, BANDWIDTH, 0.02)
    found = [events.update(float(t), STILL, r, ERROR) for t, r in zip(time, estimate, strict=True)]
    return [each for each in found if each is not None]


def pushed(start: float, end: float, torque: tuple[float, float], period: float = 0.002, seconds: float = 3.0):
    time = np.arange(0.0, seconds, period)
    inside = (time >= start - 1e-9) & (time < end - 1e-9)
    return time, np.where(inside[:, None], torque, 0.0)


@pytest.mark.parametrize("period", [0.001, 0.002, 0.01])
@pytest.mark.parametrize("length", [0.05, 0.3, 1.0])
def test_size_onset_and_end_of_a_constant_torque_are_exact(period: float, length: float):
    time, external = pushed(1.0, 1.0 + length, (-9.0, 14.0), period)
    (found,) = contacts(time, estimates(time, external))
    np.testing.assert_allclose([found.start, found.end], [1.0, 1.0 + length], atol=1e-9)
    assert found.joints == (1, 0)
    assert found.standing
    np.testing.assert_allclose(found.torque, [-9.0, 14.0], rtol=2e-2 if length < 0.1 else 4e-3)
    np.testing.assert_array_equal(found.band, [1.6, 1.0])


def test_irregular_samples_change_nothing():
    rng = np.random.default_rng(0)
    time = np.cumsum(rng.uniform(0.0005, 0.006, 800))
    external = np.where((np.arange(800) >= 300)[:, None] & (np.arange(800) < 500)[:, None], [9.0, -14.0], 0.0)
    (found,) = contacts(time, estimates(time, external))
    np.testing.assert_allclose([found.start, found.end], [time[300], time[500]], atol=1e-9)
    np.testing.assert_allclose(found.torque, [9.0, -14.0], rtol=4e-3)


def test_a_short_push_has_its_whole_torque_although_the_estimate_does_not_reach_it():
    time, external = pushed(1.0, 1.012, (0.0, 14.0))
    estimate = estimates(time, external)
    assert 2.0 < estimate.max() < 7.0
    (found,) = contacts(time, estimate)
    assert found.torque[1] == pytest.approx(14.0, rel=0.25)
    assert np.isnan(found.torque[0])
    assert found.joints == (1,)


def test_less_than_the_threshold_and_a_single_sample_are_no_contact():
    time, external = pushed(1.0, 2.0, (2.9, -1.9))
    assert not contacts(time, estimates(time, external))
    single = np.zeros((len(time), 2))
    single[400] = 100.0
    assert not contacts(time, single)
    single[401] = 100.0
    assert len(contacts(time, single)) == 1


def test_a_pause_shorter_than_the_hold_is_part_of_the_contact():
    for pause, count in ((0.5 * HOLD, 1), (HOLD + 0.2, 2)):
        time, external = pushed(1.0, 1.3, (20.0, 0.0))
        external += pushed(1.3 + pause, 1.8 + pause, (20.0, 0.0))[1]
        assert len(contacts(time, estimates(time, external))) == count


def test_a_contact_that_lasts_is_present_with_bounded_memory():
    events = ContactEvents(2, BANDWIDTH, 0.02)
    time, external = pushed(0.5, 99.0, (20.0, 0.0), seconds=40.0)
    assert not contacts(time, estimates(time, external), events)
    assert events.present is not None
    assert np.isnan(events.present.end)
    assert events.present.start == pytest.approx(0.5, abs=1e-9)
    assert events.present.torque[0] == pytest.approx(20.0, rel=1e-3)
    assert len(events._time) <= MOST_ROWS
    ended = events.restart()
    assert ended is not None
    assert ended.end == pytest.approx(40.0, abs=0.03)
    assert events.present is None
    assert events.restart() is None


def test_a_moving_arm_does_not_stand():
    time, external = pushed(1.0, 1.5, (20.0, 0.0))
    events = ContactEvents(2, BANDWIDTH, 0.02)
    found = [
        events.update(float(t), np.array([0.0, -0.03]), r, ERROR)
        for t, r in zip(time, estimates(time, external), strict=True)
    ]
    (contact,) = filter(None, found)
    assert not contact.standing


def test_confidence_is_that_of_a_normal_error():
    torque, band = np.array([np.nan, 4.0]), np.array([np.nan, 2.0])
    assert Contact(0.0, 1.0, (1,), torque, band, True).confidence == pytest.approx(0.9999366575)
    assert Contact(0.0, 1.0, (1,), 0.5 * torque, band, True).confidence == pytest.approx(0.9544997361)
    assert Contact(0.0, 1.0, (), torque, band, True).confidence == 0.0


def test_a_push_that_has_turned_when_its_first_sample_is_known_ends_like_any_other():
    """The two samples that are known fall so fast that the torque behind them has the other sign."""
    events = ContactEvents(2, 5.0, 0.02)
    for k, estimate in enumerate((0.0, 9.0, 8.9)):
        assert events.update(0.001 * k, STILL, np.array([estimate, 0.0]), ERROR) is None
    found = events.restart()
    assert found is not None and found.joints == (0,) and found.torque[0] < 0.0
    assert found.start <= found.end <= 0.002
