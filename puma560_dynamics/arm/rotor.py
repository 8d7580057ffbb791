"""Which link carries a motor, and about which axis its rotor spins."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..arrays import FloatArray, equal_fields


@dataclass(frozen=True, eq=False)
class Rotor:
    """The rotor of one joint's motor; it turns by the gear ratio times the joint, relative to what carries it.

    Attributes:
        carrier: number of the link that the motor is fixed to, 0 for the base.
        axis: (3,) unit vector in that link's frame, about which the rotor turns positively with the joint.
    """

    carrier: int
    axis: FloatArray

    def __post_init__(self) -> None:
        axis = np.array(self.axis, dtype=np.float64)
        axis.setflags(write=False)
        object.__setattr__(self, "axis", axis)

    def __eq__(self, other: object) -> bool:
        return equal_fields(self, other)

    def __hash__(self) -> int:
        return hash(self.carrier)
