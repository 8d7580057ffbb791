"""Plan a reach with the least effort within the torque limits by CasADi and IPOPT (pip install casadi)."""

from typing import Any

import casadi
import numpy as np

from puma560_dynamics import Provenance, SearchEffort, derive, emit, load_arm


def reach(torque: Any, start: Any, goal: Any, seconds: float, most: Any, intervals: int = 20) -> dict[str, Any]:
    """Return the effort of each interval of constant acceleration, relative to the limits, and IPOPT's iterations."""
    n, step, problem = len(start), seconds / intervals, casadi.Opti()
    accelerations, efforts = problem.variable(n, intervals), problem.variable(n, intervals)
    q, qd = casadi.MX(start), casadi.MX.zeros(n)
    for k in range(intervals):
        qdd = accelerations[:, k]
        middle = torque(q + qd * step / 2 + qdd * step**2 / 8, qd + qdd * step / 2, qdd)
        problem.subject_to(efforts[:, k] == middle / most)
        q, qd = q + qd * step + qdd * step**2 / 2, qd + qdd * step
    problem.subject_to(q == goal)
    problem.subject_to(qd == 0)
    problem.subject_to(problem.bounded(-1, casadi.vec(efforts), 1))
    problem.minimize(casadi.sumsqr(efforts) * step)
    problem.solver("ipopt", {"expand": True, "print_time": False, "ipopt": {"print_level": 0, "sb": "yes"}})
    found = problem.solve()
    return {"effort": found.value(efforts), "iterations": found.stats()["iter_count"]}


arm = load_arm("akb1986")
programs = list(derive(arm.exact_chain, ("torque",), SearchEffort(rounds=100)).programs.values())
(text,) = emit("puma", programs, Provenance.of(arm.exact_chain), ("casadi",)).values()
functions: dict[str, Any] = {}  # another program imports the file that `puma560 derive --emit casadi` writes
exec(text, functions)

start, goal, duration = np.array([0, -0.8, 2.6, 0, 0.5, 0]), np.array([1.2, 0.2, 1.4, 0.6, -0.4, 1.0]), 0.55
plan = reach(functions["torque"], start, goal, duration, arm.maximum_torque)
largest = np.abs(plan["effort"]).max(axis=1)
print(f"{plan['iterations']} iterations; largest torque, % of the limit:", (100 * largest).round().astype(int))
