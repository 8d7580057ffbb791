"""Normal equations of each joint, summed over rows, so that memory does not depend on the length of a recording.

The equations are kept separately for stretches of about a second. The differences between stretches show how strongly
residuals of neighbouring rows are correlated (`solve.row_variance`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ..arrays import FloatArray, IntegerArray
from .windows import Rows

STRETCH = 1.0
"""Initial length of a stretch, s."""

MOST = 96
"""Number of stretches above which neighbouring stretches are joined."""


@dataclass(frozen=True, eq=False)
class Equations:
    """Sums over rows for each joint, sufficient for least squares.

    Attributes:
        matrix: (n, p, p) sum of products of columns.
        right: (n, p) sum of columns times effort.
        square: (n,) sum of squared efforts.
        count: (n,) number of rows.
    """

    matrix: FloatArray
    right: FloatArray
    square: FloatArray
    count: IntegerArray

    def __add__(self, other: Equations) -> Equations:
        return Equations(
            self.matrix + other.matrix,
            self.right + other.right,
            self.square + other.square,
            self.count + other.count,
        )

    def squares(self, x: FloatArray) -> FloatArray:
        """Return the sum of squared residuals (n,) for values `x` (p,) of the unknowns."""
        return np.maximum(self.square - 2.0 * self.right @ x + (self.matrix @ x) @ x, 0.0)

    def rms(self, x: FloatArray) -> FloatArray:
        """Return the RMS residual (n,) N·m for values `x` (p,) of the unknowns; NaN for a joint without rows."""
        return self._root_mean(self.squares(x))

    def effect(self, step: FloatArray) -> FloatArray:
        """Return the RMS change (n,) N·m of torque for a change `step` (p,) of the unknowns; NaN without rows."""
        return self._root_mean(np.maximum((self.matrix @ step) @ step, 0.0))

    def _root_mean(self, squares: FloatArray) -> FloatArray:
        with np.errstate(invalid="ignore"):
            return np.asarray(np.sqrt(squares / np.where(self.count > 0, self.count, np.nan)))

    def gradient(self, x: FloatArray) -> FloatArray:
        """Return the sum (n, p) of columns times residual for values `x` (p,) of the unknowns."""
        return np.asarray(self.right - self.matrix @ x)


def equations(rows: Rows) -> Equations:
    """Return the normal equations of `rows`; invalid rows do not count."""
    valid = rows.valid
    columns = np.where(valid[..., None], rows.columns, 0.0).transpose(1, 0, 2)
    effort = np.where(valid, rows.effort, 0.0).T
    return Equations(
        columns.transpose(0, 2, 1) @ columns,
        (columns.transpose(0, 2, 1) @ effort[..., None])[..., 0],
        (effort * effort).sum(axis=1),
        valid.sum(axis=0),
    )


class Stretches:
    """Collects rows and sums them in stretches.

    Attributes:
        parts: normal equations of each stretch.
    """

    def __init__(self) -> None:
        self.parts: list[Equations] = []
        self._length = STRETCH
        self._begun: tuple[int, float] | None = None

    def add(self, rows: Rows) -> None:
        """Add the next rows, in order of time."""
        if not len(rows.time):
            return
        cuts = np.flatnonzero(np.diff(np.floor(rows.time / self._length))) + 1
        for part in np.split(np.arange(len(rows.time)), cuts):
            piece = rows.part(part)
            key = (rows.segment, float(np.floor(piece.time[0] / self._length)))
            if self._begun == key:
                self.parts[-1] = self.parts[-1] + equations(piece)
            else:
                self.parts.append(equations(piece))
                self._begun = key
        if len(self.parts) > MOST:
            self._halve()

    def _halve(self) -> None:
        pairs = [self.parts[i : i + 2] for i in range(0, len(self.parts), 2)]
        self.parts = [total(pair) for pair in pairs]
        self._length *= 2.0
        self._begun = None


def stretches(rows: Iterable[Rows]) -> list[Equations]:
    """Return the normal equations of a recording, one entry per stretch."""
    collected = Stretches()
    for piece in rows:
        collected.add(piece)
    return collected.parts


def consecutive_parts(rows: Sequence[Rows], count: int) -> list[list[tuple[int, slice]]]:
    """Divide the windows of all `rows` into `count` consecutive parts with equal numbers of joints in motion.

    Windows at rest do not count: a part without motion would be no judge, and one with all the motion no training.

    Returns:
        For each part, the indices of its pieces in `rows` and the windows of each piece.
    """
    starts = np.cumsum([0, *(len(piece.time) for piece in rows)]).tolist()
    moving = np.concatenate([piece.moves.sum(axis=1) for piece in rows] or [np.zeros(0, dtype=np.int64)])
    edges = [0, *equal_shares(moving, count), starts[-1]]
    return [
        [
            (index, slice(max(first - start, 0), min(last, end) - start))
            for index, (start, end) in enumerate(pairwise(starts))
            if start < last and first < end
        ]
        for first, last in pairwise(edges)
    ]


def equal_shares(counts: IntegerArray, parts: int) -> list[int]:
    """Return the inner edges of `parts` consecutive parts with nearly equal sums of `counts` (N,)."""
    if not counts.any():
        counts = np.ones_like(counts)
    sums = np.cumsum(counts)
    shares = (sums[-1] if len(sums) else 0) * np.arange(1, parts) / parts
    before = np.concatenate([[0], sums])
    found = np.searchsorted(before, shares)
    closer = np.abs(before[np.maximum(found - 1, 0)] - shares) < np.abs(before[np.minimum(found, len(sums))] - shares)
    return [int(edge) for edge in np.maximum(found - closer, 0)]


def equations_of_parts(rows: Sequence[Rows], count: int) -> list[Equations]:
    """Return the normal equations of `count` consecutive parts of equal length; fewer where there are fewer windows."""
    parts = consecutive_parts(rows, count)
    return [total([equations(rows[index].part(which)) for index, which in part]) for part in parts if part]


def total(parts: Sequence[Equations]) -> Equations:
    """Return the sum of the equations of one or more stretches."""
    result = parts[0]
    for part in parts[1:]:
        result = result + part
    return result
