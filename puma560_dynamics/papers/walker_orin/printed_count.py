"""Counts of Walker and Orin's kinetic energy matrix, compared with the 2737 calculations of AKB's table 3.

The paper names the method (repeated recursions over a model order that symmetry reduces) and prints one number, but not
the recursion or the operations that were left out. `count_readings` returns possible ways of counting, from an
algorithm that uses this arm's zeros to a textbook algorithm without any simplification.

No recursion with a linear cost a·m + b for m links can give 2737: the sum over m = 1 … 6 is 21a + 6b, a multiple of 3
(`evenly_growing`). So the shortest or longest chain must have been counted in another way.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

from ...arm import Arm
from ...models.counting import Counted, Tally
from ...models.recursive.newton_euler import counted_body
from ...models.recursive.scalar_newton_euler import ScalarLink, bodies, scalar_newton_euler
from ...models.terms import OperationCount
from .model import matrix_count

PAPER_WALKER_ORIN = 2737
"""Number of calculations in table 3."""

ROTATIONS = 4
"""Number of vectors that are rotated per link at rest: two accelerations outwards, force and moment inwards."""


@dataclass(frozen=True)
class CountReading:
    """Result of one way of counting.

    Attributes:
        name: description of the algorithm.
        count: our count.
        why: operations that are included or left out.
    """

    name: str
    count: OperationCount
    why: str

    @property
    def excess(self) -> float:
        """Return the relative difference from the printed count; negative if the count is smaller."""
        return self.count.total / PAPER_WALKER_ORIN - 1.0


def count_readings(arm: Arm) -> tuple[CountReading, ...]:
    """Return several counts of the repeated recursions of table 3, and of composite bodies for comparison."""
    steps = arm.n * (arm.n + 1) // 2
    link = _general_link(arm)
    whole = OperationCount(link.multiplications + ROTATIONS, link.additions + 2 * ROTATIONS)
    known = (
        CountReading(
            "repeated recursion, customised to this arm",
            matrix_count(arm),
            "products with this arm's zeros and ones, and all that is at rest, left out",
        ),
        CountReading(
            "composite bodies, customised to this arm",
            matrix_count(arm, composite=True),
            "Walker and Orin's cheapest method, not what AKB describe",
        ),
        CountReading(
            "composite bodies, any arm",
            matrix_count(arm, composite=True, skip_known=False),
            "nothing known of the arm",
        ),
        CountReading(
            "repeated recursion, any arm",
            matrix_count(arm, skip_known=False),
            "nothing known of the arm; what is at rest, and the first and last links' zeros, left out",
        ),
        CountReading(
            "repeated recursion, any arm, no use of symmetry",
            _columns(arm, shorter=False, moving=False),
            "all links in each recursion",
        ),
        CountReading(
            f"{steps} links, each in full",
            _times(link, steps),
            "first and last links counted as any other; no velocity, no motor inertia; a rotation as two planar ones",
        ),
        CountReading(
            f"{steps} links, each in full, rotations as matrices",
            _times(whole, steps),
            "the same with a rotation as nine products and six sums",
        ),
        CountReading(
            "repeated recursion, any arm, velocity terms computed",
            _columns(arm, shorter=True, moving=True),
            "inverse dynamics as it is, with velocities that happen to be zero",
        ),
    )
    return tuple(sorted(known, key=lambda reading: reading.count.total))


def nearest_reading(arm: Arm) -> CountReading:
    """Return the way of counting that is closest to the printed count."""
    return min(count_readings(arm), key=lambda reading: abs(reading.excess))


def evenly_growing(n: int = 6, printed: int = PAPER_WALKER_ORIN) -> bool:
    """Return whether costs a·m + b for m = 1 to n links, with integers a and b, can have the sum `printed`."""
    return printed % gcd(n * (n + 1) // 2, n) == 0


def explained_recursion(arm: Arm) -> tuple[OperationCount, str]:
    """Return our count of repeated recursions for any arm, and an explanation why it differs from table 3."""
    ours, closest = matrix_count(arm, skip_known=False), nearest_reading(arm)
    customised, composite = matrix_count(arm), matrix_count(arm, composite=True)
    links = arm.n * (arm.n + 1) // 2
    uneven = (
        f". No cost a·m + b for m links with integers a and b gives it: the sum over m = 1 … {arm.n}, {links}a + "
        f"{arm.n}b, is a multiple of {gcd(links, arm.n)}"
    )
    return ours, (
        "the paper does not print the recursion or what it leaves out. Ours leaves out what is at rest, and the zeros "
        "of the first and last links, and includes motor inertias. "
        f"The nearest of the {len(count_readings(arm))} counts that we tried, “"
        f"{closest.name}”, takes {closest.count.total} ({100 * closest.excess:+.1f} %), and none is "
        f"{PAPER_WALKER_ORIN}{'' if evenly_growing(arm.n) else uneven}. Customised to this arm ours takes "
        f"{customised.total}; the matrix by composite bodies, customised, {composite.total}"
    )


def _columns(arm: Arm, shorter: bool, moving: bool) -> OperationCount:
    """Return the calculations of all columns of A by recursions for any arm."""
    tally = Tally(skip_known=False)
    chain = tuple(counted_body(body, tally) for body in bodies(arm))
    for j in range(arm.n):
        _column(tally, chain[j if shorter else 0 :], 0 if shorter else j, moving)
    return tally.count


def _column(tally: Tally, chain: tuple[ScalarLink, ...], accelerated: int, moving: bool) -> None:
    zero = tally.zero()
    still: list[Counted] = [zero] * len(chain)
    unit = [*still[:accelerated], zero + 1.0, *still[accelerated + 1 :]]
    cosines, sines = ([tally.variable() for _ in chain] for _ in range(2))
    rate = [tally.variable() for _ in chain] if moving else still
    scalar_newton_euler(chain, cosines, sines, rate, unit, (zero, zero, zero))


def _general_link(arm: Arm) -> OperationCount:
    """Return the additional calculations of a recursion at rest per link, without any simplification."""

    def column(links: int) -> OperationCount:
        tally = Tally(skip_known=False)
        body = counted_body(bodies(arm)[0], tally)
        _column(tally, (body,) * links, 0, moving=False)
        return tally.count

    longer, shorter = column(5), column(4)
    return OperationCount(longer[0] - shorter[0], longer[1] - shorter[1])


def _times(count: OperationCount, factor: int) -> OperationCount:
    return OperationCount(factor * count.multiplications, factor * count.additions)
