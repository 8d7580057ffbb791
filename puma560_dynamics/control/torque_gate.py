"""The one gate that every torque passes on its way to the arm.

The caller hands in states that `StateCheck` has accepted, with the torque wanted, and reports faults. The
gate clamps, softens near position limits, fades, and limits the rate. States and transitions::

    inactive --activate--> fading_in --> open --deactivate--> fading_out --> closed
                               ^           |
           reset, or by itself |           | fault
           (restart_after_fault)           v
                               |   damping (states are good) <--> holding (they are not)
                               |           |
                               |           v   after hold_time in total
                               +------ fading_out --> closed

Every fault ends in `CLOSED`. Time is handed in (steady seconds), so that the gate neither knows a clock nor
stops with one. It is written in plain steps, so that a gate in another language can follow it line by line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arm.arm import read_only
from .faults import FAULTS, Fault, Reaction
from .gate_settings import GateSettings
from .gate_state import PASSING, REACTING, GateState, Passed
from .rate_limit import limit_rate
from .torque_limits import clamp, soften

BUDGET_GAIN = 0.1
"""Seconds of holding that a second of open gate gives back."""


class TorqueGate:
    """Lets torque through while everything is well, and ends it safely when it is not.

    After `activate`, call `admit` for every usable state, `refuse` for every unusable one, `fault` for what is
    wrong, and `watch` at 50 Hz or more; publish what they return. After `deactivate` publish what `watch`
    returns until the gate is `done`.
    """

    def __init__(self, settings: GateSettings) -> None:
        self._settings = settings
        self._zero = read_only(np.zeros(len(settings.joint_names)))
        self._trips: Counter[str] = Counter()
        self._state, self._reason = GateState.INACTIVE, "not active"
        self._last = self._target = self._start = self._hold = self._damp = self._zero
        self._last_time = self._since = self._good_time = self._good_since = self._stepped = 0.0
        self._fault: Fault | None = None
        self._had_good = self._trusted = self._yielded = self._wanted = self._may_hold = False
        self._held = 0.0

    @property
    def settings(self) -> GateSettings:
        """Limits, times and policy."""
        return self._settings

    @property
    def state(self) -> GateState:
        """What the gate is doing."""
        return self._state

    @property
    def reason(self) -> str:
        """Why the gate is in its state, a sentence."""
        return self._reason

    @property
    def since(self) -> float:
        """Steady time at which the gate came into its state, s."""
        return self._since

    @property
    def latched(self) -> Fault | None:
        """The fault that a reset has to clear, if there is one."""
        return self._fault

    @property
    def counts(self) -> Mapping[str, int]:
        """How often each kind of trip happened since the gate was made."""
        return MappingProxyType(dict(self._trips))

    @property
    def torque(self) -> NDArray[np.float64]:
        """(n,) N·m, what was let out last."""
        return self._last

    @property
    def active(self) -> bool:
        """Whether `admit` and `watch` may return a torque."""
        return self._state is not GateState.INACTIVE

    @property
    def done(self) -> bool:
        """Whether the torque has come to its end after `deactivate` or a fault."""
        return self._state in (GateState.INACTIVE, GateState.CLOSED)

    @property
    def quiet(self) -> bool:
        """Whether nothing is left to be sent: inactive, or closed with zero repeated long enough."""
        return self._state is GateState.INACTIVE or (self._state is GateState.CLOSED and self._yielded)

    @property
    def waiting(self) -> bool:
        """Whether the gate is active and nothing acts yet: no usable state came, and no torque is being removed."""
        return self._state is GateState.FADING_IN and not self._had_good and not self._last.any()

    @property
    def brake(self) -> bool:
        """Whether a brake shall be engaged: always, but where torque from good states acts on the arm."""
        if self._state is GateState.FADING_IN:
            return not self._had_good
        return self._state not in (GateState.OPEN, GateState.DAMPING)

    def activate(self, now: float, start: ArrayLike | None = None) -> None:
        """Begin to fade in; this is also the reset after a fault.

        Args:
            now: steady time, s.
            start: (n,) N·m that act on the arm already, zero by default. It is only the start of a removal:
                until the first usable state it fades to zero, then to the torque wanted. Ignored if it is not
                finite; cut at what the drives can give.
        """
        self._last = self._zero
        if start is not None:
            given = np.asarray(start, dtype=np.float64)
            if given.shape == self._zero.shape and np.isfinite(given).all():
                limit = self._settings.motor_torque
                self._last = read_only(np.clip(given, -limit, limit))
        self._target = self._hold = self._damp = self._zero
        self._last_time = self._good_time = self._good_since = self._stepped = now
        self._fault, self._held = None, 0.0
        self._had_good = self._yielded = False
        self._trusted = self._wanted = True
        self._enter(GateState.FADING_IN, now, "waiting for joint states")

    def deactivate(self, now: float, reason: str = "deactivated") -> None:
        """Begin to fade out; `watch` leads the torque to zero. Nothing but `activate` opens the gate again."""
        self._fault, self._wanted = None, False
        if self._state in (*PASSING, *REACTING):
            self._enter(GateState.FADING_OUT, now, reason)

    def reset(self) -> None:
        """Back to `INACTIVE` with nothing let out; only after the torque has come to its end."""
        self._last = self._target = self._zero
        self._fault = None
        self._state, self._reason = GateState.INACTIVE, "not active"

    def blend(self, now: float, reason: str) -> None:
        """Fade from the present torque to what is wanted from now on, as after a change of its source."""
        if self._state in PASSING:
            self._enter(GateState.FADING_IN, now, reason)

    def fault(self, now: float, fault: Fault, reason: str) -> None:
        """React to a fault; the first one is latched, a later one may only take torque away sooner.

        Args:
            now: steady time, s.
            fault: which one.
            reason: a sentence.
        """
        rule = FAULTS[fault]
        if self._state not in (*PASSING, *REACTING):
            return
        if rule.reaction is Reaction.HOLD and not rule.restarts:
            self._trusted = False  # the states themselves are in doubt
        first = self._fault is None
        if self._latch(fault):
            self._reason = reason
        if rule.reaction is Reaction.FADE or self._fades_at_once:
            self._enter(GateState.FADING_OUT, now, reason)
        elif first:
            self._good_since = now
            self._enter(GateState.DAMPING if self._fresh(now) else GateState.HOLDING, now, reason)

    def yield_to_others(self, now: float, fault: Fault, reason: str) -> None:
        """Close at once without another command: somebody else writes now, and two at once would be a step."""
        if not self.active:
            return
        self._latch(fault)
        self._may_hold = self._state in (*PASSING, *REACTING)
        self._last = self._zero
        self._enter(GateState.CLOSED, now, reason)
        self._yielded = True

    def end_from(self, now: float, torque: ArrayLike) -> None:
        """After a yield: end the torque that acts now, as nobody else does it; the fault stays latched.

        Args:
            now: steady time, s.
            torque: (n,) N·m, the last command on the topic; ignored if it is not finite or of another length.
        """
        given = np.asarray(torque, dtype=np.float64)
        if not self.active or given.shape != self._zero.shape or not np.isfinite(given).all():
            return
        limit = self._settings.motor_torque
        self._last, self._last_time = read_only(np.clip(given, -limit, limit)), now
        self._yielded = False
        fades = self._fault is None or FAULTS[self._fault].reaction is Reaction.FADE or self._fades_at_once
        hold = self._may_hold and not fades
        self._enter(GateState.HOLDING if hold else GateState.FADING_OUT, now, self._reason)

    def admit(
        self,
        now: float,
        position: NDArray[np.float64],
        torque: ArrayLike,
        gravity: NDArray[np.float64],
        damping: NDArray[np.float64] | None = None,
        age: float = 0.0,
        well: bool = True,
    ) -> Passed | None:
        """Let the torque for one joint state out, as far as it may.

        Args:
            now: steady time, s.
            position: (n,) rad, finite and in the arm's order.
            torque: (n,) N·m wanted.
            gravity: (n,) N·m that hold the arm still in this pose; what is given on a fault.
            damping: (n,) N·m against the velocity of this state; zero by default.
            age: s since the measurement, by its stamp.
            well: whether the causes of all faults are gone.

        Returns:
            What to publish, or `None` where there is nothing to publish.
        """
        if not self.active:
            return None
        against = self._zero if damping is None else damping
        try:
            wanted = np.asarray(torque, dtype=np.float64)
        except (TypeError, ValueError):
            wanted = np.full(1, np.nan)
        given = (wanted, gravity, against, position)
        if any(values.shape != self._zero.shape or not np.isfinite(values).all() for values in given):
            self.refuse("not_finite")
            return self._emit(now, ("torque or state is not finite or has a wrong length, not used",))
        if now - age - self._good_time > self._settings.state_timeout:
            self._good_since = now
        trips: list[str] = []
        if self._trusted:
            self._good_time = now - age
            self._hold = clamp(self._settings, gravity)[0]
            self._damp = clamp(self._settings, gravity + against)[0]
            within, over = clamp(self._settings, wanted)
            if over.size:
                self._trips["torque_limit"] += 1
                trips.append(f"torque limit at {self._names(over)}")
            self._target, less = soften(self._settings, position, within, self._hold)
            if less.size:
                self._trips["soft_limit"] += 1
                trips.append(f"near the position limit of {self._names(less)}: outward torque is reduced")
            if not self._had_good:
                self._had_good = True
                if self._state is GateState.FADING_IN:  # from here on, however long nothing came
                    self._enter(GateState.FADING_IN, now, "joint states arrive")
        if well:
            self._recover(now)
        else:
            self._good_since = now
        return self._emit(now, tuple(trips))

    def sent(self, now: float) -> None:
        """What was let out last is on its way since the steady time `now` (s): the rate limit counts from there.

        Without this call it counts from the time at which the torque was let out, and a command that goes out
        late makes the next step come sooner after it than the limit takes it to be.
        """
        self._last_time = max(self._last_time, now)

    def refuse(self, kind: str) -> None:
        """Count a state that cannot be used; the torque goes on as before until `state_timeout`."""
        self._trips[kind] += 1

    def watch(self, now: float) -> Passed | None:
        """The torque to publish now if the gate must act by itself, else `None`.

        To be called steadily: on silence it holds and fades, after a pause it goes on towards the
        last torque wanted, and when closed it repeats zero for a while, since a command may be lost.
        """
        if self._state is GateState.INACTIVE:
            return None
        if self.waiting:
            return None  # nothing is late: wait for the first state
        silent = now - self._good_time
        if self._state in PASSING and self._had_good and silent > self._settings.state_timeout:
            self.fault(now, Fault.SILENCE, f"no usable joint state for {self._settings.state_timeout:g} s")
        if self._state in PASSING and self._had_good and now - self._last_time < self._settings.timing.longest_step:
            return None  # states come often enough: `admit` returns the torque
        return self._emit(now)

    def _latch(self, fault: Fault) -> bool:
        """Keep a fault, if it is the first, or needs a reset where the one before ends by itself."""
        if self._fault is not None and not (FAULTS[self._fault].restarts and not FAULTS[fault].restarts):
            return False
        self._fault = fault
        self._trips[f"fault.{fault.value}"] += 1
        return True

    @property
    def _fades_at_once(self) -> bool:
        """Whether nothing may be held: by policy, or because no pose is known whose gravity load it would be."""
        return self._settings.fault_policy == "zero" or not self._had_good

    def _fresh(self, now: float) -> bool:
        return self._trusted and now - self._good_time <= self._settings.state_timeout

    def _recover(self, now: float) -> None:
        """With `restart_after_fault`: fade in again after `recovery_time` of good states."""
        settings = self._settings
        if self._fault is None or not self._wanted or not self._trusted or not settings.restart_after_fault:
            return
        # At least for a few states, so that diagnostics show every fault.
        recovery = max(settings.recovery_time, settings.timing.longest_step)
        if FAULTS[self._fault].restarts and now - self._good_since >= recovery:
            self._fault, self._yielded = None, False
            self._enter(GateState.FADING_IN, now, "the fault is over")

    def _enter(self, state: GateState, now: float, reason: str) -> None:
        self._state, self._reason, self._since, self._start = state, reason, now, self._last

    def _emit(self, now: float, trips: tuple[str, ...] = ()) -> Passed | None:
        """One step of the state machine and of the torque."""
        settings = self._settings
        passed = max(now - self._last_time, 0.0)
        # The budget counts whole time, also that in which a command was on its way.
        whole = max(now - self._stepped, 0.0)
        self._stepped = max(now, self._stepped)
        if self._state is GateState.OPEN:
            self._held = max(self._held - BUDGET_GAIN * whole, 0.0)
        if self._state in REACTING:
            self._held += whole
            self._state = GateState.DAMPING if self._fresh(now) else GateState.HOLDING
            if self._held >= settings.hold_time:
                self._enter(GateState.FADING_OUT, now, f"{self._reason}; held for {settings.hold_time:g} s")
        if self._state is GateState.CLOSED and now - self._since > settings.timing.repeat_zero:
            self._yielded = True
        if self._state is GateState.CLOSED and self._yielded:
            return None
        elapsed = now - self._since
        aim, safe = self._aim(elapsed)
        step = min(passed, settings.timing.longest_step)
        limited = limit_rate(self._last, aim, safe, settings.torque_rate, settings.removal_rate, step)
        late = np.flatnonzero(limited != aim)
        if late.size and self._state in (GateState.OPEN, *REACTING):
            self._trips["torque_rate"] += 1
            trips = (*trips, f"torque rate limit at {self._names(late)}")
        self._last, self._last_time = read_only(limited), now
        if self._state is GateState.FADING_IN and self._had_good and elapsed >= settings.fade_in_time:
            self._enter(GateState.OPEN, now, "torque passes")
        elif self._state is GateState.FADING_OUT and elapsed >= settings.fade_out_time and not limited.any():
            self._enter(GateState.CLOSED, now, f"{self._reason}; zero torque")
        return Passed(self._last, self._state, trips)

    def _aim(self, elapsed: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The torque to go to, and the safe torque towards which a removal leads."""
        settings = self._settings
        if self._state is GateState.FADING_IN and not self._had_good:
            return (1.0 - _share(elapsed, settings.fade_out_time)) * self._start, self._zero
        if self._state is GateState.FADING_IN:
            share = _share(elapsed, settings.fade_in_time)
            return (1.0 - share) * self._start + share * self._target, self._hold
        if self._state is GateState.OPEN:
            return self._target, self._hold
        if self._state is GateState.DAMPING:
            return self._damp, self._hold
        if self._state is GateState.HOLDING:
            return self._hold, self._hold
        if self._state is GateState.FADING_OUT:
            return (1.0 - _share(elapsed, settings.fade_out_time)) * self._start, self._zero
        return self._zero, self._zero

    def _names(self, joints: NDArray[np.intp]) -> str:
        return ", ".join(self._settings.joint_names[joint] for joint in joints)


def _share(elapsed: float, whole: float) -> float:
    return min(1.0, elapsed / whole) if whole > 0.0 else 1.0
