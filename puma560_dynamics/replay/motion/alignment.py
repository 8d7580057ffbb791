"""Alignment of other topics with the joint states: their values at the time of each state."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...arrays import FloatArray, IntegerArray

COMMAND_AGE = 100_000_000
"""ns for which a command holds; after a longer time commands were lost, or the sender stopped."""

REFERENCE_STEP = 100_000_000
"""Longest distance between references that is interpolated, ns."""

DELAY_SPAN = 1.0
"""s over which the delay of the recording is measured; a stall of less than half of that has no effect."""

KEPT = 5_000_000_000
"""ns of log time for which samples of other topics are kept after the joint states they may belong to."""


class Track:
    """Recent samples of one topic, by key (a stamp or log time).

    Args:
        width: numbers a sample.
    """

    def __init__(self, width: int) -> None:
        self._parts: list[tuple[IntegerArray, IntegerArray, FloatArray]] = [
            (np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64), np.zeros((0, width)))
        ]

    def add(self, key: IntegerArray, log_time: IntegerArray, values: FloatArray) -> None:
        """Take samples: (N,) ns, (N,) ns and (N, width)."""
        if len(key):
            self._parts.append((key, log_time, values))

    def at_hand(self) -> tuple[IntegerArray, FloatArray]:
        """Return the keys in rising order and their samples."""
        key, _, values = self._bound()
        return key, values

    def forget(self, log_time: int) -> None:
        """Forget what was logged more than `KEPT` before `log_time`, ns."""
        key, logged, values = self._bound()
        old = logged < log_time - KEPT
        if old.any():
            self._parts = [(key[~old], logged[~old], values[~old])]

    def _bound(self) -> tuple[IntegerArray, IntegerArray, FloatArray]:
        """Return all samples joined, sorted by key."""
        if len(self._parts) > 1:
            key, logged, values = (np.concatenate(column) for column in zip(*self._parts, strict=True))
            if (np.diff(key) < 0).any():
                order = np.argsort(key, kind="stable")
                key, logged, values = key[order], logged[order], values[order]
            self._parts = [(key, logged, values)]
        return self._parts[0]


def held(track: Track, when: IntegerArray) -> FloatArray:
    """Return the last sample (N, width) before each time; NaN without one, or if it is older than `COMMAND_AGE`."""
    key, values = track.at_hand()
    if not len(key):
        return np.full((len(when), values.shape[1]), np.nan)
    at = np.searchsorted(key, when, side="right") - 1
    return _known(values[at], (at >= 0) & (when - key[at] <= COMMAND_AGE))


def nearest_samples(track: Track, when: IntegerArray, within: float) -> FloatArray:
    """Return the sample nearest to each time, (N, width); NaN where it is further away than `within` ns."""
    key, values = track.at_hand()
    if not len(key):
        return np.full((len(when), values.shape[1]), np.nan)
    at = np.minimum(np.searchsorted(key, when), len(key) - 1)
    if (key[at] == when).all():  # the common case: computed from these very joint states
        return values[at]
    before = np.maximum(at - 1, 0)
    at = np.where(np.abs(when - key[before]) <= np.abs(key[at] - when), before, at)
    return _known(values[at], np.abs(key[at] - when) <= within)


def between(track: Track, when: IntegerArray) -> FloatArray:
    """Interpolate linearly, (N, width); NaN outside, and between samples more than `REFERENCE_STEP` apart."""
    key, values = track.at_hand()
    result = np.full((len(when), values.shape[1]), np.nan)
    if len(key) > 1:
        left = np.clip(np.searchsorted(key, when, side="right") - 1, 0, len(key) - 2)
        step, passed = key[left + 1] - key[left], when - key[left]
        known = (passed >= 0) & (passed <= step) & (step > 0) & (step <= REFERENCE_STEP)
        left = left[known]
        share = (passed[known] / step[known])[:, None]
        result[known] = (1.0 - share) * values[left] + share * values[left + 1]
    return result


def _known(values: FloatArray, known: NDArray[np.bool_]) -> FloatArray:
    """Set `values` (N, width) to NaN where they are not `known` (N,), and return them."""
    if not known.all():
        values[~known] = np.nan
    return values


@dataclass
class Delay:
    """Smooth difference of log time and stamps, so that stalls of the recorder have no effect.

    It is the median over stretches of `DELAY_SPAN`, interpolated between their middles, so that a
    simulated clock that is slower than log time is followed.

    Attributes:
        last: delay where it was last known, ns.
    """

    last: float | None = None

    def logged(self, stamp: IntegerArray, log_time: IntegerArray) -> IntegerArray:
        """Log times (N,) ns that samples with these stamps, in order, would have without stalls."""
        delay = log_time - stamp
        middle = stamp - stamp[0]
        stretches = max(round(1e-9 * float(middle[-1]) / DELAY_SPAN), 1)
        parts = np.array_split(np.arange(len(stamp)), min(stretches, len(stamp)))
        if self.last is not None and 1e-9 * float(middle[-1]) < DELAY_SPAN:
            return stamp + int(self.last)
        medians = [float(np.median(delay[part])) for part in parts]
        self.last = medians[-1]
        smooth = np.interp(middle, [float(middle[part].mean()) for part in parts], medians)
        return np.asarray(stamp + smooth.astype(np.int64))
