"""The one gate that every torque passes on its way to the arm.

The caller passes states that `StateCheck` has accepted, with the wanted torque, and reports faults. The gate clamps
the torque, reduces it near position limits, fades it, and limits its rate. States and transitions::

    inactive --activate--> fading_in --> open --deactivate--> fading_out --> closed
                               ^           |
         reset or automatic |           | fault
           (restart_after_fault)           v
                               |   damping (states are good) <--> holding (they are not)
                               |           |
                               |           v   after hold_time in total
                               +------ fading_out --> closed

    any of these --another process commands, or this one stood still--> yielded --> closed, or fading_out --> closed

While `YIELDED` the gate sends nothing: another process commands, or may be commanding. Every fault ends in `CLOSED`,
where the output is zero until a reset. The time is an argument (steady seconds): the gate reads no clock. The code
works joint by joint in plain steps, so that a gate in another language can match it line by line; for six joints this
is also faster than arrays.
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
"""Holding time that the budget regains for each second with an open gate, s."""


class HoldBudget:
    """Limits the total time of holding and damping, delays of commands included.

    Args:
        limit: total time of holding and damping, s.
    """

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self.reset(0.0)

    def reset(self, now: float) -> None:
        """Restore the whole budget at the steady time `now` (s)."""
        self._held, self._counted = 0.0, now

    def count(self, now: float, state: GateState) -> bool:
        """Count the time up to the steady time `now` (s) as spent in `state`; return whether the budget is used up."""
        if now > self._counted:
            whole, self._counted = now - self._counted, now
            if state is GateState.OPEN:
                self._held = max(self._held - BUDGET_GAIN * whole, 0.0)
            elif state in REACTING:
                self._held += whole
        return self._held >= self._limit


class TorqueGate(GateTransitions):
    """Passes torque while no fault exists, and ends it safely on a fault.

    After `activate`, call `limit` for every usable state, `refuse` for every unusable one, `fault` for every
    fault, and `watch` at 50 Hz or more; publish the outputs that they return. After `deactivate`, publish the
    outputs of `watch` until the gate is `done`.

    Args:
        settings: limits, times and policy.
        takes_over: whether the gate ends a torque that another process began: this torque already holds the arm, and
            the brakes are open.
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
            start: (n,) N·m that already act on the arm, zero by default; see `GateTransitions.activate`.
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
        """Return the torque to publish for one joint state: the wanted torque within all limits.

        Args:
            now: steady time, s.
            position: (n,) rad, finite and in the arm's order.
            torque: (n,) N·m, wanted torque.
            gravity: (n,) N·m that hold the arm still in this pose; used on a fault.
            damping: (n,) N·m, braking torque for the velocity of this state; zero by default.
            age: age of the measurement by its stamp, s.
            well: whether the causes of all faults are gone.

        Returns:
            The output to publish, or `None` if there is nothing to publish.
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
                if self._state is GateState.FADING_IN:  # the fade begins now, however late the first state is
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
        """Note when the last output was sent: the rate limit counts from then.

        Without this call the rate limit counts from the time at which the output was computed. After a late command
        the next step would then follow sooner than the limit assumes.

        Args:
            now: steady time at which the output was sent, s.
        """
        self._last_time = max(self._last_time, now)

    def watch(self, now: float, between_states: bool = False) -> GateOutput | None:
        """Return the torque to publish now if the gate must act without a new state, else `None`.

        Call it periodically. On silence the gate holds and fades; after a pause it continues towards the last wanted
        torque; when closed it repeats zero for a while, since a command may be lost.

        Args:
            now: steady time, s.
            between_states: whether the torque continues towards the last wanted torque in each call. A caller next to
                the hardware sets it, so that a late state causes no larger step than the time of one cycle allows.

        Returns:
            The torque to publish, or `None` if there is nothing to publish.
        """
        if self._state is GateState.INACTIVE:
            return None
        if self.waiting:
            return None  # nothing is late: wait for the first state
        known = self._had_good or self._state is GateState.OPEN  # also where the pose was forgotten after a pause
        if self._state in PASSING and known and self._states.silent(now):
            self.fault(now, Fault.SILENCE, f"no usable joint state for {self._settings.state_timeout:g} s")
        often = not between_states and now - self._last_time < self._timing.longest_step
        if self._state in PASSING and self._had_good and often:
            return None  # states come often enough: `limit` returns the torque
        return self._emit(now)

    def _recover(self, now: float) -> None:
        """Fade in again after `recovery_time` of good states, if `restart_after_fault` is set."""
        settings = self._settings
        if self._fault is None or not self._wanted or not self._states.trusted or not settings.restart_after_fault:
            return
        # Wait for at least a few states, so that diagnostics show every fault.
        recovery = max(settings.recovery_time, self._timing.longest_step)
        if FAULTS[self._fault].restarts and self._states.good_for(now) >= recovery:
            self._fault, self._silent = None, False
            self._enter(GateState.FADING_IN, now, "the fault is over")
            self._lift(now)

    def _elapsed(self, now: float) -> float:
        """Return the seconds since the fade began, which waits for brakes; set whether gravity is held meanwhile."""
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
        """Advance the state machine and the torque by one step."""
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
        # After a fault only the fade time limits the fade, not the ramp.
        slow = step if self._fault is None else math.inf
        self._share = self._targets.fade_share(self._state, self._had_good, self._start, elapsed, self._share, slow)
        aim, safe = self._targets.aim(self._state, self._had_good, self._start, self._share, self._held)
        limited, late = limit_rates(self._last, aim, safe, self._growth, self._removal, step)
        if settings.motor_limits is not None and settings.motor_limits.within(limited)[1]:
            # With a separate rate for each joint, motors shared by joints would exceed their limits on the way.
            limited = straight(self._last, aim, limited)
        if late and self._state in (GateState.OPEN, *REACTING):
            self._trips["torque_rate"] += 1
            trips = (*trips, f"torque rate limit at {self._names(late)}")
        self._last, self._last_time = limited, now
        if self._held:  # no fade has begun yet
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
        """Count the limits that reduced the torque; return a sentence for each kind of limit."""
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
