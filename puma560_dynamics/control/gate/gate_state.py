"""State of the torque gate, its output, and its status for nodes and the loop: latched fault and counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final, NamedTuple

from ...arrays import FloatArray, read_only
from .brakes import Brakes
from .faults import FAULTS, Fault
from .gate_settings import GateSettings


class GateState(str, Enum):
    """States of the gate."""

    INACTIVE = "inactive"
    FADING_IN = "fading_in"
    OPEN = "open"
    DAMPING = "damping"
    HOLDING = "holding"
    FADING_OUT = "fading_out"
    YIELDED = "yielded"
    CLOSED = "closed"


REACTING = (GateState.DAMPING, GateState.HOLDING)
"""States of a fault before its fade."""

PASSING = (GateState.FADING_IN, GateState.OPEN)
"""States in which the torque wanted passes."""


class GateOutput(NamedTuple):
    """Output of the gate.

    Attributes:
        torque: (n,) N·m, read-only; finite, within the limits and the rate, whatever came in.
        state: of the gate.
        trips: differences from the torque wanted, one sentence each.
    """

    torque: FloatArray
    state: GateState
    trips: tuple[str, ...] = ()


BRAKED = (GateState.INACTIVE, GateState.HOLDING, GateState.FADING_OUT, GateState.YIELDED, GateState.CLOSED)
"""States in which brakes are requested, where they are ours."""


class GateStatus:
    """State, latched fault and counts of a gate, with the torque that it gave out last.

    Args:
        settings: limits, times and policy.

    Attributes:
        settings: limits, times and policy.
    """

    def __init__(self, settings: GateSettings) -> None:
        self.settings: Final = settings
        self._settings, self._timing = settings, settings.timing
        self._n = len(settings.joint_names)
        self._trips: Counter[str] = Counter()
        self._state, self._reason, self._since = GateState.INACTIVE, "not active", 0.0
        self._zero = [0.0] * self._n
        self._last = self._start = self._zero
        self._share = 0.0
        self._fault: Fault | None = None
        self._had_good = self._silent = False
        self._brakes = Brakes(settings)
        self._lifted = self._released = not self._brakes.lifts
        self._released_at = 0.0
        self._fades_since: float | None = None
        self._held = self._reached = False

    @property
    def state(self) -> GateState:
        """State of the gate."""
        return self._state

    @property
    def reason(self) -> str:
        """Reason for the state, a sentence."""
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
        """Number of trips of each kind since the gate was made."""
        return MappingProxyType(dict(self._trips))

    @property
    def torque(self) -> FloatArray:
        """Last torque that was let out, (n,) N·m."""
        return read_only(self._last)

    @property
    def active(self) -> bool:
        """Return whether `limit` and `watch` may return a torque."""
        return self._state is not GateState.INACTIVE

    @property
    def done(self) -> bool:
        """Return whether the torque has come to its end after `deactivate` or a fault."""
        return self._state in (GateState.INACTIVE, GateState.CLOSED)

    @property
    def quiet(self) -> bool:
        """Return whether nothing is left to be sent: inactive, or closed with zero repeated long enough."""
        return self._state is GateState.INACTIVE or (self._state is GateState.CLOSED and self._silent)

    @property
    def waiting(self) -> bool:
        """Return whether the gate is active and nothing acts yet: no usable state, and no torque being removed."""
        return self._state is GateState.FADING_IN and not self._had_good and not any(self._last)

    @property
    def leads(self) -> bool:
        """Return whether references may move the arm: the brakes are open, and the torque holds the arm."""
        return self._released

    @property
    def brake(self) -> bool:
        """Return whether a brake should be engaged: always, except while torque from good states acts on the arm."""
        if self._brakes.ours:
            return self._brakes.requested
        if self._state is GateState.FADING_IN:
            return not self._had_good
        return self._state not in (GateState.OPEN, GateState.DAMPING)

    def refuse(self, kind: str) -> None:
        """Count a state that cannot be used; the torque goes on as before until `state_timeout`.

        Args:
            kind: name under which it is counted (`counts`).
        """
        self._trips[kind] += 1

    def _enter(self, state: GateState, now: float, reason: str) -> None:
        self._state, self._reason, self._since, self._start = state, reason, now, self._last
        self._share = 0.0
        if state in BRAKED:
            self._brakes.engage(now)
        if state is GateState.FADING_OUT:
            # Torque that holds nothing may go at once.
            self._fades_since = now if self._brakes.are_closed(now) or not self._lifted else None

    def _latch(self, fault: Fault) -> bool:
        """Keep a fault, if it is the first, or needs a reset where the one before ends automatically."""
        if self._fault is not None and not (FAULTS[self._fault].restarts and not FAULTS[fault].restarts):
            return False
        self._fault = fault
        self._trips[f"fault.{fault.value}"] += 1
        return True

    @property
    def _fades_at_once(self) -> bool:
        """Return whether nothing may be held: by policy, or because no pose is known whose gravity load it would be."""
        return self._settings.fault_policy == "zero" or not self._had_good
