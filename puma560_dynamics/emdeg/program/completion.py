"""Extend a program by statements that compute its result from elements: solutions of equations, products, quotients."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from .linear_equations import Element, Statements, one
from .program import Group, Output, Program, Statement, Term, Value
from .specialise import pruned


def opened(program: Program) -> tuple[Statements, list[Element]]:
    """Return statements that compute the elements of a program's result, and the names of these elements, row-major."""
    statements = list(program.statements)
    names: list[Element] = [None] * program.size
    for output in program.outputs:
        if output.value.groups:
            statements.append(Statement(output.name, output.value))
            for place in output.places:
                names[place] = output.name
    return statements, names


def matrix_at(names: Sequence[Element], start: int, rows: int, columns: int) -> list[list[Element]]:
    """Return the (rows, columns) matrix of names that begins at index `start`."""
    return [list(names[start + i * columns : start + (i + 1) * columns]) for i in range(rows)]


def completed(program: Program, statements: Statements, elements: Sequence[Element]) -> Program:
    """Return the program with statements that compute its result.

    Args:
        program: program with the inputs, the angles and the shape of the result.
        statements: all statements, in any order.
        elements: names of the elements of the result, row-major; equal names are one output.
    """
    kept, aliases = without_aliases(tuple(in_order(statements)))
    places: dict[str, list[int]] = {}
    for place, name in enumerate(elements):
        if name is not None:
            places.setdefault(name, []).append(place)
    known = {statement.name: statement.value for statement in kept}
    used = {name for value in known.values() for name in value.names} | {
        name for _, term in aliases.values() for name in term.factors
    }
    outputs = []
    for name, at in places.items():
        alone = name in known and name not in used
        value = known[name] if alone else _replaced(Value.sum_of(one(name)), aliases)
        outputs.append(Output(name if alone else f"{name}_result", tuple(at), value))
    return pruned(replace(program, statements=tuple(kept), outputs=tuple(outputs)))


def without_aliases(statements: Sequence[Statement]) -> tuple[Statements, dict[str, tuple[Fraction, Term]]]:
    """Return statements without those that assign a constant or ± another name, and these: they replace their uses.

    Args:
        statements: statements in an order of evaluation.
    """
    known: dict[str, tuple[Fraction, Term]] = {}
    kept: Statements = []
    for statement in statements:
        value = _replaced(statement.value, known)
        terms = [(group.coefficient, term) for group in value.groups for term in group.terms]
        if len(terms) == 1 and not terms[0][1].factors and value.inverted:
            terms = [(1 / terms[0][0], terms[0][1])]
        elif len(terms) != 1 or value.inverted or len(terms[0][1].factors) > (terms[0][0] == 1):
            kept.append(Statement(statement.name, value))
            continue
        known[statement.name] = terms[0]
    return kept, known


def _replaced(value: Value, known: Mapping[str, tuple[Fraction, Term]]) -> Value:
    """Return a value in which the names of `known` are replaced by their values."""
    if not value.names & known.keys():
        return value
    groups: dict[tuple[Fraction, bool], list[Term]] = {}
    for group in value.groups:
        for term in group.terms:
            factors: list[str] = []
            coefficient, sign = group.coefficient, term.sign
            for factor in term.factors:
                if factor in known:
                    by, own = known[factor]
                    coefficient, sign = coefficient * by, sign * own.sign
                    factors += own.factors
                else:
                    factors.append(factor)
            groups.setdefault((coefficient, not factors), []).append(Term(sign, tuple(factors)))
    return replace(value, groups=tuple(Group(size, tuple(terms)) for (size, _), terms in groups.items()))


def in_order(statements: Sequence[Statement]) -> Iterator[Statement]:
    """Yield statements after those that they use, otherwise in their order."""
    known = {statement.name: statement for statement in statements}
    done: set[str] = set()
    for wanted in known:
        stack = [wanted]
        while stack:
            name = stack[-1]
            missing = sorted(known[name].value.names & known.keys() - done) if name not in done else []
            if missing:
                stack += missing
                continue
            stack.pop()
            if name not in done:
                done.add(name)
                yield known[name]
