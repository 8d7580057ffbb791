"""adam's algorithms on CasADi's symbols, for the paper's arm standing still: functions of its joints alone."""

from __future__ import annotations

from typing import Any

import numpy as np
from native import Unavailable

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


def source(made: dict[str, Any]) -> str:
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
