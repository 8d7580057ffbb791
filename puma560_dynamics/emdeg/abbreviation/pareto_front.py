"""Compute the Pareto front of abbreviated models: number of calculations against torque error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..chain.chain import Chain
from ..simplify.search import simplify_system
from .abbreviate import Abbreviated, abbreviate
from .bounds import guaranteed_share
from .ranges import Ranges

ERRORS = (0.001, 0.002, 0.004, 0.008, 0.016, 0.03, 0.06, 0.12, 0.25)
"""Default permitted errors of the models, as fractions of maximum torque."""

SEARCH = 0.5
"""Approximate fraction of a model's computing time for choosing its terms; the rest is for factoring and bounds."""


@dataclass(frozen=True)
class ParetoPoint:
    """An abbreviated model with its cost and errors; errors are fractions of maximum torque, of the worst joint.

    Attributes:
        operations: number of calculations of the factored torque, without sines and cosines.
        terms: number of remaining terms.
        rms: RMS error over fresh samples.
        largest: largest error over fresh samples.
        guaranteed: upper bound of the error at every state in the ranges.
        model: the abbreviated model.
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
    """Return the points of the Pareto front in order of increasing error; all cost less than the exact model.

    Args:
        chain: chain of the arm.
        ranges: ranges of states for which errors are limited.
        maximum_torque: (n,) maximum torques, N·m.
        exact_operations: number of calculations of the exact model, e.g. from `derive`.
        errors: permitted errors; one model is derived for each.
        moves: steps of the search for terms, per model.
        rounds: rounds of factoring, per model.
        pieces: largest number of pieces for the guaranteed bound, per model.
        seed: seed of samples and searches.
        progress: function that is called with the completed fraction.
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
