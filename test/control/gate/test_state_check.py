"""A joint state is used only if its stamp, shape, position and velocity are all in order."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.control.gate import settings

from puma560_dynamics.control.gate.faults import Fault, FaultError
from puma560_dynamics.control.gate.gate_settings import GateSettings
from puma560_dynamics.control.gate.state_check import GoodStates, StateCheck
from puma560_dynamics.errors import MessageError, StateError

PERIOD = 0.004
AHEAD = 1000.0  # the clock of the stamps is this much ahead of the steady time
REST = np.zeros(2)


class Publisher:
    """Sends states to a check, one after another; the shoulder alone moves."""

    def __init__(self, **changes: object) -> None:
        self.check, self.now = StateCheck(settings(**changes)), 5.0

    def send(
        self,
        position: object = REST,
        velocity: object = REST,
        old: float = 0.0,
        after: float = PERIOD,
        clock: float | None = None,
    ) -> float:
        """One state `after` seconds, whose stamp is `old` s old."""
        self.now += after
        time = self.now + AHEAD if clock is None else clock
        stamp = self.now + AHEAD - old
        return self.check.check_state(
            self.now, time, stamp, np.array(position, dtype=float), np.array(velocity, dtype=float)
        )

    def rest(self, seconds: float = 5.0) -> Publisher:
        """The arm stands still for a while."""
        for _ in range(round(seconds / PERIOD)):
            self.send()
        return self

    def fault(self, *args: Any, **words: Any) -> Fault:
        """The fault that one state shows."""
        with pytest.raises(FaultError) as raised:
            self.send(*args, **words)
        return raised.value.fault


def test_good_states_give_the_seconds_between_them():
    publisher = Publisher()
    assert publisher.send(old=0.001) == 0.0
    assert publisher.check.age == pytest.approx(0.001)
    assert publisher.send(old=0.002) == pytest.approx(PERIOD - 0.001)


def test_a_motion_at_the_velocity_limit_is_accepted():
    publisher = Publisher()
    for step in range(200):
        publisher.send([-0.9 + 2.0 * PERIOD * step, 0.0], [2.0, 0.0])


# One fault at a time


def test_a_slip_is_a_jump():
    assert Publisher().rest().fault([0.6, 0.0]) is Fault.JUMP


def test_overspeed_with_the_matching_displacement_is_overspeed_and_no_jump():
    """The arm runs away: its states are good, and damping may use them."""
    publisher = Publisher(jump_tolerance=1e-4).rest()
    faults, speed, at = [], 0.0, 0.0
    for _ in range(100):
        before, speed = speed, min(speed + 0.125, 4.0)
        at += 0.5 * (before + speed) * PERIOD
        if at > 1.0:
            break
        try:
            publisher.send([at, 0.0], [speed, 0.0])
        except FaultError as error:
            faults.append((speed, error.fault))
    assert {fault for _, fault in faults} == {Fault.OVERSPEED}
    assert min(speed for speed, _ in faults) == pytest.approx(2.5)
    assert max(speed for speed, _ in faults) == pytest.approx(4.0)


def test_overspeed_with_a_slip_against_it_is_a_jump():
    """The displacement is not that of the velocity: the position is in doubt."""
    assert Publisher().rest().fault([-0.9, 0.0], [2.5, 0.0]) is Fault.JUMP


def test_beyond_the_limits():
    assert Publisher().fault([1.3, 0.0]) is Fault.OUTSIDE


def test_a_frozen_position():
    publisher, faults = Publisher().rest(), []
    for _ in range(50):
        try:
            publisher.send(REST, [2.0, 0.0])
        except FaultError as error:
            faults.append(error.fault)
    assert set(faults) == {Fault.INCONSISTENT}


def test_position_faults_come_before_a_velocity_that_is_too_high():
    """Outside of the limits nothing can be damped, however fast the arm moves."""
    assert Publisher().fault([1.3, 0.0], [3.0, 0.0]) is Fault.OUTSIDE


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("field", [0, 1])
def test_what_is_not_finite(bad: float, field: int):
    publisher = Publisher().rest(0.1)
    state = [REST, REST]
    state[field] = np.array([0.0, bad])
    with pytest.raises(StateError, match="finite") as raised:
        publisher.send(state[0], state[1])
    assert not isinstance(raised.value, FaultError)
    publisher.send()


@pytest.mark.parametrize(
    "state", [([0.0], [0.0]), (REST, [0.0]), ([0.0, 0.0, 0.0], REST), (0.0, 0.0), ([REST], [REST])]
)
def test_another_shape(state: tuple):
    publisher = Publisher().rest(0.1)
    with pytest.raises(StateError, match="expected 2 positions and velocities"):
        publisher.send(state[0], state[1])
    publisher.send()


# Stamps


@pytest.mark.parametrize("old", [0.9, -0.6, 0.11, -0.11])
def test_a_stamp_far_from_the_clock_is_refused_and_changes_nothing(old: float):
    publisher = Publisher().rest(1.0)
    with pytest.raises(MessageError, match="past" if old > 0.0 else "future"):
        publisher.send([0.9, 0.0], old=old)
    assert publisher.send() == pytest.approx(2.0 * PERIOD)
    assert publisher.check.age == 0.0


def test_states_that_are_late_by_an_offset_of_the_clocks():
    publisher = Publisher(state_timeout=0.1, clock_offset_limit=1.0)
    publisher.send(old=0.9)
    assert publisher.check.age == 0.0
    with pytest.raises(MessageError, match="past"):
        Publisher(state_timeout=0.1).send(old=0.9)


def test_a_clock_that_has_not_started():
    with pytest.raises(MessageError, match="the clock has not started"):
        Publisher().send(clock=0.0)


def test_no_stamp():
    publisher = Publisher()
    with pytest.raises(MessageError, match="stamp is zero"):
        publisher.send(old=publisher.now + PERIOD + AHEAD)


def test_a_duplicate_is_refused():
    publisher = Publisher().rest(0.1)
    with pytest.raises(MessageError, match="that of the last message"):
        publisher.send(old=PERIOD)


# After a fault


def test_every_check_follows_while_another_finds_a_fault():
    """A position outside and at rest: what comes after is compared with it, in position and in velocity."""
    publisher = Publisher().rest()
    assert publisher.fault([1.3, 0.0]) is Fault.OUTSIDE
    for _ in range(1000):  # the disagreement of the way there is forgotten
        assert publisher.fault([1.3, 0.0]) is Fault.OUTSIDE
    publisher.send([1.195, 0.0], after=0.11)
    for _ in range(100):
        publisher.send([1.195, 0.0])


def test_after_a_jump_the_same_pose_is_no_second_jump():
    publisher = Publisher().rest()
    assert publisher.fault([0.6, 0.0]) is Fault.JUMP
    seen: set[Fault | None] = set()
    for _ in range(1000):
        try:
            publisher.send([0.6, 0.0])
            seen.add(None)
        except FaultError as error:
            seen.add(error.fault)
    assert seen == {Fault.INCONSISTENT, None}
    publisher.send([0.6, 0.0])


def test_velocities_that_are_too_high_are_followed():
    publisher = Publisher()
    for step in range(10):
        assert publisher.fault([2.5 * PERIOD * step, 0.0], [2.5, 0.0]) is Fault.OVERSPEED
    publisher.send([2.5 * PERIOD * 9 + 0.009, 0.0], [2.0, 0.0])


def test_forget_takes_the_next_state_as_the_first():
    publisher = Publisher().rest(1.0)
    publisher.check.forget()
    assert publisher.check.age == 0.0
    assert publisher.send([0.9, 0.0], [-1.0, 0.0], old=0.05) == 0.0


TIMEOUT = 0.1


def started(now: float = 10.0) -> GoodStates:
    states = GoodStates(TIMEOUT)
    states.start(now)
    return states


def test_before_the_start_no_state_is_trusted():
    states = GoodStates(TIMEOUT)
    states.note_state(0.05, 0.0)
    assert not states.trusted
    assert not states.fresh(0.05)


@pytest.mark.parametrize("age", [0.0, 0.03, 0.09])
def test_age_counts_from_the_measurement(age: float):
    states = started()
    states.note_state(10.0, age)
    assert states.fresh(10.0 - age + 0.99 * TIMEOUT)
    assert states.silent(10.0 - age + 1.01 * TIMEOUT)
    assert not states.fresh(10.0 - age + 1.01 * TIMEOUT)


def test_they_are_good_since_the_last_gap_or_interruption():
    states = started()
    for k in range(1, 11):
        states.note_state(10.0 + 0.05 * k, 0.0)
    assert states.good_for(10.5) == pytest.approx(0.5)
    states.note_state(10.5 + 1.01 * TIMEOUT, 0.0)  # after a gap
    assert states.good_for(10.5 + 1.01 * TIMEOUT) == 0.0
    states.interrupt(10.65)
    states.note_state(10.66, 0.0)
    assert states.good_for(10.75) == pytest.approx(0.1)


def test_doubtful_states_give_no_pose_until_the_next_start():
    states = started()
    states.note_state(10.01, 0.0)
    states.doubt()
    states.note_state(10.02, 0.0)
    assert not states.fresh(10.02)
    assert states.silent(10.01 + 1.01 * TIMEOUT)  # what came in doubt does not count
    states.start(11.0)
    assert states.fresh(11.0)


RECORDINGS = sorted(Path(os.environ.get("UR10E_RECORDINGS", "/nonexistent")).glob("ur-*.csv.gz"))
VELOCITY = np.deg2rad([120.0, 120.0, 180.0, 180.0, 180.0, 180.0])
"""(6,) rad/s, of the UR10e's data sheet."""


@pytest.mark.skipif(
    not RECORDINGS,
    reason="needs UR10E_RECORDINGS, a folder of recordings",
)
@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda path: path.name)
def test_no_fault_in_ordinary_motion(recording: Path):
    """100 states a second: time s, positions rad, velocities rad/s, currents."""
    torque = np.full(6, 330.0)
    settings = GateSettings(
        maximum_torque=torque,
        motor_torque=torque,
        torque_rate=10.0 * torque,
        removal_rate=10.0 * torque,
        lower=np.full(6, -2.0 * np.pi),
        upper=np.full(6, 2.0 * np.pi),
        velocity=VELOCITY,
        joint_names=tuple(f"joint{joint}" for joint in range(1, 7)),
    )
    rows = np.loadtxt(recording, delimiter=",")
    check = StateCheck(settings)
    for row in rows:
        now = row[0] - rows[0, 0]
        check.check_state(now, 1000.0 + now, 1000.0 + now, row[1:7], row[7:13])
    assert len(rows) > 1000
    assert np.abs(rows[:, 7:13]).max() > 0.01
