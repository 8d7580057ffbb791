"""Write programs as functions of MATLAB and Octave, one file each, because only the first function of a file is public.

A function takes one state, as rows or columns, and returns a column or a matrix. It consists of assignments of scalars,
so that MATLAB Coder, Simulink and the symbolic toolbox accept it.
"""

from __future__ import annotations

import textwrap

from ...errors import ProgramError
from ..program.program import SIGN, Program, signed_sum
from ..program.provenance import cost_in_words, description
from .infix import WIDTH, atoms_read, double_literal, infix, wrapped
from .unit import Unit

LONGEST_NAME = 63
"""Number of characters of a name that MATLAB distinguishes (``namelengthmax``)."""

INDENT = "    "
CONTINUED = " ..."


def files(unit: Unit) -> dict[str, str]:
    """Return the text of ``NAME_FUNCTION.m`` for each function, by file name.

    Raises:
        ProgramError: a name is too long for MATLAB, or a program uses a name that is neither an input nor computed
            earlier.
    """
    return {f"{unit.name}_{program.name}.m": _file(unit, program) for program in unit.functions()}


def _file(unit: Unit, program: Program) -> str:
    name = f"{unit.name}_{program.name}"
    if len(name) > LONGEST_NAME:
        raise ProgramError(
            f"MATLAB distinguishes only {LONGEST_NAME} characters of a name, and {name!r:.100} has {len(name)}; "
            "choose a shorter name of the files"
        )
    summary = f"{description(program)}; {cost_in_words(program)}."
    remarks = [_USE, *unit.provenance.lines()]
    lines = [
        f"function {program.result} = {name}({', '.join(program.inputs)})",
        *_comment(f"{name.upper()}  {summary}"),
    ]
    for remark in remarks:
        lines += ["%", *_comment(f"  {remark}")]
    lines += [*(line for each in _assignments(program) for line in _continued(each)), *_result(program), "end"]
    return "\n".join(lines) + "\n"


_USE = "One state: angles in rad, distances in m, rates in rad/s and m/s; inputs are rows or columns."


def _comment(text: str) -> list[str]:
    parts = textwrap.wrap(text, WIDTH - 6, drop_whitespace=True, break_on_hyphens=False)
    return [f"%{parts[0]}", *(f"%   {part}" for part in parts[1:])]


def _assignments(program: Program) -> list[str]:
    lines = []
    for trig in program.trigonometry:
        parts = [(sign, f"q({joint + 1})") for joint, sign in trig.angle.joints]
        if trig.angle.offset:
            parts.append((1 if trig.angle.offset > 0 else -1, double_literal(abs(trig.angle.offset))))
        lines.append(f"{trig.name} = {trig.function}({signed_sum(parts)});")
    for atom, (name, index) in atoms_read(program).items():
        place = f"{name}({index + 1})"
        lines.append(f"{atom} = {f'sign({place})' if atom.startswith(SIGN) else place};")
    lines += [f"{statement.name} = {infix(statement.value)};" for statement in program.statements]
    lines += [f"{output.name} = {infix(output.value)};" for output in program.outputs]
    return lines


def _result(program: Program) -> list[str]:
    """Return the assignment of the result: a column, or a matrix whose rows are lines."""
    width = (*program.shape, 1, 1)[1]
    values = program.elements
    rows = [", ".join(values[start : start + width]) for start in range(0, len(values), width)]
    lines = [f"{program.result} = [{CONTINUED}"]
    for row in rows:
        parts = _continued(f"{row};", INDENT)
        lines += [*parts[:-1], parts[-1] + CONTINUED]
    return [*lines, "];"]


def _continued(line: str, indent: str = "") -> list[str]:
    parts = wrapped(line, indent)
    return [*(part + CONTINUED for part in parts[:-1]), parts[-1]]
