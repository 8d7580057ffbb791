"""The one gate that every torque passes on its way to the arm.

The caller hands in states that `StateCheck` has accepted, with the torque wanted, and reports faults. The
gate clamps, softens near position limits, fades, and limits the rate. States and transitions::

    inactive --activate--> fading_in --> open --deactivate--> fading_out --> closed
                               ^           |
         reset or automatic |           | fault
           (restart_after_fault)           v
                               |   damping (states are good) <--> holding (they are not)
                               |           |
                               |           v   after hold_time in total
                               +------ fading_out --> closed

    any of these --another process commands, or this one stood still--> yielded --> closed, or fading_out --> closed

While `YIELDED` nothing is sent: another process commands, or it is being found out whether one does. Every fault
ends in `CLOSED`, from which nothing but zero follows until a reset. Time is handed in (steady seconds), so that the
gate neither knows a clock nor stops with one. It is written in plain steps, joint by joint, so that a gate in another
language can follow it line by line; for six joints that also takes less time than arrays.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from numpy.typing import ArrayLike

from ...arrays import read_only
from ...states import joint_numbers
from .faults import FAULTS, Fault, Reaction
from .gate_settings import GateSettings
from .gate_state import PASSING, REACTING, GateOutput, GateState
from .gate_status import GateStatus
from .good_states import GoodStates
from .hold_budget import HoldBudget
from .rate_limit import limit_rates, straight
from .torque_targets import TorqueTargets, clamped


class TorqueGate(GateStatus):
    """Lets torque through while everything is well, and ends it safely when it is not.

    After `activate`, call `limit` for every usable state, `refuse` for every unusable one, `fault` for what is
    wrong, and `watch` at 50 Hz or more; publish what they return. After `deactivate` publish what `watch`
    returns until the gate is `done`.

    Args:
        settings: limits, times and policy.
        takes_over: whether it ends a torque that another process has begun: the arm is held and free already.
    """

    def __init__(self, settings: GateSettings, takes_over: bool = False) -> None:
        super().__init__(settings)
        self._takes_over = takes_over
        self._targets, self._budget = TorqueTargets(settings), HoldBudget(settings.hold_time)
        self._motor: list[float] = settings.motor_torque.tolist()
        self._growth: list[float] = settings.torque_rate.tolist()
        self._removal: list[float] = settings.removal_rate.tolist()
        self._states = GoodStates(settings.state_timeout)
        self._last_time = 0.0
        self._wanted = self._may_hold = False

    def activate(self, now: float, start: ArrayLike | None = None) -> None:
        """Begin to fade in; this is also the reset after a fault.

        Args:
            now: steady time, s.
            start: (n,) N·m that act on the arm already, zero by default. It is only the start of a removal:
                until the first usable state it fades to zero, then to the torque wanted. Ignored if it is not
                finite; cut at what the drives can give.
        """
        self._last = self._zero
        given = None if start is None else joint_numbers(start, self._n)
        if given is not None:
            self._last = clamped(given, self._motor)
        self._targets.forget()
        self._last_time = now
        self._states.start(now)
        self._budget.reset(now)
        self._fault = None
        self._had_good = self._silent = False
        self._wanted = True
        self._enter(GateState.FADING_IN, now, "waiting for joint states")
        self._lift(now)
        if self._takes_over:
            self._brakes.release(now, ())
            self._lifted = self._released = True

    def deactivate(self, now: float, reason: str = "deactivated") -> None:
        """Begin to fade out; `watch` leads the torque to zero. Nothing but `activate` opens the gate again.

        Args:
            now: steady time, s.
            reason: a sentence.
        """
        self._fault, self._wanted = None, False
        if self._state in (*PASSING, *REACTING):
            self._enter(GateState.FADING_OUT, now, reason)

    def remove(self, now: float, torque: ArrayLike, reason: str) -> None:
        """Lead a torque that acts on the arm to zero, from a closed gate; `activate` may follow.

        Args:
            now: steady time, s.
            torque: (n,) N·m that acts; zero if it is not finite or of another length.
            reason: a sentence.
        """
        given = joint_numbers(torque, self._n)
        self._last = self._zero if given is None else clamped(given, self._motor)
        self._last_time = now
        self._targets.forget()
        self._fault, self._wanted, self._silent, self._had_good = None, False, False, False
        self._enter(GateState.FADING_OUT, now, reason)

    def reset(self) -> None:
        """Back to `INACTIVE` with nothing let out; only after the torque has come to its end."""
        self._last = self._zero
        self._targets.forget()
        self._fault = None
        self._state, self._reason = GateState.INACTIVE, "not active"

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
        """Hold no pose of before a pause of this process; until another state arrives a fault fades at once.

        Args:
            now: steady time at which it goes on, s.
        """
        self._targets.forget()
        self._had_good = False
        self._states.interrupt(now)

    def yield_to_others(self, now: float, fault: Fault, reason: str) -> None:
        """Send nothing more: another process writes now, or may have, and two at once would be a step.

        `close` or `end_from` follows.

        Args:
            now: steady time, s.
            fault: latched if it is the first, or needs a reset where the first ends automatically.
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
        """After a yield: nothing is left to be ended here.

        Args:
            now: steady time, s.
            detail: what is added to the reason.
        """
        if self._state is GateState.YIELDED:
            self._enter(GateState.CLOSED, now, self._reason + detail)
            self._silent = True

    def end_from(self, now: float, torque: ArrayLike, may_hold: bool = True) -> None:
        """After a yield: end the torque that acts now, as no other process does; the fault stays latched.

        Args:
            now: steady time, s.
            torque: (n,) N·m, the last command on the topic; ignored if it is not finite or of another length.
            may_hold: whether gravity may be held, or motion damped, before the fade, as the fault's rule says.
        """
        given = joint_numbers(torque, self._n)
        if self._state is not GateState.YIELDED or given is None:
            return
        self._last, self._last_time = clamped(given, self._motor), now
        self._silent = False
        fades = self._fault is None or FAULTS[self._fault].reaction is Reaction.FADE or self._fades_at_once
        hold = may_hold and self._may_hold and not fades
        self._enter(GateState.HOLDING if hold else GateState.FADING_OUT, now, self._reason)

    def limit(
        self,
        now: float,
        position: ArrayLike,
        torque: ArrayLike,
        gravity: ArrayLike,
        damping: ArrayLike | None = None,
        age: float = 0.0,
        well: bool = True,
    ) -> GateOutput | None:
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
        wanted, load = joint_numbers(torque, self._n), joint_numbers(gravity, self._n)
        against = self._zero if damping is None else joint_numbers(damping, self._n)
        at = joint_numbers(position, self._n)
        if wanted is None or load is None or against is None or at is None:
            self.refuse("not_finite")
            return self._emit(now, ("torque or state is not finite or has a wrong length, not used",))
        self._states.add(now, age)
        trips: tuple[str, ...] = ()
        if self._states.trusted:
            over, less = self._targets.update(wanted, at, load, against)
            if over or less:
                trips = self._cut(over, less)
            if not self._had_good:
                self._had_good = True
                if self._state is GateState.FADING_IN:  # from here on, however long nothing came
                    self._enter(GateState.FADING_IN, now, "joint states arrive")
                    self._released_at = now
            if self._brakes.lifts and not self._takes_over:
                self._hold_up(now, at, load)
        if well:
            self._recover(now)
        else:
            self._states.interrupt(now)
        return self._emit(now, trips)

    def sent(self, now: float) -> None:
        """What was let out last is on its way: the rate limit counts from here.

        Without this call it counts from the time at which the torque was let out, and a command that goes out
        late makes the next step come sooner after it than the limit takes it to be.

        Args:
            now: steady time, s, at which it went out.
        """
        self._last_time = max(self._last_time, now)

    def watch(self, now: float) -> GateOutput | None:
        """The torque to publish now if the gate must act without a new state, else `None`.

        To be called steadily: on silence it holds and fades, after a pause it goes on towards the
        last torque wanted, and when closed it repeats zero for a while, since a command may be lost.

        Args:
            now: steady time, s.

        Returns:
            The torque to publish, or `None` where there is nothing to publish.
        """
        if self._state is GateState.INACTIVE:
            return None
        if self.waiting:
            return None  # nothing is late: wait for the first state
        known = self._had_good or self._state is GateState.OPEN  # also where the pose was forgotten after a pause
        if self._state in PASSING and known and self._states.silent(now):
            self.fault(now, Fault.SILENCE, f"no usable joint state for {self._settings.state_timeout:g} s")
        if self._state in PASSING and self._had_good and now - self._last_time < self._timing.longest_step:
            return None  # states come often enough: `limit` returns the torque
        return self._emit(now)

    def _recover(self, now: float) -> None:
        """With `restart_after_fault`: fade in again after `recovery_time` of good states."""
        settings = self._settings
        if self._fault is None or not self._wanted or not self._states.trusted or not settings.restart_after_fault:
            return
        # At least for a few states, so that diagnostics show every fault.
        recovery = max(settings.recovery_time, self._timing.longest_step)
        if FAULTS[self._fault].restarts and self._states.good_for(now) >= recovery:
            self._fault, self._silent = None, False
            self._enter(GateState.FADING_IN, now, "the fault is over")
            self._lift(now)

    def brakes_report(self, closed: bool) -> None:
        """The brakes report that they are closed, or open; for `brake_feedback`.

        Args:
            closed: whether they hold the arm.
        """
        self._brakes.report(closed)

    def overload(self, load: Sequence[float]) -> str | None:
        """Judge whether the torque may hold the arm within its limits.

        Args:
            load: n torques that hold the arm still, N·m.

        Returns:
            Why it could not, a sentence; `None` if it can, or if a person holds the arm.
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

    def _elapsed(self, now: float) -> float:
        """Seconds of the fade, which waits for the brakes; sets whether gravity is held meanwhile."""
        self._held = False
        if self._state is GateState.FADING_IN and self._had_good and self._brakes.lifts:
            self._held = not self._released
            return now - self._released_at if self._released and not self._takes_over else now - self._since
        if self._state is GateState.FADING_OUT and self._fades_since is not None:
            return now - self._fades_since
        if self._state is GateState.FADING_OUT:
            self._held = not self._brakes.closed(now)
            if not self._held:
                self._fades_since, self._start, self._share = now, self._last, 0.0
            return 0.0
        return now - self._since

    @property
    def _begun(self) -> bool:
        return self._state is GateState.FADING_IN and self._had_good

    def _lift(self, now: float) -> None:
        """The torque has to hold the arm first."""
        self._lifted = self._released = not self._brakes.lifts
        self._reached = False

    def _hold_up(self, now: float, position: list[float], load: list[float]) -> None:
        """Watch whether the torque can hold the arm, and release the brakes once it does."""
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
        elif self._brakes.open(now):
            self._released, self._released_at, self._start, self._share = True, now, self._last, 0.0
            self._reason = "the arm is held by torque"

    def _emit(self, now: float, trips: tuple[str, ...] = ()) -> GateOutput | None:
        """One step of the state machine and of the torque."""
        settings = self._settings
        passed = max(now - self._last_time, 0.0)
        spent = self._budget.count(now, self._state)
        if self._state in REACTING:
            self._state = GateState.DAMPING if self._states.fresh(now) else GateState.HOLDING
            if self._state is GateState.HOLDING:
                self._brakes.engage(now)
            if spent:
                self._enter(GateState.FADING_OUT, now, f"{self._reason}; held for {settings.hold_time:g} s")
        if self._state is GateState.YIELDED:
            return None
        if self._state is GateState.CLOSED and now - self._since > self._timing.repeat_zero:
            self._silent = True
        if self._state is GateState.CLOSED and self._silent:
            return None
        elapsed = self._elapsed(now)
        step = min(passed, self._timing.longest_step)
        # What a fault takes away goes as fast as its time says.
        slow = step if self._fault is None else math.inf
        self._share = self._targets.share(self._state, self._had_good, self._start, elapsed, self._share, slow)
        aim, safe = self._targets.aim(self._state, self._had_good, self._start, self._share, self._held)
        limited, late = limit_rates(self._last, aim, safe, self._growth, self._removal, step)
        if settings.motor_limits is not None and settings.motor_limits.within(limited)[1]:
            # Each joint at its own rate, the motors that they share would have too much on the way.
            limited = straight(self._last, aim, limited)
        if late and self._state in (GateState.OPEN, *REACTING):
            self._trips["torque_rate"] += 1
            trips = (*trips, f"torque rate limit at {self._names(late)}")
        self._last, self._last_time = limited, now
        if self._held:  # neither does the torque fade in yet, nor out
            self._reached = not late
        elif self._begun and elapsed >= settings.fade_in_time and self._share >= 1.0:
            self._enter(GateState.OPEN, now, "torque passes")
        elif self._state is GateState.FADING_OUT and elapsed >= settings.fade_out_time and not any(limited):
            self._enter(GateState.CLOSED, now, f"{self._reason}; zero torque")
        return GateOutput(read_only(limited), self._state, trips)
