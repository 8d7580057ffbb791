"""Counts of Walker and Orin's kinetic energy matrix, compared with the 2737 calculations of AKB's table 3.

The paper names the method (repeated recursions over a model order that symmetry reduces) and prints one
number, without the recursion or what of it was left out. `count_readings` are the ways to count that it may
have meant, from an algorithm that knows this arm's zeros to a textbook's that leaves out nothing.

No recursion whose cost grows evenly, a·m + b for m links, can give 2737: summed over m = 1 … 6 that is
21a + 6b, a multiple of 3 (`evenly_growing`). The shortest or longest chain must have been counted apart.
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
"""Calculations that table 3 prints."""

ROTATIONS = 4
"""Vectors that one link turns at rest: two accelerations outwards, force and moment inwards."""


@dataclass(frozen=True)
class CountReading:
    """One way to count.

    Attributes:
        name: what is counted.
        count: our count.
        why: what it leaves out or takes in.
    """

    name: str
    count: OperationCount
    why: str

    @property
    def excess(self) -> float:
        """Share by which it exceeds the printed count; negative where it is less."""
        return self.count.total / PAPER_WALKER_ORIN - 1.0


def count_readings(arm: Arm) -> tuple[CountReading, ...]:
    """Ways to count the repeated recursions of table 3, by growing count, and composite bodies for comparison."""
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
            "first and last links counted as any other; no velocity; a rotation as two planar ones",
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
    """The reading that comes closest to the printed count."""
    return min(count_readings(arm), key=lambda reading: abs(reading.excess))


def evenly_growing(n: int = 6, printed: int = PAPER_WALKER_ORIN) -> bool:
    """Return whether recursions over 1 to n links that cost a·m + b each, a and b whole, can add up to `printed`."""
    return printed % gcd(n * (n + 1) // 2, n) == 0


def explained_recursion(arm: Arm) -> tuple[OperationCount, str]:
    """Our count compared with table 3, of repeated recursions for any arm, and why the two differ."""
    ours, closest = matrix_count(arm, skip_known=False), nearest_reading(arm)
    customised, composite = matrix_count(arm), matrix_count(arm, composite=True)
    uneven = "" if evenly_growing(arm.n) else ", to which no cost that grows evenly with the links adds up"
    return ours, (
        "the paper does not print the recursion or what it leaves out. Ours leaves out what is at rest, and the zeros "
        f"of the first and last links; the nearest reading, {closest.name}, takes {closest.count.total} "
        f"({100 * closest.excess:+.1f} %), and none is exactly {PAPER_WALKER_ORIN}{uneven}. "
        f"Customised to this arm it takes {customised.total}, and by Walker and Orin's "
        f"composite bodies {composite.total}"
    )


def _columns(arm: Arm, shorter: bool, moving: bool) -> OperationCount:
    """Columns by recursions for any arm."""
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
    """Return the calculations of a recursion at rest for one more link, with none left out."""

    def column(links: int) -> OperationCount:
        tally = Tally(skip_known=False)
        body = counted_body(bodies(arm)[0], tally)
        _column(tally, (body,) * links, 0, moving=False)
        return tally.count

    longer, shorter = column(5), column(4)
    return OperationCount(longer[0] - shorter[0], longer[1] - shorter[1])


def _times(count: OperationCount, factor: int) -> OperationCount:
    return OperationCount(factor * count.multiplications, factor * count.additions)
