"""What happens between the topics: reference, acceleration source, stamps and gate together."""

from __future__ import annotations

import math

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.feed_forward.feed_forward import MODEL_TERMS, Reference
from puma560_dynamics.control.gate.faults import Fault, FaultError
from puma560_dynamics.control.gate.gate_settings import GateSettings
from puma560_dynamics.control.gate.gate_state import GateOutput, GateState
from puma560_dynamics.control.gate.supervision import NO_GUARD, WATCHING
from puma560_dynamics.control.loop_settings import LoopSettings
from puma560_dynamics.control.torque_loop import LoopOutput, TorqueLoop
from puma560_dynamics.errors import MessageError, StateError

Q = np.array([0.3, -1.0, 1.5, 0.2, 0.5, -0.3])
QD = np.array([0.5, -0.4, 0.3, 0.2, -0.1, 0.6])
QDD = np.array([1.0, -2.0, 3.0, 4.0, -5.0, 6.0])
FAST = np.full(6, 1e6)


class Steady:
    """A loop and the states that keep it fresh."""

    def __init__(self, made: TorqueLoop) -> None:
        self.loop, self.now = made, 0.0

    def state(self, now: float, q: np.ndarray = Q, qd: np.ndarray = QD) -> LoopOutput:
        """One state at the steady time `now` (s), stamped so."""
        self.now = now
        return self.loop.state(now, 1000.0 + now, 1000.0 + now, q, qd)

    def sent(self, output: GateOutput | None) -> GateOutput:
        """As the node: it went out."""
        assert output is not None
        self.loop.sent(self.now, self.now, output)
        return output


GUARDED = math.inf
"""Of `loop`: a guard that is alive and watches, and does not say after which silence it takes over."""


def loop(arm: Arm, takes_over: float | None = None, **options: object) -> Steady:
    """Active, without fade and practically without a rate limit; with a guard that takes over after so many s."""
    changes: dict = {
        name: options.pop(name) for name in ("restart_after_fault", "hold_time", "recovery_time") if name in options
    }
    gate = GateSettings.of(arm, torque_rate=FAST, fade_in_time=0.0, jump_tolerance=1.0, **changes)
    guard = NO_GUARD if takes_over is None else "guard"
    settings = LoopSettings(gate=gate, guard=guard, **options)  # type: ignore[arg-type]
    made = Steady(TorqueLoop.from_settings(load_model("full", arm), settings))
    if takes_over is not None:
        made.loop.supervision.heartbeat(0.0, WATCHING, takes_over)
    made.loop.activate(0.0)
    made.state(0.001)
    assert made.loop.gate.state is GateState.OPEN
    return made


def test_inverse_dynamics_at_the_references_acceleration(arm: Arm):
    made = loop(arm)
    made.loop.reference(0.002, 1000.002, 1000.002, Reference(Q, QD, QDD))
    step = made.state(0.005)
    assert step.followed
    assert step.output is not None
    expected = load_model("newton_euler", arm).torque(Q, QD, QDD)
    np.testing.assert_allclose(step.output.torque, expected, atol=1e-12)


def test_a_reference_is_brought_to_the_states_time(arm: Arm):
    made = loop(arm)
    made.loop.forward.active = ("friction",)
    made.loop.reference(0.002, 1000.002, 1000.002, Reference(Q, QD, QDD))
    step = made.state(0.032)
    expected, before = (made.loop.forward.friction.torque(QD + dt * QDD) for dt in (0.03, 0.0))
    assert (expected != before).all()
    np.testing.assert_allclose(step.command.torque, expected, atol=1e-9)


@pytest.mark.parametrize("moving", [True, False])
def test_a_reference_that_is_lost_in_a_motion_is_a_fault(arm: Arm, moving: bool):
    made = loop(arm, reference_timeout=0.2)
    made.loop.reference(0.002, 1000.002, 1000.002, Reference(Q, moving * QD, 0.0 * QDD))
    for now in np.arange(0.005, 0.3, 0.004).tolist():
        step = made.state(now, qd=0.0 * QD)
    assert not step.followed
    assert made.loop.gate.latched is (Fault.REFERENCE_LOST if moving else None)
    assert made.loop.gate.state is (GateState.DAMPING if moving else GateState.OPEN)


def test_a_reference_that_must_not_be_followed(arm: Arm):
    made = loop(arm)
    for stamp, reference in ((400.0, Reference(Q, QD, QDD)), (1000.002, Reference(Q, QD, np.full(6, 500.0)))):
        with pytest.raises((MessageError, StateError)):
            made.loop.reference(0.002, 1000.002, stamp, reference)
        assert not made.state(made.now + 0.004).followed


def test_acceleration_from_nowhere(arm: Arm):
    made = loop(arm, acceleration_source="none")
    made.loop.reference(0.002, 1000.002, 1000.002, Reference(Q, QD, QDD))
    output = made.state(0.005).output
    assert output is not None
    np.testing.assert_allclose(output.torque, load_model("newton_euler", arm).torque(Q, QD, 0 * QD), atol=1e-12)


def test_acceleration_from_filtered_velocity(arm: Arm):
    made = loop(arm, acceleration_source="filtered", acceleration_cutoff=20.0)
    dt = 0.004
    for step in range(1, 200):
        result = made.state(0.001 + dt * step, qd=QD + dt * step * QDD)
    np.testing.assert_allclose(result.command.acceleration, QDD, rtol=1e-6)


def test_another_source_starts_with_a_new_filter_and_a_fade(arm: Arm):
    """The velocity of before the switch is no acceleration of after it."""
    made = loop(arm, acceleration_source="filtered")
    made.loop.gate.blend(0.0, "")
    for now in np.arange(0.005, 0.1, 0.004).tolist():
        made.state(now, qd=0.0 * QD)
    made.loop.set_source(now, "none")
    made.loop.set_source(now, "filtered")
    step = made.state(now + 0.004, qd=QD)
    np.testing.assert_array_equal(step.command.acceleration, 0.0)
    with pytest.raises(StateError, match="'crystal_ball' is not known"):
        made.loop.set_source(now, "crystal_ball")


def test_bad_stamps_raise_and_bad_states_too(arm: Arm):
    made = loop(arm)
    with pytest.raises(MessageError, match="in the past"):
        made.loop.state(0.005, 1000.005, 900.0, Q, QD)
    with pytest.raises(StateError):
        made.state(0.006, np.full(6, np.nan))
    assert made.loop.gate.counts == {"stamp": 1, "not_finite": 1}


def test_a_clock_that_has_not_started_is_a_fault(arm: Arm):
    """As when use_sim_time is set and nobody publishes /clock."""
    made = loop(arm)
    with pytest.raises(MessageError, match="clock has not started"):
        made.loop.state(0.005, 0.0, 1000.005, Q, QD)
    assert made.loop.gate.latched is Fault.CLOCK


def test_a_clock_and_a_reference_that_come_before_the_first_state_are_no_fault(arm: Arm):
    """Publishers are found in any order; nothing acts yet that a fault could end."""
    made = loop(arm)
    made.loop.gate.reset()
    made.loop.activate(0.0)
    with pytest.raises(MessageError):
        made.loop.state(0.0, 0.0, 1000.0, Q, QD)
    made.loop.reference(0.1, 1000.1, 1000.1, Reference(Q, QD, QDD))
    assert made.loop.watch(10.0) is None
    assert made.loop.gate.latched is None
    assert made.state(10.0).output is not None
    assert made.loop.gate.state is GateState.OPEN


@pytest.mark.parametrize("terms", [("gravity",), MODEL_TERMS])
def test_a_drop_out_holds_the_gravity_of_the_last_good_pose(arm: Arm, terms: tuple[str, ...]):
    made = loop(arm)
    made.loop.forward.active = terms
    made.state(0.005)
    for now in np.arange(0.01, 0.5, 0.01).tolist():
        output = made.loop.watch(now)
    assert output is not None
    assert output.state is GateState.HOLDING
    np.testing.assert_allclose(output.torque, load_model("newton_euler", arm).gravity(Q), atol=1e-12)


def test_damping_takes_energy_out_of_every_joint(arm: Arm):
    made = loop(arm, hold_time=10.0)
    made.loop.gate.fault(0.002, Fault.REFERENCE_LOST, "because")
    output = made.state(0.005).output
    assert output is not None
    assert output.state is GateState.DAMPING
    against = output.torque - load_model("newton_euler", arm).gravity(Q)
    assert (against * QD < 0.0).all()


@pytest.mark.parametrize("factor", [1e300, -1e300, 40.0])
def test_a_velocity_that_is_not_the_arms_is_a_fault(arm: Arm, factor: float):
    """Finite, but Coriolis torque grows with its square."""
    made = loop(arm)
    for now in np.arange(0.002, 0.5, 0.004).tolist():
        before = made.state(now, qd=0.0 * QD).output
    with pytest.raises(FaultError):
        made.state(now + 0.004, qd=factor * QD)
    assert before is not None
    assert made.loop.gate.latched in (Fault.OVERSPEED, Fault.INCONSISTENT)
    after = made.loop.watch(now + 0.024)
    assert after is not None
    np.testing.assert_allclose(after.torque, load_model("newton_euler", arm).gravity(Q), atol=1e-9)


@pytest.mark.parametrize("pause", ["activation", "drop-out"])
def test_held_elements_do_not_outlive_a_pause(arm: Arm, pause: str):
    """The arm may be moved by hand while the node is not active."""
    made = loop(arm)
    made.loop.forward.divider = 1000
    made.state(0.005, qd=0 * QD)
    if pause == "activation":
        made.loop.gate.reset()
        made.loop.activate(3.0)
    moved = Q + 0.5
    step = made.state(3.0, moved, 0 * QD)
    np.testing.assert_allclose(step.command.hold, load_model("newton_euler", arm).gravity(moved), atol=1e-12)


def test_after_its_own_stall_it_leaves_the_torque_to_the_guard(arm: Arm):
    """Stopped for 0.2 s: a command of before is not sent, and nothing follows by itself."""
    made = loop(arm, GUARDED)
    made.sent(made.state(0.005).output)
    assert made.loop.may_send(0.05)
    assert not made.loop.may_send(0.205)
    made.loop.supervision.heartbeat(0.205, WATCHING)
    assert made.loop.watch(0.21) is None
    assert made.loop.gate.latched is Fault.OWN_STALL
    made.loop.supervision.heartbeat(0.3, "holding")
    made.loop.commanded(0.31, np.full(6, 3.0), by_guard=True)
    for now in np.arange(0.32, 3.0, 0.01).tolist():
        made.loop.supervision.heartbeat(now, "holding")
        assert made.loop.watch(now) is None
        assert made.state(now + 0.005).output is None
    assert made.loop.obstacle(now) is not None  # no reset while the guard ends the torque
    made.loop.supervision.heartbeat(now, WATCHING)
    assert made.loop.obstacle(now) is None


def test_without_a_guard_it_ends_the_torque_itself(arm: Arm):
    made = loop(arm, hold_time=0.3)
    sent = made.sent(made.state(0.005).output)
    torques = []
    for now in np.arange(1.0, 4.0, 0.01).tolist():
        output = made.loop.watch(now)
        if output is not None:
            made.loop.sent(now, now, output)
            torques.append(output.torque)
    assert made.loop.gate.latched is Fault.OWN_STALL
    steps = np.abs(np.diff([sent.torque, *torques], axis=0))
    assert (steps <= made.loop.gate.settings.removal_rate * made.loop.gate.settings.timing.longest_step + 1e-9).all()
    assert not torques[-1].any()


def test_a_process_that_was_stopped_while_it_sent_is_found_out(arm: Arm):
    made = loop(arm, GUARDED)
    output = made.state(0.005).output
    assert output is not None
    made.loop.sent(0.005, 0.9, output)
    made.loop.supervision.heartbeat(0.9, WATCHING)
    assert not made.loop.may_send(0.9)
    made.loop.watch(0.901)
    assert made.loop.gate.latched is Fault.OWN_STALL


def test_a_guard_that_takes_over_is_not_spoken_over(arm: Arm):
    made = loop(arm, GUARDED)
    made.sent(made.state(0.005).output)
    made.loop.commanded(0.006, np.full(6, 3.0), by_guard=True)
    assert made.state(0.009).output is None
    assert made.loop.gate.latched is Fault.COMMAND_SILENCE


def test_a_second_commander_closes_it_and_what_that_one_left_is_ended(arm: Arm):
    made = loop(arm)
    made.sent(made.state(0.005).output)
    for now in np.arange(0.006, 1.0, 0.01).tolist():
        made.loop.commanded(now, np.full(6, 5.0), by_guard=False)
        assert made.loop.watch(now) is None
        assert made.state(now + 0.005).output is None
    assert made.loop.gate.latched is Fault.SECOND_COMMANDER
    torques = [output.torque for now in np.arange(1.0, 3.0, 0.01).tolist() if (output := made.loop.watch(now))]
    assert np.abs(torques[0]).max() <= 5.0
    assert (np.diff(np.abs(torques), axis=0) <= 1e-12).all()
    assert not torques[-1].any()


@pytest.mark.parametrize(("restart", "ends"), [(False, GateState.CLOSED), (True, GateState.OPEN)])
def test_a_guard_that_is_lost_and_found(arm: Arm, restart: bool, ends: GateState):
    made = loop(arm, GUARDED, restart_after_fault=restart, hold_time=0.3)
    for now in np.arange(0.005, 4.0, 0.004).tolist():
        if not 0.1 < now < 1.5:
            made.loop.supervision.heartbeat(now, WATCHING)
        made.state(now, qd=0.0 * QD)
        if 1.0 < now < 1.4:
            assert made.loop.gate.latched is Fault.GUARD_LOST
    assert made.loop.gate.state is ends


def test_a_second_commander_in_a_fade_is_not_commanded_over(arm: Arm):
    made = loop(arm)
    made.sent(made.state(0.005).output)
    made.loop.deactivate(0.006, "deactivated")
    made.loop.commanded(0.01, np.full(6, 5.0), by_guard=False)
    assert made.loop.watch(0.011) is None
    torques = [output.torque for now in np.arange(0.02, 3.0, 0.01).tolist() if (output := made.loop.watch(now))]
    assert np.abs(torques[0]).max() <= 5.0
    assert not torques[-1].any()


def test_a_second_commander_that_sends_nothing_does_not_keep_the_torque(arm: Arm):
    made = loop(arm)
    made.sent(made.state(0.005).output)
    torques = []
    for now in np.arange(0.01, 4.0, 0.01).tolist():
        made.loop.supervision.publishers(now, ["rival"])
        output = made.loop.watch(now)
        if output is not None:
            made.loop.sent(now, now, output)
            torques.append(output.torque)
    assert made.loop.gate.latched is Fault.SECOND_COMMANDER
    assert np.abs(torques[0]).max() > 1.0
    assert not torques[-1].any()


def test_it_ends_what_a_guard_leaves_that_is_lost_in_a_take_over(arm: Arm):
    made = loop(arm, GUARDED)
    made.sent(made.state(0.005).output)
    made.loop.supervision.heartbeat(1.0, WATCHING)
    made.loop.watch(1.0)
    assert made.loop.gate.latched is Fault.OWN_STALL
    for now in np.arange(1.1, 1.3, 0.01).tolist():
        made.loop.supervision.heartbeat(now, "holding")
        made.loop.commanded(now, np.full(6, 3.0), by_guard=True)
        assert made.loop.watch(now) is None
    torques = []
    for now in np.arange(1.3, 6.0, 0.01).tolist():
        output = made.loop.watch(now)
        if output is not None:
            assert not made.loop.supervision.guard_alive(now)
            made.loop.sent(now, now, output)
            torques.append(output.torque)
    assert not torques[-1].any()


def test_after_a_long_stop_it_waits_for_the_guard_as_long_as_after_a_short_one(arm: Arm):
    """The commands of the guard in that time are still unread when the process continues."""
    made = loop(arm, 0.3)
    watches = made.loop.supervision
    made.sent(made.state(0.005).output)
    for now in np.arange(5.0, 5.9, 0.01).tolist():
        if now > 5.4:  # until then the heartbeats are unread, too
            watches.heartbeat(now, WATCHING, 0.3)
        assert made.loop.watch(now) is None


def test_it_ends_what_a_guard_does_not_take_over(arm: Arm):
    """A guard that never received a command reports that it watches, and would let the torque act for ever."""
    made = loop(arm, 0.3)
    watches = made.loop.supervision
    made.sent(made.state(0.005).output)
    first, torques = 0.0, []
    for now in np.arange(0.2, 6.0, 0.01).tolist():
        watches.heartbeat(now, WATCHING, 0.3)
        output = made.loop.watch(now)
        if output is not None:
            first = first or now
            made.loop.sent(now, now, output)
            torques.append(output.torque)
    assert 0.6 < first < 1.5
    assert not torques[-1].any()
