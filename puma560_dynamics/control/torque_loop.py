"""The torque loop: one joint state in, one gated torque out. The feed-forward node runs it between its topics."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ..arrays import FloatArray
from ..errors import MessageError, StateError
from ..models.interface import DynamicModel
from .contact_watch import ContactWatch, Finding
from .feed_forward.change_over import AccelerationSources, ChangeOver
from .feed_forward.feed_forward import GUIDED_TERMS, Command, FeedForward
from .feed_forward.references import FollowedReference, Reference, ReferenceCheck
from .gate.damping import Damping, Settling
from .gate.faults import Fault, FaultError
from .gate.gate_state import PASSING, GateOutput, GateState
from .gate.state_check import StateCheck
from .gate.supervision import Supervision
from .gate.torque_gate import TorqueGate
from .guiding.guided_mode import REFUSED_REFERENCE, GuidedMode
from .guiding.guiding_settings import FEEDFORWARD
from .loop_commands import LoopCommands
from .loop_settings import LoopSettings, loop_parts


class LoopOutput(NamedTuple):
    """Result of one joint state.

    Attributes:
        output: output of the gate; `None` if there is nothing to publish.
        command: the torque before the gate, term by term.
        followed: whether a fresh reference was followed.
    """

    output: GateOutput | None
    command: Command
    followed: bool


class TorqueLoop(LoopCommands):
    """Combines feed-forward, acceleration source, checks and gate into the control loop.

    Args:
        forward: feed-forward that computes the torque.
        gate: gate that limits the torque.
        damping: braking torque on a fault.
        references: check of references.
        mode: mode of the loop; feed-forward without hand guiding by default.
        supervision: state of the guard, of other publishers of commands and of the controller.
        source: source of the acceleration, one of `SOURCES`.
        cutoff: cut-off frequency of the filtered acceleration, Hz.
        reference_timeout: s without a reference after which the last one is dropped.
        contacts: watch of measured efforts; efforts are not used by default.

    Attributes:
        references: check of references.
        acceleration_limit: (n,) rad/s², largest acceleration of a reference.
        mode: mode of the loop, and the state of hand guiding.
        contacts: watch of measured efforts, with the estimate of external torques.

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
        mode: GuidedMode | None = None,
        supervision: Supervision | None = None,
        source: str = LoopSettings.acceleration_source,
        cutoff: float = LoopSettings.acceleration_cutoff,
        reference_timeout: float = LoopSettings.reference_timeout,
        contacts: ContactWatch | None = None,
    ) -> None:
        super().__init__(gate, supervision)
        self.forward, self._damping = forward, damping
        self._states, self._settling = StateCheck(gate.settings), Settling(gate.settings.velocity.tolist())
        self._change_over = ChangeOver(forward, gate.settings.ramp, gate.settings.timing.longest_step)
        self.mode = GuidedMode(None, gate.settings, 0.0, FEEDFORWARD) if mode is None else mode
        self.references, self.acceleration_limit = references, references.acceleration_limit
        self._followed = FollowedReference(references, gate.settings, reference_timeout)
        self._called, self._removes = math.inf, False
        fade = max(gate.settings.fade_in_time, gate.settings.longest_fade)
        self._sources = AccelerationSources(source, cutoff, fade, len(gate.settings.joint_names))
        self.contacts = ContactWatch(None, gate.settings, False) if contacts is None else contacts

    @classmethod
    def from_settings(cls, model: DynamicModel, settings: LoopSettings | None = None) -> TorqueLoop:
        """Make a loop around `model`, as `feedforward_node` does.

        Args:
            model: model that gives the torque, and the limits of its arm that `settings` leave open.
            settings: `LoopSettings()` by default.

        Returns:
            The loop, not active yet.

        Raises:
            StateError: no model, or settings for a number of joints that differs from the arm's.
        """
        return cls(**loop_parts(model, LoopSettings() if settings is None else settings))

    @property
    def source(self) -> str:
        """Source of the acceleration, one of `SOURCES`."""
        return self._sources.source

    def change(self, **changes: Any) -> None:
        """Change the feed-forward; while torque passes, the difference fades where commands may be late.

        Args:
            changes: ``model``, ``active`` or ``friction`` of `FeedForward`, with new values.

        Raises:
            ValueError: an unknown term.
        """
        self._change_over.change(changes, fades=self.gate.state in PASSING)

    def set_source(self, now: float, source: str) -> None:
        """Change the source of the acceleration.

        While torque passes, the difference between the sources fades over ``fade_in_time``, from the present blend.

        Args:
            now: steady time, s.
            source: one of `SOURCES`.

        Raises:
            StateError: an unknown source.
        """
        self._sources.choose(now, source, fades=self.gate.state in PASSING)

    @property
    def active_terms(self) -> frozenset[str]:
        """Names of the terms that the torque sums in the present mode."""
        if not self.mode.guided:
            return self.forward.active
        return GUIDED_TERMS - {"gravity"} if self.forward.hardware_compensates_gravity else GUIDED_TERMS

    def check_mode(self, mode: str) -> None:
        """Check that a mode may be chosen now.

        Args:
            mode: ``feedforward`` or ``hand_guiding``.

        Raises:
            StateError: an unknown mode, hand guiding that is not enabled, or a reference that moves the arm or would.
        """
        self.mode.check(mode)
        if mode != self.mode.mode and self._followed.would_move(self._called):
            raise StateError(f"mode: {mode} begins only while no reference moves the arm; let the motion end first")

    def set_mode(self, mode: str) -> None:
        """Choose the mode from the next state on; while torque passes, it fades over ``fade_in_time``.

        An arm that is no longer guided is brought to rest, until a reference arrives.

        Args:
            mode: ``feedforward`` or ``hand_guiding``.

        Raises:
            StateError: as `check_mode`.
        """
        self.check_mode(mode)
        changes, was_guided = mode != self.mode.mode, self.mode.guided
        self.mode.choose(mode)
        if changes:
            self._followed.forget()
            self._settling.end()
            if was_guided:
                self._settling.begin()

    def obstacle(self, now: float) -> str | None:
        """Return the reason not to begin torque: one of `LoopCommands`, or missing efforts.

        Args:
            now: steady time, s.

        Returns:
            A sentence; `None` if torque may begin.
        """
        return self.contacts.obstacle or super().obstacle(now)

    def overload(self, q: FloatArray) -> str | None:
        """Check whether the torque limits suffice to hold the arm in a pose.

        Args:
            q: joint positions, shape (n,), rad (m).

        Returns:
            Reason why they do not suffice, a sentence; `None` if they do.
        """
        if self.forward.hardware_compensates_gravity:
            return None
        return self.gate.overload(self.forward.model.gravity(q).tolist())

    def activate(self, now: float) -> None:
        """Open the gate, starting from the last command on the topic; data of earlier poses are dropped.

        A torque that an ended controller left at the hardware is brought to zero before the gate opens.

        Args:
            now: steady time, s.
        """
        self._release_on_fault()
        left = self.left.torque
        self._removes = left is not None
        self._handover.forget()
        self._called = now
        if left is not None:
            self.gate.remove(now, left, "the torque that an ended controller left is brought to zero")
        else:
            self._open(now)

    def _open(self, now: float) -> None:
        self._removes = False
        self._change_over.complete()
        self.forward.forget()
        self._sources.forget()
        self._states.forget()
        self._followed.forget()
        self._settling.end()
        self.mode.begin()
        self.contacts.begin()
        self.gate.activate(now, self._handover.last_command)

    def resume(self, brake: bool) -> None:
        """Continue after a restart within one cycle, which ros2_control does when a chain of controllers changes.

        The torque continues from the acting torque, and the gate keeps its state. Earlier references are dropped.

        Args:
            brake: whether the references are lost: bring the arm to rest, then apply only the torque of its pose. A
                new reference ends the braking.
        """
        self._sources.forget()
        self._followed.forget()
        if brake:
            self._settling.begin()

    @property
    def settling(self) -> bool:
        """Return whether the arm is being brought to rest after the loss of its references."""
        return self._settling.active

    def deactivate(self, now: float, reason: str) -> None:
        """Begin to fade; `watch` then brings the torque to zero.

        Args:
            now: steady time, s.
            reason: a sentence.
        """
        self._removes = False
        self.gate.deactivate(now, reason)

    def reference(self, now: float, clock: float, stamp: float, reference: Reference) -> None:
        """Accept a reference. It is ignored until the gate allows motion, because brakes may have to open first.

        Args:
            now: steady time of its arrival, s.
            clock: current time of the clock used for stamps, s.
            stamp: time at which the reference applies, s.
            reference: position, velocity and acceleration at that time.

        Raises:
            MessageError, StateError: the reference is rejected; the message gives the reason.
        """
        self._notice_pause(now)
        if self.mode.guided:
            self._followed.refuse(now, reference)
            raise StateError(REFUSED_REFERENCE)
        self.supervision.check_reference_publishers()
        if self.gate.leads:
            self._followed.follow(now, clock, stamp, reference)

    def state(
        self, now: float, clock: float, stamp: float, q: FloatArray, qd: FloatArray, effort: FloatArray | None = None
    ) -> LoopOutput:
        """Return the torque for one joint state.

        Args:
            now: steady time, s.
            clock: current time of the clock used for stamps, s.
            stamp: time of the measurement, s.
            q: joint positions, (n,) rad.
            qd: joint velocities, (n,) rad/s.
            effort: measured torques of the motors, (n,) N·m; `None` if the state has none.

        Returns:
            The output to publish, and the terms of its torque.

        Raises:
            MessageError: the stamp is invalid; the state is not used.
            StateError: the state has a wrong shape, is not finite, or shows a fault; the gate counts it.
        """
        self._notice_pause(now)
        self._handover.check_faults(now)
        self._release_on_fault()
        if not clock > 0.0 and not self.gate.waiting:  # /clock may be found later than joint_states
            self.gate.fault(now, Fault.CLOCK, "the clock of the stamps has not started, or was changed")
        try:
            dt = self._states.check_state(now, clock, stamp, q, qd)
        except MessageError:
            self.gate.refuse("stamp")
            raise
        except FaultError as error:
            self.contacts.forget()
            self.gate.refuse(error.fault.value)
            self.gate.fault(now, error.fault, str(error))
            raise
        except StateError:
            self.gate.refuse("not_finite")
            raise
        if dt > self.gate.settings.state_timeout:
            self._change_over.forget()
        if self._followed.drop_if_late(now):
            self._lose_reference(now)
        reference = self._followed.reference_at(stamp)
        acceleration = self._sources.acceleration_at(now, None if reference is None else reference.acceleration, qd, dt)
        positions, velocities = q.tolist(), qd.tolist()
        against = self._damping.torque(velocities)
        guiding: FloatArray | None = None
        if self.mode.guided:
            guiding = np.array(self.mode.torque(now, positions, velocities, against, dt))
        try:
            command, torque, held = self._change_over.blended_torque(q, qd, reference, acceleration, dt, guiding)
        except StateError:
            self.gate.refuse("not_finite")
            raise
        passes = self.gate.state in PASSING and not self.mode.guided
        model, alone = self._change_over.model_torque, self.gate.holds_alone
        found = self.contacts.update(now, dt, q, qd, effort, model, alone, passes)
        floats = found is not None and self._floats_after(now, positions, velocities, found)
        if floats:
            reference = None
        elif found is not None:
            self.gate.fault(now, *found)
        # After a fault, torque returns only if every fault is gone and no unknown torque acts.
        well = self.gate.latched is None or (not self._handover.unknown and self.obstacle(now) is None)
        wanted, hold = torque.tolist(), held.tolist()
        if reference is not None:
            self._settling.end()
        if floats or (self._settling.brakes(now, velocities) and not self.mode.guided):
            wanted = [load + brake for load, brake in zip(hold, against, strict=True)]
        wanted = self.mode.fade.apply(wanted, dt)
        if floats:
            self.mode.fade.begin()
        output = self.gate.limit(now, positions, wanted, hold, against, self._states.age, well)
        return LoopOutput(output, command, reference is not None)

    def watch(self, now: float, between_states: bool = False) -> GateOutput | None:
        """Return the output to publish without a joint state; call it periodically, at 50 Hz or more.

        Args:
            now: steady time, s.
            between_states: as for `TorqueGate.watch`.

        Returns:
            The gate's output, or `None` if there is nothing to publish.
        """
        self._notice_pause(now)
        self._handover.check_faults(now)
        if self._followed.drop_if_late(now):
            self._lose_reference(now)
        self._handover.end_what_nobody_ends(now)
        if self._removes and self.gate.state is GateState.CLOSED:
            self._removes = False
            if self.gate.latched is None:
                self._open(now)
        output = self.gate.watch(now, between_states)
        self._release_on_fault()
        return output

    def _floats_after(self, now: float, q: list[float], qd: list[float], found: Finding) -> bool:
        """Begin hand guiding after a contact, if the policy and the state of the arm allow it."""
        is_contact = found.fault is Fault.CONTACT and self.gate.state is GateState.OPEN and self.obstacle(now) is None
        if not is_contact or not self.mode.float_after(now, q, qd, found.reason):
            return False
        self._followed.forget()
        self._settling.end()
        return True

    def _release_on_fault(self) -> None:
        """End hand guiding on a fault."""
        if self.gate.latched is not None:
            self.mode.release(f"fault {self.gate.latched.value}")

    def _notice_pause(self, now: float) -> None:
        """Drop references, poses and targets from before a pause of this process."""
        if now - self._called >= self.gate.settings.timing.own_stall or not self._handover.may_send(now):
            self._change_over.forget()
            self._sources.forget()
            self._followed.forget_before(now)
            self.mode.fade.forget()
            self.contacts.forget()
            self.gate.stood_still(now)
        self._called = now

    def _lose_reference(self, now: float) -> None:
        """Report the loss of a reference in a motion, which is a fault."""
        if not self.gate.waiting:
            reason = f"no usable reference for {self._followed.timeout:g} s in the middle of a motion"
            self.gate.fault(now, Fault.REFERENCE_LOST, reason)
