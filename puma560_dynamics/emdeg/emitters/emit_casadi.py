"""Write programs as a module of CasADi functions, for acados and for other users of CasADi.

Each program becomes a ``casadi.Function`` of SX expressions, which keeps the program's calculations, also when CasADi
differentiates it or writes it as C. CasADi is needed only where the file is used.
"""

from __future__ import annotations

import textwrap

from ..program.program import Program
from .emit_python import INDENT, assignments, docstring, module_docstring
from .infix import WIDTH
from .unit import Unit


def files(unit: Unit) -> dict[str, str]:
    """Return the text of ``NAME_casadi.py``, by file name: one ``casadi.Function`` per program, and per combination.

    The inputs and results are columns, and matrices as in mathematics.

    Raises:
        ProgramError: a program uses a name that is neither an input nor computed earlier.
    """
    head = f"{module_docstring(unit.provenance, _USE)}\n\nimport casadi\nfrom casadi import cos, sin\n\n\n{_HELPER}"
    return {f"{unit.name}_casadi.py": "\n\n\n".join([head, *map(_function, unit.functions())]) + "\n"}


_USE = """\
Angles in rad, distances in m. Each function takes and returns columns or matrices: numbers (DM),
or symbols (SX, MX). Names of the arguments are e.g. torque(q=..., qd=..., qdd=...)["tau"].
"""

_HELPER = '''\
def _function(name, elements, sizes, result, shape):
    """Return the function whose elements, row-major, `elements` computes from columns of the given sizes."""
    inputs = [casadi.SX.sym(given, size) for given, size in sizes.items()]
    rows, columns = shape
    value = casadi.reshape(casadi.vertcat(*elements(*inputs)), columns, rows).T
    return casadi.Function(name, inputs, [value], list(sizes), [result])'''


def _function(program: Program) -> str:
    given = ", ".join(program.inputs)
    values = ", ".join(program.elements)
    sizes = ", ".join(f'"{name}": {size}' for name, size in zip(program.inputs, program.input_sizes, strict=True))
    rows, columns = (*program.shape, 1, 1)[:2]
    return "\n".join([
        f"def _{program.name}({given}):", *docstring(program), *assignments(program), f"{INDENT}return (",
        *textwrap.wrap(f"{values},", WIDTH, initial_indent=INDENT * 2, subsequent_indent=INDENT * 2),
        f"{INDENT})", "", "",
        f'{program.name} = _function("{program.name}", _{program.name}, {{{sizes}}}, "{program.result}", '
        f"({rows}, {columns}))",
    ])  # fmt: skip
