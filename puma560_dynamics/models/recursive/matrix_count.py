"""Calculations of the kinetic energy matrix by Walker and Orin's methods."""

from __future__ import annotations

from ...arm import Arm
from ..counting import Tally
from ..terms import OperationCount
from .newton_euler import counted_body
from .scalar_newton_euler import bodies
from .scalar_walker_orin import CompositeBody, Rows, by_composite_bodies, by_repeated_recursion, composites


def matrix_count(arm: Arm, composite: bool = False, skip_known: bool = True) -> OperationCount:
    """Calculations of A: by repeated recursion or by composite bodies, for this arm's zeros or for any arm.

    Args:
        arm: whose matrix is counted.
        composite: by composite bodies, else by repeated recursion.
        skip_known: leave out products with zeros and ones of this arm.
    """
    tally = Tally(skip_known)
    _rows(arm, tally, composite)
    return tally.count


def _rows(arm: Arm, tally: Tally, composite: bool) -> Rows:
    cosines, sines = ([tally.variable() for _ in arm.joints] for _ in range(2))
    if not composite:
        chain = tuple(counted_body(body, tally) for body in bodies(arm))
        return by_repeated_recursion(chain, cosines, sines, tally.zero())
    lumped = tuple(
        CompositeBody(
            counted_body(one.body, tally),
            tuple(tally.constant(value) for value in one.first),  # type: ignore[arg-type]
            tuple(tally.constant(value) for value in one.inertia),
        )
        for one in composites(bodies(arm))
    )
    return by_composite_bodies(lumped, cosines, sines)
