"""Extract the arm's positions and velocities from joint states in any order, also if a driver reports no velocity."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence

import numpy as np

from ..arrays import FloatArray
from ..errors import MessageError, StateError
from .gate.plausibility import differences
from .joint_order import JointOrder
from .parameter_spec import BOTH, ParameterSpec

MEASURED, POSITION = VELOCITY_SOURCES = ("measured", "position")
"""Sources of the velocity: the driver's report, or the displacement over `WINDOW_S`."""

VELOCITY_SOURCE = ParameterSpec(
    "velocity_source",
    MEASURED,
    "source of the velocity: measured (by the driver), or position (the displacement over 0.02 s by stamps, "
    "delayed by 0.01 s); the gravity term alone needs no velocity",
    choices=VELOCITY_SOURCES,
    users=BOTH,
)
"""Parameter of the torque path; the controller reads the time of a state from its cycle instead of stamps."""

WINDOW_S = 0.02
"""Shortest time by stamps over which a displacement gives a velocity, s. The velocity lags by half of this time: 0.01 s
if the period of the states divides the window, otherwise at most half a period more."""

MAX_GAP_S = 0.25
"""Seconds between two states beyond which the velocity starts again at zero."""


class JointStateReader:
    """Reads the joint states of one arm.

    Args:
        names: names of n joints, as in messages.
        continuous: n flags whether a joint has no position limits, so that its driver may wrap the angle.
        source: source of the velocity, one of `VELOCITY_SOURCES`.

    Raises:
        StateError: an unknown source.
    """

    def __init__(self, names: Sequence[str], continuous: Sequence[bool], source: str = MEASURED) -> None:
        if source not in VELOCITY_SOURCES:
            raise StateError(f"velocity_source {source!r} is not known; use one of {', '.join(VELOCITY_SOURCES)}")
        self._order, self._continuous, self._source = JointOrder(names), tuple(continuous), source
        self._past: deque[tuple[float, list[float]]] = deque()

    def concerns(self, names: Sequence[str]) -> bool:
        """Return whether a message contains any of these joints; a gripper's own message does not."""
        return self._order.concerns(names)

    def read(
        self, stamp: float, names: Sequence[str], position: Sequence[float], velocity: Sequence[float], needed: bool
    ) -> tuple[FloatArray, FloatArray]:
        """Return the joint state in a message.

        Args:
            stamp: stamp of the message, s.
            names: names of the joints.
            position: rad, one per name.
            velocity: rad/s, one per name; empty or NaN if the driver reports none.
            needed: whether the torque depends on the velocity. If it does not and no velocity is reported, the
                displacement replaces it, because checks and the damping on a fault need a velocity.

        Returns:
            (n,) rad and (n,) rad/s.

        Raises:
            MessageError: joints are missing or named twice, a field has a wrong length or is not finite, or a needed
                velocity is not reported.
        """
        reported = len(velocity) and not any(map(math.isnan, velocity))
        if self._source == MEASURED and reported:
            self._past.clear()
            q, qd = self._order.fields(names, position=position, velocity=velocity)
            return q, qd
        (q,) = self._order.fields(names, position=position)
        if self._source == MEASURED and needed:
            raise MessageError(
                f"velocity is {'NaN' if len(velocity) else 'empty'}; the message is not used: set "
                f"velocity_source to {POSITION}, or switch on the gravity term alone, which needs none"
            )
        return q, self._displacement(stamp, q.tolist())

    def _displacement(self, stamp: float, q: list[float]) -> FloatArray:
        past = self._past
        if past and not 0.0 < stamp - past[-1][0] <= MAX_GAP_S:
            past.clear()
        past.append((stamp, q))
        while len(past) > 2 and stamp - past[1][0] >= WINDOW_S - 1e-9:
            past.popleft()
        since, before = past[0]
        if stamp <= since:
            return np.zeros(len(q))
        return np.array(differences(q, before, self._continuous)) / (stamp - since)
