"""Rebuild CasADi functions: with sines and cosines of angles as inputs, and with equal terms computed once.

`casadi.cse` does not find a b in b a, nor a - b in b - a. Signs are not counted, so here terms that differ in order or
in sign are the same.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

import casadi

SUMS = {casadi.OP_ADD: 1, casadi.OP_SUB: -1}
SINES = {casadi.OP_COS: 0, casadi.OP_SIN: 1}
ALONE = {casadi.OP_SQ: lambda x: x * x, casadi.OP_TWICE: lambda x: x + x, casadi.OP_INV: lambda x: 1 / x}


class Term(NamedTuple):
    """A value as a sign times a term, or an angle, of which only sine and cosine are known.

    Attributes:
        sign: 1 or -1.
        number: number of the term; the index of an angle.
        value: expression of the term; None for an angle.
    """

    sign: int
    number: int
    value: Any


class _Terms:
    """Terms by what they are made of."""

    def __init__(self) -> None:
        self._known: dict[Hashable, Term] = {}

    def term(self, key: Hashable, value: Any) -> Term:
        return self._known.setdefault(key, Term(1, len(self._known), value))

    def constant(self, number: float) -> Term:
        found = self.term(abs(number), casadi.SX(abs(number)))
        return found._replace(sign=-1) if number < 0 else found

    def applied(self, operation: int, used: list[Term]) -> Term:
        one = used[0]
        if operation == casadi.OP_ASSIGN:
            return one
        if operation == casadi.OP_NEG:
            return one._replace(sign=-one.sign)
        if operation in ALONE:
            found = self.term((operation, one.number), ALONE[operation](one.value))
            return found if operation == casadi.OP_SQ else found._replace(sign=one.sign)
        other = used[1]
        if operation == casadi.OP_FMAX:
            return self.constant(max(float(term.sign * term.value) for term in used))
        if operation == casadi.OP_DIV:
            found = self.term((operation, one.number, other.number), one.value / other.value)
            return found._replace(sign=one.sign * other.sign)
        if operation == casadi.OP_MUL:
            one, other = sorted(used, key=lambda term: term.number)
            found = self.term((operation, one.number, other.number), one.value * other.value)
            return found._replace(sign=one.sign * other.sign)
        if operation in SUMS:
            other = other._replace(sign=other.sign * SUMS[operation])
            one, other = sorted((one, other), key=lambda term: term.number)
            equal = one.sign == other.sign
            value = one.value + other.value if equal else one.value - other.value
            found = self.term((equal, one.number, other.number), value)
            return found._replace(sign=one.sign)
        raise ValueError(f"operation {operation} of CasADi is not known here")


def rebuilt(function: Any, inputs: list[Any], angles: tuple[Any, Any] | None = None) -> list[Any]:
    """Return the results of a function for given inputs, with each term computed once.

    Args:
        function: CasADi function.
        inputs: values of its inputs; the first is ignored if `angles` is given.
        angles: cosines and sines of the elements of the first input, which the function then uses in no other way.

    Raises:
        ValueError: an operation is not known here, or the function uses an angle itself.
    """
    results = [casadi.SX(*function.size_out(k)) for k in range(function.n_out())]
    terms, values = _Terms(), {}
    for k in range(function.n_instructions()):
        operation = function.instruction_id(k)
        used, made = function.instruction_input(k), function.instruction_output(k)
        if operation == casadi.OP_OUTPUT:
            place = made[0]
            sparsity = function.sparsity_out(place)
            row, column = sparsity.row()[made[1]], sparsity.get_col()[made[1]]
            term = values[used[0]]
            results[place][row, column] = term.value if term.sign > 0 else -term.value
        elif operation == casadi.OP_INPUT:
            source, place = used
            is_angle = angles is not None and source == 0
            values[made[0]] = (
                Term(1, place, None) if is_angle else terms.term((source, place, ""), inputs[source][place])
            )
        elif operation == casadi.OP_CONST:
            values[made[0]] = terms.constant(function.instruction_constant(k))
        else:
            given = [values[each] for each in used]
            if operation in SINES and angles is not None and given[0].value is None:
                which, place = SINES[operation], given[0].number
                values[made[0]] = terms.term((which, place, "angle"), angles[which][place])
            elif any(term.value is None for term in given):
                raise ValueError("the function uses an angle itself, not only its sine and cosine")
            else:
                values[made[0]] = terms.applied(operation, given)
    return results
