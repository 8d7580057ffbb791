"""State transitions of the torque gate, caused by calls of its owner, by faults and by brakes.

`TorqueGate` computes the torque of each state.
"""

from __future__ import annotations

from collections.abc import Sequence

from numpy.typing import ArrayLike

from ...states import joint_numbers
from .faults import FAULTS, Fault, Reaction
from .gate_settings import GateSettings
from .gate_state import PASSING, REACTING, GateState, GateStatus
from .state_check import GoodStates
from .torque_targets import TorqueTargets, clamped


class GateTransitions(GateStatus):
    """State machine of the gate, without the torque of its states.

    Args:
        settings: limits, times and policy.
        takes_over: whether the gate ends a torque that another process began: this torque already holds the arm, and
            the brakes are open.
    """

    def __init__(self, settings: GateSettings, takes_over: bool) -> None:
        super().__init__(settings)
        self._takes_over = takes_over
        self._targets = TorqueTargets(settings)
        self._states = GoodStates(settings.state_timeout)
        self._motor: list[float] = settings.motor_torque.tolist()
        self._last_time = 0.0
        self._wanted = self._may_hold = False

    def activate(self, now: float, start: ArrayLike | None = None) -> None:
        """Begin to fade in; this is also the reset after a fault.

        Args:
            now: steady time, s.
            start: (n,) N·m that already act on the arm, zero by default. This torque is only removed: until the
                first usable state it fades to zero, then to the wanted torque. Ignored if it is not finite; clipped
                to the torque of the drives.
        """
        self._last = self._zero
        given = None if start is None else joint_numbers(start, self._n)
        if given is not None:
            self._last = clamped(given, self._motor)
        self._targets.forget()
        self._last_time = now
        self._states.start(now)
        self._fault = None
        self._had_good = self._silent = False
        self._wanted = True
        self._enter(GateState.FADING_IN, now, "waiting for joint states")
        self._lift(now)
        if self._takes_over:
            self._brakes.release(now, ())
            self._lifted = self._released = True

    def deactivate(self, now: float, reason: str = "deactivated") -> None:
        """Begin to fade out; `watch` brings the torque to zero. Only `activate` opens the gate again.

        Args:
            now: steady time, s.
            reason: a sentence.
        """
        self._fault, self._wanted = None, False
        if self._state in (*PASSING, *REACTING):
            self._enter(GateState.FADING_OUT, now, reason)

    def remove(self, now: float, torque: ArrayLike, reason: str) -> None:
        """Fade a torque that acts on the arm to zero, starting from a closed gate; `activate` may follow.

        Args:
            now: steady time, s.
            torque: acting torque, (n,) N·m; counts as zero if it is not finite or has a wrong length.
            reason: a sentence.
        """
        given = joint_numbers(torque, self._n)
        self._last = self._zero if given is None else clamped(given, self._motor)
        self._last_time = now
        self._targets.forget()
        self._fault, self._wanted, self._silent, self._had_good = None, False, False, False
        self._enter(GateState.FADING_OUT, now, reason)

    def reset(self) -> None:
        """Return to `INACTIVE` with zero output; only after the torque has ended."""
        self._last = self._zero
        self._targets.forget()
        self._fault = None
        self._state, self._reason = GateState.INACTIVE, "not active"

    def fault(self, now: float, fault: Fault, reason: str) -> None:
        """React to a fault. The first fault is latched; a later one can only remove the torque sooner.

        Args:
            now: steady time, s.
            fault: the fault.
            reason: a sentence.
        """
        rule = FAULTS[fault]
        if self._state not in (*PASSING, *REACTING):
            return
        if rule.reaction is Reaction.HOLD and not rule.restarts:
            self._states.doubt()
        first = self._fault is None
        if self._latch(fault):
            self._reason = reason
        held_otherwise = not self._lifted and (self._brakes.ours or fault is Fault.OVERLOAD)
        if rule.reaction is Reaction.FADE or self._fades_at_once or held_otherwise:
            self._enter(GateState.FADING_OUT, now, reason)
        elif first:
            self._states.interrupt(now)
            self._enter(GateState.DAMPING if self._states.fresh(now) else GateState.HOLDING, now, reason)

    def stood_still(self, now: float) -> None:
        """Drop the pose from before a pause of this process; until the next state a fault fades the torque at once.

        Args:
            now: steady time at which the process continues, s.
        """
        self._targets.forget()
        self._had_good = False
        self._states.interrupt(now)

    def yield_to_others(self, now: float, fault: Fault, reason: str) -> None:
        """Stop sending, because another process commands or may command: two commanders would cause a torque step.

        Call `close` or `end_from` next.

        Args:
            now: steady time, s.
            fault: the fault; it is latched if it is the first, or if it needs a reset and the first does not.
            reason: a sentence.
        """
        if not self.active:
            return
        if self._state is GateState.CLOSED:  # zero need not be repeated any more
            self._silent = True
            return
        self._latch(fault)
        if self._state is not GateState.YIELDED:
            self._may_hold = self._state in (*PASSING, *REACTING)
        self._last = self._zero
        self._enter(GateState.YIELDED, now, reason)

    def close(self, now: float, detail: str = "") -> None:
        """Close the gate after a yield, because no torque is left that this process has to end.

        Args:
            now: steady time, s.
            detail: text that is appended to the reason.
        """
        if self._state is GateState.YIELDED:
            self._enter(GateState.CLOSED, now, self._reason + detail)
            self._silent = True

    def end_from(self, now: float, torque: ArrayLike, may_hold: bool = True) -> None:
        """End the acting torque after a yield, because no other process does; the fault stays latched.

        Args:
            now: steady time, s.
            torque: (n,) N·m, the last command on the topic; ignored if it is not finite or has a wrong length.
            may_hold: whether gravity may be held, or motion damped, before the fade, if the fault's rule allows it.
        """
        given = joint_numbers(torque, self._n)
        if self._state is not GateState.YIELDED or given is None:
            return
        self._last, self._last_time = clamped(given, self._motor), now
        self._silent = False
        fades = self._fault is None or FAULTS[self._fault].reaction is Reaction.FADE or self._fades_at_once
        hold = may_hold and self._may_hold and not fades
        self._enter(GateState.HOLDING if hold else GateState.FADING_OUT, now, self._reason)

    def brakes_report(self, closed: bool) -> None:
        """Note that the brakes report that they are closed, or open; for `brake_feedback`.

        Args:
            closed: whether they hold the arm.
        """
        self._brakes.note_report(closed)

    def overload(self, load: Sequence[float]) -> str | None:
        """Check whether the torque limits suffice to hold the arm.

        Args:
            load: n torques that hold the arm still, N·m.

        Returns:
            Reason why they do not suffice, a sentence; `None` if they do, or if a person holds the arm.
        """
        if not self._brakes.lifts:
            return None
        names, most = self._settings.joint_names, self._settings.maximum_torque.tolist()
        heavy = [
            f"{name} {torque:.3g} of {limit:.3g}"
            for name, torque, limit in zip(names, load, most, strict=True)
            if abs(torque) > limit
        ]
        return f"the gravity load of the pose exceeds the torque limit, N·m: {', '.join(heavy)}" if heavy else None

    def _lift(self, now: float) -> None:
        """Require that the torque holds the arm before the brakes open."""
        self._lifted = self._released = not self._brakes.lifts
        self._reached = False

    def _hold_up(self, now: float, position: list[float], load: list[float]) -> None:
        """Check that the torque can hold the arm, and release the brakes once it does."""
        if self._state not in (*PASSING, GateState.DAMPING):
            return
        if (overload := self.overload(load)) is not None:
            self.fault(now, Fault.OVERLOAD, overload)
            self._brakes.engage(now)
            return
        if self._state is not GateState.FADING_IN or self._released:
            return
        if not self._lifted:
            self._lifted = self._reached
            if not self._lifted:
                return
            self._brakes.release(now, position)
            self._reason = "the torque holds the arm"
        if self._brakes.ours and self._brakes.sag(position) > self._settings.brake_sag:
            sagged = self._brakes.sag(position)
            self.fault(now, Fault.SAG, f"the arm sagged by {sagged:.3g} rad when its brakes were released")
        elif self._brakes.are_open(now):
            self._released, self._released_at, self._start, self._share = True, now, self._last, 0.0
            self._reason = "the arm is held by torque"
