"""The content of the live page at one moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from ..arrays import FloatArray, read_only
from ..errors import StateError


@dataclass(frozen=True)
class Status:
    """One diagnostic status.

    Attributes:
        name: node and subject, e.g. ``"validator_node: residual"``.
        level: 0 ok, 1 warning, 2 error, 3 stale.
        message: one sentence.
    """

    name: str
    level: int
    message: str


@dataclass(frozen=True, eq=False)
class Snapshot:
    """Content of the page; unknown parts are `None` or empty.

    Attributes:
        joint_names: names of the n moving joints, in the order of all arrays.
        limits: (n,) N·m, largest torque of each joint.
        position: (n,) rad.
        torque: (n,) N·m.
        torque_source: phrase on the source of `torque`.
        terms: the active terms of the model by name, each (n,) N·m.
        residual: (n,) N·m, torque of the explicit model minus that of Pinocchio.
        gate: state of the torque gate (inactive, fading_in, open, damping, holding, fading_out, closed).
        gate_reason: reason for this state, if given.
        trips: number of times that each check of the gate acted, by kind.
        statuses: diagnostics of the nodes.
        silent: seconds since the last joint states; `None` before the first.

    Raises:
        StateError: an array with a shape other than (n,).
    """

    joint_names: tuple[str, ...]
    limits: FloatArray
    position: FloatArray | None = None
    torque: FloatArray | None = None
    torque_source: str = ""
    terms: Mapping[str, FloatArray] = field(default_factory=lambda: MappingProxyType({}))
    residual: FloatArray | None = None
    gate: str = ""
    gate_reason: str = ""
    trips: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    statuses: tuple[Status, ...] = ()
    silent: float | None = None

    def __post_init__(self) -> None:
        for name in ("limits", "position", "torque", "residual"):
            values = getattr(self, name)
            if values is not None:
                object.__setattr__(self, name, self._checked(name, values))
        terms = {name: self._checked(name, values) for name, values in self.terms.items()}
        object.__setattr__(self, "terms", MappingProxyType(terms))
        object.__setattr__(self, "trips", MappingProxyType(dict(self.trips)))

    @property
    def share(self) -> FloatArray | None:
        """Return the torque as a signed fraction of its limit, (n,); nan if the limit is not positive."""
        if self.torque is None:
            return None
        limits = np.where(self.limits > 0.0, self.limits, np.nan)
        return read_only(self.torque / limits)

    def _checked(self, name: str, values: FloatArray) -> FloatArray:
        array = read_only(values)
        if array.shape != (len(self.joint_names),):
            raise StateError(
                f"{name}: expected {len(self.joint_names)} numbers, one per joint, got shape {array.shape}"
            )
        return array
