"""Write programs as a readable Python module without dependencies, for floats and for arrays of states."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from ..program.program import SIGN, Program, Trig, signed_sum
from ..program.provenance import Provenance, cost_in_words, description
from .infix import WIDTH, atoms_read, double_literal, infix, wrapped
from .unit import Unit

INDENT = "    "


def files(unit: Unit) -> dict[str, str]:
    """Return the text of ``NAME.py``, by file name."""
    return {f"{unit.name}.py": emit_python(unit.programs, unit.provenance)}


def emit_python(programs: Sequence[Program], provenance: Provenance) -> str:
    """Return the text of a module with one function per program.

    Further functions call several programs, as forward dynamics does.

    The arguments of a function are its inputs, indexed by joint from 0 (floats, or arrays of many states), and a module
    with ``sin`` and ``cos``. The function returns the elements of the result in row-major order.

    Raises:
        ProgramError: a program uses a name that is neither an input nor computed earlier.
    """
    unit = Unit("", tuple(programs), provenance)
    blocks = [f"{module_docstring(provenance, _USE)}\n\nimport math", *map(_function, unit.functions())]
    return "\n\n\n".join(blocks) + "\n"


def module_docstring(provenance: Provenance, use: str) -> str:
    """Return the docstring of a module: provenance, and how its functions are used."""
    lines = [part for line in provenance.lines() for part in textwrap.wrap(line, WIDTH, break_on_hyphens=False)]
    text = "\n".join([lines[0], "", *lines[1:]]).replace("\\", "\\\\").replace('"""', "'''")
    return f'"""{text}\n\n{use}"""'


_USE = """\
Angles in rad, distances in m. Inputs hold one element per joint, from joint 1 at 0, unless
stated otherwise: floats, or, with
``trigonometry=numpy``, arrays of many states. Results are in row-major order.
"""


def _function(program: Program) -> str:
    lines = [f"def {program.name}({', '.join(program.inputs)}, trigonometry=math):", *docstring(program)]
    used = {trig.function for trig in program.trigonometry}
    lines += [f"{INDENT}{name} = trigonometry.{name}" for name in ("cos", "sin") if name in used]
    values = ", ".join(program.elements)
    return "\n".join([
        *lines, *assignments(program), f"{INDENT}return (",
        *textwrap.wrap(f"{values},", WIDTH, initial_indent=INDENT * 2, subsequent_indent=INDENT * 2), f"{INDENT})",
    ])  # fmt: skip


def docstring(program: Program) -> list[str]:
    """Return the docstring of a program's function, as lines."""
    return _docstring(f"{description(program)}; {cost_in_words(program)}.")


def assignments(program: Program) -> list[str]:
    """Return the calculations of a program, which call ``cos`` and ``sin`` and read inputs as ``q[0]``, as lines.

    The results are then in variables (`Program.elements`).

    Raises:
        ProgramError: a value uses a name that is neither an input nor computed earlier.
    """
    atoms = atoms_read(program)
    lines = [f"{INDENT}{trig.name} = {_call(trig)}" for trig in program.trigonometry]
    for atom, (name, joint) in atoms.items():
        place = f"{name}[{joint}]"
        lines.append(f"{INDENT}{atom} = " + (f"1.0*({place} > 0) - 1.0*({place} < 0)" if SIGN in atom else place))
    for statement in program.statements:
        lines += _assignment(statement.name, infix(statement.value))
    for output in program.outputs:
        lines += _assignment(output.name, infix(output.value))
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
