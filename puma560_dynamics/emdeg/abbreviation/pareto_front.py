"""The Pareto front of calculations against error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..chain.chain import Chain
from ..simplify.search import simplify_system
from .abbreviate import Abbreviated, abbreviate
from .bounds import guaranteed_share
from .ranges import Ranges

ERRORS = (0.001, 0.002, 0.004, 0.008, 0.016, 0.03, 0.06, 0.12, 0.25)
"""Errors at which points are sought, as fractions of maximum torque."""

SEARCH = 0.5
"""Share of a point's time that the search for its terms takes, about; the rest goes into factoring and bounds."""


@dataclass(frozen=True)
class ParetoPoint:
    """One abbreviated model; errors are fractions of maximum torque, of the worst joint.

    Attributes:
        operations: of its factored torque, sines and cosines free.
        terms: kept.
        rms: error over fresh samples.
        largest: error over fresh samples.
        guaranteed: bound of the error anywhere in the ranges.
        model: the model itself.
    """

    operations: int
    terms: int
    rms: float
    largest: float
    guaranteed: float
    model: Abbreviated


def pareto_front(
    chain: Chain,
    ranges: Ranges,
    maximum_torque: Sequence[float],
    exact_operations: int,
    errors: Sequence[float] = ERRORS,
    moves: int = 40,
    rounds: int = 300,
    pieces: int = 20_000,
    seed: int = 0,
    progress: Callable[[float], None] = lambda share: None,
) -> tuple[ParetoPoint, ...]:
    """Return the points of the front by falling calculations and growing error, all cheaper than the exact model.

    Args:
        chain: the arm.
        ranges: where errors are taken.
        maximum_torque: (n,) N·m.
        exact_operations: calculations of the exact model, e.g. by `derive`.
        errors: one point is sought for each.
        moves: steps of the search for each.
        rounds: of the factoring for each.
        pieces: at most so many for the guaranteed bound of each.
        seed: of samples and searches.
        progress: called with the share done.
    """
    found = []
    for number, error in enumerate(sorted(errors)):

        def searched(share: float, _: int, number: int = number) -> None:
            progress((number + SEARCH * share) / len(errors))

        searched(0.0, 0)
        model = abbreviate(chain, ranges, maximum_torque, error, moves, seed, searched)
        searched(1.0, 0)
        operations = simplify_system(model.system(), rounds, seed).cost
        if operations >= exact_operations:
            continue
        rms, largest = model.torque_error()
        guaranteed = guaranteed_share(model.exact, model.kept.terms, ranges, maximum_torque, pieces=pieces)
        point = ParetoPoint(
            operations, len(model.kept.terms), float(rms.max()), float(largest.max()), guaranteed, model
        )
        found.append(point)
    progress(1.0)
    return tuple(
        point
        for number, point in enumerate(found)
        if not any(
            other.operations <= point.operations and other.largest <= point.largest
            for other in (*found[:number], *found[number + 1 :])
        )
    )
