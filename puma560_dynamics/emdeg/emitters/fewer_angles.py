"""Sines and cosines of angles that are sums of others, by their formulas: six calculations in place of a sincos.

Counts leave sines and cosines free, processors do not: of a torque of the PUMA they are half the time.
With q2, q3 and q2 + q3 in a program, one of the three follows from the two others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from ..chain.angles import Angle
from ..program.program import Group, Program, Statement, Term, Trig, Value

SAME = 1e-15
"""Difference of constant parts, rad, below which two angles are the same."""


def fewer_angles(program: Program) -> Program:
    """Return the program with every angle that follows from two others written by the formulas of sums."""
    trigonometry = list(program.trigonometry)
    found: list[Statement] = []
    while (rule := _rule(trigonometry)) is not None:
        angle, (one, other, sign) = rule
        kept = {trig.angle: trig.name[1:] for trig in trigonometry}
        own = [_formula(trig, kept[one], kept[other], sign) for trig in trigonometry if trig.angle == angle]
        found = [*own, *found]  # what was written before may use it
        trigonometry = [trig for trig in trigonometry if trig.angle != angle]
        have = {trig.name for trig in trigonometry}
        for base in (one, other):
            for function, letter in (("cos", "c"), ("sin", "s")):
                name = letter + kept[base]
                if name not in have:
                    trigonometry.append(Trig(name, function, base))
    return replace(program, trigonometry=tuple(trigonometry), statements=(*found, *program.statements))


def _rule(trigonometry: list[Trig]) -> tuple[Angle, tuple[Angle, Angle, int]] | None:
    """Return an angle that is another plus or minus a third, the one with fewest uses first."""
    uses: dict[Angle, int] = {}
    for trig in trigonometry:
        uses[trig.angle] = uses.get(trig.angle, 0) + 1
    for angle in sorted(uses, key=lambda a: (uses[a], len(a.joints))):
        for rule in _sums(angle, [other for other in uses if other != angle]):
            return angle, rule
    return None


def _sums(angle: Angle, others: list[Angle]) -> Iterator[tuple[Angle, Angle, int]]:
    """Pairs of `others`, and a sign, with angle = one + sign · other."""
    for one in others:
        for other in others:
            for sign in (1, -1):
                joints = dict(one.joints)
                for joint, own in other.joints:
                    joints[joint] = joints.get(joint, 0) + sign * own
                rest = {joint: own for joint, own in joints.items() if own}
                same = abs(one.offset + sign * other.offset - angle.offset) <= SAME
                if one != other and same and rest == dict(angle.joints):
                    yield one, other, sign


def _formula(trig: Trig, one: str, other: str, sign: int) -> Statement:
    """cos(x ± y) = cx·cy ∓ sx·sy, sin(x ± y) = sx·cy ± cx·sy."""
    if trig.function == "cos":
        terms = (Term(1, (f"c{one}", f"c{other}")), Term(-sign, (f"s{one}", f"s{other}")))
    else:
        terms = (Term(1, (f"s{one}", f"c{other}")), Term(sign, (f"c{one}", f"s{other}")))
    return Statement(trig.name, Value((Group(Fraction(1), terms),)))


def with_spread_factors(program: Program) -> Program:
    """Return the program with every number multiplied term by term where the terms are no products."""
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
