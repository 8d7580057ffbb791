"""A change of terms or of the payload fades, and only what it changes."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics import GateSettings, LoopSettings, Payload, Reference, TorqueLoop, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.home_pose import HOME
from puma560_dynamics.control.feed_forward.change_over import (
    SOURCES,
    AccelerationSources,
    Blended,
    ChangeOver,
    FilteredAcceleration,
)
from puma560_dynamics.control.feed_forward.feed_forward import FeedForward
from puma560_dynamics.control.gate.gate_state import GateState
from puma560_dynamics.errors import StateError

Q = np.array([0.3, -1.0, 1.5, 0.2, 0.5, -0.3])
QD = np.array([0.5, -0.4, 0.3, 0.2, -0.1, 0.6])
QDD = np.array([1.0, -2.0, 3.0, 4.0, -5.0, 6.0])
RAMP = [40.0] * 6
DT = 0.002


class Fade:
    """A moving arm whose feed-forward changes."""

    def __init__(self, arm: Arm, ramp: list[float] | None = RAMP) -> None:
        self.arm = arm
        self.forward = FeedForward(load_model("newton_euler", arm))
        self.made = ChangeOver(self.forward, ramp, 0.02)
        self.time = 0.0

    def state(self) -> Blended:
        self.time += DT
        q, qd = Q + 0.3 * np.sin(3.0 * self.time), QD * np.cos(self.time)
        self.at = q, qd
        blended = self.made.blended_torque(q, qd, None, QDD, DT)
        command = blended.command
        parts = [torque for name, torque in command.terms.items() if name in command.active]
        np.testing.assert_allclose(sum(parts, np.zeros(len(q))), command.torque, rtol=1e-12, atol=1e-12)
        return blended

    def model(self, active: tuple[str, ...], payload: Payload | None = None) -> np.ndarray:
        """Torque of a feed-forward that never changed, at the last state."""
        made = FeedForward(load_model("newton_euler", self.arm, payload), active)
        return made.compute_torque(*self.at, None, QDD).torque


EVERY = ("gravity", "inertia", "motor_inertia", "coriolis", "centrifugal")
STILL = ("inertia", "motor_inertia", "coriolis", "centrifugal")
LOAD = Payload.of(2.0, (0.0, 0.02, 0.1))


def test_only_the_difference_fades_no_faster_than_the_ramp(arm: Arm):
    fade = Fade(arm)
    fade.state()
    fade.made.change({"active": STILL}, fades=True)
    shares = []
    while fade.made.fading:
        torque = fade.state().torque
        before, after = fade.model(EVERY), fade.model(STILL)
        share = ((torque - before) @ (after - before)) / ((after - before) @ (after - before))
        np.testing.assert_allclose(torque, before + share * (after - before), rtol=1e-12, atol=1e-12)
        shares.append(share)
        assert (abs(after - before) * (share - ([0.0, *shares])[-2]) <= np.array(RAMP) * DT + 1e-9).all()
    assert shares[-1] == pytest.approx(1.0, abs=1e-12)
    assert len(shares) * DT > 0.3  # 25 N·m at joint 2
    np.testing.assert_allclose(fade.state().torque, fade.model(STILL), rtol=1e-12, atol=1e-12)


def test_a_payload_fades_with_the_torque_that_holds_the_arm(arm: Arm):
    fade = Fade(arm)
    fade.state()
    fade.made.change({"model": load_model("newton_euler", arm, LOAD)}, fades=True)
    first = fade.state()
    np.testing.assert_allclose(first.torque, fade.model(EVERY), atol=2.0 * RAMP[0] * DT)
    gravity = load_model("newton_euler", arm).gravity(fade.at[0])
    np.testing.assert_allclose(first.hold, gravity, atol=2.0 * RAMP[0] * DT)
    while fade.made.fading:
        last = fade.state()
    np.testing.assert_allclose(last.torque, fade.model(EVERY, LOAD), rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(last.hold, load_model("newton_euler", arm, LOAD).gravity(fade.at[0]), rtol=1e-12)


def test_of_changes_during_a_fade_the_last_ones_follow_it(arm: Arm):
    fade = Fade(arm)
    fade.state()
    fade.made.change({"active": STILL}, fades=True)
    fade.state()
    fade.made.change({"active": ("gravity",)}, fades=True)
    fade.made.change({"active": EVERY}, fades=True)
    fade.made.change({"model": load_model("newton_euler", arm, LOAD)}, fades=True)
    torques = [fade.state().torque]
    while fade.made.fading:
        torques.append(fade.state().torque)
    np.testing.assert_allclose(torques[-1], fade.model(EVERY, LOAD), rtol=1e-12, atol=1e-12)
    assert np.abs(np.diff(torques, axis=0)).max() < 3.0 * RAMP[0] * DT  # the motion itself takes the rest
    assert len(torques) * DT > 0.9  # first one way, then the other


@pytest.mark.parametrize("ramp", [None, RAMP])
def test_without_a_ramp_or_while_no_torque_passes_a_change_comes_at_once(arm: Arm, ramp: list[float] | None):
    fade = Fade(arm, ramp)
    fade.state()
    fade.made.change({"active": STILL}, fades=ramp is None)
    np.testing.assert_array_equal(fade.state().torque, fade.model(STILL))


def test_a_completion_takes_what_waits_too(arm: Arm):
    fade = Fade(arm)
    fade.made.change({"active": STILL}, fades=True)
    fade.made.change({"active": ("gravity",)}, fades=True)
    fade.made.complete()
    np.testing.assert_array_equal(fade.state().torque, fade.model(("gravity",)))


def test_an_unknown_term_changes_nothing(arm: Arm):
    fade = Fade(arm)
    for _ in range(2):
        with pytest.raises(ValueError, match="unknown terms magic"):
            fade.made.change({"active": ("magic",)}, fades=True)
        fade.made.complete()
        np.testing.assert_array_equal(fade.state().torque, fade.model(EVERY))
        fade.made.change({"active": EVERY}, fades=True)


def test_elements_that_are_held_are_formed_again_by_both(arm: Arm):
    forward = FeedForward(load_model("newton_euler", arm), divider=1000)
    made = ChangeOver(forward, RAMP, 0.02)
    made.blended_torque(Q, QD, None, QDD, DT)
    made.change({"active": STILL}, fades=True)
    made.blended_torque(Q, QD, None, QDD, DT)
    made.forget()
    elsewhere = Q + 0.5
    torque = made.blended_torque(elsewhere, QD, None, QDD, 0.0).torque
    expected = FeedForward(load_model("newton_euler", arm)).compute_torque(elsewhere, QD, None, QDD).torque
    np.testing.assert_allclose(torque, expected, atol=2.0 * RAMP[0] * DT)


FADE = 2.0
GIVEN, SPEED = np.array([1.0, -2.0]), np.array([0.5, 0.5])


def sources(source: str = "reference") -> AccelerationSources:
    return AccelerationSources(source, 10.0, FADE, 2)


def at(made: AccelerationSources, now: float, given: np.ndarray | None = GIVEN) -> np.ndarray:
    return made.acceleration_at(now, given, SPEED, 0.001)


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
        found, expected = made.acceleration_at(now, None, qd, 0.001), alone.update(qd, 0.001)
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
    np.testing.assert_array_equal(made.acceleration_at(3.001, None, SPEED, 0.001), 0.0)  # no acceleration from before


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


def test_a_ramp_is_found_with_the_stated_time_constant():
    filtered, cutoff, dt = FilteredAcceleration(10.0), 10.0, 0.001
    slope = np.array([2.0, -3.0])
    values = [filtered.update(slope * dt * step, dt) for step in range(400)]
    expected = 1.0 - np.exp(-2.0 * np.pi * cutoff * dt * np.arange(400))
    np.testing.assert_allclose(values, expected[:, None] * slope, atol=1e-9)


@pytest.mark.parametrize("frequency", [1.0, 5.0, 20.0])
def test_gain_and_lag_over_frequency(frequency: float):
    """First order: 1 / (1 + i f / f_c), at a rate far above."""
    dt, cutoff = 1e-4, 10.0
    time = np.arange(0.0, 3.0, dt)
    filtered = FilteredAcceleration(cutoff)
    out = np.array([filtered.update(np.array([np.sin(2 * np.pi * frequency * t)]), dt)[0] for t in time])
    late = time > 1.0
    basis = np.exp(2j * np.pi * frequency * time[late])
    gain = 2.0 * np.mean(out[late] * basis.conj()) / (2.0 * np.pi * frequency)  # of cos
    expected = 1.0 / (1.0 + 1j * frequency / cutoff)
    assert abs(gain - expected) < 0.01


def test_gaps_and_samples_without_time():
    filtered = FilteredAcceleration()
    filtered.update(np.zeros(1), 0.01)
    value = filtered.update(np.ones(1), 0.01)
    assert value[0] > 10.0
    np.testing.assert_array_equal(filtered.update(np.full(1, 9.0), 0.0), value)
    assert filtered.update(np.full(1, 9.0), 3.0)[0] == 0.0


def test_forget_takes_the_next_velocity_as_the_first():
    """What was measured before a pause or a change of the source must not show afterwards."""
    filtered, anew = FilteredAcceleration(), FilteredAcceleration()
    filtered.update(np.zeros(1), 0.01)
    assert filtered.update(np.ones(1), 0.01)[0] > 10.0
    filtered.forget()
    for velocity in (9.0, 9.5, 9.0):  # the first one is far from the last, and gives zero
        np.testing.assert_array_equal(
            filtered.update(np.full(1, velocity), 0.01), anew.update(np.full(1, velocity), 0.01)
        )
    filtered.forget()
    np.testing.assert_array_equal(filtered.update(np.full(2, 5.0), 0.01), np.zeros(2))  # of any number of joints


@pytest.mark.parametrize("cutoff", [0.0, -1.0, np.inf, np.nan])
def test_nonsense(cutoff: float):
    with pytest.raises(StateError, match="cut-off"):
        FilteredAcceleration(cutoff)
