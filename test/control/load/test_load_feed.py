"""A load becomes the payload only if it is shown, steady and possible; by hand wins; the torque has no step."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics import GateSettings, LoopSettings, Payload, TorqueLoop, load_arm, load_model
from puma560_dynamics.control.gate.faults import Fault
from puma560_dynamics.control.load.gripper_watch import GripperWatch
from puma560_dynamics.control.load.load_estimate import LoadEstimate
from puma560_dynamics.control.load.load_feed import PERIOD, LoadFeed
from puma560_dynamics.errors import MessageError, StateError
from puma560_dynamics.models.payload.payload import MODEL_FRAME, carried_together

ARM = load_arm("akb1986")
BASE = load_model("newton_euler", ARM)
Q = np.array([0.3, -1.0, 1.5, 0.2, 0.5, -0.3])
STEP = 0.004


def estimate(mass: float = 3.0, error: float = 0.03, center: tuple[float, float, float] = (0.0, 0.0, 0.1)):
    """An estimate with small errors of the center."""
    moments = mass * np.array(center)
    covariance = np.diag([error**2, *(3 * [(0.01 * mass) ** 2]), *(6 * [1.0])])
    return LoadEstimate.of(np.array([mass, *moments, *(6 * [0.0])]), covariance)


def fed(feed: LoadFeed, found: LoadEstimate, start: float, seconds: float) -> list[tuple[float, Payload]]:
    """Payloads for a constant estimate, each used at once."""
    result = []
    for now in np.arange(start, start + seconds, 0.08):
        wanted = feed.wanted(float(now), found, carried=True)
        if wanted is not None:
            feed.sent(float(now), wanted)
            assert not feed.in_use(wanted, carried=True)
            result.append((float(now), wanted))
    return result


def test_a_steady_estimate_is_used_once_and_again_if_it_changes():
    feed = LoadFeed(ARM, 10.0)
    ((when, load),) = fed(feed, estimate(), 0.0, 5.0)
    assert 0.4 < when < 1.0
    assert load.mass == pytest.approx(3.0, rel=1e-6)
    assert load.link == MODEL_FRAME
    assert not fed(feed, estimate(3.02), 5.0, 3.0)  # within its error
    ((_, other),) = fed(feed, estimate(3.5), 8.0, 5.0)
    assert other.mass == pytest.approx(3.5, rel=1e-6)
    feed.begin()
    assert feed.wanted(20.0, None, carried=False) is feed.base


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (None, "nothing is lifted yet"),
        (estimate(error=1.0), "not observable yet: mass"),
        (estimate(12.0), "payload_limit"),
        (estimate(center=(1.1, 0.0, 0.1)), "no weight at the tip"),
        (estimate(9.0, center=(0.9, 0.0, 0.0)), "whose maximum is"),
    ],
)
def test_refusals_state_their_reason(found, words: str):
    feed = LoadFeed(ARM, 10.0)
    for now in np.arange(0.0, 3.0, 0.08):
        assert feed.wanted(float(now), found, carried=True) is None
    assert words in feed.reason
    assert not feed.fed


def test_an_estimate_that_jumps_is_not_used():
    feed = LoadFeed(ARM, 10.0)
    for k, now in enumerate(np.arange(0.0, 5.0, 0.08)):
        assert feed.wanted(float(now), estimate(3.0 + (k % 3)), carried=True) is None
    assert feed.reason == "the estimate is not steady yet"


def test_a_payload_by_hand_wins_until_the_next_grip_and_stays_below_the_load():
    feed = LoadFeed(ARM, 10.0)
    assert fed(feed, estimate(), 0.0, 2.0)
    hand = Payload(1.0, (0.0, 0.05, 0.0), link="link6")
    assert feed.in_use(hand, carried=True)
    assert not fed(feed, estimate(), 2.0, 5.0)
    assert "by hand" in feed.reason
    assert feed.wanted(7.5, None, carried=False) is None  # nothing is taken away that was not given
    feed.begin()
    ((_, both),) = fed(feed, estimate(), 10.0, 3.0)
    assert both.mass == pytest.approx(4.0, rel=1e-6)
    expected = carried_together(ARM, hand, estimate().payload())
    np.testing.assert_allclose(both.center_of_mass, expected.center_of_mass)


def test_a_refused_payload_is_asked_for_again_after_the_period():
    feed = LoadFeed(ARM, 10.0)
    now = 0.0
    while (wanted := feed.wanted(now, estimate(), carried=True)) is None:
        now += 0.08
    feed.sent(now, wanted)
    feed.refused(None)
    assert not feed.fed
    assert feed.wanted(now + 0.5 * PERIOD, estimate(), carried=True) is None
    assert feed.wanted(now + 1.1 * PERIOD, estimate(), carried=True) is not None


def test_two_payloads_together_are_their_sum():
    first = Payload.of(1.0, (0.1, 0.0, 0.0), (0.01, 0.01, 0.01, 0.0, 0.0, 0.0))
    second = Payload.of(2.0, (0.0, 0.1, 0.2), (0.02, 0.01, 0.02, 0.0, 0.0, 0.001))
    both = carried_together(ARM, first, second)
    q, qd, qdd = np.random.default_rng(0).uniform(-1.0, 1.0, (3, 6))
    torques = [load_model("newton_euler", ARM, load).torque(q, qd, qdd) for load in (first, second, both)]
    empty = BASE.torque(q, qd, qdd)
    np.testing.assert_allclose(torques[2] - empty, torques[0] + torques[1] - 2.0 * empty, atol=1e-12 * 100.0)
    assert carried_together(ARM, Payload(), Payload()).mass == 0.0


def test_chatter_of_a_gripper_is_no_grip():
    watch = GripperWatch(0.01, 0.03)
    times = np.arange(0.0, 1.0, 0.01)
    assert [watch.update(float(t), 0.05) for t in times].count(None) == len(times)
    assert not any(watch.update(1.0 + float(t), 0.02 if k % 8 < 4 else 0.05) for k, t in enumerate(times))
    changes = [watch.update(2.0 + float(t), 0.02) for t in times]
    assert [one for one in changes if one is not None] == [True]
    assert watch.update(3.5, float("nan")) is None
    changes = [watch.update(4.0 + float(t), 0.0) for t in times]
    assert [one for one in changes if one is not None] == [False]


@given(
    seed=st.integers(0, 10**6),
    events=st.lists(st.sampled_from(["stop", "gap", "fault", "activate", "reset"]), min_size=1, max_size=3),
    masses=st.lists(st.floats(0.0, 6.0), min_size=2, max_size=4),
)
@trials(12)
def test_payloads_during_stops_faults_and_fades_stay_within_the_rates(seed, events, masses):
    """Payloads jump at random while the gate stops, is without states, has faults and opens again."""
    rng = np.random.default_rng(seed)
    loop = TorqueLoop.from_settings(BASE, LoopSettings(gate=GateSettings.of(ARM, brakes="hardware")))
    allowed = loop.gate.settings.removal_rate
    changes = {
        int(k): Payload(mass, link=MODEL_FRAME) for k, mass in zip(rng.integers(100, 900, 9), masses, strict=False)
    }
    kinds = dict(zip(rng.integers(150, 800, len(events)).tolist(), events, strict=True))
    loop.activate(0.0)
    before, sent, gap = np.zeros(6), 0.0, 0
    for k in range(1, 1100):
        now = k * STEP
        if k in changes:
            loop.change(model=load_model("newton_euler", ARM, changes[k]) if changes[k].mass else BASE)
        match kinds.get(k):
            case "stop":
                loop.deactivate(now, "a stop")
            case "gap":
                gap = 60
            case "fault":
                loop.gate.fault(now, Fault.OVERSPEED, "a fault")
            case "activate" | "reset":
                if not loop.gate.active:
                    loop.activate(now)
        gap -= 1
        try:
            output = loop.watch(now) if gap > 0 else loop.state(now, now, now, Q, np.zeros(6)).output
        except (MessageError, StateError):
            output = loop.watch(now)
        if output is None:
            continue
        loop.sent(now, now, output)
        torque = np.asarray(output.torque)
        assert (np.abs(torque - before) <= allowed * max(now - sent, STEP) * (1.0 + 1e-9) + 1e-9).all()
        before, sent = torque, now
