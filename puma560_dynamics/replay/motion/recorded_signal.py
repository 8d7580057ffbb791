"""Choice between recorded and filtered velocity and acceleration: recorded signals are used if lag and size fit."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...arrays import FloatArray

MOVES = 0.05
"""rad/s from which a joint counts as moving."""

NEEDED = 1.0
"""s of motion needed to judge a recorded signal."""

JUDGED = 20000
"""Largest number of samples used for the judgement."""

DIFFERS = 0.2
"""Fraction of a signal's root mean square by which it may differ from the filtered one."""

FOLLOWED = 0.02
"""The same fraction for a reference. If it and the filtered signal's noise are exceeded, the arm did not follow."""

WIDTHS = 2.0
"""Standard deviations of noise by which the filtered signal may differ."""


class RecordedSignal:
    """Decides whether a recorded signal is used in place of that filtered from positions.

    Args:
        name: as ``"recorded velocity"``.
        choice: ``"auto"``, or whether it is wanted (``"recorded"``) or not (``"filtered"``).

    Attributes:
        accepted: `None` as long as the arm has not moved enough to judge it.
        seen: whether any sample had it.
        reason: why it is not used, a sentence; empty if it is.
        lag: s, where it was judged.
        missing: samples of an accepted signal where it was missing.
    """

    def __init__(self, name: str, choice: str) -> None:
        self.name = name
        self.accepted = None if choice == "auto" else choice != "filtered"
        self.seen = False
        self.reason = ""
        self.lag = float("nan")
        self.missing = 0

    def choose(
        self,
        time: FloatArray,
        recorded: FloatArray,
        filtered: FloatArray,
        moving: NDArray[np.bool_],
        allowed: float,
        noise: FloatArray | None = None,
    ) -> FloatArray:
        """Return the signal to use, (N, n): the recorded one where it is accepted and there, else the filtered one.

        Args:
            time: (N,) s.
            recorded: (N, n), NaN where there is none.
            filtered: (N, n).
            moving: (N,) settled samples in which the arm moves.
            allowed: s of lag that is accepted.
            noise: (n,) standard deviation of the filtered signal's noise if the recorded signal is a reference; `None`
                if it was measured.
        """
        there = np.asarray(np.isfinite(recorded).all(axis=1))
        self.seen = self.seen or bool(there.any())
        if self.accepted is None:
            self._judge(time, recorded, filtered, moving & there, allowed, noise)
        if not self.accepted:
            return filtered
        if there.all():
            return recorded
        self.missing += int(np.count_nonzero(~there))
        return np.where(there[:, None], recorded, filtered)

    def _judge(
        self,
        time: FloatArray,
        recorded: FloatArray,
        filtered: FloatArray,
        fit: NDArray[np.bool_],
        allowed: float,
        noise: FloatArray | None,
    ) -> None:
        """Compare the recorded signal with the filtered one as soon as there is enough motion."""
        index = np.flatnonzero(fit)[:JUDGED]
        if len(index) < 3 or len(index) * float(np.median(np.diff(time[index]))) < NEEDED:
            return
        self.lag, left = find_lag(time[index], recorded[index], filtered[index])
        most = DIFFERS
        if noise is not None:
            share = WIDTHS * float(np.linalg.norm(noise) / np.linalg.norm(filtered[index])) * len(index) ** 0.5
            most = min(DIFFERS, float(np.hypot(FOLLOWED, share)))
        self.accepted = abs(self.lag) <= allowed and left <= most
        if left > most:
            self.reason = f"{self.name} differs by {left:.0%} from the derivative of the position: not used"
        elif not self.accepted:
            side = "late" if self.lag > 0 else "early"
            self.reason = f"{self.name} comes {1e3 * abs(self.lag):.1f} ms {side}: not used"


def moves(velocity: FloatArray) -> NDArray[np.bool_]:
    """Return (N,) flags: whether any joint moves, by velocity (N, n) in rad/s."""
    return np.asarray((np.abs(velocity) > MOVES).any(axis=1))


LARGEST = 0.25
"""Largest lag that is searched for, s."""

STEPS = 12
"""Gauss-Newton steps; five are usually enough."""


def find_lag(time: FloatArray, signal: FloatArray, expected: FloatArray) -> tuple[float, float]:
    r"""Find the lag at which `expected` explains `signal` best, and the remaining difference.

    Least squares over all joints together, which for a lag is the maximum of the cross-correlation,
    taken between the samples by following the slope (Gauss-Newton):

    .. math:: \min_\tau \sum_k |s(t_k) - e(t_k - \tau)|^2

    Args:
        time: (N,) s, rising, one stretch without gaps.
        signal: (N, n).
        expected: (N, n), smooth; longer than `LARGEST`.

    Returns:
        The lag, s, positive if `signal` comes late, and the root mean square of the remaining difference as a fraction
        of that of `expected`.
    """
    slope = np.gradient(expected, time, axis=0)
    lag = 0.0
    for _ in range(STEPS):
        known, (model, rate) = _later(time, lag, expected, slope)
        step = float(np.sum(rate * (model - signal[known])) / np.sum(rate**2))
        lag = float(np.clip(lag + step, -LARGEST, LARGEST))
        if abs(step) < 1e-7:
            break
    known, (model,) = _later(time, lag, expected)
    return lag, float(np.sqrt(np.mean((signal[known] - model) ** 2) / np.mean(model**2)))


def _later(time: FloatArray, lag: float, *signals: FloatArray) -> tuple[NDArray[np.bool_], list[FloatArray]]:
    """Return the signals (N, n) shifted by `lag`, and flags of the times at which they are known."""
    at = time - lag
    known = np.asarray((at >= time[0]) & (at <= time[-1]))
    return known, [np.column_stack([np.interp(at[known], time, column) for column in s.T]) for s in signals]
