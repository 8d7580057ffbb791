"""The leaderboard's peer of Pinocchio: its code generation with `pinocchio.casadi`, for one chain.

Pinocchio's wheels on PyPI lack `pinocchio.casadi`; `native/pinocchio_casadi.cpp` evaluates the same C++ templates over
CasADi's symbols, with the library in CasADi's wheel. *Analytic* are Pinocchio's analytic derivatives,
*differentiated* is CasADi's differentiation of Pinocchio's recursion. Pinocchio needs masses and inertias, so it does
not get base parameters. Equal terms are computed once, as in the other peers.
"""

from __future__ import annotations

import ctypes
import tempfile
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import casadi
from casadi_derivatives import MODES, TASKS, row_major
from casadi_dynamics import count
from casadi_graph import rebuilt
from native import BOOST, SOURCES, headers, library
from pinocchio_models import numbers

from puma560_dynamics.emdeg import Chain

GENERATED = "Pinocchio, generated"


@cache
def _built(patient: bool) -> ctypes.CDLL:
    eigen, own = headers("Eigen/Core"), headers("pinocchio/algorithm/rnea.hpp")
    wheel = Path(casadi.__file__).parent
    ctypes.CDLL(str(next(wheel.glob("libcasadi.so*"))), mode=ctypes.RTLD_GLOBAL)  # resolves the symbols of the library
    includes = (f"-I{own}", f"-I{eigen}", f"-I{wheel / 'include'}")
    return library([SOURCES / "pinocchio_casadi.cpp"], *BOOST, "-O1", *includes, patient=patient)


def generated(chain: Chain, patient: bool = True) -> dict[str, Any]:
    """Return the cheapest function of (c, s, …) of each task, with the results of our tasks in the same layout.

    Args:
        chain: chain with numeric parameters and revolute joints.
        patient: whether to compile Pinocchio's templates if they are not cached, which takes minutes.

    Raises:
        Unavailable: headers are missing, there is no compiler, or it would take too long.
    """
    arrays = numbers(chain)
    with tempfile.TemporaryDirectory() as folder:
        pointers = [ctypes.c_void_p(array.ctypes.data) for array in arrays]
        _built(patient).save(chain.n, *pointers, ctypes.c_char_p(str(folder).encode()))
        read = {path.stem: casadi.Function.load(str(path)) for path in Path(folder).glob("*.casadi")}
    return {task: min(_forms(chain.n, task, read), key=count) for task in TASKS}


def _forms(n: int, task: str, read: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the functions of Pinocchio's analytic equations and of its differentiated recursion."""
    symbols = {name: casadi.SX.sym(name, n) for name in ("q", "qd", "qdd")}
    everything = list(symbols.values())
    c, s = casadi.SX.sym("c", n), casadi.SX.sym("s", n)
    given = [c, s, *(symbols[name] for name in TASKS[task][1:])]
    values = [casadi.vertcat(*map(row_major, read[task](*everything)))] if task == "torque_derivatives" else [
        row_major(read[task](*everything))]  # fmt: skip
    if task == "torque_derivatives":
        tau = casadi.cse(read["torque"](*everything))
        for mode in MODES:
            slopes = (casadi.jacobian(tau, by, mode) for by in everything)
            values.append(casadi.cse(casadi.vertcat(tau, *map(row_major, slopes))))
    for value in values:
        function = casadi.Function("value", everything, [value])
        yield casadi.Function(f"peer_{task}", given, rebuilt(function, everything, (c, s)))


def generated_counts(chain: Chain) -> dict[str, int]:
    """Return the operations of the cheapest function of each task.

    Raises:
        Unavailable: headers are missing, or there is no compiler.
    """
    return {task: count(function) for task, function in generated(chain).items()}
