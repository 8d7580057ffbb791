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
from .faults import FAULTS, Fault
from .gate_settings import GateSettings
from .gate_state import PASSING, REACTING, GateOutput, GateState
from .gate_transitions import GateTransitions
from .torque_targets import limit_rates, straight

BUDGET_GAIN = 0.1
"""Seconds of holding that a second of open gate gives back."""


class HoldBudget:
    """Counts the time of holding and damping; whole time, also that in which a command was on its way.

    Args:
        limit: s of holding and damping in total.
    """

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self.reset(0.0)

    def reset(self, now: float) -> None:
        """Begin again at the steady time `now` (s)."""
        self._held, self._counted = 0.0, now

    def count(self, now: float, state: GateState) -> bool:
        """Count the time up to the steady time `now` (s), spent in `state`; whether nothing is left."""
        if now > self._counted:
            whole, self._counted = now - self._counted, now
            if state is GateState.OPEN:
                self._held = max(self._held - BUDGET_GAIN * whole, 0.0)
            elif state in REACTING:
                self._held += whole
        return self._held >= self._limit


class TorqueGate(GateTransitions):
    """Lets torque through while everything is well, and ends it safely when it is not.

    After `activate`, call `limit` for every usable state, `refuse` for every unusable one, `fault` for what is
    wrong, and `watch` at 50 Hz or more; publish what they return. After `deactivate` publish what `watch`
    returns until the gate is `done`.

    Args:
        settings: limits, times and policy.
        takes_over: whether it ends a torque that another process has begun: the arm is held and free already.
    """

    def __init__(self, settings: GateSettings, takes_over: bool = False) -> None:
        super().__init__(settings, takes_over)
        self._budget = HoldBudget(settings.hold_time)
        self._growth: list[float] = settings.torque_rate.tolist()
        self._removal: list[float] = settings.removal_rate.tolist()

    def activate(self, now: float, start: ArrayLike | None = None) -> None:
        """Begin to fade in, with the whole `hold_time`; this is also the reset after a fault.

        Args:
            now: steady time, s.
            start: (n,) N·m that act on the arm already, zero by default, as of `GateTransitions.activate`.
        """
        self._budget.reset(now)
        super().activate(now, start)

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
        if self._state is GateState.INACTIVE:
            return None
        wanted, load = joint_numbers(torque, self._n), joint_numbers(gravity, self._n)
        against = self._zero if damping is None else joint_numbers(damping, self._n)
        at = joint_numbers(position, self._n)
        if wanted is None or load is None or against is None or at is None:
            self.refuse("not_finite")
            return self._emit(now, ("torque or state is not finite or has a wrong length, not used",))
        self._states.note_state(now, age)
        trips: tuple[str, ...] = ()
        if self._states.trusted:
            over, less = self._targets.set_targets(wanted, at, load, against)
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
        """Note that what was let out last is on its way: the rate limit counts from here.

        Without this call it counts from the time at which the torque was let out, and a command that goes out
        late makes the next step come sooner after it than the limit takes it to be.

        Args:
            now: steady time, s, at which it went out.
        """
        self._last_time = max(self._last_time, now)

    def watch(self, now: float) -> GateOutput | None:
        """Return the torque to publish now if the gate must act without a new state, else `None`.

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

    def _elapsed(self, now: float) -> float:
        """Return seconds of the fade, which waits for the brakes; sets whether gravity is held meanwhile."""
        self._held = False
        if self._state is GateState.FADING_IN and self._had_good and self._brakes.lifts:
            self._held = not self._released
            return now - self._released_at if self._released and not self._takes_over else now - self._since
        if self._state is GateState.FADING_OUT and self._fades_since is not None:
            return now - self._fades_since
        if self._state is GateState.FADING_OUT:
            self._held = not self._brakes.are_closed(now)
            if not self._held:
                self._fades_since, self._start, self._share = now, self._last, 0.0
            return 0.0
        return now - self._since

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
        self._share = self._targets.fade_share(self._state, self._had_good, self._start, elapsed, self._share, slow)
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
        elif (
            self._state is GateState.FADING_IN
            and self._had_good
            and elapsed >= settings.fade_in_time
            and self._share >= 1.0
        ):
            self._enter(GateState.OPEN, now, "torque passes")
        elif self._state is GateState.FADING_OUT and elapsed >= settings.fade_out_time and not any(limited):
            self._enter(GateState.CLOSED, now, f"{self._reason}; zero torque")
        return GateOutput(read_only(limited), self._state, trips)

    def _cut(self, over: Sequence[int], less: Sequence[int]) -> tuple[str, ...]:
        """Count what the limits took away; a sentence for each kind."""
        trips: tuple[str, ...] = ()
        if over:
            self._trips["torque_limit"] += 1
            trips += (f"torque limit at {self._names(over)}",)
        if less:
            self._trips["soft_limit"] += 1
            trips += (f"near the position limit of {self._names(less)}: outward torque is reduced",)
        return trips

    def _names(self, joints: Sequence[int]) -> str:
        return ", ".join(self._settings.joint_names[joint] for joint in joints)
