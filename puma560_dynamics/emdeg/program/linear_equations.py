"""Write the solution of symmetric linear equations as statements: L D Lᵀ factorisation in a fixed order, without pivoting.

The factorisation of a symmetric, positive definite matrix is stable in every order of its rows. The order with the
fewest calculations is chosen, which keeps zeros of the matrix: eliminating a row couples all rows that it is coupled
with. For a kinetic energy matrix, an order from the last joint inwards usually has the fewest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache

from .program import Output, Program, Statement, Term, Value
from .specialise import pruned

Element = str | None
"""Name of an element; None for an element that is identically zero."""

Row = Sequence[Term]
"""Sum of signed products; empty for zero."""


class Statements:
    """Statements that are written one after another.

    Args:
        written: the first statements.

    Attributes:
        written: all statements.
    """

    def __init__(self, written: Iterable[Statement] = ()) -> None:
        self.written = list(written)

    def let(self, name: str, terms: Iterable[Term], inverted: bool = False) -> Element:
        """Assign a sum (or its reciprocal) to a name; return the name, or None for a sum without terms."""
        terms = tuple(terms)
        if not terms:
            return None
        self.written.append(Statement(name, Value.sum_of(terms, inverted)))
        return name

    def product(
        self, name: str, left: Sequence[Sequence[Element]], right: Sequence[Sequence[Element]], sign: int = 1
    ) -> list[list[Element]]:
        """Assign the elements of ± a product of matrices to the names ``name_i_j``."""
        columns = list(zip(*right, strict=True))
        return [
            [self.let(f"{name}_{i}_{j}", products(row, column, sign)) for j, column in enumerate(columns, start=1)]
            for i, row in enumerate(left, start=1)
        ]


def products(left: Sequence[Element], right: Sequence[Element], sign: int = 1) -> list[Term]:
    """Return the terms of ± the scalar product of two vectors."""
    return [Term(sign, (a, b)) for a, b in zip(left, right, strict=True) if a is not None and b is not None]


class Factorised:
    """Factorisation L D Lᵀ of a symmetric matrix, whose calculations are added to statements.

    Args:
        statements: statements that compute the elements of the matrix.
        matrix: (n, n) elements; only the lower triangle is read.
        suffix: end of all names, if several matrices are factorised.

    Raises:
        ZeroDivisionError: a pivot is identically zero.
    """

    def __init__(self, statements: Statements, matrix: Sequence[Sequence[Element]], suffix: str = "") -> None:
        self._let, self._suffix = statements.let, suffix
        n = len(matrix)
        self._order = elimination_order([[i for i in range(n) if _lower(matrix, i, j)] for j in range(n)])
        self._inverse: list[str] = [""] * n
        self._factor: dict[tuple[int, int], str] = {}
        """Elements of L below the diagonal: (later row, earlier row) of the order."""
        work: dict[tuple[int, int], str] = {}
        for place, j in enumerate(self._order):
            later, earlier = self._order[place:], self._order[:place]
            for i in later:
                own = _lower(matrix, i, j)
                done = [
                    Term(-1, (work[i, k], self._factor[j, k]))
                    for k in earlier
                    if (i, k) in work and (j, k) in self._factor
                ]
                if own and not done:
                    work[i, j] = own
                elif done:
                    work[i, j] = self._named("work", i, j, (*_one(own), *done))
            if (j, j) not in work:
                raise ZeroDivisionError
            self._inverse[j] = self._named("inverse", j, None, _one(work[j, j]), inverted=True)
            for i in later[1:]:
                if (i, j) in work:
                    self._factor[i, j] = self._named("factor", i, j, [Term(1, (work[i, j], self._inverse[j]))])

    def _named(self, name: str, i: int, j: int | None, terms: Iterable[Term], inverted: bool = False) -> str:
        place = f"{i + 1}" if j is None else f"{i + 1}_{j + 1}"
        made = self._let(f"{name}{self._suffix}_{place}", terms, inverted)
        assert made is not None
        return made

    def half_solved(self, name: str, right: Sequence[Row]) -> list[Element]:
        """Return L⁻¹ times a vector, as the names ``name_i``."""
        found: list[Element] = [None] * len(right)
        for place, i in enumerate(self._order):
            done = [
                Term(-1, (self._factor[i, k], str(found[k])))
                for k in self._order[:place]
                if (i, k) in self._factor and found[k]
            ]
            found[i] = self._let(f"{name}_{i + 1}", (*right[i], *done))
        return found

    def solved(self, name: str, right: Sequence[Row]) -> list[Element]:
        """Return the solution for one right-hand side, as the names ``name_i``."""
        rest = self.half_solved(f"rest_{name}", right)
        found: list[Element] = [None] * len(right)
        for place, i in reversed(list(enumerate(self._order))):
            own = [Term(1, (str(rest[i]), self._inverse[i]))] if rest[i] else []
            later = [
                Term(-1, (self._factor[k, i], str(found[k])))
                for k in self._order[place + 1 :]
                if (k, i) in self._factor and found[k]
            ]
            found[i] = self._let(f"{name}_{i + 1}", (*own, *later))
        return found

    def inverse(self, name: str) -> list[list[Element]]:
        """Return the elements of the inverse, as the names ``name_i_j``, of which those of both triangles are equal.

        The inverse W satisfies W = D⁻¹ L⁻¹ + (1 - Lᵀ) W, whose rows are computed in reverse order.
        """
        n = len(self._order)
        found: list[list[Element]] = [[None] * n for _ in range(n)]
        for place, i in reversed(list(enumerate(self._order))):
            later = self._order[place + 1 :]
            for j in (*reversed(later), i):
                terms = [
                    Term(-1, (self._factor[k, i], str(found[k][j])))
                    for k in later
                    if (k, i) in self._factor and found[k][j]
                ]
                own = [Term(1, (self._inverse[i],))] if i == j else []
                one, other = sorted((i, j))
                found[i][j] = found[j][i] = self._let(f"{name}_{one + 1}_{other + 1}", (*own, *terms))
        return found


def elimination_order(coupled: Sequence[Sequence[int]]) -> list[int]:
    """Return the order of elimination with the fewest calculations; of equal ones, the latest rows first.

    Args:
        coupled: for each row of a symmetric matrix, the columns with elements that are not zero.
    """
    n = len(coupled)

    @cache
    def neighbours(row: int, gone: int) -> tuple[int, ...]:
        """Return the remaining rows that a row is coupled with after elimination of the rows in the bit set `gone`."""
        seen, pending = {row}, [row]
        while pending:
            for other in coupled[pending.pop()]:
                if other not in seen:
                    seen.add(other)
                    if gone >> other & 1:
                        pending.append(other)
        return tuple(other for other in sorted(seen - {row}) if not gone >> other & 1)

    @cache
    def best(gone: int) -> tuple[int, tuple[int, ...]]:
        """Return the cost and order of eliminating all rows that are not in the bit set `gone`."""
        choices = []
        for row in reversed(range(n)):
            if not gone >> row & 1:
                cost, order = best(gone | 1 << row)
                many = len(neighbours(row, gone))
                # Factors, products of the remaining rows, and solution: each pair of coupled rows costs alike.
                choices.append((cost + many * (many + 3), (row, *order)))
        return min(choices, key=lambda choice: choice[0], default=(0, ()))

    return list(best(0)[1])


def opened(program: Program) -> tuple[Statements, list[Element]]:
    """Return statements that compute the elements of a program's result, and the names of these elements, row-major."""
    statements = Statements(program.statements)
    names: list[Element] = [None] * program.size
    for output in program.outputs:
        statements.written.append(Statement(output.name, output.value))
        for place in output.places:
            names[place] = output.name
    return statements, names


def matrix_at(names: Sequence[Element], start: int, rows: int, columns: int) -> list[list[Element]]:
    """Return the (rows, columns) matrix of names that begins at index `start`."""
    return [list(names[start + i * columns : start + (i + 1) * columns]) for i in range(rows)]


def closed(program: Program, statements: Statements, elements: Sequence[Element], labels: Sequence[str]) -> Program:
    """Return the program with statements that compute its result.

    Args:
        program: program with shape of the result, and angles.
        statements: all statements.
        elements: names of the elements of the result, row-major; equal names are one output.
        labels: label of each element, different from all names of statements.
    """
    places: dict[str, list[int]] = {}
    for place, name in enumerate(elements):
        if name is not None:
            places.setdefault(name, []).append(place)
    known = {statement.name: statement.value for statement in statements.written}
    used = {name for value in known.values() for name in value.names}

    def value(name: str) -> Value:
        return known[name] if name in known and name not in used else Value.sum_of([Term(1, (name,))])

    outputs = tuple(Output(labels[at[0]], tuple(at), value(name)) for name, at in places.items())
    return pruned(replace(program, statements=tuple(statements.written), outputs=outputs))


def _lower(matrix: Sequence[Sequence[Element]], i: int, j: int) -> Element:
    return matrix[max(i, j)][min(i, j)]


def _one(name: Element) -> list[Term]:
    return [] if name is None else [Term(1, (name,))]
