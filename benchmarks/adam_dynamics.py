"""CasADi functions of adam's algorithms for the paper's arm with a fixed base, which depend only on its joints."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from native import Unavailable, library

from puma560_dynamics.arrays import FloatArray

TASK_INPUTS = {"torque": ("q", "qd", "qdd"), "gravity": ("q",), "kinetic_energy_matrix": ("q",)}


def functions(urdf: str, armature: list[float], gravity: float) -> dict[str, Any]:
    """Return a CasADi function by task, with common subexpressions eliminated.

    adam is made for floating bases: the base is at rest here, and the inverse dynamics are M q̈ + h.

    Args:
        urdf: text of the URDF, in which every link has a body.
        armature: reflected inertia of each motor, kg m^2, which a URDF does not contain.
        gravity: gravity, m/s^2.

    Raises:
        Unavailable: adam is not installed.
    """
    try:
        import casadi
        from adam.casadi.computations import KinDynComputations
    except ImportError as reason:
        raise Unavailable(f"it is not installed ({reason})") from None
    names = [f"joint{i + 1}" for i in range(len(armature))]
    adam = KinDynComputations(urdf, names, gravity=np.array([0.0, 0.0, -gravity, 0.0, 0.0, 0.0]))
    q, qd, qdd = (casadi.SX.sym(name, len(armature)) for name in ("q", "qd", "qdd"))
    base, still = casadi.SX.eye(4), casadi.SX.zeros(6)
    matrix = adam.mass_matrix(base, q)[6:, 6:] + casadi.diag(casadi.DM(armature))
    values = {
        "torque": matrix @ qdd + adam.bias_force(base, q, still, qd)[6:],
        "gravity": adam.gravity_term(base, q)[6:],
        "kinetic_energy_matrix": matrix,
    }
    symbols = {"q": q, "qd": qd, "qdd": qdd}
    return {
        task: casadi.Function(f"adam_{task}", [symbols[name] for name in TASK_INPUTS[task]],
                              [casadi.cse(casadi.densify(value))])
        for task, value in values.items()
    }  # fmt: skip


def source(made: Mapping[str, Any]) -> str:
    """Return the C code that CasADi generates for the functions, with ``TASK(in, out)`` for the loop."""
    import casadi

    generator = casadi.CodeGenerator("adam.c")
    for function in made.values():
        generator.add(function)
    lines = [generator.dump()]
    for task, function in made.items():
        given = ", ".join(f"in[{k}]" for k in range(function.n_in()))
        head = f"void {task}(const double *const *in, double *out)"
        lines += [f"{head};", head, "{", f"    const double *given[{function.n_in()}] = {{{given}}};",
                  "    double *results[1] = {out};", f"    adam_{task}(given, results, 0, 0, 0);", "}"]  # fmt: skip
    return "\n".join(lines) + "\n"


def compiled(made: Mapping[str, Any]) -> dict[str, Any]:
    """Return the functions compiled from the C code that CasADi generates.

    Raises:
        Unavailable: there is no compiler, or it fails.
    """
    import casadi

    built = built_library(made)
    return {task: casadi.external(function.name(), built) for task, function in made.items()}


def built_library(made: Mapping[str, Any]) -> str:
    """Compile the C code of the functions, and return the path of the library.

    Raises:
        Unavailable: there is no compiler, or it fails.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "adam.c"
        path.write_text(source(made), encoding="utf-8")
        return str(library([path])._name)


class Buffered:
    """A CasADi function with buffers for arguments and result; calls with arrays take up to 17 times as long.

    Args:
        function: CasADi function with one result.
        arguments: arrays that the function reads in each call.

    Attributes:
        call: function without arguments and result that evaluates the CasADi function; this object must outlive it.
    """

    def __init__(self, function: Any, arguments: Sequence[FloatArray]) -> None:
        self._buffer, self.call = function.buffer()
        self.call: Callable[[], None]
        self._arguments = [np.ascontiguousarray(argument) for argument in arguments]
        self._result = np.zeros(function.nnz_out(0))
        self._shape = function.size_out(0)
        for number, argument in enumerate(self._arguments):
            self._buffer.set_arg(number, memoryview(argument))
        self._buffer.set_res(0, memoryview(self._result))

    def result(self) -> FloatArray:
        """Evaluate the function, and return its result."""
        self.call()
        return self._result.reshape(self._shape, order="F")
