"""A guaranteed bound of the torque error of an abbreviated model over its whole range.

The error of a joint is e = g(q) + Σ a_j(q) q̈_j + Σ h_jk(q) q̇_j q̇_k with few, small waves (`fourier`).

* In q̈ it is linear: Σ |a_j| Q̈_j is reached.
* In q̇ the mixed products are linear in each velocity, hence largest at corners of the box, which are
  all tried; a square adds at most its positive part.
* In q the box is cut into pieces. In a piece a wave sum differs from its value at the center by at most
  Σ |slope| h + ½ Σ |curvature| h h (Taylor). The piece with the largest bound is cut again, until bound and
  value attained are near each other or there are enough pieces.

Rounding: amplitudes, sums and products of some thousand numbers err by less than `SLACK` times the sum of
all amplitudes, which is added.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product

import numpy as np
from numpy.typing import NDArray

from ...arrays import FloatArray
from ..algebra.fourier import Waves, WaveSums
from .ranges import Ranges
from .terms import ACCELERATION, GRAVITY, ChainEquations, ElementTerm, Factors

SLACK = 1e-9
CHUNK = 1024


@dataclass(frozen=True)
class Bound:
    """The largest error of one joint lies between these, N·m (N where a joint slides).

    Attributes:
        attained: an error that a state of the range has.
        guaranteed: no state of the range has a larger one.
    """

    attained: float
    guaranteed: float


def error_bounds(
    exact: ChainEquations, kept: Sequence[ElementTerm], ranges: Ranges, near: float = 1.2, pieces: int = 20_000
) -> tuple[Bound, ...]:
    """For each joint, what the torque of `kept` can differ from the exact one anywhere in `ranges`.

    Args:
        exact: equations of the chain.
        kept: terms of the abbreviated model, in the same variables.
        ranges: the box of states.
        near: guaranteed over attained error at which to stop.
        pieces: at most so many pieces of the box of positions.
    """
    return tuple(_Row(exact, kept, ranges, row).bound(near, pieces) for row in range(exact.chain.n))


class _Row:
    """The error of one joint as a field of wave sums: g, then a_j for every j, then h_jk for every j ≤ k."""

    def __init__(self, exact: ChainEquations, kept: Sequence[ElementTerm], ranges: Ranges, row: int) -> None:
        n = exact.chain.n
        pairs = list(combinations_with_replacement(range(n), 2))
        polynomials: list[dict[Factors, float]] = [{} for _ in range(1 + n + len(pairs))]
        for term in _difference(exact.terms, kept):
            if row in term.rows:
                if term.kind == GRAVITY:
                    place = 0
                elif term.kind == ACCELERATION:
                    place = 1 + (term.element[1] if term.element[0] == row else term.element[0])
                else:
                    place = 1 + n + pairs.index((term.element[1], term.element[2]))
                polynomials[place][term.factors] = float(term.coefficient)
        waves = Waves(n, exact.variables.angles)
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
        corners = corners[: max(len(corners) // 2, 1)]  # all velocities the other way round change nothing
        self._corners = np.array(
            [[c[j] * c[k] if m else 0 for (j, k), m in zip(of_pair, mixed, strict=True)] for c in corners], dtype=float
        ).reshape(len(corners), len(used))
        self._corners[:, np.array(used, dtype=int) == 0] = 1  # gravity is in every corner's sum
        self._lower, self._upper = np.array(ranges.lower), np.array(ranges.upper)
        self._field = WaveSums([sums[place] for place in used], self._lower, self._upper)
        self._curvature = np.einsum("ijs,s->ij", self._field.curvature(), self._weights)

    def bound(self, near: float, pieces: int) -> Bound:
        """Cut pieces until the bound is near what is attained."""
        if not self._field.size:
            return Bound(0.0, 0.0)
        slack = SLACK * float(self._field.amplitudes @ self._weights)
        moving = np.flatnonzero(np.diag(self._curvature) > 0)
        centers, halves = (self._lower + self._upper)[None] / 2, (self._upper - self._lower)[None] / 2
        attained, settled = 0.0, 0.0
        open_centers, open_halves, open_bounds = centers, halves, np.array([np.inf])
        count = 1
        while len(open_bounds):
            worst = np.argsort(-open_bounds, kind="stable")[:CHUNK]
            centers, halves = open_centers[worst], open_halves[worst]
            rest = np.ones(len(open_bounds), dtype=bool)
            rest[worst] = False
            centers, halves, widest = self._cut(centers, halves, moving)
            reached, bounds = self._judge(centers, halves)
            count += len(centers)
            attained = max(attained, float(reached.max()))
            open_centers = np.concatenate([open_centers[rest], centers])
            open_halves = np.concatenate([open_halves[rest], halves])
            open_bounds = np.concatenate([open_bounds[rest], bounds])
            if count >= pieces or not widest:
                break
            done = open_bounds <= near * attained
            settled = max(settled, float(open_bounds[done].max(initial=0.0)))
            open_centers, open_halves, open_bounds = open_centers[~done], open_halves[~done], open_bounds[~done]
        return Bound(attained, max(settled, float(open_bounds.max(initial=0.0)), attained) + slack)

    def _cut(
        self, centers: FloatArray, halves: FloatArray, moving: NDArray[np.int_]
    ) -> tuple[FloatArray, FloatArray, bool]:
        """Every piece in two, across the joint along which the error may vary most."""
        if not len(moving):
            return centers, halves, False
        scale = np.sqrt(np.diag(self._curvature))
        joint = np.argmax(halves * scale, axis=1)
        smaller, shift = halves.copy(), np.zeros_like(halves)
        each = np.arange(len(halves))
        smaller[each, joint] /= 2
        shift[each, joint] = smaller[each, joint]
        return np.concatenate([centers - shift, centers + shift]), np.concatenate([smaller, smaller]), True

    def _judge(self, centers: FloatArray, halves: FloatArray) -> tuple[FloatArray, FloatArray]:
        """For each piece an error attained at its center, and a bound of the error in it."""
        values, slopes = self._field.at(centers)
        values, slopes = values * self._weights[:, None], slopes * self._weights[:, None]
        squares, linear = values[self._square], np.abs(values[self._linear]).sum(axis=0)
        at_corner = self._corners @ values  # (corners, pieces)
        attained = np.abs(at_corner + squares.sum(axis=0)).max(axis=0) + linear
        spread = np.einsum("jcp,pj->cp", np.abs(self._corners @ slopes), halves)
        above = (at_corner + spread).max(axis=0) + np.maximum(squares, 0).sum(axis=0)
        below = (at_corner - spread).min(axis=0) + np.minimum(squares, 0).sum(axis=0)
        alone = np.abs(slopes[:, self._square | self._linear]).sum(axis=1)
        rest = np.einsum("jp,pj->p", alone, halves)
        rest += np.einsum("pi,ij,pj->p", halves, self._curvature, halves) / 2
        return attained, np.maximum(above, -below) + linear + rest


def _difference(exact: Sequence[ElementTerm], kept: Sequence[ElementTerm]) -> list[ElementTerm]:
    """Exact less kept, term by term; terms that are the same are left out."""
    left = {term.key: term.coefficient for term in kept}
    unknown = left.keys() - {term.key for term in exact}
    assert not unknown, f"terms that the exact equations do not have: {sorted(unknown)}"
    result = []
    for term in exact:
        coefficient = term.coefficient - left.get(term.key, 0)
        if coefficient:
            result.append(ElementTerm(term.kind, term.element, term.factors, coefficient))
    return result
