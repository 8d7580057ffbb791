"""Which of two values a torque was computed with, around the moment at which the value changed."""

from __future__ import annotations

import math


class ChangeTimes:
    """When a value, as a payload, changed last: by its stamp, and by its arrival here.

    Two topics keep no order, so that neither time alone says with which value a torque was computed. All times are in
    seconds; stamps are of the publishers' clock, arrivals of a steady one.

    Args:
        guard: seconds on both sides of the change in which a torque may be of either value.
    """

    def __init__(self, guard: float) -> None:
        self._guard = guard
        self._stamp = self._arrival = -math.inf

    def changed(self, stamp: float, arrival: float) -> None:
        """The value changed; a stamp of zero is none, and the time of arrival must do."""
        self._stamp, self._arrival = stamp or math.inf, arrival

    def near(self, stamp: float, arrival: float) -> bool:
        """Whether a torque with this stamp and arrival may be of either value."""
        return min(abs(stamp - self._stamp), abs(arrival - self._arrival)) < self._guard

    def before(self, stamp: float, arrival: float) -> bool:
        """Whether a torque, `near` the change or not, is of the value before it."""
        return arrival < self._arrival and stamp < self._stamp
