"""Move a Panda from rest to rest in little time, within its torque and velocity limits, with CasADi and IPOPT.

The first solution takes torque and derivatives from a program of the generator, the second one from the recursive
Newton-Euler equations, which CasADi differentiates. Both compute the same functions, so IPOPT needs the same number of
iterations; the time in the functions differs. Needs CasADi: pip install casadi
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

try:
    import casadi
except ImportError:
    sys.exit("this example needs CasADi, which is not installed; run `pip install casadi`")
import numpy as np
from recursion import newton_euler

from puma560_dynamics.emdeg import Chain, Provenance, derive, emit, load_dh

TABLE = Path(__file__).parent / "panda.yaml"
TORQUE = np.array([87.0, 87.0, 87.0, 87.0, 12.0, 12.0, 12.0])
VELOCITY = np.array([2.175, 2.175, 2.175, 2.175, 2.61, 2.61, 2.61])
START = np.array([0.0, -0.9, 0.0, -2.4, 0.0, 1.5, 0.8])
END = np.array([1.2, 0.5, -0.4, -1.2, 0.5, 2.4, -0.6])
QUIET: dict[str, Any] = {"print_level": 0, "sb": "yes", "hessian_approximation": "limited-memory", "max_iter": 500}


class Motion(NamedTuple):
    """Result: IPOPT's iterations, duration of the motion (s), torques (nodes, n), and seconds in the functions."""

    iterations: int
    duration: float
    torque: np.ndarray
    seconds: float


def generated(chain: Chain) -> Any:
    """Return the torque as a CasADi function with the derivatives of the program `torque_derivatives`."""
    programs = derive(chain, ("torque", "torque_derivatives")).programs
    space: dict[str, Any] = {}
    exec(emit("panda", list(programs.values()), Provenance.of(chain), ["casadi"])["panda_casadi.py"], space)
    n = chain.n
    q, qd, qdd = (casadi.SX.sym(name, n) for name in ("q", "qd", "qdd"))
    _, by_q, by_qd, by_qdd = casadi.vertsplit(
        space["torque_derivatives"](q, qd, qdd), [0, n, *(n + k * n * n for k in (1, 2, 3))]
    )
    blocks = [casadi.reshape(block, n, n).T for block in (by_q, by_qd, by_qdd)]  # row-major
    names = ["q", "qd", "qdd"]
    jacobian = casadi.Function(
        "jac_torque",
        [q, qd, qdd, casadi.SX.sym("out_tau", n)],
        blocks,
        [*names, "out_tau"],
        [f"jac_tau_{name}" for name in names],
    )
    options: dict[str, Any] = {"custom_jacobian": jacobian, "jac_penalty": 0, "never_inline": True}
    return casadi.Function("torque", [q, qd, qdd], [space["torque"](q, qd, qdd)], names, ["tau"], options)


def reach(torque: Any, nodes: int = 20) -> Motion:
    """Solve the motion with accelerations that are constant between the nodes; torques are limited between them."""
    problem, n = casadi.Opti(), len(TORQUE)
    q, qd = problem.variable(n, nodes + 1), problem.variable(n, nodes + 1)
    qdd, duration = problem.variable(n, nodes), problem.variable()
    step, torques = duration / nodes, []
    for k in range(nodes):
        problem.subject_to(q[:, k + 1] == q[:, k] + step * qd[:, k] + step**2 / 2 * qdd[:, k])
        problem.subject_to(qd[:, k + 1] == qd[:, k] + step * qdd[:, k])
        middle = q[:, k] + step / 2 * qd[:, k] + step**2 / 8 * qdd[:, k]
        torques.append(torque(middle, qd[:, k] + step / 2 * qdd[:, k], qdd[:, k]))
        problem.subject_to(problem.bounded(-TORQUE, torques[-1], TORQUE))
        problem.subject_to(problem.bounded(-VELOCITY, qd[:, k + 1], VELOCITY))
    for known, value in ((q[:, 0], START), (q[:, nodes], END), (qd[:, 0], 0), (qd[:, nodes], 0)):
        problem.subject_to(known == value)
    problem.subject_to(duration >= 0.1)
    problem.minimize(duration + 1e-4 * casadi.sumsqr(qdd) / nodes)
    problem.set_initial(q, START[:, None] + np.outer(END - START, np.linspace(0.0, 1.0, nodes + 1)))
    problem.set_initial(duration, 2.0)
    problem.solver("ipopt", {"print_time": 0}, QUIET)
    solution = problem.solve()
    found = solution.stats()
    seconds = sum(value for name, value in found.items() if name.startswith("t_wall_nlp_"))
    values = np.array(solution.value(casadi.horzcat(*torques))).T
    return Motion(found["iter_count"], float(solution.value(duration)), values, seconds)


def main() -> None:
    """Solve the motion with both functions, and print the comparison."""
    chain = load_dh(TABLE).chain
    for name, function in (("generator", generated), ("recursion", newton_euler)):
        begin = time.perf_counter()
        made = function(chain)
        print(f"{name}: function ready after {time.perf_counter() - begin:.1f} s")
        found = reach(made)
        busy = f"{1e3 * found.seconds:.0f} ms in functions"
        print(f"  {found.iterations} iterations, motion of {found.duration:.4f} s, {busy}")


if __name__ == "__main__":
    main()
