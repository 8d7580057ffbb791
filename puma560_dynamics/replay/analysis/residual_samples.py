"""Selection of the samples to which causes of a residual are fitted, with the signals for the columns of causes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...arrays import FloatArray
from .evaluation import Evaluated
from .evidence import stands

SPACING = 0.004
"""Time between the samples, s; closer samples of a residual add little information."""

RATE_SPAN = 0.020
"""Time over which a torque's rate of change is taken, s: about the duration of a delayed jump of dry friction."""

TURN = 0.05
"""Time around a reversal in which torque does not show a lag, s; also the speed below which a joint reverses, rad/s."""


@dataclass(frozen=True, eq=False)
class ResidualSamples:
    """Evenly spaced samples of a piece, without samples at its ends where a rate of change is not known.

    Attributes:
        piece: evaluated piece of at least two samples.
        rows: indices of the selected samples.
        effects: (n, k, N) products of the regressor with the `directions` of a cause.
    """

    piece: Evaluated
    rows: slice
    effects: FloatArray

    @classmethod
    def of(cls, piece: Evaluated) -> ResidualSamples:
        """Select samples of a piece; `effects` are all columns of `Evaluated.extra`."""
        time = piece.motion.time
        begin, end = np.searchsorted(time, (time[0] + RATE_SPAN, time[-1] - 0.5 * RATE_SPAN)).tolist()
        rows = slice(begin, end, max(1, round(SPACING / float(np.median(np.diff(time))))))
        return cls(piece, rows, piece.extra[rows].transpose(1, 2, 0))

    @property
    def q(self) -> FloatArray:
        """Return (N, n) positions, rad."""
        return self.piece.motion.q[self.rows]

    @property
    def qd(self) -> FloatArray:
        """Return (N, n) velocities, rad/s."""
        return self.piece.motion.qd[self.rows]

    @property
    def qdd(self) -> FloatArray:
        """Return (N, n) accelerations, rad/s²."""
        return self.piece.motion.qdd[self.rows]

    @property
    def residual(self) -> FloatArray:
        """Return the residual (N, n) N·m; NaN where it is not known."""
        return self.piece.residual[self.rows]

    def falling(self, torque: FloatArray, begin: float, end: float) -> FloatArray:
        """Return the negative rate of change of a torque between two times near each sample.

        Args:
            torque: (M, n) N·m at every sample of the piece.
            begin: first time, s after the sample.
            end: second time, s after the sample.

        Returns:
            (n, N) N·m/s.
        """
        time = self.piece.motion.time
        first, last = (
            np.stack([np.interp(time[self.rows] + one, time, column) for column in torque.T]) for one in (begin, end)
        )
        return np.asarray((first - last) / (end - begin))

    def counts(self, sticking: FloatArray) -> NDArray[np.bool_]:
        """Return (n, N) flags: whether a sample counts for a joint.

        A sample counts if its residual is known and, for a joint at rest, exceeds `sticking`.

        Args:
            sticking: (n,) N·m that dry friction may hold at rest.
        """
        motion, residual = self.piece.motion, self.residual.T
        held = stands(motion.time, motion.speed)[self.rows].T & (np.abs(residual) <= sticking[:, None])
        return np.asarray(~(np.isnan(residual) | held))

    def between_reversals(self) -> NDArray[np.bool_]:
        """Return (n, N) flags: whether a joint moves and does not reverse."""
        return np.asarray((np.abs(self.qd) > TURN * (self.piece.motion.scale + np.abs(self.qdd))).T)
