"""Choice between recorded and filtered velocity and acceleration: a recorded signal is used if lag and size agree."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...arrays import FloatArray

MOVES = 0.05
"""Velocity above which a joint counts as moving, rad/s."""

NEEDED = 1.0
"""Time of motion needed to judge a recorded signal, s."""

JUDGED = 20000
"""Largest number of samples used for the judgement."""

DIFFERS = 0.2
"""Largest RMS difference of a recorded signal from the filtered one, as a fraction of the filtered signal's RMS."""

FOLLOWED = 0.02
"""The same fraction for a reference, in addition to the filtered signal's noise; above it the arm did not follow."""

WIDTHS = 2.0
"""Number of standard deviations of noise by which the filtered signal may differ from a reference."""


class RecordedSignal:
    """Decides whether a recorded signal is used in place of the signal filtered from positions.

    Args:
        name: name of the signal, such as ``"recorded velocity"``.
        choice: ``"auto"``, ``"recorded"`` or ``"reference"`` (always use the signal), or ``"filtered"`` (never).

    Attributes:
        accepted: whether the signal is used; `None` until the arm has moved enough to judge the signal.
        seen: whether any sample had the signal.
        reason: reason why the signal is not used, a sentence; empty if it is used.
        lag: lag of the recorded signal, s; NaN until it is judged.
        missing: number of samples in which an accepted signal was missing.
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
        scale: ArrayLike = 1.0,
    ) -> FloatArray:
        """Return the signal to use, (N, n): the recorded one where it is accepted and present, else the filtered one.

        Args:
            time: (N,) s.
            recorded: (N, n) recorded signal, NaN where it is missing.
            filtered: (N, n) filtered signal.
            moving: (N,) flags: whether the filter has settled and the arm moves.
            allowed: largest accepted lag, s.
            noise: (n,) standard deviation of the filtered signal's noise if the recorded signal is a reference; `None`
                if the recorded signal was measured.
            scale: (n,) motion of each joint that counts as much as 1 rad (`Arm.motion_scale`).
        """
        there = np.asarray(np.isfinite(recorded).all(axis=1))
        self.seen = self.seen or bool(there.any())
        if self.accepted is None:
            own = np.asarray(scale)
            noise = None if noise is None else noise / own
            self._judge(time, recorded / own, filtered / own, moving & there, allowed, noise)
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
        """Accept or reject the recorded signal by comparison with the filtered one, once there is enough motion."""
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
            self.reason = f"{self.name} differs by {100 * left:.0f} % from the derivative of the position: not used"
        elif not self.accepted:
            side = "late" if self.lag > 0 else "early"
            self.reason = f"{self.name} comes {1e3 * abs(self.lag):.1f} ms {side}: not used"


def moves(velocity: FloatArray) -> NDArray[np.bool_]:
    """Return flags (N,): whether any joint moves, from velocities (N, n) in rad/s."""
    return np.asarray((np.abs(velocity) > MOVES).any(axis=1))


LARGEST = 0.25
"""Largest lag that can be found, s."""

STEPS = 12
"""Largest number of Gauss-Newton steps; five are usually enough."""


def find_lag(time: FloatArray, signal: FloatArray, expected: FloatArray) -> tuple[float, float]:
    r"""Find the lag at which `expected` explains `signal` best, and the remaining difference.

    The lag is the least-squares solution over all joints together, found with Gauss-Newton steps, so that it is not
    limited to multiples of the sampling period:

    .. math:: \min_\tau \sum_k |s(t_k) - e(t_k - \tau)|^2

    Args:
        time: (N,) s, rising, without gaps, longer than `LARGEST`.
        signal: (N, n).
        expected: (N, n), smooth.

    Returns:
        The lag, s, positive if `signal` is late, and the RMS of the remaining difference as a fraction of the RMS of
        `expected`.
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
    """Return flags (N,) of the times at which signals shifted by `lag` are known, and the shifted signals there."""
    at = time - lag
    known = np.asarray((at >= time[0]) & (at <= time[-1]))
    return known, [np.column_stack([np.interp(at[known], time, column) for column in s.T]) for s in signals]
