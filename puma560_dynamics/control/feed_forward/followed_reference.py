"""The reference that the arm follows: the last one accepted, brought to the time of a joint state, and its loss."""

from __future__ import annotations

import math

import numpy as np

from ...errors import MessageError
from ..gate.gate_settings import GateSettings
from .feed_forward import Reference
from .reference_check import ReferenceCheck

AT_REST = 0.01
"""rad/s and rad/s² of a reference up to which its loss is no fault: the arm stands."""


class FollowedReference:
    """Keeps the last reference that was accepted.

    Args:
        check: accepts references.
        limits: position limits that a reference is kept within.
        timeout: s without a reference after which the last one is dropped.
    """

    def __init__(self, check: ReferenceCheck, limits: GateSettings, timeout: float) -> None:
        self._check, self._limits = check, limits
        self.timeout = timeout
        self._reference: Reference | None = None
        self._stamp, self._seen = 0.0, -math.inf
        self._begin = -math.inf

    def forget(self) -> None:
        """Follow nothing, and take the next reference as the first one."""
        self._check.forget()
        self._reference, self._seen = None, -math.inf

    def forget_before(self, now: float) -> None:
        """Follow nothing, and no reference either that was stamped before the steady time `now` (s)."""
        self.forget()
        self._begin = now

    def take(self, now: float, clock: float, stamp: float, reference: Reference) -> None:
        """Follow a reference, arguments as of `ReferenceCheck.check`.

        Raises:
            MessageError, StateError: it is not followed, and why.
        """
        if clock - stamp - self._limits.clock_offset_limit > now - self._begin:
            raise MessageError("stamp is from before a pause of this process; the reference is not followed")
        self._check.check(now, clock, stamp, reference)
        self._reference, self._stamp, self._seen = reference, stamp, now

    def lost(self, now: float) -> bool:
        """Drop a reference that is too old at the steady time `now` (s); whether it was in motion."""
        if self._reference is None or now - self._seen < self.timeout:
            return False
        motion = [*self._reference.velocity.tolist(), *self._reference.acceleration.tolist()]
        self._reference = None
        return any(abs(value) > AT_REST for value in motion)

    def at(self, stamp: float) -> Reference | None:
        """The reference at the time `stamp` (s) of a joint state, `None` if there is none."""
        if self._reference is None:
            return None
        ahead = stamp - self._stamp
        if stamp <= 0.0 or abs(ahead) >= self.timeout:
            return self._reference
        later = self._reference.advanced(ahead)
        within = np.minimum(np.maximum(later.position, self._limits.lower), self._limits.upper)
        return Reference(within, later.velocity, later.acceleration)
