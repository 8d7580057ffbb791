"""Order of torque and brakes: torque holds the arm before the brakes open, and brakes hold it before torque ends.

A fade begins with almost zero torque: if the brakes opened then, the arm would fall. So the torque first rises to the
gravity load. Then brakes that this package controls are released, and nothing moves the arm until they have had time to
open and the arm has stayed in place. Before the torque ends, the brakes are requested and get time to close.
"""

from __future__ import annotations

from collections.abc import Sequence

from .gate_settings import OURS, SUPPORTED, GateSettings
from .plausibility import differences

SETTLED_S = 0.1
"""Seconds for which the arm must stay in place after the brakes have opened."""

MAX_FEEDBACK_S = 2.0
"""Seconds after which torque ends even if brakes with feedback have not reported that they are closed."""


class Brakes:
    """Decides when brakes are requested, and when they are assumed to be open or closed.

    Args:
        settings: kind of the brakes, their times, and the allowed sag of the arm.
    """

    def __init__(self, settings: GateSettings) -> None:
        self._settings = settings
        self._ours = settings.brakes == OURS
        self.lifts = settings.brakes != SUPPORTED
        """Whether torque has to hold the arm before it moves the arm."""
        self._reported: bool | None = None
        self.requested = True
        """Whether the brakes are requested, if this package controls them."""
        self._since = 0.0
        self._open: float | None = None
        self._pose: Sequence[float] = ()

    @property
    def ours(self) -> bool:
        """Return whether this package requests the brakes."""
        return self._ours

    def note_report(self, closed: bool) -> None:
        """Note that the brakes report whether they are closed."""
        self._reported = closed

    def release(self, now: float, position: Sequence[float]) -> None:
        """Release the brakes: torque holds the arm at n positions (rad), at the steady time `now` (s)."""
        self._request(now, False)
        self._pose = position

    def engage(self, now: float) -> None:
        """Engage the brakes at the steady time `now` (s): the torque is about to be removed."""
        self._request(now, True)

    def are_open(self, now: float) -> bool:
        """Return whether the brakes have been open for `SETTLED_S` at the steady time `now` (s)."""
        if not self._ours:
            return True
        if self.requested:
            return False
        feedback = self._settings.brake_feedback
        opened = self._reported is False if feedback else now - self._since >= self._settings.brake_release_time
        if not opened:
            self._open = None
        elif self._open is None:
            self._open = now
        return self._open is not None and now - self._open >= SETTLED_S

    def are_closed(self, now: float) -> bool:
        """Return whether the brakes hold the arm at the steady time `now` (s), or must be assumed to."""
        if not self._ours:
            return True
        waited = now - self._since
        if self._settings.brake_feedback:
            return self.requested and (self._reported is True or waited >= MAX_FEEDBACK_S)
        return self.requested and waited >= self._settings.brake_engage_time

    def sag(self, position: Sequence[float]) -> float:
        """Return the largest displacement of a joint since the brakes released the arm, rad."""
        if not self._pose:
            return 0.0
        return max(map(abs, differences(position, self._pose, self._settings.continuous)))

    def _request(self, now: float, closed: bool) -> None:
        if closed != self.requested:
            self.requested, self._since, self._open = closed, now, None
