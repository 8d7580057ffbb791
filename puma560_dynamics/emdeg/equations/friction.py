"""Friction as terms of the torque: ``damping·qd + friction·sign(qd)`` of each joint."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from ..algebra.exact import exact
from ..program.program import SIGN, Group, Output, Program, Term, Value


@dataclass(frozen=True)
class Friction:
    """Of a joint.

    Attributes:
        damping: N·m·s/rad (N·s/m).
        friction: Coulomb's, N·m (N).
    """

    damping: float = 0.0
    friction: float = 0.0

    def __bool__(self) -> bool:
        return bool(self.damping or self.friction)


def with_friction(torque: Program, joints: Sequence[Friction]) -> Program:
    """Inverse dynamics with the friction of every joint added to its torque.

    Args:
        torque: the program ``torque``.
        joints: one a joint.
    """
    outputs = {output.places[0]: output for output in torque.outputs}
    for i, own in enumerate(joints):
        given = ((exact(own.damping), f"qd{i + 1}"), (exact(own.friction), f"{SIGN}qd{i + 1}"))
        groups = tuple(Group(Fraction(number), (Term(1, (name,)),)) for number, name in given if number)
        if groups:
            before = outputs.get(i, Output(f"tau_{i + 1}", (i,), Value(())))
            outputs[i] = replace(before, value=Value((*before.value.groups, *groups)))
    return replace(torque, outputs=tuple(outputs[i] for i in sorted(outputs)))
