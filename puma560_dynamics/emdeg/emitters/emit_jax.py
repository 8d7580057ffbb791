"""Write programs as a module of JAX functions, which ``jit``, ``vmap``, ``grad`` and ``jacobian`` transform.

The functions are those of `emit_numpy` with the arrays of ``jax.numpy``: straight lines of scalar operations, without
loops or branches. JAX is needed only where the file is used.
"""

from __future__ import annotations

from .emit_numpy import array_module
from .unit import Unit


def files(unit: Unit) -> dict[str, str]:
    """Return the text of ``NAME_jax.py``, by file name: one function per program, and those that combine programs.

    The arguments of a function are its inputs, ``(…, n)``. The result has the shape ``(…, *shape)``.

    Raises:
        ProgramError: a program uses a name that is neither an input nor computed earlier.
    """
    return {f"{unit.name}_jax.py": array_module(unit, "jax.numpy", _USE)}


_USE = """\
Angles in rad, distances in m. Inputs are arrays (..., n) with the same leading dimensions, or ones
that broadcast; a result has the same leading dimensions, followed by its shape. The functions
compute in double precision after jax.config.update("jax_enable_x64", True). They are
not compiled: jit them, e.g. torque = jax.jit(torque).
"""
