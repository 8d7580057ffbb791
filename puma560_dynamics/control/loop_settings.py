"""Settings of a `TorqueLoop`, as one typed value that the node, a test and a Python user share."""

from __future__ import annotations

import math
import numbers
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from ..arrays import FloatArray, read_only
from ..errors import StateError
from .feed_forward.acceleration import SOURCES
from .feed_forward.feed_forward import MODEL_TERMS, TERM_NAMES
from .feed_forward.friction import FrictionCompensation
from .gate.gate_settings import GateSettings
from .gate.supervision import NO_GUARD, RIVAL_POLICIES

LOOP_BOUNDS: Mapping[str, tuple[float, float]] = MappingProxyType(
    {
        "acceleration_cutoff": (0.01, 1000.0),
        "configuration_update_divider": (1, 1000),
        "reference_timeout": (0.005, 10.0),
        "state_publishers": (0, 100),
    }
)
"""Least and largest value of each number, in its own unit."""

_WHOLE = ("configuration_update_divider", "state_publishers")


@dataclass(frozen=True, eq=False)
class LoopSettings:
    """Settings of one `TorqueLoop`; the defaults are those of `feedforward_node`, except that no guard is expected.

    Attributes:
        gate: limits, times and fault policy of the torque gate; `GateSettings.of` the model's arm by default.
        terms: names of the active terms, out of `TERM_NAMES`.
        friction: what the friction term compensates; `FrictionCompensation.of` the model's arm by default.
        acceleration_source: where the acceleration of the inertia terms comes from, one of `SOURCES`.
        acceleration_cutoff: cut-off frequency of the filtered acceleration, Hz.
        configuration_update_divider: the configuration-dependent terms are evaluated every so many samples.
        hardware_compensates_gravity: the drive adds the gravity torque itself: it is left out.
        reference_timeout: age of a reference, by its stamp and by its arrival, after which it is dropped, s.
        acceleration_limit: (n,) rad/s², limit of a reference; what the motors can give by default.
        guard: name of the node that guards the commands and whose heartbeat is required; ``"none"`` for none.
        rival_policy: what a second publisher of commands leads to, one of `RIVAL_POLICIES`.
        state_publishers: how many nodes may publish joint states; 0 for any number.

    Raises:
        StateError: a value that makes no sense; the message begins with the name of the attribute.
    """

    gate: GateSettings | None = None
    terms: tuple[str, ...] = MODEL_TERMS
    friction: FrictionCompensation | None = None
    acceleration_source: str = "reference"
    acceleration_cutoff: float = 10.0
    configuration_update_divider: int = 1
    hardware_compensates_gravity: bool = False
    reference_timeout: float = 0.2
    acceleration_limit: FloatArray | None = None
    guard: str = NO_GUARD
    rival_policy: str = "close"
    state_publishers: int = 1

    def __post_init__(self) -> None:
        for name, kind in (("gate", GateSettings), ("friction", FrictionCompensation)):
            value = getattr(self, name)
            if value is not None and not isinstance(value, kind):
                raise StateError(f"{name}: expected {kind.__name__} or None, got {value!r:.80}")
        object.__setattr__(self, "terms", _terms(self.terms))
        for name, (low, high) in LOOP_BOUNDS.items():
            _check_number(name, getattr(self, name), low, high, name in _WHOLE)
        for name, choices in (("acceleration_source", SOURCES), ("rival_policy", RIVAL_POLICIES)):
            if getattr(self, name) not in choices:
                raise StateError(f"{name}: {getattr(self, name)!r} is not known; use one of {', '.join(choices)}")
        if not isinstance(self.hardware_compensates_gravity, bool):
            raise StateError(
                f"hardware_compensates_gravity: expected True or False, got {self.hardware_compensates_gravity!r}"
            )
        if not isinstance(self.guard, str) or not self.guard:
            raise StateError(f"guard: expected the name of a node, or {NO_GUARD!r}, got {self.guard!r}")
        if self.acceleration_limit is not None:
            object.__setattr__(self, "acceleration_limit", _positive("acceleration_limit", self.acceleration_limit))

    def with_(self, **changes: Any) -> LoopSettings:
        """A copy with some attributes changed.

        Args:
            changes: attributes by name, with their new values.

        Returns:
            New settings, checked as these were.

        Raises:
            StateError: a value that makes no sense.
        """
        return replace(self, **changes)


def _terms(given: Any) -> tuple[str, ...]:
    names = () if isinstance(given, str) else tuple(given)
    unknown = [name for name in names if name not in TERM_NAMES]
    if isinstance(given, str) or unknown:
        raise StateError(f"terms: expected names out of {', '.join(TERM_NAMES)}, got {given!r}")
    return names


def _check_number(name: str, value: Any, low: float, high: float, whole: bool) -> None:
    kind = "a whole number" if whole else "a number"
    fits = isinstance(value, numbers.Integral if whole else numbers.Real) and not isinstance(value, bool)
    if not fits or not low <= value <= high:  # NaN is neither
        raise StateError(f"{name}: expected {kind} of {low:g} to {high:g}, got {value!r:.80}")


def _positive(name: str, given: Any) -> FloatArray:
    try:
        values = read_only(given)
    except (TypeError, ValueError):
        values = read_only(math.nan)
    if values.ndim != 1 or not (values > 0.0).all():
        raise StateError(f"{name}: expected positive numbers, one a joint, got {given!r:.80}")
    return values
