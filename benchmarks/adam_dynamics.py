"""adam's algorithms on CasADi's symbols, for the paper's arm standing still: functions of its joints alone."""

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
    """Task -> CasADi function of its inputs, common subexpressions taken out.

    adam is made for floating bases: its base stands still here, and its inverse dynamics are M q̈ + h.

    Args:
        urdf: text; every link with a body.
        armature: reflected inertia of each motor, kg m^2; URDF has no place for it.
        gravity: m/s^2.

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
    """C that CasADi writes of the functions, and ``TASK(in, out)`` for the loop."""
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
    """The same functions of CasADi, compiled from the C that it writes.

    Raises:
        Unavailable: there is no compiler, or it fails.
    """
    import casadi

    built = built_library(made)
    return {task: casadi.external(function.name(), built) for task, function in made.items()}


def built_library(made: Mapping[str, Any]) -> str:
    """Path of the library that the C of the functions is compiled to.

    Raises:
        Unavailable: there is no compiler, or it fails.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "adam.c"
        path.write_text(source(made), encoding="utf-8")
        return str(library([path])._name)


class Buffered:
    """A function of CasADi with buffers for arguments and result: with arrays it takes up to 17 times as long.

    Args:
        function: with one result.
        arguments: arrays that it reads in each call.

    Attributes:
        call: evaluates it; takes nothing, gives nothing. The object must outlive it.
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
        """Result of one call."""
        self.call()
        return self._result.reshape(self._shape, order="F")
