"""Extend a program by statements that compute its result from elements: solutions of equations, products, quotients."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from .linear_equations import Element, Statements, one
from .program import Output, Program, Statement, Value
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
    places: dict[str, list[int]] = {}
    for place, name in enumerate(elements):
        if name is not None:
            places.setdefault(name, []).append(place)
    known = {statement.name: statement.value for statement in statements}
    used = {name for value in known.values() for name in value.names}
    outputs = []
    for name, at in places.items():
        alone = name in known and name not in used
        value = known[name] if alone else Value.sum_of(one(name))
        outputs.append(Output(name if alone else f"{name}_result", tuple(at), value))
    return pruned(replace(program, statements=tuple(in_order(statements)), outputs=tuple(outputs)))


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
