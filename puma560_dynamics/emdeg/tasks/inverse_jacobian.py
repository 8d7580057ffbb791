"""Define the task of the inverse of the Jacobian, for arms with a spherical wrist."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from ...errors import DerivationError
from ..algebra.quotients import Inverse
from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar
from ..chain.chain import Chain
from ..equations.kane_at_state import ChainState
from ..equations.wrist_inverse import WristInverse, part_labels, parts_at_state, wrist_inverse
from ..program.completion import completed, opened
from ..program.linear_equations import Element, Statements, let, one, products
from ..program.program import Program, Term
from .link_task import OfLink
from .task import ResultLayout

PARTS = {name: place for place, name in enumerate(part_labels())}
"""Indices of the parts in the result of the system."""


class WristInverseTask(OfLink):
    """Inverse (6, 6) of the Jacobian of a link that the last joint carries, in the axes of the base link.

    The system has the parts of `WristInverse`; `completed` divides by the factors and multiplies the blocks.
    """

    function = "inverse_jacobian"
    of_link = (
        "the inverse of the Jacobian of {}, 6 x 6, from linear and angular velocity in the axes of the base link to "
        "joint velocities"
    )
    turns = False

    def check(self, chain: Chain) -> None:
        if not chain.serial:
            raise DerivationError(
                f"{self.function} is for one arm, and {chain.name!r} has several; choose one tip, or use "
                "consistent_inverse"
            )
        super().check(chain)
        self._parts(chain)

    def _parts(self, chain: Chain) -> WristInverse:
        return _derived(self._seen(chain))

    def _seen(self, chain: Chain) -> Chain:
        """Return the chain with the link as its last user frame."""
        place = self._place(chain)
        if place.carrier != chain.n:
            raise DerivationError(
                f"{self.function}: link {self.link!r} is not carried by the last joint, so fewer than six joints move "
                "it; use a link that the last joint carries"
            )
        return replace(chain, base=place.base, frames=(*chain.frames[:-1], place.pose))

    def layout(self, chain: Chain) -> ResultLayout:
        return ResultLayout({name: (place,) for name, place in PARTS.items()}, (len(PARTS),))

    def exact(self, chain: Chain, ring: Ring) -> dict[str, Poly]:
        return {label: ring.sum((part,)) for label, part in wrist_inverse(self._seen(chain), ring).parts().items()}

    def at_state(self, chain: Chain, state: ChainState) -> dict[str, Scalar]:
        return parts_at_state(self._seen(chain), state, self._parts(chain))

    def completed(self, program: Program, chain: Chain) -> Program:
        statements, names = opened(program)
        parts = {label: names[place] for label, place in PARTS.items()}
        found = self._parts(chain)
        arm = _quotients(statements, parts, "arm", found.arm)
        wrist = _quotients(statements, parts, "wrist", found.wrist)
        linear, angular, coupling = (_block(parts, name) for name in ("v", "w", "coupling"))
        upper = _product(statements, "upper", arm, linear)
        x, y, z = (parts[f"lever_{k}"] for k in (1, 2, 3))
        upper = [  # the velocity of the center is v + ω × d
            [
                *(a, b, c),
                let(statements, f"upper_{i}_4", (*products([c], [y]), *products([b], [z], -1))),
                let(statements, f"upper_{i}_5", (*products([a], [z]), *products([c], [x], -1))),
                let(statements, f"upper_{i}_6", (*products([b], [x]), *products([a], [y], -1))),
            ]
            for i, (a, b, c) in enumerate(upper, start=1)
        ]
        rest = [
            [
                let(
                    statements,
                    f"rest_{i}_{j}",
                    (*(one(angular[i - 1][j - 4]) if j > 3 else ()), *products(row, column, -1)),
                )
                for j, column in enumerate(zip(*upper, strict=True), start=1)
            ]
            for i, row in enumerate(coupling, start=1)
        ]
        lower = _product(statements, "lower", wrist, rest)
        description = f"{program.description}; it does not exist where a factor is 0 of: {found.singularities()}"
        empty = replace(program, shape=(6, 6), description=description)
        return completed(empty, statements, [name for row in (*upper, *lower) for name in row])


TASK = WristInverseTask()


@lru_cache(maxsize=4)
def _derived(chain: Chain) -> WristInverse:
    return wrist_inverse(chain, Ring())


def _quotients(
    statements: Statements, parts: Mapping[str, Element], name: str, inverse: Inverse
) -> list[list[Element]]:
    """Divide the numerators of a block by the factors of its determinant."""
    made: dict[tuple[int, ...], list[Term]] = {(): []}
    for k in range(len(inverse.factors)):
        reciprocal = let(statements, f"{name}_reciprocal_{k + 1}", one(parts[f"{name}_factor_{k + 1}"]), inverted=True)
        made[(k,)] = one(reciprocal)
    result: list[list[Element]] = []
    for i, row in enumerate(inverse.entries, start=1):
        result.append([])
        for j, entry in enumerate(row, start=1):
            numerator = parts[f"{name}_{i}_{j}"]
            if entry.divisors not in made:
                factors = tuple(made[(k,)][0].factors[0] for k in entry.divisors)
                numbers = "_".join(str(k + 1) for k in entry.divisors)
                made[entry.divisors] = one(let(statements, f"{name}_reciprocal_{numbers}", [Term(1, factors)]))
            divided = [Term(1, (numerator, *term.factors)) for term in made[entry.divisors]] if numerator else []
            result[-1].append(let(statements, f"{name}_inverse_{i}_{j}", divided) if entry.divisors else numerator)
    return result


def _block(parts: Mapping[str, Element], name: str) -> list[list[Element]]:
    return [[parts[f"{name}_{i}_{j}"] for j in range(1, 4)] for i in range(1, 4)]


def _product(
    statements: Statements, name: str, left: Sequence[Sequence[Element]], right: Sequence[Sequence[Element]]
) -> list[list[Element]]:
    columns = list(zip(*right, strict=True))
    return [
        [let(statements, f"{name}_{i}_{j}", products(row, column)) for j, column in enumerate(columns, start=1)]
        for i, row in enumerate(left, start=1)
    ]
