"""One joint state in, one gated torque out: what the feed-forward node does between its topics."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..arm.arm import read_only
from ..errors import MessageError, StateError
from ..models.interface import DynamicModel
from .feed_forward.acceleration import SOURCES, FilteredAcceleration
from .feed_forward.feed_forward import Command, FeedForward, Reference
from .feed_forward.reference_check import ReferenceCheck, largest_acceleration
from .gate.damping import Damping
from .gate.faults import Fault, FaultError
from .gate.gate_settings import GateSettings
from .gate.gate_state import GateOutput, GateState
from .gate.own_stall import OwnStall
from .gate.state_check import StateCheck
from .gate.supervision import Supervision
from .gate.torque_gate import TorqueGate
from .loop_settings import LoopSettings

AT_REST = 0.01
"""rad/s and rad/s² of a reference up to which its loss is no fault: the arm stands."""


class LoopOutput(NamedTuple):
    """What one joint state led to.

    Attributes:
        output: what the gate let out, `None` where nothing is to be published.
        command: the torque before the gate, term by term.
        followed: whether a fresh reference was there.
    """

    output: GateOutput | None
    command: Command
    followed: bool


class TorqueLoop:
    """Feed-forward, acceleration source, checks and gate, put together.

    Args:
        forward: computes the torque.
        gate: lets it out.
        damping: torque against motion on a fault.
        references: checks references.
        supervision: follows guard, other commanders and controller.
        source: where the acceleration comes from, one of `SOURCES`.
        cutoff: of the filtered acceleration, Hz.
        reference_timeout: s without a reference after which the last one is dropped.

    Raises:
        StateError: an unknown source or a bad cut-off.
    """

    def __init__(
        self,
        forward: FeedForward,
        gate: TorqueGate,
        *,
        damping: Damping,
        references: ReferenceCheck,
        supervision: Supervision | None = None,
        source: str = "reference",
        cutoff: float = 10.0,
        reference_timeout: float = 0.2,
    ) -> None:
        self.forward, self.gate, self._damping = forward, gate, damping
        self.supervision = Supervision(gate.settings.timing) if supervision is None else supervision
        self._timing = gate.settings.timing
        self._states, self._references = StateCheck(gate.settings), references
        self._own_stall = OwnStall(self._timing.own_stall)
        self._filter = FilteredAcceleration(cutoff)
        self._still = read_only(np.zeros(len(gate.settings.joint_names)))
        self.set_source(0.0, source)
        self.reference_timeout = reference_timeout
        self._reference: Reference | None = None
        self._reference_stamp, self._reference_seen = 0.0, -math.inf
        self._topic: NDArray[np.float64] | None = None
        self._topic_time = -math.inf
        self._look_until: float | None = None
        self._yielded = -math.inf

    @classmethod
    def from_settings(cls, model: DynamicModel, settings: LoopSettings | None = None) -> TorqueLoop:
        """A loop round `model`, as `feedforward_node` makes it.

        Args:
            model: gives the torque; also the limits of its arm, where `settings` leave them open.
            settings: `LoopSettings()` by default.

        Raises:
            StateError: settings of another number of joints than the arm's.
        """
        settings = LoopSettings() if settings is None else settings
        arm = model.arm
        gate = GateSettings.of(arm) if settings.gate is None else settings.gate
        if len(gate.joint_names) != arm.n:
            raise StateError(
                f"gate: expected settings of {arm.n} joints, got {len(gate.joint_names)}; use GateSettings.of"
            )
        if settings.friction is not None and len(settings.friction.joints) != arm.n:
            raise StateError(f"friction: expected that of {arm.n} joints, got {len(settings.friction.joints)}")
        limit = settings.acceleration_limit
        forward = FeedForward(
            model,
            settings.terms,
            friction=settings.friction,
            divider=settings.configuration_update_divider,
            hardware_compensates_gravity=settings.hardware_compensates_gravity,
        )
        references = ReferenceCheck(
            arm,
            largest_acceleration(model) if limit is None else limit,
            settings.reference_timeout,
            gate.clock_offset_limit,
            gate.joint_names,
            gate.jump_tolerance,
        )
        return cls(
            forward,
            TorqueGate(gate),
            damping=Damping(model, gate.damping_time, gate.velocity),
            references=references,
            supervision=Supervision(gate.timing, settings.guard, settings.rival_policy, settings.state_publishers),
            source=settings.acceleration_source,
            cutoff=settings.acceleration_cutoff,
            reference_timeout=settings.reference_timeout,
        )

    @property
    def source(self) -> str:
        """Where the acceleration comes from."""
        return self._source

    def set_source(self, now: float, source: str) -> None:
        """Take the acceleration from elsewhere, with a new filter and a fade.

        Args:
            now: steady time, s.
            source: one of `SOURCES`.

        Raises:
            StateError: an unknown source.
        """
        if source not in SOURCES:
            raise StateError(f"acceleration source {source!r} is not known; use one of {list(SOURCES)}")
        self._source = source
        self._filter.forget()
        self.gate.blend(now, f"acceleration_source is {source} now")

    @property
    def ended(self) -> float:
        """Steady time (s) since which the gate is in its present state."""
        return self.gate.since

    def obstacle(self, now: float) -> str | None:
        """Why the torque must not begin, a sentence; `None` if it may."""
        return self.supervision.obstacle(now)

    def activate(self, now: float) -> None:
        """Open the gate from the last command on the topic; nothing of an earlier pose is used any more."""
        self.forward.forget()
        self._filter.forget()
        self._states.forget()
        self._references.forget()
        self._own_stall.forget()
        self._reference, self._reference_seen = None, -math.inf
        self._look_until = None
        self.gate.activate(now, self._topic)

    def deactivate(self, now: float, reason: str) -> None:
        """Begin to fade; `watch` leads the torque to zero."""
        self.gate.deactivate(now, reason)

    def commanded(self, now: float, torque: NDArray[np.float64], by_guard: bool) -> None:
        """A command (n,) N·m that another node sent arrived at the steady time `now` (s)."""
        self._topic, self._topic_time = torque, now
        if not by_guard:
            self.supervision.foreign_command(now)
        elif not self.gate.done:
            reason = "the guard received no command and ends the torque"
            self._yield(now, Fault.COMMAND_SILENCE, reason, self._timing.command_timeout)

    def sent(self, began: float, done: float, output: GateOutput) -> None:
        """`output` went out between the steady times `began` and `done` (s).

        Whether this process stood still is judged from `began`: it may have been stopped while it sent.
        """
        self.gate.sent(done)
        self._topic, self._topic_time = output.torque, began
        if self.gate.state is GateState.FADING_IN and not output.torque.any():
            self._own_stall.forget()
        else:
            self._own_stall.sent(began)

    def may_send(self, now: float) -> bool:
        """Whether a command may still go out at the steady time `now` (s): asked directly before it does."""
        return not self._own_stall.stalled(now)

    def reference(self, now: float, clock: float, stamp: float, reference: Reference) -> None:
        """Take a reference of time `stamp` (s), which arrived at the steady time `now` (s).

        Raises:
            MessageError, StateError: it is not followed, and why.
        """
        self.supervision.check_reference_publishers()
        self._references.check(now, clock, stamp, reference)
        self._reference, self._reference_stamp, self._reference_seen = reference, stamp, now

    def state(
        self,
        now: float,
        clock: float,
        stamp: float,
        q: NDArray[np.float64],
        qd: NDArray[np.float64],
    ) -> LoopOutput:
        """The torque for one joint state.

        Args:
            now: steady time, s.
            clock: the clock that stamps are of, s.
            stamp: of the state, s.
            q, qd: (n,) rad and rad/s.

        Raises:
            MessageError: the stamp makes no sense; the state is not used.
            StateError: the state has another shape, is not finite, or shows a fault; counted by the gate.
        """
        self._look_for_faults(now)
        if not clock > 0.0 and not self.gate.waiting:  # /clock may be found later than joint_states
            self.gate.fault(now, Fault.CLOCK, "the clock of the stamps has not started, or was changed")
        try:
            dt = self._states.check(now, clock, stamp, q, qd)
        except MessageError:
            self.gate.refuse("stamp")
            raise
        except FaultError as error:
            self.gate.refuse(error.fault.value)
            self.gate.fault(now, error.fault, str(error))
            raise
        except StateError:
            self.gate.refuse("not_finite")
            raise
        self.forward.sampled(dt)
        if dt > self.gate.settings.state_timeout:
            self.forward.forget()
        reference = self._fresh_reference(now, stamp)
        acceleration: NDArray[np.float64] | None = None
        if self._source == "filtered":
            acceleration = self._filter.update(qd, dt)
        elif self._source == "none":
            acceleration = self._still
        try:
            command = self.forward.command(q, qd, reference, acceleration)
        except StateError:
            self.gate.refuse("not_finite")
            raise
        # After a fault, torque returns only when nothing is wrong any more and nobody else ends a torque.
        well = self.gate.latched is None or (self._look_until is None and self.supervision.obstacle(now) is None)
        against = self._damping.torque(qd.tolist())
        wanted, hold = command.torque.tolist(), command.hold.tolist()
        output = self.gate.limit(now, q.tolist(), wanted, hold, against, self._states.age, well)
        return LoopOutput(output, command, reference is not None)

    def watch(self, now: float) -> GateOutput | None:
        """What to publish at the steady time `now` (s) without a joint state; to be called steadily."""
        self._look_for_faults(now)
        self._fresh_reference(now, 0.0)
        if self._look_until is not None:
            self._end_what_nobody_ends(now, self._look_until)
        return self.gate.watch(now)

    def _look_for_faults(self, now: float) -> None:
        gate = self.gate
        if gate.quiet:
            self._own_stall.forget()  # nothing is due any more
        if self._own_stall.stalled(now):
            # Another process may have written meanwhile: read first. Where a guard lives, it ends the torque.
            reason = f"this process stood still for {self._timing.own_stall:g} s"
            self._yield(now, Fault.OWN_STALL, reason, self._timing.look_around)
        found = None if gate.done else self.supervision.fault(now)
        if found is None:
            return
        fault, reason = found
        if fault is Fault.SECOND_COMMANDER:
            # Once yielded, a rival that sends nothing does not keep the torque from being ended.
            if gate.latched is not fault or self.supervision.stray(now):
                self._yield(now, fault, reason, self._timing.command_timeout)
        else:
            gate.fault(now, fault, reason)

    def _yield(self, now: float, fault: Fault, reason: str, silence: float) -> None:
        """Send nothing more; `silence` s without other commands later, end what acts if nobody else does."""
        self._own_stall.forget()
        self.gate.yield_to_others(now, fault, reason)
        self._yielded, self._look_until = now, now + silence

    def _end_what_nobody_ends(self, now: float, until: float) -> None:
        """After a yield: the guard ends what acts; where none lives it is done here, once the topic is silent."""
        if now < until or now - self._topic_time < self._timing.look_around:
            return
        if self._topic is None or not self._topic.any():
            self._look_until = None
        elif not self._guard_ends(now):
            self._look_until = None
            self.gate.end_from(now, self._topic)

    def _guard_ends(self, now: float) -> bool:
        """Whether a guard lives, and has not failed to take over a topic that was silent for long enough."""
        supervision = self.supervision
        if not supervision.guarded:
            return False
        # Heartbeats and commands of the time before the yield may still be unread: it counts from there.
        if now - self._yielded > self._timing.guard_timeout and not supervision.guard_alive(now):
            return False
        silent = now - max(self._topic_time, self._yielded)
        return supervision.guard_busy or silent <= 2.0 * supervision.takes_over + self._timing.guard_timeout

    def _fresh_reference(self, now: float, stamp: float) -> Reference | None:
        """The reference at the time of a joint state; its loss in a motion is a fault."""
        if self._reference is None:
            return None
        if now - self._reference_seen >= self.reference_timeout:
            motion = [*self._reference.velocity.tolist(), *self._reference.acceleration.tolist()]
            moving = any(abs(value) > AT_REST for value in motion)
            self._reference = None
            if moving and not self.gate.waiting:
                reason = f"no usable reference for {self.reference_timeout:g} s in the middle of a motion"
                self.gate.fault(now, Fault.REFERENCE_LOST, reason)
            return None
        ahead = stamp - self._reference_stamp
        if stamp <= 0.0 or abs(ahead) >= self.reference_timeout:
            return self._reference
        settings, later = self.gate.settings, self._reference.advanced(ahead)
        within = np.minimum(np.maximum(later.position, settings.lower), settings.upper)
        return Reference(within, later.velocity, later.acceleration)
