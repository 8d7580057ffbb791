"""Alignment of other topics with the joint states: the value of each topic at the time of each joint state."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...arrays import FloatArray, IntegerArray

COMMAND_AGE = 100_000_000
"""Time for which a command stays valid, ns. After a longer time commands were lost, or the sender stopped."""

REFERENCE_STEP = 100_000_000
"""Longest time between two references across which values are interpolated, ns."""

DELAY_SPAN = 1.0
"""Time over which the delay of the recording is measured, s. Stalls shorter than half of this time have no effect."""

KEPT = 5_000_000_000
"""Log time for which samples of other topics are kept, so that late joint states can still be aligned, ns."""


class Track:
    """Recent samples of one topic, sorted by a key (stamp or log time).

    Args:
        width: number of values per sample.
    """

    def __init__(self, width: int) -> None:
        self._parts: list[tuple[IntegerArray, IntegerArray, FloatArray]] = [
            (np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64), np.zeros((0, width)))
        ]

    def add(self, key: IntegerArray, log_time: IntegerArray, values: FloatArray) -> None:
        """Add N samples: keys (N,) ns, log times (N,) ns and values (N, width)."""
        if len(key):
            self._parts.append((key, log_time, values))

    def at_hand(self) -> tuple[IntegerArray, FloatArray]:
        """Return the keys (N,) in rising order, and the values (N, width) of their samples."""
        key, _, values = self._bound()
        return key, values

    def forget(self, log_time: int) -> None:
        """Remove samples that were logged more than `KEPT` before `log_time`, ns."""
        key, logged, values = self._bound()
        old = logged < log_time - KEPT
        if old.any():
            self._parts = [(key[~old], logged[~old], values[~old])]

    def _bound(self) -> tuple[IntegerArray, IntegerArray, FloatArray]:
        """Return keys, log times and values of all samples, sorted by key."""
        if len(self._parts) > 1:
            key, logged, values = (np.concatenate(column) for column in zip(*self._parts, strict=True))
            if (np.diff(key) < 0).any():
                order = np.argsort(key, kind="stable")
                key, logged, values = key[order], logged[order], values[order]
            self._parts = [(key, logged, values)]
        return self._parts[0]


def held(track: Track, when: IntegerArray) -> FloatArray:
    """Return the last sample (N, width) at or before each time; NaN if there is none within `COMMAND_AGE`."""
    key, values = track.at_hand()
    if not len(key):
        return np.full((len(when), values.shape[1]), np.nan)
    at = np.searchsorted(key, when, side="right") - 1
    return _known(values[at], (at >= 0) & (when - key[at] <= COMMAND_AGE))


def nearest_samples(track: Track, when: IntegerArray, within: float) -> FloatArray:
    """Return the sample (N, width) nearest to each time; NaN where it is further away than `within` ns."""
    key, values = track.at_hand()
    if not len(key):
        return np.full((len(when), values.shape[1]), np.nan)
    at = np.minimum(np.searchsorted(key, when), len(key) - 1)
    if (key[at] == when).all():  # the common case: the samples have the stamps of the joint states
        return values[at]
    before = np.maximum(at - 1, 0)
    at = np.where(np.abs(when - key[before]) <= np.abs(key[at] - when), before, at)
    return _known(values[at], np.abs(key[at] - when) <= within)


def between(track: Track, when: IntegerArray) -> FloatArray:
    """Return linearly interpolated samples (N, width) at the times `when` (N,) ns.

    NaN before the first and after the last sample, and between samples more than `REFERENCE_STEP` apart.
    """
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
    """Set the rows of `values` (N, width) that are not `known` (N,) to NaN in place, and return `values`."""
    if not known.all():
        values[~known] = np.nan
    return values


@dataclass
class Delay:
    """Smooth difference between log times and stamps, on which stalls of the recorder have no effect.

    The delay is the median over stretches of `DELAY_SPAN`, interpolated linearly between the middles of the stretches,
    so that it can follow a simulated clock that is slower than log time.

    Attributes:
        last: last known delay, ns; `None` before the first samples.
    """

    last: float | None = None

    def logged(self, stamp: IntegerArray, log_time: IntegerArray) -> IntegerArray:
        """Return the log times (N,) ns that samples with these stamps, in order, would have without stalls."""
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
