"""Convert a system to a program: order the definitions, name them, and group terms with equal coefficients."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..algebra.coefficients import Coefficients
from .program import Group, Output, Program, Statement, Term, Trig, Value
from .system import Polynomial, System


def lowered(
    system: System,
    empty: Program,
    places: Mapping[str, tuple[int, ...]],
    trigonometry: Mapping[str, Trig],
) -> Program:
    """Return the program that evaluates a system.

    Args:
        system: system with an output for each nonzero label of `places`.
        empty: program without statements, which has name, joints, inputs and shape of the result.
        places: indices of each output in the flat result, by label.
        trigonometry: sines and cosines, by the name of their atom.
    """
    order = system.order()
    wanted = {index: label for label, index in system.outputs.items()}
    used = {factor for index in order for monomial in system.definitions[index] for factor in monomial}
    names = {i: system.names[i] for i in range(system.atoms)}
    statements: list[Statement] = []
    outputs: list[Output] = []
    for index in order:
        value = _value(system.definitions[index], names, system.numbers)
        if index in used:
            names[index] = f"t{len(statements) + 1}"
            statements.append(Statement(names[index], value))
            value = Value((Group(system.numbers.value(1), (Term(1, (names[index],)),)),))
        if index in wanted:
            outputs.append(Output(wanted[index], places[wanted[index]], value))
    outputs.sort(key=lambda output: output.places)
    needed = {system.names[factor] for factor in used if factor < system.atoms}
    return replace(
        empty,
        trigonometry=tuple(trig for key, trig in trigonometry.items() if key in needed),
        statements=tuple(statements),
        outputs=tuple(outputs),
    )


def _value(polynomial: Polynomial, names: Mapping[int, str], numbers: Coefficients) -> Value:
    """Group terms with equal coefficients; the constant term is separate, since it needs no multiplication."""
    groups: dict[tuple[int, bool], list[Term]] = {}
    for monomial, coefficient in sorted(polynomial.items()):
        term = Term(1 if coefficient > 0 else -1, tuple(names[factor] for factor in monomial))
        groups.setdefault((abs(coefficient), not monomial), []).append(term)
    return Value(tuple(Group(numbers.value(size), tuple(terms)) for (size, _), terms in groups.items()))
