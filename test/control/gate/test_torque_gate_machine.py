"""Any sequence of calls, in any order: what the gate promises holds after each of them."""

from __future__ import annotations

import numpy as np
from helpers.control.gate import LIMITS, LONGEST_STEP, RATE, REMOVAL, settings, within_rates
from hypothesis import settings as runs
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from puma560_dynamics.control.gate.faults import FAULTS, Fault
from puma560_dynamics.control.gate.gate_state import GateOutput, GateState
from puma560_dynamics.control.gate.torque_gate import TorqueGate

NUMBERS = st.floats(allow_nan=True, allow_infinity=True, allow_subnormal=True)
ANY = st.lists(NUMBERS, min_size=2, max_size=2)
POSITION = st.lists(st.floats(-1.4, 1.4), min_size=2, max_size=2)
TIMES = st.sampled_from([0.0, 0.05, 0.3])


class GateMachine(RuleBasedStateMachine):
    """A gate, its steady clock, and what was let out last."""

    @initialize(
        policy=st.sampled_from(["hold_gravity", "zero"]),
        restart=st.booleans(),
        fade_in=TIMES,
        fade_out=TIMES,
        hold=TIMES,
        recovery=TIMES,
        margin=st.sampled_from([0.0, 0.1]),
    )
    def make(
        self, policy: str, restart: bool, fade_in: float, fade_out: float, hold: float, recovery: float, margin: float
    ) -> None:
        self.gate = TorqueGate(
            settings(
                fault_policy=policy,
                restart_after_fault=restart,
                fade_in_time=fade_in,
                fade_out_time=fade_out,
                hold_time=hold,
                recovery_time=recovery,
                soft_margin=margin,
            )
        )
        self.now, self.sent_at, self.last = 100.0, 100.0, np.zeros(2)
        self.ended = self.cleared = self.had_good = False
        self.latched: Fault | None = None
        self.before = self.gate.state

    def check_output(self, output: GateOutput | None) -> None:
        """Hold what was let out against limits and rate."""
        if output is None or self.gate.state is GateState.INACTIVE:
            return
        assert np.isfinite(output.torque).all()
        assert (np.abs(output.torque) <= LIMITS).all()
        assert within_rates(self.last, output.torque, min(self.now - self.sent_at, LONGEST_STEP))
        if self.ended:
            assert (np.abs(output.torque) <= np.abs(self.last) + 1e-9).all()  # never up again
        self.last, self.sent_at = output.torque, self.now

    @rule(seconds=st.sampled_from([0.0, 0.001, 0.004, 0.02, 0.15, 5.0]))
    def pause(self, seconds: float) -> None:
        """No call comes: the process was stopped."""
        self.now += seconds

    @rule(steps=st.integers(1, 60), quick=st.booleans())
    def watch(self, steps: int, quick: bool) -> None:
        """The watchdog alone."""
        for _ in range(steps):
            self.now += 0.01 if quick else 0.015
            self.check_output(self.gate.watch(self.now))

    @rule(torque=ANY, gravity=ANY, position=POSITION, steps=st.integers(1, 40), age=st.floats(0.0, 1.0))
    def states(self, torque: list, gravity: list, position: list, steps: int, age: float) -> None:
        """States of one pose at 250 Hz."""
        for _ in range(steps):
            self.now += 0.004
            self.check_output(self.gate.limit(self.now, np.array(position), torque, np.array(gravity), age=age))

    @rule(torque=st.lists(st.floats(-20.0, 20.0), min_size=2, max_size=2), steps=st.integers(1, 60))
    def good_states(self, torque: list, steps: int) -> None:
        """States that nothing is wrong with."""
        for _ in range(steps):
            self.now += 0.004
            self.had_good = self.gate.active
            self.check_output(self.gate.limit(self.now, np.zeros(2), torque, np.ones(2), 0.1 * np.ones(2)))

    @rule(kind=st.sampled_from(["incomplete", "stamp"]))
    def refuse(self, kind: str) -> None:
        self.gate.refuse(kind)

    @rule(start=st.one_of(st.none(), ANY, st.just([3.0, -3.0])))
    def activate(self, start: list | None) -> None:
        """As the node: only when the torque has come to its end."""
        if not self.gate.done or self.last.any():
            return
        self.gate.reset()
        self.gate.activate(self.now, start)
        self.last, self.sent_at, self.ended, self.cleared = self.gate.torque, self.now, False, True
        self.had_good = False
        self.before = self.gate.state

    @rule()
    def deactivate(self) -> None:
        active = self.gate.state in (GateState.OPEN, GateState.FADING_IN, GateState.HOLDING, GateState.DAMPING)
        self.gate.deactivate(self.now)
        self.ended, self.cleared = self.ended or active, True

    @rule(fault=st.sampled_from(list(Fault)))
    def fault(self, fault: Fault) -> None:
        self.gate.fault(self.now, fault, "because")

    @rule(torque=ANY)
    def another_node_commands(self, torque: list) -> None:
        """The gate yields; later it ends what that node left, if that is known. A closed one stays closed."""
        closed = self.gate.done
        self.gate.yield_to_others(self.now, Fault.SECOND_COMMANDER, "because")
        assert closed or self.gate.watch(self.now) is None
        self.gate.end_from(self.now, torque)
        if not closed and np.isfinite(torque).all():
            self.last, self.sent_at = self.gate.torque, self.now
        self.gate.close(self.now)
        assert self.gate.done is (closed or not np.isfinite(torque).all())

    @rule()
    def silence(self) -> None:
        """However it began, silence ends in zero within the times that were asked for."""
        if not self.gate.active or (self.gate.state is GateState.FADING_IN and not self.last.any()):
            return
        given = self.gate.settings
        slowest = float((LIMITS / np.minimum(RATE, REMOVAL)).max())
        longest = given.state_timeout + given.hold_time + given.fade_out_time + 3.0 * slowest
        end = self.now + longest + 0.1
        while self.now < end:
            self.now += 0.01
            self.check_output(self.gate.watch(self.now))
        assert not self.gate.torque.any()
        assert self.gate.state is (GateState.CLOSED if self.had_good else self.gate.state)

    @invariant()
    def transitions(self) -> None:
        """Nothing wakes a gate that was ended, and what is closed is still."""
        if not hasattr(self, "gate"):
            return
        state = self.gate.state
        if self.ended:
            assert state in (GateState.FADING_OUT, GateState.CLOSED, GateState.INACTIVE)
        if self.before is GateState.CLOSED and not self.gate.settings.restart_after_fault:
            assert state in (GateState.CLOSED, GateState.INACTIVE)
        if self.gate.latched is not None:
            assert state not in (GateState.OPEN, GateState.FADING_IN)
        if self.latched is not None and self.gate.latched is None and not self.cleared:
            assert self.gate.settings.restart_after_fault
            assert FAULTS[self.latched].restarts
        self.latched, self.cleared = self.gate.latched, False
        assert self.gate.reason
        self.before = state


TestGateMachine = GateMachine.TestCase
TestGateMachine.settings = runs(max_examples=150, stateful_step_count=30, deadline=None)
