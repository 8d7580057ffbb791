"""Compute sines and cosines of sums of angles by the angle sum formulas: six calculations instead of a sincos.

Operation counts ignore sines and cosines, but they take half the time of a PUMA torque. If a program contains the
angles q2, q3 and q2 + q3, the sine and cosine of one of them can be computed from those of the other two.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from ..chain.angles import Angle
from ..program.program import Group, Program, Statement, Term, Trig, Value

SAME = 1e-15
"""Difference of offsets below which two angles are equal, rad."""


def fewer_angles(program: Program) -> Program:
    """Return the program with angle sum formulas in place of sines and cosines of sums of two other angles."""
    trigonometry = list(program.trigonometry)
    found: list[Statement] = []
    while (rule := _rule(trigonometry)) is not None:
        angle, (one, other, sign) = rule
        kept = {trig.angle: trig.name[1:] for trig in trigonometry}
        own = [_formula(trig, kept[one], kept[other], sign) for trig in trigonometry if trig.angle == angle]
        found = [*own, *found]  # earlier formulas may use these
        trigonometry = [trig for trig in trigonometry if trig.angle != angle]
        have = {trig.name for trig in trigonometry}
        for base in (one, other):
            for function, letter in (("cos", "c"), ("sin", "s")):
                name = letter + kept[base]
                if name not in have:
                    trigonometry.append(Trig(name, function, base))
    return replace(program, trigonometry=tuple(trigonometry), statements=(*found, *program.statements))


def _rule(trigonometry: list[Trig]) -> tuple[Angle, tuple[Angle, Angle, int]] | None:
    """Return the least used angle that is one ± other of two others, with (one, other, sign); None without any."""
    uses: dict[Angle, int] = {}
    for trig in trigonometry:
        uses[trig.angle] = uses.get(trig.angle, 0) + 1
    for angle in sorted(uses, key=lambda a: (uses[a], len(a.joints))):
        for rule in _sums(angle, [other for other in uses if other != angle]):
            return angle, rule
    return None


def _sums(angle: Angle, others: list[Angle]) -> Iterator[tuple[Angle, Angle, int]]:
    """Yield pairs (one, other) of `others` and a sign for which angle = one + sign · other."""
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
    """Return the statement cos(x ± y) = cx·cy ∓ sx·sy or sin(x ± y) = sx·cy ± cx·sy."""
    if trig.function == "cos":
        terms = (Term(1, (f"c{one}", f"c{other}")), Term(-sign, (f"s{one}", f"s{other}")))
    else:
        terms = (Term(1, (f"s{one}", f"c{other}")), Term(sign, (f"c{one}", f"s{other}")))
    return Statement(trig.name, Value((Group(Fraction(1), terms),)))


def with_spread_factors(program: Program) -> Program:
    """Return the program with constant factors of sums multiplied into each term that is not a product."""
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
    return replace(value, groups=tuple(groups))
