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
"""States after a fault, before the torque fades."""

PASSING = (GateState.FADING_IN, GateState.OPEN)
"""States in which the wanted torque passes."""


class GateOutput(NamedTuple):
    """Output of the gate.

    Attributes:
        torque: (n,) N·m, read-only; finite and within limits and rate for any input.
        state: state of the gate.
        trips: reasons for differences from the wanted torque, one sentence each.
    """

    torque: FloatArray
    state: GateState
    trips: tuple[str, ...] = ()


BRAKED = (GateState.INACTIVE, GateState.HOLDING, GateState.FADING_OUT, GateState.YIELDED, GateState.CLOSED)
"""States in which the brakes are requested, if this package controls them."""


class GateStatus:
    """State, latched fault, counts and last output torque of a gate.

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
        """Steady time at which the gate entered its state, s."""
        return self._since

    @property
    def latched(self) -> Fault | None:
        """Fault that a reset has to clear; `None` without a fault."""
        return self._fault

    @property
    def counts(self) -> Mapping[str, int]:
        """Number of trips of each kind since the gate was made."""
        return MappingProxyType(dict(self._trips))

    @property
    def torque(self) -> FloatArray:
        """Last output torque, (n,) N·m."""
        return read_only(self._last)

    @property
    def active(self) -> bool:
        """Return whether `limit` and `watch` may return a torque."""
        return self._state is not GateState.INACTIVE

    @property
    def done(self) -> bool:
        """Return whether the torque has ended after `deactivate` or a fault."""
        return self._state in (GateState.INACTIVE, GateState.CLOSED)

    @property
    def quiet(self) -> bool:
        """Return whether nothing is left to be sent: inactive, or closed with zero repeated long enough."""
        return self._state is GateState.INACTIVE or (self._state is GateState.CLOSED and self._silent)

    @property
    def waiting(self) -> bool:
        """Return whether the gate is active without torque: no usable state has come, and no torque is removed."""
        return self._state is GateState.FADING_IN and not self._had_good and not any(self._last)

    @property
    def leads(self) -> bool:
        """Return whether references may move the arm: the brakes are open, and the torque holds the arm."""
        return self._released

    @property
    def holds_alone(self) -> bool:
        """Return whether torque alone holds the arm: no brake, and no person before the fade-in has ended."""
        fades = self._state is GateState.FADING_IN and self._brakes.lifts
        return self._released and (self._state is GateState.OPEN or fades)

    @property
    def brake(self) -> bool:
        """Return whether a brake should be engaged: always, except while torque from good states acts on the arm."""
        if self._brakes.ours:
            return self._brakes.requested
        if self._state is GateState.FADING_IN:
            return not self._had_good
        return self._state not in (GateState.OPEN, GateState.DAMPING)

    def refuse(self, kind: str) -> None:
        """Count a state that cannot be used; the torque continues unchanged until `state_timeout`.

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
            # Torque that does not hold the arm may fade at once.
            self._fades_since = now if self._brakes.are_closed(now) or not self._lifted else None

    def _latch(self, fault: Fault) -> bool:
        """Latch a fault if it is the first, or if it needs a reset and the latched one does not; return whether."""
        if self._fault is not None and not (FAULTS[self._fault].restarts and not FAULTS[fault].restarts):
            return False
        self._fault = fault
        self._trips[f"fault.{fault.value}"] += 1
        return True

    @property
    def _fades_at_once(self) -> bool:
        """Return whether a fault fades the torque at once: by policy, or because the pose is unknown."""
        return self._settings.fault_policy == "zero" or not self._had_good
