"""Numbers that no arm has are refused like numbers that are not finite, and leave nothing behind."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import suppress

import numpy as np
import pytest
from helpers.arm.descriptions import light_arm
from helpers.trials import trials
from hypothesis import example, given
from hypothesis import strategies as st

from puma560_dynamics import GateSettings, LoopSettings, Payload, Reference, TorqueLoop, load_arm, load_model
from puma560_dynamics.control.feed_forward.change_over import SOURCES
from puma560_dynamics.control.feed_forward.references import ReferenceCheck
from puma560_dynamics.control.gate.command_guard import CommandGuard
from puma560_dynamics.control.gate.faults import FaultError
from puma560_dynamics.control.gate.plausibility import Consistency
from puma560_dynamics.control.gate.state_check import StateCheck
from puma560_dynamics.errors import MessageError, StateError
from puma560_dynamics.states import LARGEST

MAX = 1.7976931348623157e308
BEYOND = math.nextafter(LARGEST, math.inf)
ARM = load_arm(light_arm(last="continuous", fingers=False))
MODEL = load_model("newton_euler", ARM)
POSE, STILL = [0.1, 0.2, 0.3, 0.4], [0.0] * 4
PERIOD, AHEAD = 0.001, 1000.0
REFUSED = (MessageError, StateError)  # a FaultError is a StateError

EDGES = [0.0, -0.0, 5e-324, -5e-324, 1e-300, MAX, -MAX, math.inf, -math.inf, math.nan, LARGEST, -LARGEST, BEYOND]
ANY = st.one_of(st.sampled_from(EDGES), st.floats(-10.0, 10.0), st.floats())
FOUR = st.lists(ANY, min_size=4, max_size=4)
PASSES = st.sampled_from([0.0, 1e-12, PERIOD, 0.03, 0.2, 3.0, 1e6])
TIMES = st.one_of(st.none(), st.none(), ANY, st.sampled_from([-(2**31) + 0.0, 2**31 - 1 + 4.294967295]))
"""A clock or a stamp; `None` for the right one."""


def array(values: Sequence[float]) -> np.ndarray:
    return np.array(values, dtype=float)


def test_alternating_absurd_positions_leave_nothing_behind():
    check = StateCheck(GateSettings.of(ARM))
    for step in range(20):
        now, sign = PERIOD * step, (-1.0) ** step
        with pytest.raises(StateError, match="expected finite positions and velocities of at most") as raised:
            check.check_state(
                now, AHEAD + now, AHEAD + now, array([*POSE[:3], sign * MAX]), array([*STILL[:3], sign * MAX])
            )
        assert not isinstance(raised.value, FaultError)
    for step in range(20, 3519):
        now = PERIOD * step
        check.check_state(now, AHEAD + now, AHEAD + now, array(POSE), array(STILL))


@pytest.mark.parametrize("bad", [BEYOND, -BEYOND, MAX, -MAX, math.inf, math.nan])
@pytest.mark.parametrize("joint", range(4))
@pytest.mark.parametrize("field", [0, 1])
def test_the_bound_holds_for_each_number_of_a_state(bad: float, joint: int, field: int):
    check = StateCheck(GateSettings.of(ARM))
    check.check_state(0.0, AHEAD, AHEAD, array(POSE), array(STILL))
    state = [array(POSE), array(STILL)]
    state[field][joint] = bad
    with pytest.raises(StateError, match="at most") as raised:
        check.check_state(PERIOD, AHEAD + PERIOD, AHEAD + PERIOD, *state)
    assert not isinstance(raised.value, FaultError)
    assert check.check_state(PERIOD, AHEAD + PERIOD, AHEAD + PERIOD, array(POSE), array(STILL)) == pytest.approx(PERIOD)


def test_a_refused_number_that_is_within_the_bound_is_forgotten_in_two_seconds():
    """A fault all the same; but the checks of position and velocity agree again soon."""
    check = StateCheck(GateSettings.of(ARM))
    check.check_state(0.0, AHEAD, AHEAD, array(POSE), array(STILL))
    with pytest.raises(FaultError):
        check.check_state(PERIOD, AHEAD + PERIOD, AHEAD + PERIOD, array(POSE), array([LARGEST] * 4))
    for step in range(2, 2500):
        now = PERIOD * step
        try:
            check.check_state(now, AHEAD + now, AHEAD + now, array(POSE), array(STILL))
        except FaultError:
            assert now < 2.0


@pytest.mark.parametrize("bad", [BEYOND, MAX, -MAX, math.inf, math.nan])
@pytest.mark.parametrize("field", range(3))
def test_an_absurd_reference_is_not_followed_and_leaves_nothing_behind(bad: float, field: int):
    """Also with an acceleration that nothing limits; its stamp, which may be ahead, does not count either."""
    check = ReferenceCheck(ARM, np.full(4, np.inf))
    fields = [array(POSE), array(STILL), array(STILL)]
    check.check_reference(0.0, AHEAD, AHEAD, Reference(*fields))
    fields[field] = array([*fields[field][:3], bad])
    with pytest.raises(StateError, match="finite numbers"):
        check.check_reference(PERIOD, AHEAD + PERIOD, AHEAD + 0.02, Reference(*fields))
    check.check_reference(0.01, AHEAD + 0.01, AHEAD + 0.01, Reference(array(POSE), array(STILL), array(STILL)))


@pytest.mark.parametrize("bad", [BEYOND, MAX, math.inf, math.nan])
def test_an_absurd_payload_is_refused(bad: float):
    sphere = [1.0, 1.0, 1.0, 0.0, 0.0, 0.0]
    for numbers in ((bad, [0.0] * 3, sphere), (1.0, [0.0, bad, 0.0], sphere), (1.0, [0.0] * 3, [bad] * 3 + [0.0] * 3)):
        with pytest.raises(StateError, match="payload"):
            Payload.of(*numbers)


def test_two_stamps_less_than_a_nanosecond_apart_are_one():
    """A division by their difference would lose every later state."""
    check = StateCheck(GateSettings.of(ARM))
    check.check_state(0.0, 1e-3, 1e-3, array(POSE), array(STILL))
    with pytest.raises(MessageError, match="last message"):
        check.check_state(PERIOD, 2e-3, math.nextafter(1e-3, 1.0), array(POSE), array(STILL))


def settings(fade: float = 0.0) -> GateSettings:
    return GateSettings.of(ARM, torque_rate=5.0 * ARM.maximum_torque, fade_in_time=fade, hold_time=0.1)


def within(before: np.ndarray, torque: np.ndarray, given: GateSettings) -> bool:
    """Whether a torque is finite, within the limits, and within the rates of the longest step."""
    step = given.timing.longest_step
    return bool(
        np.isfinite(torque).all()
        and (np.abs(torque) <= given.motor_torque).all()
        and (np.abs(torque - before) <= given.removal_rate * step * (1.0 + 1e-9) + 1e-9).all()
    )


@given(st.lists(st.tuples(PASSES, TIMES, TIMES, FOUR, FOUR), max_size=30))
@trials(400)
def test_any_floats_leave_a_state_check_that_accepts_good_states_once_it_forgot(events: list):
    check, now = StateCheck(GateSettings.of(ARM)), 5.0
    for passed, clock, stamp, q, qd in events:
        now += passed
        right = AHEAD + now
        with suppress(*REFUSED):
            check.check_state(
                now, right if clock is None else clock, right if stamp is None else stamp, array(q), array(qd)
            )
    check.forget()
    for _ in range(50):
        now += PERIOD
        check.check_state(now, AHEAD + now, AHEAD + now, array(POSE), array(STILL))


EVENTS = st.lists(
    st.tuples(
        st.sampled_from(["state", "state", "good", "reference", "watch", "command", "guard", "source", "activate"]),
        PASSES,
        TIMES,
        TIMES,
        st.tuples(FOUR, FOUR, FOUR),
    ),
    max_size=40,
)
START = 5.0
"""Steady time before the first event, s."""


def timed(events: list) -> Iterator[tuple[str, float, tuple[float, float, float], list[np.ndarray]]]:
    """Yield name, time since the event before, (steady time, system clock, stamp) and three vectors of each event."""
    now = START
    for what, passed, clock, stamp, numbers in events:
        now += passed
        right = AHEAD + now
        times = now, right if clock is None else clock, right if stamp is None else stamp
        yield what, passed, times, [array(each) for each in numbers]


@given(EVENTS, st.sampled_from(SOURCES), st.sampled_from([0.0, 0.5]))
@trials(400)
def test_any_floats_leave_a_loop_whose_torque_is_within_limits_and_rates(events: list, source: str, fade: float):
    gate = settings(fade)
    loop = TorqueLoop.from_settings(
        MODEL, LoopSettings(gate=gate, acceleration_source=source, acceleration_limit=np.full(4, np.inf))
    )
    loop.activate(START)
    now, before = START, np.zeros(4)
    for what, passed, times, (first, second, third) in timed(events):
        now, output = times[0], None
        try:
            if what == "state":
                output = loop.state(*times, first, second).output
            elif what == "good":
                output = loop.state(now, AHEAD + now, AHEAD + now, array(POSE), array(STILL)).output
            elif what == "reference":
                loop.reference(*times, Reference(first, second, third))
            elif what == "watch":
                output = loop.watch(now)
            elif what == "source":
                loop.set_source(now, SOURCES[int(passed > 0.01) + int(passed > 1.0)])
            elif what == "activate":
                if loop.gate.done:
                    loop.activate(now)
                    before = loop.gate.torque
            else:
                loop.commanded(now, first, by_guard=what == "guard")
        except REFUSED:
            continue
        if output is not None:
            if loop.gate.latched is None or not loop._handover.pending:
                assert np.isfinite(output.torque).all() and (np.abs(output.torque) <= gate.motor_torque).all()
            if loop.may_send(now):
                loop.sent(now, now, output)
            before = output.torque
    now += 1e3
    loop.gate.reset()
    loop.commanded(now, np.zeros(4), by_guard=True)
    loop.activate(now)
    before = loop.gate.torque
    for step in range(60):
        now += PERIOD
        if step % 10 == 0:
            loop.reference(now, AHEAD + now, AHEAD + now, Reference(array(POSE), array(STILL), array(STILL)))
        output = loop.state(now, AHEAD + now, AHEAD + now, array(POSE), array(STILL)).output
        assert output is not None and within(before, output.torque, gate)
        loop.sent(now, now, output)
        before = output.torque


@given(EVENTS)
@example([("state", 0.0, None, None, ([0.0, 0.0, 0.0, -LARGEST], STILL, STILL))])
@trials(400)
def test_any_floats_leave_a_guard_that_ends_a_torque_within_limits_and_rates(events: list):
    gate = settings()
    guard, now = CommandGuard(MODEL, gate), START
    for what, _, times, (first, second, _) in timed(events):
        now, output = times[0], None
        try:
            if what == "state":
                output = guard.handle_state(*times, first, second)
            elif what == "good":
                output = guard.handle_state(now, AHEAD + now, AHEAD + now, array(POSE), array(STILL))
            elif what in ("command", "guard"):
                guard.handle_command(now, first)
            else:
                output = guard.watch(now)
        except REFUSED:
            continue
        if output is not None:
            assert np.isfinite(output.torque).all() and (np.abs(output.torque) <= gate.motor_torque).all()
            guard.sent(now)
    # Good commands and states, then silence: what it sends starts at the command, and ends at zero.
    last = 0.3 * gate.maximum_torque
    before = last
    guard.handle_command(now, np.zeros(4))
    start, forgotten = now, Consistency(gate).forgotten
    for step in range(700):
        now += 0.005
        if step < 300:
            guard.handle_command(now, last)
        output = None
        try:
            output = guard.handle_state(now, AHEAD + now, AHEAD + now, array(POSE), array(STILL))
        except REFUSED:  # a stamp of before may lie in the future, a velocity of before may contradict this position
            assert now - start < forgotten + 0.01
        for each in (output, guard.watch(now) if step % 2 == 0 else None):
            if each is not None and step > 300:
                assert within(before, each.torque, gate)
                before = each.torque
                guard.sent(now)
    assert not before.any()


@pytest.mark.parametrize(("given_torque", "acts"), [(MAX, 1.0), (-math.inf, -1.0), (math.inf, 1.0), (math.nan, 0.2)])
def test_more_than_the_drives_give_counts_as_what_they_give(given_torque: float, acts: float):
    """A controller clamps such a command, and drops one with a number that is none: then the one before acts."""
    gate = settings()
    start = 0.2 * gate.motor_torque
    expected = np.array([acts * gate.motor_torque[0], *(start[1:] if math.isnan(given_torque) else STILL[1:])])
    loop = TorqueLoop.from_settings(MODEL, LoopSettings(gate=gate))
    guard = CommandGuard(MODEL, gate)
    for command in (start, np.array([given_torque, 0.0, 0.0, 0.0])):
        loop.commanded(1.0, command, by_guard=True)
        guard.handle_command(1.0, command)
    loop.activate(1.0)
    np.testing.assert_array_equal(loop.gate.torque, expected)
    taken = [output for now in np.arange(1.0, 1.6, 0.01).tolist() if (output := guard.watch(now)) is not None]
    np.testing.assert_array_equal(taken[0].torque, expected)
