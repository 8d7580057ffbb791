"""Find bumps in a signal: it leaves its level within a second, and comes back.

The level before a sample is an exponential average of the signal up to `BEFORE` earlier. A bump begins where the signal
differs from this level by more than a threshold, and ends where it is back by half of its largest value. A step that
does not come back is no bump; neither is a bump that is open at an end of the signal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.signal import lfilter

from ...arrays import FloatArray
from ...control.observer.contact_events import TOP

FOLLOWS = 0.5
"""Time constant of the level, s. A slower change of the signal is no bump."""

BEFORE = 0.3
"""Time before a sample at which the level is taken, s, so that the rise of a bump does not change its own level."""

SETTLES = 0.5
"""Time at the beginning and after a bump in which no other bump begins, s."""

EDGE = 1.0
"""Longest duration of the rise and of the fall of a bump, s. Slower changes are drift or friction that relaxes."""

LOW, MOST = 0.15, 0.75
"""Fraction of its height at which a bump begins, and fraction by which it must rise and fall within `EDGE`."""

QUIET = 0.5
"""Largest change of the signal within half of `EDGE` before a bump, as a fraction of its height."""

OVERSHOOT = 2.5
"""Largest overshoot behind a bump as a multiple of its height. A larger one is another bump that ends a step."""

SHORTEST, LONGEST = 0.08, 10.0
"""Shortest and longest duration of a bump, s."""

_CHUNK = 4096


class Bump(NamedTuple):
    """A bump in a signal.

    Attributes:
        start: index of its first sample.
        peak: index of its largest sample.
        end: index after its last sample.
        size: mean difference from the level before the bump, with its sign, over the samples above `TOP` of the
            largest, which alone contains noise and the controller's overshoot.
        threshold: threshold at `peak`.
    """

    start: int
    peak: int
    end: int
    size: float
    threshold: float


@dataclass(frozen=True, eq=False)
class Threshold:
    """Smallest difference that is a bump: a constant part, and parts that grow with the change of other signals.

    Attributes:
        least: constant part.
        signals: (N, k) other signals.
        rates: (k,) threshold per unit of change of each of them.
    """

    least: float
    signals: FloatArray | None = None
    rates: FloatArray = field(default_factory=lambda: np.zeros(0))

    def times(self, factor: float) -> Threshold:
        """Return the threshold times a factor."""
        return Threshold(factor * self.least, self.signals, factor * self.rates)

    def everywhere(self, period: float) -> FloatArray:
        """Return the threshold (N,) of each sample's difference from the level before it; (1,) if it is constant."""
        if self.signals is None:
            return np.array([self.least])
        return self.least + np.abs(self.signals - levels(self.signals, period)) @ self.rates

    def between(self, sample: int, other: int) -> float:
        """Return the threshold of the difference of two samples."""
        if self.signals is None:
            return self.least
        return self.least + float(np.abs(self.signals[sample] - self.signals[other]) @ self.rates)


def levels(signal: FloatArray, period: float) -> FloatArray:
    """Return the level (N,) before each sample of a signal (N,) or (N, k), sampled with `period` s."""
    keep = float(np.exp(-period / FOLLOWS))
    delay = max(1, round(BEFORE / period))
    start = signal[:1]
    level = np.asarray(lfilter([1.0 - keep], [1.0, -keep], signal, axis=0, zi=keep * start)[0])
    return np.concatenate([np.repeat(start, min(delay, len(signal)), axis=0), level[:-delay]])


def bumps(signal: FloatArray, threshold: Threshold, period: float) -> Iterator[Bump]:
    """Yield the bumps of a signal in order of time.

    Args:
        signal: (N,) evenly sampled, finite.
        threshold: smallest difference that is a bump.
        period: time between samples, s.
    """
    settles, shortest = max(1, round(SETTLES / period)), max(2, round(SHORTEST / period))
    longest, edge = round(LONGEST / period), max(2, round(EDGE / period))
    least = np.broadcast_to(threshold.everywhere(period), signal.shape)
    begin = 0
    while begin + settles < len(signal):
        left = _departure(signal, least, begin + settles, period)
        if left is None:
            return
        at, level = left
        sign = 1.0 if signal[at] > level else -1.0
        apart = sign * (signal[at : at + longest] - level)
        back: NDArray[np.intp] = np.flatnonzero(apart < 0.5 * np.maximum.accumulate(apart))
        if not len(back):
            begin = at  # a step: the level begins again behind it
            continue
        end = at + int(back[0])
        first = max(0, at - 2 * edge)
        around = sign * signal[first : end + longest]
        found = _shape(around, sign * level, at - first, end - first, period)
        if found is None:  # what looks like its end may be the beginning of another one
            begin = max(begin + max(2, settles // 5), end - settles - edge)
            continue
        start, peak, end = (first + one for one in (found.start, found.peak, found.end))
        limit = threshold.between(peak, max(0, start - 1))
        # Between two bumps the signal is not usual either: a bump leads away from what is usual.
        usual = sign * float(np.median(signal[max(0, start - longest) : end + longest]))
        away = found.size > 2.0 * (usual - (sign * float(signal[peak]) - found.size))
        if away and end - start >= shortest and found.size > limit:
            yield Bump(start, peak, end, sign * found.size, limit)
        begin = end


def _shape(signal: FloatArray, level: float, at: int, end: int, period: float) -> Bump | None:
    """Return a bump of `signal` with its own level, from just before its rise; `None` if it rises or falls slowly.

    The signal may have drifted away from `level` before the bump began, for example while friction relaxes.

    Args:
        signal: (N,) with a bump upwards.
        level: level that the signal has left.
        at, end: first sample beyond the threshold, and first sample back below half of the height.
        period: time between samples, s.
    """
    edge, before = max(2, round(EDGE / period)), max(2, round(BEFORE / period))
    peak = at + int(np.argmax(signal[at:end]))
    top = float(signal[peak])
    low = _last_below(signal, 0.5 * (level + top), peak)
    window = signal[max(0, low - edge) : low + 1]
    base = float(window.min())
    low = _last_below(signal, base + LOW * (top - base), peak)
    base = float(np.median(signal[max(0, low + 1 - before) : low + 1]))
    size = top - base
    quiet = signal[max(0, low + 1 - edge // 2) : low + 1]
    if np.ptp(quiet) > QUIET * size:  # what another bump leaves
        return None
    behind: NDArray[np.intp] = np.flatnonzero(signal[peak:] < base + 0.5 * size)
    if size < MOST * (top - level) or not len(behind):
        return None
    half = peak + int(behind[0])
    fall = signal[half : half + edge]
    deep = np.flatnonzero(fall < base + 2.0 * LOW * size)
    high = base + MOST * size
    if not len(deep) or fall.min() < base - OVERSHOOT * size or signal[max(0, half - edge) : half].max() < high:
        return None
    body = signal[low + 1 : half]
    return Bump(low + 1, peak, half + int(deep[0]), float(body[body >= base + TOP * size].mean()) - base, 0.0)


def _last_below(signal: FloatArray, value: float, before: int) -> int:
    """Return the last sample before another one at which the signal is not above a value; 0 if there is none."""
    below = np.flatnonzero(signal[:before] <= value)
    return int(below[-1]) if len(below) else 0


def _departure(signal: FloatArray, least: FloatArray, first: int, period: float) -> tuple[int, float] | None:
    """Return the first sample from `first` where the signal leaves its level, and this level; `None` without one."""
    delay = max(1, round(BEFORE / period))
    keep = float(np.exp(-period / FOLLOWS))
    state = np.array([keep * signal[first]])
    recent = np.full(delay, signal[first])
    for low in range(first, len(signal), _CHUNK):
        part = slice(low, min(len(signal), low + _CHUNK))
        smooth, state = lfilter([1.0 - keep], [1.0, -keep], signal[part], zi=state)
        level = np.concatenate([recent, smooth])
        recent, level = level[len(level) - delay :], level[: part.stop - low]
        beyond = np.abs(signal[part] - level) > least[part]
        # Two neighbouring samples have to agree, so that a single wrong sample is no bump.
        found = np.flatnonzero(beyond[1:] & beyond[:-1])
        if len(found):
            return low + int(found[0]), float(level[found[0]])
    return None
