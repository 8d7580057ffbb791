"""Classification of stamps in the order of arrival: valid, wrong, or after the clock was set."""

from __future__ import annotations

import numpy as np

from ...arrays import IntegerArray

WINDOW = 1_000_000_000
"""ns by which a stamp may lie behind the newest one; such a sample is sorted in."""

LEAP = 10_000_000_000
"""ns by which stamps may run ahead of log time from one sample to the next."""

WITNESSES = 10
"""Samples after a jump that decide whether the clock was set."""


class Clock:
    """Follows the stamps of one topic.

    A stamp is suspect if it lies more than `WINDOW` behind the newest one, or jumps ahead by more than `LEAP` relative
    to log time. If most of the next `WITNESSES` stamps are nearer to it than to the newest one, the clock was set
    (simulation time began again, a robot was rebooted) and a new epoch begins. Otherwise the sample is wrong. The
    result does not depend on how the stream is cut.
    """

    def __init__(self) -> None:
        self._newest: int | None = None
        self._log = 0

    def follow(
        self, stamp: IntegerArray, log_time: IntegerArray, last: bool
    ) -> tuple[list[IntegerArray], IntegerArray, int]:
        """Judge samples in the order of arrival.

        Args:
            stamp: (N,) ns.
            log_time: (N,) ns.
            last: whether none will follow.

        Returns:
            Indices of samples that fit, an array an epoch (the first one goes on with the epoch before);
            for each that fits, in order, the newest stamp before it, ns; and how many samples have been
            judged: the others wait for their witnesses and have to be handed in again.
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
    """Concatenate arrays; without any return an empty one."""
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.int64)
