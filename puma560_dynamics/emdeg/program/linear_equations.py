"""Write the solution of symmetric linear equations as statements: L D Lᵀ factorisation in a fixed order, no pivoting.

The factorisation of a symmetric, positive definite matrix is stable in every order of its rows. The order with the
fewest calculations is chosen, which keeps zeros of the matrix: eliminating a row couples all rows that it is coupled
with. For a kinetic energy matrix, an order from the last joint inwards usually has the fewest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache

from .program import Group, Statement, Term, Value

Element = str | None
"""Name of an element; None for an element that is identically zero."""

Row = Sequence[Term]
"""Sum of signed products; empty for zero."""

Statements = list[Statement]
"""Statements in the order in which they are written; later ones may use earlier ones."""


def let(statements: Statements, name: str, terms: Iterable[Term], inverted: bool = False) -> Element:
    """Assign a sum (or its reciprocal) to a name; return the name, or None for a sum without terms."""
    terms = tuple(terms)
    if not terms:
        return None
    statements.append(Statement(name, Value.sum_of(terms, inverted)))
    return name


def one(name: Element, sign: int = 1) -> list[Term]:
    """Return ± an element as a sum."""
    return [] if name is None else [Term(sign, (name,))]


def products(left: Sequence[Element], right: Sequence[Element], sign: int = 1) -> list[Term]:
    """Return ± the scalar product of two vectors as a sum."""
    return [Term(sign, (a, b)) for a, b in zip(left, right, strict=True) if a is not None and b is not None]


def cost(statements: Iterable[Statement]) -> int:
    """Return the number of calculations of statements."""
    return sum(statement.value.count.total for statement in statements)


class Factorised:
    """Factorisation L D Lᵀ of a symmetric matrix, whose calculations are added to statements.

    Args:
        statements: statements that compute the elements of the matrix.
        matrix: (n, n) elements; only the lower triangle is read.
        suffix: end of all names, if several matrices are factorised.

    Attributes:
        pivots: reciprocals of the elements of D.

    Raises:
        ZeroDivisionError: a pivot is identically zero.
    """

    def __init__(self, statements: Statements, matrix: Sequence[Sequence[Element]], suffix: str = "") -> None:
        self._statements, self._suffix = statements, suffix
        n = len(matrix)
        lower = [[matrix[max(i, j)][min(i, j)] for j in range(n)] for i in range(n)]
        self._order = elimination_order([[j for j in range(n) if lower[i][j]] for i in range(n)])
        self._factors: list[list[Element]] = [[None] * n for _ in range(n)]
        work: list[list[Element]] = [[None] * n for _ in range(n)]
        pivots: list[str] = [""] * n
        for place, j in enumerate(self._order):
            earlier, later = self._order[:place], self._order[place:]
            for i in later:
                done = products([work[i][k] for k in earlier], [self._factors[j][k] for k in earlier], -1)
                work[i][j] = self._named("work", (i, j), (*one(lower[i][j]), *done)) if done else lower[i][j]
            if work[j][j] is None:
                raise ZeroDivisionError
            pivots[j] = str(self._named("pivot", (j,), one(work[j][j]), inverted=True))
            for i in later[1:]:
                self._factors[i][j] = self._named("factor", (i, j), products([work[i][j]], [pivots[j]]))
        self.pivots: tuple[str, ...] = tuple(pivots)

    def _named(self, name: str, place: Sequence[int], terms: Iterable[Term], inverted: bool = False) -> Element:
        numbers = "_".join(str(index + 1) for index in place)
        return let(self._statements, f"{name}{self._suffix}_{numbers}", terms, inverted)

    def half_solved(self, names: Sequence[str], right: Sequence[Row], into: Statements | None = None) -> list[Element]:
        """Assign L⁻¹ times a vector to names; return those of elements that are not identically zero."""
        into = self._statements if into is None else into
        found: list[Element] = [None] * len(right)
        for place, i in enumerate(self._order):
            earlier = self._order[:place]
            done = products([self._factors[i][k] for k in earlier], [found[k] for k in earlier], -1)
            found[i] = let(into, names[i], (*right[i], *done))
        return found

    def back_solved(self, names: Sequence[str], right: Sequence[Row], into: Statements | None = None) -> list[Element]:
        """Assign (Lᵀ)⁻¹ times a vector to names; return those of elements that are not identically zero."""
        into = self._statements if into is None else into
        found: list[Element] = [None] * len(right)
        for place, i in reversed(list(enumerate(self._order))):
            later = self._order[place + 1 :]
            done = products([self._factors[k][i] for k in later], [found[k] for k in later], -1)
            found[i] = let(into, names[i], (*right[i], *done))
        return found

    def solved(
        self,
        names: Sequence[str],
        right: Sequence[Row],
        pivots: Sequence[str] = (),
        into: Statements | None = None,
    ) -> list[Element]:
        """Assign the solution for one right-hand side to names; return those that are not identically zero.

        Args:
            names: names of the solution's elements.
            right: the right-hand side.
            pivots: multiples of `pivots`, for a multiple of the solution (`multiple`).
            into: statements that are extended; by default those of the factorisation.
        """
        half = self.half_solved([f"rest_{name}" for name in names], right, into)
        scaled = [products([x], [pivot]) for x, pivot in zip(half, pivots or self.pivots, strict=True)]
        return self.back_solved(names, scaled, into)

    def multiple(self, number: int) -> list[str]:
        """Return `pivots` multiplied by a number, with which `solved` returns this multiple of the solution."""
        names = [f"times_{number}{self._suffix}_{i + 1}" for i in range(len(self.pivots))]
        groups = (Group(Fraction(number), tuple(one(pivot))) for pivot in self.pivots)
        self._statements.extend(Statement(name, Value((group,))) for name, group in zip(names, groups, strict=True))
        return names

    def inverse(self, name: str) -> list[list[Element]]:
        """Return the elements of the inverse, with the names ``name_i_j``, i ≤ j, in both triangles.

        The inverse W satisfies W = D⁻¹ L⁻¹ + (1 - Lᵀ) W, whose rows are computed in reverse order.
        """
        n = len(self._order)
        found: list[list[Element]] = [[None] * n for _ in range(n)]
        for place, i in reversed(list(enumerate(self._order))):
            later = self._order[place + 1 :]
            for j in (*reversed(later), i):
                done = products([self._factors[k][i] for k in later], [found[k][j] for k in later], -1)
                own = one(self.pivots[i]) if i == j else []
                made = let(self._statements, f"{name}_{min(i, j) + 1}_{max(i, j) + 1}", (*own, *done))
                found[i][j] = found[j][i] = made
        return found

    def times_inverse(
        self, name: str, inverse: Sequence[Sequence[Element]], right: Sequence[Sequence[Element]], sign: int = 1
    ) -> list[list[Element]]:
        """Return ± A⁻¹ times a matrix, with the names ``name_i_j``; each column is solved or multiplied.

        Args:
            name: beginning of the names.
            inverse: elements of the inverse.
            right: (n, m) elements of the matrix.
            sign: sign of the result.
        """
        columns = []
        for number, column in enumerate(zip(*right, strict=True), start=1):
            names = [f"{name}_{i + 1}_{number}" for i in range(len(inverse))]
            by_solution, by_product = Statements(), Statements()
            solution = self.solved(names, [one(element, sign) for element in column], into=by_solution)
            multiplied = [
                let(by_product, at, products(row, column, sign)) for at, row in zip(names, inverse, strict=True)
            ]
            cheaper = cost(by_product) < cost(by_solution)
            self._statements.extend(by_product if cheaper else by_solution)
            columns.append(multiplied if cheaper else solution)
        return [list(row) for row in zip(*columns, strict=True)]


def elimination_order(coupled: Sequence[Sequence[int]]) -> list[int]:
    """Return the order of elimination with the fewest calculations; of equal ones, the latest rows first.

    Args:
        coupled: for each row of a symmetric matrix, the columns with elements that are not zero.
    """
    return _without_fill(coupled) or _cheapest(coupled)


def _without_fill(coupled: Sequence[Sequence[int]]) -> list[int]:
    """Return an order in which no elimination couples further rows, the latest rows first; empty if there is none.

    All such orders have the same calculations, and no other order has fewer. The kinetic energy matrix of several arms
    on a torso has one: from the last joint of each arm inwards.
    """
    rest = {row: set(columns) - {row} for row, columns in enumerate(coupled)}
    order: list[int] = []
    while rest:
        free = (row for row in reversed(rest) if all(rest[row] <= rest[other] | {other} for other in rest[row]))
        row = next(free, None)
        if row is None:
            return []
        for other in rest.pop(row):
            rest[other].discard(row)
        order.append(row)
    return order


def _cheapest(coupled: Sequence[Sequence[int]]) -> list[int]:
    """Return the order with the fewest calculations of all orders; the time grows exponentially with the rows."""
    n = len(coupled)

    @cache
    def neighbours(row: int, gone: int) -> int:
        """Return with how many remaining rows a row is coupled after elimination of the rows in the bit set `gone`."""
        seen, pending = {row}, [row]
        while pending:
            for other in coupled[pending.pop()]:
                if other not in seen:
                    seen.add(other)
                    if gone >> other & 1:
                        pending.append(other)
        return sum(not gone >> other & 1 for other in seen) - 1

    @cache
    def best(gone: int) -> tuple[int, tuple[int, ...]]:
        """Return cost and order of eliminating all rows that are not in the bit set `gone`."""
        choices = []
        for row in reversed(range(n)):
            if not gone >> row & 1:
                total, order = best(gone | 1 << row)
                many = neighbours(row, gone)
                # A factor per coupled row, a product and a sum per pair of them, and as much in the solution.
                choices.append((total + many * (many + 3), (row, *order)))
        return min(choices, key=lambda choice: choice[0], default=(0, ()))

    return list(best(0)[1])
