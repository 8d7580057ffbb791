"""Numbers multiplied term by term: ``k·(a - b)`` as ``k·a - k·b``.

With fused multiply-add both take two instructions, and the second form does not wait for the difference. Without it,
it takes a multiplication more. So it is a matter of measurement (`tuning`).
"""

from __future__ import annotations

from dataclasses import replace

from ..program.program import Group, Program, Value


def with_spread_factors(program: Program) -> Program:
    """The program with every number multiplied term by term where the terms are no products."""
    statements = tuple(replace(each, value=_spread(each.value)) for each in program.statements)
    outputs = tuple(replace(each, value=_spread(each.value)) for each in program.outputs)
    return replace(program, statements=statements, outputs=outputs)


def _spread(value: Value) -> Value:
    groups: list[Group] = []
    for group in value.groups:
        single = [term for term in group.terms if len(term.factors) == 1]
        if group.coefficient == 1 or len(single) < len(group.terms):
            groups.append(group)
        else:
            groups += [Group(group.coefficient, (term,)) for term in single]
    return Value(tuple(groups))
