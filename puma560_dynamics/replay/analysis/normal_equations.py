"""Least-squares fits of any choice of columns to a residual, from sums over blocks of a recording.

A column is the torque that one fitted value causes per unit. The sums are Gram matrices: products of all columns,
summed over samples. Neighbouring samples of a residual have similar errors, so formulas that count samples give
standard errors that are too small. So a recording is divided into some dozens of blocks, and each block counts as one
observation:

* standard errors are cluster-robust (White 1980), with the blocks as clusters;
* a fit is judged on blocks that were not used for it (cross-validation), so a cause with many values gains nothing by
  fitting noise;
* values with a lower bound (friction, inertia, mass) are not fitted below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import lsq_linear

from ...arrays import FloatArray

FEWEST, MOST = 8, 64
"""Smallest number of blocks for a fit, and the number above which neighbouring blocks are joined."""

FLOOR = 0.01
"""Fraction of the mean joint's squared residual, in maximum torques, below which a residual is negligible."""

SURE = 3.0
"""Number of standard errors beyond a bound above which a fitted value counts as outside."""

_FOLDS = 4
_FIRST = 64
_UNKNOWN = 1e-9


class Blocks:
    """Gram matrices of p columns for n joints, block by block.

    Args:
        n: number of joints.
        p: number of columns; the last column is the signal to be explained.
    """

    def __init__(self, n: int, p: int) -> None:
        self._grams: list[FloatArray] = []
        self._samples = _FIRST
        self._open = np.zeros((n, p, p))
        self._filled = 0

    def add(self, columns: FloatArray) -> None:
        """Add columns (n, p, N); samples that do not count for a joint must be zero."""
        start, length = 0, columns.shape[2]
        while start < length:
            stop = min(length, start + self._samples - self._filled)
            part = columns[:, :, start:stop]
            self._open += part @ part.transpose(0, 2, 1)
            self._filled += stop - start
            start = stop
            if self._filled == self._samples:
                self._close()

    def _close(self) -> None:
        self._grams.append(self._open)
        self._open, self._filled = np.zeros_like(self._open), 0
        if len(self._grams) == MOST:
            self._grams = [first + second for first, second in zip(self._grams[::2], self._grams[1::2], strict=True)]
            self._samples *= 2

    def every(self) -> FloatArray:
        """Return the Gram matrices of all blocks, (blocks, n, p, p), in order of time."""
        return np.array([*self._grams, self._open])

    def grams(self) -> FloatArray:
        """Return the Gram matrices of blocks that are not empty, (blocks, n, p, p)."""
        every = self.every()
        return every[every.any(axis=(1, 2, 3))]


@dataclass(frozen=True, eq=False)
class Fit:
    """Coefficients with which k columns explain the last column best.

    Attributes:
        values: (k,) coefficients.
        covariance: (k, k) covariance of the coefficients.
        unseen: (blocks, n) remaining sum of squares in each block, after a fit to other blocks.
    """

    values: FloatArray
    covariance: FloatArray
    unseen: FloatArray

    @property
    def left(self) -> FloatArray:
        """Return the remaining sum of squares (n,) of each joint, by cross-validation."""
        return np.asarray(self.unseen.sum(axis=0))

    @property
    def errors(self) -> FloatArray:
        """Return the standard errors (k,) of the coefficients."""
        return np.sqrt(np.diag(self.covariance))


def fit(
    grams: FloatArray,
    columns: Sequence[int],
    lowest: FloatArray | None = None,
    *,
    together_with: Sequence[int] = (),
    judged: FloatArray | None = None,
) -> Fit:
    """Fit `columns` to the last column, with the same coefficients at every joint.

    Args:
        grams: (blocks, n, p, p) Gram matrices; pass those of one joint to fit coefficients of this joint alone.
        columns: indices of the fitted columns.
        lowest: (k,) lower bounds of the coefficients, including those of `together_with`; `None` for no bounds. A
            coefficient at its bound has no standard error.
        together_with: indices of columns that are fitted at the same time but are not part of the cause; the part that
            they explain stays in the residual.
        judged: (blocks, n, p, p) Gram matrices of other samples in the same blocks, from which `unseen` is computed;
            `grams` by default.
    """
    chosen, kept = [*columns, *together_with], len(columns)
    joints = grams[:, :, chosen][..., chosen], grams[:, :, chosen, -1]
    matrix, moment = (part.sum(axis=1) for part in joints)
    whole = matrix.sum(axis=0)
    values = _solve_above(whole, moment.sum(axis=0), lowest)
    scores = moment - matrix @ values
    count = len(grams)
    spread = scores.T @ scores * count / max(count - 1, 1)
    covariance = np.zeros_like(whole)
    free = np.flatnonzero(values > lowest) if lowest is not None else np.arange(len(chosen))
    inner = np.ix_(free, free)
    covariance[inner] = _solve(whole[inner], _solve(whole[inner], spread[inner]).T)
    hiding = grams if judged is None else judged
    unseen = np.zeros(hiding.shape[:2])
    for fold in range(_FOLDS):
        seen = np.arange(count) % _FOLDS != fold
        guess = _solve_above(matrix[seen].sum(axis=0), moment[seen].sum(axis=0), lowest)
        weights = np.zeros(grams.shape[-1])
        weights[chosen[:kept]], weights[-1] = -guess[:kept], 1.0
        unseen[~seen] = squares(hiding[~seen], weights)
    return Fit(values[:kept], covariance[:kept, :kept], unseen)


def summed(grams: FloatArray, one: int, other: int) -> FloatArray:
    """Return the Gram matrices with column `one` replaced by the sum of columns `one` and `other`."""
    turn = np.eye(grams.shape[-1])
    turn[other, one] = 1.0
    return np.asarray(turn.T @ grams @ turn)


def freed_of(grams: FloatArray, columns: Sequence[int]) -> FloatArray:
    """Return the Gram matrices after removal of the part that `columns` explain from every other column, per joint.

    Over all blocks, a fit to the remaining residual equals a common fit with separate coefficients of `columns` for
    every joint (theorem of Frisch, Waugh and Lovell).
    """
    chosen = list(columns)
    result = np.empty_like(grams)
    for joint, whole in enumerate(grams.sum(axis=0)):
        turn = np.eye(whole.shape[0])
        turn[chosen] -= _solve(whole[np.ix_(chosen, chosen)], whole[chosen])
        result[:, joint] = turn.T @ grams[:, joint] @ turn
    return result


def taken(grams: FloatArray, weights: FloatArray) -> FloatArray:
    """Return the Gram matrices with the last column replaced by the sum of all columns times `weights` (n, p)."""
    turn = np.tile(np.eye(grams.shape[-1]), (grams.shape[1], 1, 1))
    turn[:, :, -1] = weights
    return np.asarray(turn.transpose(0, 2, 1) @ grams @ turn)


def squares(gram: FloatArray, weights: FloatArray) -> FloatArray:
    """Return the sum of squares (…, n) of the weighted sum of columns.

    Args:
        gram: (…, n, p, p) Gram matrices.
        weights: (p,) or (n, p) weight of each column.
    """
    vectors = np.broadcast_to(weights, gram.shape[-3:-1])
    whole = (gram @ vectors[:, :, None])[..., 0]
    return np.asarray(np.maximum((whole * vectors).sum(axis=-1), 0.0))


def _solve_above(matrix: FloatArray, right: FloatArray, lowest: FloatArray | None) -> FloatArray:
    """Solve a positive semidefinite system like `_solve`, with lower bounds of the values."""
    values = _solve(matrix, right)
    if lowest is None or (values >= lowest).all():
        return values
    sizes, directions = np.linalg.eigh(matrix)
    known = sizes > _UNKNOWN * max(float(sizes[-1]), 1e-300)
    root = np.sqrt(sizes[known])
    rows, targets = root[:, None] * directions[:, known].T, directions[:, known].T @ right / root
    if not known.any():
        return np.asarray(np.maximum(values, lowest))
    # The active-set method is exact at a bound, and for few values several times faster than the interior-point method.
    found = lsq_linear(rows, targets, (lowest, np.inf), method="bvls", max_iter=100)
    return np.where(found.active_mask < 0, lowest, found.x)


def _solve(matrix: FloatArray, right: FloatArray) -> FloatArray:
    """Solve a positive semidefinite system; numbers that the data do not determine are zero."""
    scale = np.sqrt(np.maximum(np.diag(matrix), 0.0))  # rounding makes a column that is nearly zero negative
    scale = np.where(scale > 0.0, scale, 1.0)
    sizes, directions = np.linalg.eigh(matrix / np.outer(scale, scale))
    known = sizes > _UNKNOWN * len(scale)
    basis = directions[:, known] / scale[:, None]
    return np.asarray(basis @ ((basis.T @ right).T / sizes[known]).T)
