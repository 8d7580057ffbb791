"""Compute a guaranteed bound of the torque error of an abbreviated model over its whole range of states.

The torque error of a joint is e = g(q) + Σ a_j(q) q̈_j + Σ h_jk(q) q̇_j q̇_k, where g, a_j and h_jk (the dropped terms)
are sums of waves (`fourier`). The states are a box: positions q, velocities q̇ and accelerations q̈ within limits.

* Accelerations: e is linear in q̈, so their largest contribution is Σ |a_j| Q̈_j with the limits Q̈.
* Velocities: mixed products are linear in each velocity, so they are largest at corners of the box, which are all
  evaluated; a square contributes at most its positive part.
* Positions: the box is divided into pieces. In a piece of half width h, a sum of waves differs from its value at the
  center by at most Σ |slope| h + ½ Σ |curvature| h h (Taylor). The piece with the largest bound is divided again,
  until the bound is close to an error that a state attains, or the number of pieces reaches its limit.

Rounding errors are less than `SLACK` times the sum of all amplitudes, which is added to the bound.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement, product

import numpy as np

from ...arrays import FloatArray
from .fourier import ONE_THREAD, Waves, WaveSums
from .ranges import Ranges
from .terms import ACCELERATION, GRAVITY, ChainEquations, ElementTerm, Factors

SLACK = 1e-9
CHUNK = 1024


def guaranteed_share(
    exact: ChainEquations,
    kept: Sequence[ElementTerm],
    ranges: Ranges,
    maximum_torque: Sequence[float],
    near: float = 1.2,
    pieces: int = 20_000,
) -> float:
    """Return a bound of the torque error of `kept` in `ranges`: the largest of all joints, as a fraction of its torque.

    Refining a bound only lowers it. So only the joint with the largest bound is refined, until its bound is final.

    Args:
        exact: exact equations of the chain.
        kept: terms of the abbreviated model, in the same variables.
        ranges: box of states.
        maximum_torque: (n,) maximum torques, N·m (N for prismatic joints), positive.
        near: ratio of the guaranteed to the attained error at which refinement stops.
        pieces: largest number of pieces of the box of positions, per joint.
    """
    error = error_equations(exact, kept)
    rows = [RowBound(error, ranges, row, near, pieces) for row in range(exact.chain.n)]
    while True:
        shares = [row.guaranteed / torque for row, torque in zip(rows, maximum_torque, strict=True)]
        worst = shares.index(max(shares))
        if rows[worst].final:
            return shares[worst]
        rows[worst].refine()


def guaranteed_shares(
    exact: ChainEquations,
    kept: Sequence[ElementTerm],
    ranges: Ranges,
    maximum_torque: Sequence[float],
    near: float = 1.2,
    pieces: int = 20_000,
    progress: Callable[[float], None] = lambda share: None,
) -> tuple[float, ...]:
    """Return a bound of the torque error of `kept` in `ranges` for each joint, as a fraction of its maximum torque.

    Args:
        exact: exact equations of the chain.
        kept: terms of the abbreviated model, in the same variables.
        ranges: box of states.
        maximum_torque: (n,) maximum torques, N·m (N for prismatic joints), positive.
        near: ratio of the guaranteed to the attained error at which refinement stops.
        pieces: largest number of pieces of the box of positions, per joint.
        progress: function that is called with the completed fraction.
    """
    error = error_equations(exact, kept)
    shares = []
    for row, torque in enumerate(maximum_torque):
        progress(row / exact.chain.n)
        bound = RowBound(error, ranges, row, near, pieces)
        while not bound.final:
            bound.refine()
        shares.append(bound.guaranteed / torque)
    return tuple(shares)


def error_equations(exact: ChainEquations, kept: Sequence[ElementTerm]) -> ChainEquations:
    """Return the torque error of the terms `kept`, as equations: the difference to the exact equations."""
    left = {term.key: term.coefficient for term in kept}
    unknown = left.keys() - {term.key for term in exact.terms}
    assert not unknown, f"terms that the exact equations do not have: {', '.join(map(str, sorted(unknown)))}"
    errors = [(term, term.coefficient - left.get(term.key, 0)) for term in exact.terms]
    return replace(exact, terms=tuple(replace(term, coefficient=error) for term, error in errors if error))


class RowBound:
    """Lower and upper bound of the largest torque error of one joint, N·m (N for a prismatic joint).

    The error consists of sums of waves: g, then a_j for all j, then h_jk for all j ≤ k.

    Args:
        error: equations of the torque error, from `error_equations`.
        ranges: box of states.
        row: index of the joint, from 0.
        near: ratio of the guaranteed to the attained error at which the bound is final.
        pieces: number of pieces of the box of positions at which the bound is final.

    Attributes:
        attained: lower bound: a torque error that occurs at some state.
        final: whether further calls of `refine` would not change the bounds.
    """

    def __init__(
        self, error: ChainEquations, ranges: Ranges, row: int, near: float = 1.2, pieces: int = 20_000
    ) -> None:
        n = error.chain.n
        pairs = list(combinations_with_replacement(range(n), 2))
        polynomials: list[dict[Factors, float]] = [{} for _ in range(1 + n + len(pairs))]
        for term in error.terms:
            if row in term.rows:
                if term.kind == GRAVITY:
                    place = 0
                elif term.kind == ACCELERATION:
                    place = 1 + (term.element[1] if term.element[0] == row else term.element[0])
                else:
                    place = 1 + n + pairs.index((term.element[1], term.element[2]))
                polynomials[place][term.factors] = float(term.coefficient)
        waves = Waves(n, error.variables.angles)
        sums = [waves.sum(polynomial) for polynomial in polynomials]
        velocity, acceleration = np.array(ranges.velocity), np.array(ranges.acceleration)
        weights = np.array([1.0, *acceleration, *(velocity[j] * velocity[k] for j, k in pairs)])
        used = [place for place, one in enumerate(sums) if one and weights[place]]
        self._weights = weights[used]
        self._linear = np.array([0 < place <= n for place in used], dtype=bool)
        of_pair = [pairs[place - 1 - n] if place > n else (0, 0) for place in used]
        self._square = np.array([place > n and j == k for place, (j, k) in zip(used, of_pair, strict=True)], dtype=bool)
        mixed = [place > n and j != k for place, (j, k) in zip(used, of_pair, strict=True)]
        moving = sorted({joint for pair, is_mixed in zip(of_pair, mixed, strict=True) if is_mixed for joint in pair})
        corners = [dict(zip(moving, signs, strict=True)) for signs in product((1, -1), repeat=len(moving))]
        corners = corners[: max(len(corners) // 2, 1)]  # reversing all velocities changes no product
        self._corners = np.array(
            [[c[j] * c[k] if m else 0 for (j, k), m in zip(of_pair, mixed, strict=True)] for c in corners], dtype=float
        ).reshape(len(corners), len(used))
        self._corners[:, np.array(used, dtype=int) == 0] = 1  # the gravity term is the same at all corners
        lower, upper = np.array(ranges.lower), np.array(ranges.upper)
        self._field = WaveSums([sums[place] for place in used], lower, upper)
        self._block = min(self._field.block, max(ONE_THREAD // max(self._corners.size, 1), 1))
        self._curvature = np.einsum("ijs,s->ij", self._field.curvature(), self._weights)
        self._moving = np.flatnonzero(np.diag(self._curvature) > 0)
        self._near, self._pieces, self._count = near, pieces, 1
        self._centers, self._halves = (lower + upper)[None] / 2, (upper - lower)[None] / 2
        self.final = not self._field.size
        self._bounds = np.zeros(0) if self.final else np.array([np.inf])
        self._slack = SLACK * float(self._field.amplitudes @ self._weights)
        self.attained, self._settled = 0.0, 0.0

    @property
    def guaranteed(self) -> float:
        """Upper bound of the torque error over all states in the ranges, N·m."""
        return max(self._settled, float(self._bounds.max(initial=0.0)), self.attained) + self._slack

    def refine(self) -> None:
        """Divide the pieces with the largest bounds, and update the bounds."""
        worst = np.argsort(-self._bounds, kind="stable")[:CHUNK]
        rest = np.ones(len(self._bounds), dtype=bool)
        rest[worst] = False
        centers, halves = self._cut(self._centers[worst], self._halves[worst])
        parts = [slice(start, start + self._block) for start in range(0, len(centers), self._block)]
        judged = [self._judge(centers[part], halves[part]) for part in parts]
        reached, bounds = (np.concatenate(each) for each in zip(*judged, strict=True))
        self.attained = max(self.attained, float(reached.max()))
        self._centers = np.concatenate([self._centers[rest], centers])
        self._halves = np.concatenate([self._halves[rest], halves])
        self._bounds = np.concatenate([self._bounds[rest], bounds])
        self._count += len(centers)
        self.final = self._count >= self._pieces or not len(self._moving)
        if not self.final:
            done = self._bounds <= self._near * self.attained
            self._settled = max(self._settled, float(self._bounds[done].max(initial=0.0)))
            self._centers, self._halves, self._bounds = self._centers[~done], self._halves[~done], self._bounds[~done]
            self.final = not len(self._bounds)

    def _cut(self, centers: FloatArray, halves: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Halve each piece along the joint with the largest possible variation, unless the error is constant."""
        if not len(self._moving):
            return centers, halves
        joint = np.argmax(halves * np.sqrt(np.diag(self._curvature)), axis=1)
        smaller, shift = halves.copy(), np.zeros_like(halves)
        each = np.arange(len(halves))
        smaller[each, joint] /= 2
        shift[each, joint] = smaller[each, joint]
        return np.concatenate([centers - shift, centers + shift]), np.concatenate([smaller, smaller])

    def _judge(self, centers: FloatArray, halves: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the error at the center of each piece and a bound of the error in the piece."""
        values, slopes = self._field.at(centers)
        values *= self._weights[:, None]
        slopes *= self._weights[:, None]
        slopes *= halves.T[self._field.joints, None]  # change of each sum from the center to the side of the piece
        squares, linear = values[self._square], np.abs(values[self._linear]).sum(axis=0)
        at_corner = self._corners @ values  # (corners, pieces)
        attained = np.abs(at_corner + squares.sum(axis=0)).max(axis=0) + linear
        spread = np.abs(self._corners @ slopes).sum(axis=0)
        above = (at_corner + spread).max(axis=0) + np.maximum(squares, 0).sum(axis=0)
        below = (at_corner - spread).min(axis=0) + np.minimum(squares, 0).sum(axis=0)
        rest = np.abs(slopes[:, self._square | self._linear]).sum(axis=(0, 1))
        rest += np.einsum("pi,pi->p", halves @ self._curvature, halves) / 2
        return attained, np.maximum(above, -below) + linear + rest
