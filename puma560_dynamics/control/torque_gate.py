"""The one gate that every torque passes on its way to the arm.

What comes in is checked in this order: finite, fresh, complete (by the caller, `refuse`), plausible
(no jump, not far beyond the position limits), then the torque is clamped, softened near position
limits, rate-limited and faded. States and transitions::

    inactive --activate--> fading_in --> open --deactivate--> fading_out --> closed
                               ^  \\        |
             good states again |   fault   | fault: stale states, jump, far outside the limits
                               |    v      v
                               +-- holding (gravity load of the last good pose) --> fading_out --> closed

Time is handed in (steady seconds), so that the gate neither knows a clock nor stops with one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arm.arm import read_only
from ..errors import StateError
from .gate_settings import GateSettings
from .plausibility import Plausibility
from .torque_limits import clamp, soften

LONGEST_STEP = 0.02
"""Seconds that count at most for the rate limit: after a pause the torque must not jump."""


class GateState(str, Enum):
    """What the gate is doing."""

    INACTIVE = "inactive"
    FADING_IN = "fading_in"
    OPEN = "open"
    HOLDING = "holding"
    FADING_OUT = "fading_out"
    CLOSED = "closed"


@dataclass(frozen=True)
class Passed:
    """What the gate lets out.

    Attributes:
        torque: (n,) N·m, read-only; finite, within the limits and the rate, whatever came in.
        state: of the gate.
        trips: what differs from what came in, one sentence each.
    """

    torque: NDArray[np.float64]
    state: GateState
    trips: tuple[str, ...] = ()


class TorqueGate:
    """Lets torque through while everything is well, and ends it safely when it is not.

    After `activate`, call `admit` for every usable state, `refuse` for every unusable one, and
    `watch` at 50 Hz or more; publish what they return. After `deactivate` publish what `watch`
    returns until the gate is `done`.
    """

    def __init__(self, settings: GateSettings) -> None:
        self._settings = settings
        self._zero = read_only(np.zeros(len(settings.joint_names)))
        self._plausibility = Plausibility(settings)
        self._trips: Counter[str] = Counter()
        self._state, self._reason = GateState.INACTIVE, "not active"
        self._last = self._target = self._start = self._hold = self._zero
        self._last_time = self._since = self._good_time = 0.0
        self._fault = self._had_good = False

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
    def counts(self) -> Mapping[str, int]:
        """How often each kind of trip happened since the gate was made."""
        return MappingProxyType(dict(self._trips))

    @property
    def torque(self) -> NDArray[np.float64]:
        """(n,) N·m, what was let out last."""
        return self._last

    @property
    def active(self) -> bool:
        """Whether `admit` and `watch` have something to say."""
        return self._state is not GateState.INACTIVE

    @property
    def done(self) -> bool:
        """Whether the torque has come to its end after `deactivate` or a fault."""
        return self._state in (GateState.INACTIVE, GateState.CLOSED)

    def activate(self, now: float, start: ArrayLike | None = None) -> None:
        """Begin to fade in.

        Args:
            now: steady time, s.
            start: (n,) N·m that act on the arm already, from where the torque goes on without a
                step; zero by default. Cut at the limits, ignored if it is not finite.
        """
        self._last = self._zero
        if start is not None:
            given = np.asarray(start, dtype=np.float64)
            if given.shape == self._zero.shape and np.isfinite(given).all():
                self._last = read_only(clamp(self._settings, given)[0])
        self._target = self._hold = self._last
        self._last_time = self._good_time = now
        self._fault = self._had_good = False
        self._plausibility.forget()
        self._enter(GateState.FADING_IN, now, "waiting for joint states")

    def deactivate(self, now: float, reason: str = "deactivated") -> None:
        """Begin to fade out; `watch` leads the torque to zero."""
        if self._state in (GateState.OPEN, GateState.FADING_IN, GateState.HOLDING):
            self._fault = False
            self._enter(GateState.FADING_OUT, now, reason)

    def adopt(self, now: float, torque: ArrayLike) -> None:
        """Go on from a torque that somebody else commanded meanwhile, with a fade (a guard's take-over).

        Args:
            now: steady time, s.
            torque: (n,) N·m; ignored if it is not finite or of another length.
        """
        given = np.asarray(torque, dtype=np.float64)
        if not self.active or given.shape != self._zero.shape or not np.isfinite(given).all():
            return
        self._last, self._last_time = read_only(clamp(self._settings, given)[0]), now
        if self._state in (GateState.OPEN, GateState.FADING_IN):
            self._enter(GateState.FADING_IN, now, "another node commanded meanwhile")
        else:
            self._start = self._last

    def reset(self) -> None:
        """Back to `INACTIVE` with nothing let out; only after the torque has come to its end."""
        self._last = self._target = self._zero
        self._state, self._reason = GateState.INACTIVE, "not active"

    def admit(
        self,
        now: float,
        position: NDArray[np.float64],
        torque: ArrayLike,
        gravity: NDArray[np.float64],
        elapsed: float = 0.0,
    ) -> Passed:
        """Let the torque for one joint state out, as far as it may.

        Args:
            now: steady time, s.
            position: (n,) rad, finite and in the arm's order.
            torque: (n,) N·m wanted.
            gravity: (n,) N·m that hold the arm still in this pose; what is given on a fault.
            elapsed: s since the last state by its stamps, 0 if it has none.
        """
        if not self.active:
            return Passed(self._zero, self._state)
        try:
            wanted = np.asarray(torque, dtype=np.float64)
        except (TypeError, ValueError):
            wanted = np.full(1, np.nan)
        finite = wanted.shape == gravity.shape == position.shape == self._zero.shape and bool(
            np.isfinite(wanted).all() and np.isfinite(gravity).all() and np.isfinite(position).all()
        )
        if not finite:
            self.refuse("not_finite")
            return self._emit(now, ("torque or state is not finite or has a wrong length, not used",))
        try:
            self._plausibility.check(now, position, elapsed)
        except StateError as error:
            self.refuse("position_limit" if self._plausibility.outside else "jump")
            if self._state in (GateState.OPEN, GateState.FADING_IN):
                self._enter_fault(now, str(error))
            return self._emit(now, (str(error),))
        self._good_time = now
        trips: list[str] = []
        self._hold = clamp(self._settings, gravity)[0]
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
        self._recover(now)
        return self._emit(now, tuple(trips))

    def refuse(self, kind: str) -> None:
        """Count a state that cannot be used; the torque goes on as before until `state_timeout`."""
        self._trips[kind] += 1

    def watch(self, now: float) -> Passed | None:
        """The torque to publish now if the gate must act by itself, else `None`.

        To be called steadily: on silence it holds and fades, after a pause it goes on towards the
        last torque wanted, and when closed it says zero again, since a command may be lost.
        """
        if self._state is GateState.INACTIVE:
            return None
        if self._state is GateState.FADING_IN and not self._had_good and not self._last.any():
            return None  # nothing acts yet, and nothing is late: wait for the first state
        silent = now - self._good_time
        if self._state in (GateState.OPEN, GateState.FADING_IN) and silent > self._settings.state_timeout:
            self._trips["stale"] += 1
            self._enter_fault(now, f"no usable joint state for {self._settings.state_timeout:g} s")
        if self._state in (GateState.OPEN, GateState.FADING_IN) and silent < LONGEST_STEP:
            return None  # states come often enough: `admit` speaks
        return self._emit(now)

    def _recover(self, now: float) -> None:
        may = self._state is GateState.HOLDING or (
            self._fault
            and self._settings.restart_after_fault
            and self._state in (GateState.FADING_OUT, GateState.CLOSED)
        )
        if may:
            self._fault = False
            self._enter(GateState.FADING_IN, now, "joint states are usable again")

    def _enter_fault(self, now: float, reason: str) -> None:
        self._fault = True
        hold = self._settings.fault_policy == "hold_gravity"
        self._enter(GateState.HOLDING if hold else GateState.FADING_OUT, now, reason)

    def _enter(self, state: GateState, now: float, reason: str) -> None:
        self._state, self._reason, self._since, self._start = state, reason, now, self._last

    def _emit(self, now: float, trips: tuple[str, ...] = ()) -> Passed:
        """One step of the state machine and of the torque."""
        settings, elapsed = self._settings, now - self._since
        if self._state is GateState.HOLDING and elapsed >= settings.hold_time:
            self._enter(GateState.FADING_OUT, now, f"{self._reason}; gravity was held for {settings.hold_time:g} s")
            elapsed = 0.0
        aim = self._target
        if self._state is GateState.FADING_IN:
            share = _share(elapsed, settings.fade_in_time)
            aim = (1.0 - share) * self._start + share * self._target
        elif self._state is GateState.HOLDING:
            aim = self._hold
        elif self._state is GateState.FADING_OUT:
            aim = (1.0 - _share(elapsed, settings.fade_out_time)) * self._start
        elif self._state is GateState.CLOSED:
            aim = self._zero
        step = settings.torque_rate * min(max(now - self._last_time, 0.0), LONGEST_STEP)
        limited = np.clip(aim, self._last - step, self._last + step)
        late = np.flatnonzero(limited != aim)
        if late.size and self._state in (GateState.OPEN, GateState.HOLDING):
            self._trips["torque_rate"] += 1
            trips = (*trips, f"torque rate limit at {self._names(late)}")
        self._last, self._last_time = read_only(limited), now
        if self._state is GateState.FADING_IN and elapsed >= settings.fade_in_time and self._good_time >= self._since:
            self._enter(GateState.OPEN, now, "torque passes")
        elif self._state is GateState.FADING_OUT and elapsed >= settings.fade_out_time and not limited.any():
            self._enter(GateState.CLOSED, now, f"{self._reason}; zero torque")
        return Passed(self._last, self._state, trips)

    def _names(self, joints: NDArray[np.intp]) -> str:
        return ", ".join(self._settings.joint_names[joint] for joint in joints)


def _share(elapsed: float, whole: float) -> float:
    return min(1.0, elapsed / whole) if whole > 0.0 else 1.0
