"""Derive programs from programs: set an input to zero, merge or add several programs, or add friction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from ..algebra.exact import exact
from .inputs import merged_sizes
from .program import SIGN, Group, Output, Program, Statement, Term, Value


def without_input(program: Program, given: str, name: str) -> Program:
    """Return the program with one input set to zero, e.g. ``torque`` without ``qdd``: the bias torque.

    Terms that become zero are removed, and statements that are no longer needed.

    Args:
        program: the program.
        given: name of the input.
        name: name of the new program.
    """
    count = dict(zip(program.inputs, program.input_sizes, strict=True)).get(given, 0)
    zero = {f"{given}{j + 1}" for j in range(count)}
    statements = []
    for statement in program.statements:
        value = _without(statement.value, zero)
        if value.groups:
            statements.append(Statement(statement.name, value))
        else:
            zero.add(statement.name)
    outputs = [replace(output, value=_without(output.value, zero)) for output in program.outputs]
    inputs = tuple(other for other in program.inputs if other != given)
    return pruned(
        replace(program, name=name, inputs=inputs, statements=tuple(statements), outputs=tuple(outputs)),
    )


def _without(value: Value, zero: set[str]) -> Value:
    groups = (
        Group(group.coefficient, tuple(term for term in group.terms if not zero.intersection(term.factors)))
        for group in value.groups
    )
    return replace(value, groups=tuple(group for group in groups if group.terms))


def pruned(program: Program) -> Program:
    """Return the program without outputs that are zero and without unused statements and trigonometry."""
    outputs = tuple(output for output in program.outputs if output.value.groups)
    needed = {name for output in outputs for name in output.value.names}
    statements = []
    for statement in reversed(program.statements):
        if statement.name in needed:
            statements.append(statement)
            needed |= statement.value.names
    trigonometry = tuple(trig for trig in program.trigonometry if trig.name in needed)
    return replace(program, outputs=outputs, statements=tuple(reversed(statements)), trigonometry=trigonometry)


def merged(name: str, programs: Sequence[Program]) -> Program:
    """Merge programs into one whose result has the elements of all, one after another; trigonometry is shared.

    Statements of the second, third … program are renamed: ``t1`` becomes ``t1_2``. The inputs are those of the
    program with the most inputs.
    """
    trigonometry = {trig.name: trig for program in programs for trig in program.trigonometry}
    statements: list[Statement] = []
    outputs: list[Output] = []
    size = 0
    for number, program in enumerate(programs, start=1):
        names = {s.name: s.name if number == 1 else f"{s.name}_{number}" for s in program.statements}
        statements += [Statement(names[s.name], _renamed(s.value, names)) for s in program.statements]
        for output in program.outputs:
            places = tuple(place + size for place in output.places)
            outputs.append(Output(output.label, places, _renamed(output.value, names)))
        size += program.size
    inputs = max((program.inputs for program in programs), key=len)
    joints = programs[0].joints
    return Program(
        name, joints, inputs, tuple(trigonometry.values()), tuple(statements), tuple(outputs), (size,),
        own_sizes=merged_sizes(program.own_sizes for program in programs),
    )  # fmt: skip


def summed(first: Program, second: Program) -> Program:
    """Return a program whose result is the sum of the results of two programs.

    Args:
        first: program that gives name, inputs, result and description.
        second: program with the same shape of the result, and with inputs of `first`.
    """
    outputs: dict[tuple[int, ...], Output] = {}
    both = merged(first.name, (first, second))
    for output in both.outputs:
        places = tuple(place % first.size for place in output.places)
        groups = outputs[places].value.groups if places in outputs else ()
        outputs[places] = Output(output.label, places, Value((*groups, *output.value.groups)))
    return replace(
        first,
        trigonometry=both.trigonometry,
        statements=both.statements,
        outputs=tuple(outputs[places] for places in sorted(outputs)),
    )


def _renamed(value: Value, names: dict[str, str]) -> Value:
    groups = (
        Group(
            group.coefficient,
            tuple(Term(term.sign, tuple(names.get(f, f) for f in term.factors)) for term in group.terms),
        )
        for group in value.groups
    )
    return replace(value, groups=tuple(groups))


@dataclass(frozen=True)
class Friction:
    """Friction of a joint in a robot description.

    Attributes:
        damping: viscous friction, N·m·s/rad (N·s/m).
        friction: Coulomb friction, N·m (N).
    """

    damping: float = 0.0
    friction: float = 0.0

    def __bool__(self) -> bool:
        return bool(self.damping or self.friction)


def with_friction(torque: Program, joints: Sequence[Friction]) -> Program:
    """Add the friction of the joints to the program of inverse dynamics.

    Args:
        torque: the program ``torque``.
        joints: friction of each joint.
    """
    outputs = {output.places[0]: output for output in torque.outputs}
    for i, own in enumerate(joints):
        given = ((exact(own.damping), f"qd{i + 1}"), (exact(own.friction), f"{SIGN}qd{i + 1}"))
        groups = tuple(Group(Fraction(number), (Term(1, (name,)),)) for number, name in given if number)
        if groups:
            before = outputs.get(i, Output(f"tau_{i + 1}", (i,), Value(())))
            outputs[i] = replace(before, value=Value((*before.value.groups, *groups)))
    return replace(torque, outputs=tuple(outputs[i] for i in sorted(outputs)))
