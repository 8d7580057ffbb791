"""A change of the source of acceleration fades, and only what the sources differ by."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics import GateSettings, LoopSettings, Reference, TorqueLoop, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.feed_forward.acceleration import SOURCES, FilteredAcceleration
from puma560_dynamics.control.feed_forward.acceleration_sources import AccelerationSources
from puma560_dynamics.control.gate.gate_state import GateState
from puma560_dynamics.control.trajectory.trajectory import HOME
from puma560_dynamics.errors import StateError

FADE = 2.0
GIVEN, QD = np.array([1.0, -2.0]), np.array([0.5, 0.5])


def sources(source: str = "reference") -> AccelerationSources:
    return AccelerationSources(source, 10.0, FADE, 2)


def at(made: AccelerationSources, now: float, given: np.ndarray | None = GIVEN) -> np.ndarray:
    return made.at(now, given, QD, 0.001)


@pytest.mark.parametrize(
    ("source", "expected"), [("reference", GIVEN), ("none", 0.0 * GIVEN), ("filtered", 0.0 * GIVEN)]
)
def test_one_source_alone_gives_exactly_its_acceleration(source: str, expected: np.ndarray):
    np.testing.assert_array_equal(at(sources(source), 1.0), expected)


def test_a_change_fades_linearly_and_ends():
    made = sources()
    at(made, 1.0)
    made.choose(1.0, "none", fades=True)
    assert made.source == "none"
    for passed, share in ((0.0, 1.0), (0.5, 0.75), (1.5, 0.25), (2.0, 0.0), (9.0, 0.0)):
        np.testing.assert_allclose(at(made, 1.0 + passed), share * GIVEN, atol=1e-15)
    np.testing.assert_allclose(at(made, 1.0), 0.0)  # it does not return when time goes back


def test_a_change_without_a_fade_is_complete_at_once():
    made = sources()
    made.choose(1.0, "none", fades=False)
    np.testing.assert_array_equal(at(made, 1.0), 0.0)
    made.choose(1.0, "reference", fades=True)
    made.forget()
    np.testing.assert_array_equal(at(made, 1.0), GIVEN)


def test_a_source_that_was_left_and_chosen_again_goes_on_from_its_present_share():
    made = sources()
    made.choose(0.0, "none", fades=True)
    np.testing.assert_allclose(at(made, 1.0), 0.5 * GIVEN)
    made.choose(1.0, "reference", fades=True)
    np.testing.assert_allclose(at(made, 1.0), 0.5 * GIVEN)
    np.testing.assert_allclose(at(made, 2.0), 0.75 * GIVEN)


def test_the_filter_goes_on_while_it_has_a_share_and_starts_anew_after():
    made, alone = sources("filtered"), FilteredAcceleration(10.0)
    for step in range(3000):
        now = 0.001 * step
        if step in (1000, 1100):
            made.choose(now, "none" if step == 1000 else "filtered", fades=True)
        qd = np.sin([now, 2.0 * now])
        found, expected = made.at(now, None, qd, 0.001), alone.update(qd, 0.001)
        share = (
            1.0
            if step < 1000
            else 1.0 - (now - 1.0) / FADE
            if step < 1100
            else min(0.95 + 0.05 * (now - 1.1) / FADE, 1.0)
        )
        np.testing.assert_allclose(found, share * expected, atol=1e-12)
    made.choose(3.0, "none", fades=False)
    made.choose(3.0, "filtered", fades=False)
    np.testing.assert_array_equal(made.at(3.001, None, QD, 0.001), 0.0)  # no acceleration from before


@given(st.lists(st.tuples(st.floats(-0.5, 3.0), st.sampled_from(SOURCES), st.booleans()), max_size=20))
@trials(200)
def test_shares_are_between_0_and_1_and_their_sum_is_1(changes: list):
    made, now = sources(), 10.0
    for passed, source, fades in changes:
        now += passed
        before = made.weights(now)
        made.choose(now, source, fades)
        after = made.weights(now)
        assert all(0.0 <= share <= 1.0 for share in after) and sum(after) == pytest.approx(1.0)
        assert after == pytest.approx(before) if fades else after[SOURCES.index(source)] == 1.0


def test_an_unknown_source_is_refused():
    with pytest.raises(StateError, match="'crystal_ball' is not known"):
        sources().choose(0.0, "crystal_ball", fades=True)
    with pytest.raises(StateError, match="'crystal_ball' is not known"):
        sources("crystal_ball")


@pytest.mark.parametrize("between", [1e9, 1.0, 0.1])
def test_the_torque_stays_between_those_of_the_sources(arm: Arm, between: float):
    """In motion, with a fade of 1 s, however often the source changes; and the gate stays open."""
    model = load_model("generated", arm)
    loop = TorqueLoop.from_settings(model, LoopSettings(gate=GateSettings.of(arm, fade_in_time=1.0)))
    loop.activate(0.0)
    period, begins, changes, worst = 0.002, 1.5, 0, 0.0
    alone = FilteredAcceleration(10.0)
    for step in range(1, 2500):
        now = period * step
        phase = np.pi * now + np.arange(6)
        q, qd, qdd = HOME + 0.3 * np.sin(phase), 0.3 * np.pi * np.cos(phase), -0.3 * np.pi**2 * np.sin(phase)
        loop.reference(now, 1e3 + now, 1e3 + now, Reference(q, qd, qdd))
        if now >= begins + between * changes:
            loop.set_source(now, ("none", "filtered", "reference")[changes % 3])
            changes += 1
        output = loop.state(now, 1e3 + now, 1e3 + now, q, qd).output
        assert output is not None
        loop.sent(now, now, output)
        filtered = alone.update(qd, period)
        if now > begins:
            assert output.state is GateState.OPEN
            each = [model.torque(q, qd, used) for used in (0.0 * qdd, qdd, filtered)]
            worst = max(worst, np.maximum(np.min(each, 0) - output.torque, output.torque - np.max(each, 0)).max())
    assert worst < 0.1  # the filter starts anew where it had no share
    assert loop.gate.counts.get("torque_rate", 0) == 0
