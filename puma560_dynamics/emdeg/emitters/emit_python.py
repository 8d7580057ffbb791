"""Write programs as a readable Python module without dependencies, for floats and for arrays of states."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from ..program.program import SIGN, Program, Trig, signed_sum
from ..program.provenance import Provenance, cost_in_words, description
from ..program.specialise import pruned
from ..tasks import combined_programs
from .fewer_angles import fewer_angles
from .infix import WIDTH, atoms_read, double_literal, infix, wrapped

INDENT = "    "


def emit_python(programs: Sequence[Program], provenance: Provenance) -> str:
    """Return the text of a module with one function per program.

    Further functions call several programs, as forward dynamics does.

    The arguments of a function are its inputs, indexed by joint from 0 (floats, or arrays of many states), and a module
    with ``sin`` and ``cos``. The function returns the elements of the result in row-major order.

    Raises:
        ProgramError: a program uses a name that is neither an input nor computed earlier.
    """
    combined, _ = combined_programs(programs)
    functions = ("\n".join(_function(fewer_angles(pruned(program)))) for program in (*programs, *combined))
    blocks = [_head(provenance), *functions]
    return "\n\n\n".join(blocks) + "\n"


def _head(provenance: Provenance) -> str:
    lines = [part for line in provenance.lines() for part in textwrap.wrap(line, WIDTH, break_on_hyphens=False)]
    text = "\n".join([lines[0], "", *lines[1:]]).replace("\\", "\\\\").replace('"""', "'''")
    return f'"""{text}\n\n{_USE}"""\n\nimport math'


_USE = """\
Angles in rad, distances in m. Inputs hold one element per joint, from joint 1 at 0, unless
stated otherwise: floats, or, with
``trigonometry=numpy``, arrays of many states. Results are in row-major order.
"""


def _function(program: Program) -> list[str]:
    atoms = atoms_read(program)
    lines = [
        f"def {program.name}({', '.join(program.inputs)}, trigonometry=math):",
        *_docstring(f"{description(program)}; {cost_in_words(program)}."),
    ]
    if any(trig.function == "cos" for trig in program.trigonometry):
        lines.append(f"{INDENT}cos = trigonometry.cos")
    if any(trig.function == "sin" for trig in program.trigonometry):
        lines.append(f"{INDENT}sin = trigonometry.sin")
    lines += [f"{INDENT}{trig.name} = {_call(trig)}" for trig in program.trigonometry]
    for atom, (name, joint) in atoms.items():
        place = f"{name}[{joint}]"
        lines.append(f"{INDENT}{atom} = " + (f"1.0*({place} > 0) - 1.0*({place} < 0)" if SIGN in atom else place))
    for statement in program.statements:
        lines += _assignment(statement.name, infix(statement.value))
    for output in program.outputs:
        lines += _assignment(output.name, infix(output.value))
    values = ", ".join(program.elements)
    lines += [f"{INDENT}return (", *textwrap.wrap(f"{values},", WIDTH, initial_indent=INDENT * 2,
                                                  subsequent_indent=INDENT * 2), f"{INDENT})"]  # fmt: skip
    return lines


def _docstring(text: str) -> list[str]:
    parts = textwrap.wrap(text[0].upper() + text[1:], WIDTH - 10)
    if len(parts) == 1:
        return [f'{INDENT}"""{parts[0]}"""']
    return [f'{INDENT}"""{parts[0]}', *(INDENT + line for line in parts[1:]), f'{INDENT}"""']


def _call(trig: Trig) -> str:
    parts = [(sign, f"q[{joint}]") for joint, sign in trig.angle.joints]
    if trig.angle.offset:
        parts.append((1 if trig.angle.offset > 0 else -1, double_literal(abs(trig.angle.offset))))
    return f"{trig.function}({signed_sum(parts)})"


def _assignment(name: str, text: str) -> list[str]:
    line = f"{INDENT}{name} = {text}"
    if len(line) <= WIDTH:
        return [line]
    inner = wrapped(text, INDENT * 2, INDENT * 2)
    return [f"{INDENT}{name} = (", *inner, f"{INDENT})"]
