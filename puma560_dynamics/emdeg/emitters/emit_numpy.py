"""Write programs as a Python module whose functions take and return numpy arrays, for one state or many.

`array_module` writes such a module for any library with the functions of numpy, such as ``jax.numpy``.
"""

from __future__ import annotations

import textwrap

from ..program.program import Program
from .emit_python import INDENT, assignments, docstring, module_docstring
from .infix import WIDTH
from .unit import Unit


def files(unit: Unit) -> dict[str, str]:
    """Return the text of ``NAME_numpy.py``, by file name: one function per program, and those that combine programs.

    The arguments of a function are its inputs, ``(…, n)``. The result has the shape ``(…, *shape)``.

    Raises:
        ProgramError: a program uses a name that is neither an input nor computed earlier.
    """
    return {f"{unit.name}_numpy.py": array_module(unit, "numpy", _USE)}


_USE = """\
Angles in rad, distances in m. Inputs are arrays (..., n) with the same leading dimensions, or ones
that broadcast; a result has the same leading dimensions, followed by its shape.
"""


def array_module(unit: Unit, library: str, use: str) -> str:
    """Return the text of a module for arrays of a library that has the functions of numpy.

    Args:
        unit: the programs.
        library: name of the module with ``cos``, ``sin``, ``stack`` and so on.
        use: description of the functions, for the docstring of the module.

    Raises:
        ProgramError: a program uses a name that is neither an input nor computed earlier.
    """
    head = f"{module_docstring(unit.provenance, use)}\n\nimport {library} as np\nfrom {library} import cos, sin"
    return "\n\n\n".join([head, *map(_function, unit.functions()), _HELPERS]) + "\n"


def _function(program: Program) -> str:
    given = ", ".join(program.inputs)
    values = ", ".join(program.elements)
    shape = "".join(f"{length}, " for length in program.shape).strip()
    return "\n".join([
        f"def {program.name}({given}):", *docstring(program),
        f"{INDENT}states, {given} = _by_element({given})", *assignments(program), f"{INDENT}return _stacked(states, (",
        *textwrap.wrap(f"{values},", WIDTH, initial_indent=INDENT * 2, subsequent_indent=INDENT * 2),
        f"{INDENT}), ({shape}))",
    ])  # fmt: skip


_HELPERS = '''\
def _by_element(*inputs):
    """Return the leading dimensions of the inputs, and the inputs with their elements along the first axis."""
    arrays = [np.asarray(each) for each in inputs]
    states = np.broadcast_shapes(*(each.shape[:-1] for each in arrays))
    return states, *(np.moveaxis(each, -1, 0) for each in arrays)


def _stacked(states, elements, shape):
    """Return the elements of a result as an array."""
    return np.stack([np.broadcast_to(each, states) for each in elements], axis=-1).reshape((*states, *shape))'''
