"""States of the torque gate, and its output."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from ...arrays import FloatArray


class GateState(str, Enum):
    """What the gate is doing."""

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
    """What the gate lets out.

    Attributes:
        torque: (n,) N·m, read-only; finite, within the limits and the rate, whatever came in.
        state: of the gate.
        trips: what differs from what came in, one sentence each.
    """

    torque: FloatArray
    state: GateState
    trips: tuple[str, ...] = ()
