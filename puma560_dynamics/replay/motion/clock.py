"""Classification of stamps in the order of arrival: valid, wrong, or first of a new epoch after the clock was set."""

from __future__ import annotations

import numpy as np

from ...arrays import IntegerArray

WINDOW = 1_000_000_000
"""Time by which a stamp may be older than the newest one and still be valid, ns."""

LEAP = 10_000_000_000
"""Time by which stamps may advance more than log time from one sample to the next, ns."""

WITNESSES = 10
"""Number of samples after a jump of the stamps that decide whether the clock was set."""


class Clock:
    """Classifies the stamps of one topic.

    A stamp is suspect if it is more than `WINDOW` older than the newest stamp, or jumps ahead by more than `LEAP`
    relative to log time. If most of the next `WITNESSES` stamps are closer to the suspect stamp than to the newest one,
    the clock was set (simulation time restarted, a robot was rebooted) and a new epoch begins. Otherwise the sample is
    wrong. The result does not depend on how the stream is divided into pieces.
    """

    def __init__(self) -> None:
        self._newest: int | None = None
        self._log = 0

    def follow(
        self, stamp: IntegerArray, log_time: IntegerArray, last: bool
    ) -> tuple[list[IntegerArray], IntegerArray, int]:
        """Classify samples in the order of arrival.

        Args:
            stamp: (N,) stamps, ns.
            log_time: (N,) log times, ns.
            last: whether these are the last samples.

        Returns:
            Indices of valid samples, one array per epoch (the first array continues the previous epoch); for each
            valid sample, the newest stamp before it, ns; and the number of classified samples. The remaining samples
            need later ones for a decision, and must be passed again in the next call.
        """
        epochs: list[IntegerArray] = []
        fits: list[IntegerArray] = []
        newest: list[IntegerArray] = []
        start = 0
        while start < len(stamp):
            here = stamp[start:]
            if self._newest is None:
                self._newest, self._log = int(here[0]), int(log_time[start])
            before = np.maximum.accumulate(np.concatenate(([self._newest], here[:-1])))
            passed = np.diff(log_time[start:], prepend=self._log)
            odd = (here < before - WINDOW) | (here - before > np.maximum(passed, 0) + LEAP)
            at = int(odd.argmax()) if odd.any() else len(here)
            if at:
                fits.append(np.arange(start, start + at))
                newest.append(before[:at])
                self._newest, self._log = max(int(before[at - 1]), int(here[at - 1])), int(log_time[start + at - 1])
            start += at
            if start == len(stamp):
                break
            witnesses = stamp[start + 1 : start + 1 + WITNESSES]
            if len(witnesses) < WITNESSES and not last:
                break
            jumped = np.abs(witnesses - stamp[start]) < np.abs(witnesses - self._newest)
            if 2 * np.count_nonzero(jumped) > len(witnesses):
                epochs.append(_joined(fits))
                fits, self._newest = [], None
            else:
                self._log = int(log_time[start])
                start += 1
        return [*epochs, _joined(fits)], _joined(newest), start


def _joined(parts: list[IntegerArray]) -> IntegerArray:
    """Concatenate arrays; return an empty array if there are none."""
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.int64)
