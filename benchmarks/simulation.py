"""Compare forward dynamics and simulation with MuJoCo and Pinocchio: `python benchmarks/simulation.py`, half a minute.

Engines are timed in turns as in `timing.py`. First, the acceleration of one state is timed, with the fewest calls of
each engine. Then a free swing of the arm is simulated, with SciPy's DOP853 and the acceleration of each engine, and
with MuJoCo's Runge-Kutta integrator in C. The error of the positions after ten seconds is also shown. ``--json`` prints
JSON.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp
from timing import Job, Times, measure

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.errors import MissingDependencyError
from puma560_dynamics.simulation import SMALLEST_TOLERANCE, TOLERANCE
from puma560_dynamics.simulation.engines import Acceleration, engine, mujoco_model
from puma560_dynamics.simulation.plant import import_mujoco
from puma560_dynamics.simulation.simulate import SWUNG, simulate

OURS, CALL, SWING = "generated", "acceleration", "free swing"
SPAN = 2.0
"""Simulated time of one evaluation, s."""

LONG = 10.0
"""Simulated time after which positions are compared with those at the smallest tolerance, s."""

RK4_STEPS = (5e-3, 1e-3, 2e-4)
"""Steps of MuJoCo's integrator, s."""


@dataclass(frozen=True)
class Engine:
    """Forward dynamics of an engine with the fewest calls from Python.

    Attributes:
        code: expression or statements that evaluate the acceleration at `q`, `qd`, `tau`.
        names: values of all other names in the code.
        acceleration: function that computes the acceleration; the next call may overwrite its result.
    """

    code: str
    names: dict[str, Any]
    acceleration: Acceleration


def generated(arm: Arm) -> Engine:
    """Return the engine with the bare compiled function."""
    function = engine(OURS, arm)
    return Engine("f(q, qd, tau)", {"f": function}, function)


def pinocchio(arm: Arm) -> Engine:
    """Return the engine with `pin.aba` in its faster convention, for the arm's URDF with motor inertia as armature."""
    ours: Any = load_model("pinocchio", arm)
    aba, world, model, data = ours._pin.aba, ours._pin.Convention.WORLD, ours._model, ours._model.createData()

    def acceleration(q: FloatArray, qd: FloatArray, tau: FloatArray) -> FloatArray:
        return np.asarray(aba(model, data, q, qd, tau, world))

    names = {"f": aba, "model": model, "data": data, "world": world}
    return Engine("f(model, data, q, qd, tau, world)", names, acceleration)


def mujoco(arm: Arm) -> Engine:
    """Return the engine with `mj_forward`, after copying the state into MuJoCo's arrays."""
    module = import_mujoco()
    model, data = mujoco_model(arm)
    forward, qpos, qvel, applied, qacc = module.mj_forward, data.qpos, data.qvel, data.qfrc_applied, data.qacc

    def acceleration(q: FloatArray, qd: FloatArray, tau: FloatArray) -> FloatArray:
        qpos[:], qvel[:], applied[:] = q, qd, tau
        forward(model, data)
        return np.asarray(qacc)

    names = {"f": forward, "model": model, "data": data, "qpos": qpos, "qvel": qvel, "applied": applied}
    return Engine("qpos[:], qvel[:], applied[:] = q, qd, tau; f(model, data)", names, acceleration)


def engines(arm: Arm) -> dict[str, Engine]:
    """Return the installed engines by name."""
    found = {}
    for make in (generated, pinocchio, mujoco):
        try:
            found[make.__name__] = make(arm)
        except MissingDependencyError as error:
            print(f"without {make.__name__}: {error}")
    return found


class Dop853:
    """Simulation of a free swing by DOP853 with an engine's acceleration."""

    def __init__(self, acceleration: Any, n: int, tolerance: float = TOLERANCE) -> None:
        self._acceleration, self._n, self._free, self._tolerance = acceleration, n, np.zeros(n), tolerance

    def swing(self, duration: float) -> np.ndarray:
        """(n,) rad, positions at the end."""
        start, accuracy = np.concatenate([SWUNG, self._free]), {"rtol": self._tolerance, "atol": self._tolerance}
        return np.asarray(solve_ivp(self._slope, (0.0, duration), start, "DOP853", **accuracy).y[: self._n, -1])

    def _slope(self, _time: float, state: np.ndarray) -> np.ndarray:
        n = self._n
        result = np.empty(2 * n)
        result[:n] = state[n:]
        result[n:] = self._acceleration(state[:n], state[n:], self._free)
        return result


class RungeKutta:
    """Simulation of a free swing by MuJoCo's integrator in C."""

    def __init__(self, arm: Arm, step: float) -> None:
        import mujoco

        self._mujoco = mujoco
        self._model, self._data = mujoco_model(arm)
        self._model.opt.integrator = int(mujoco.mjtIntegrator.mjINT_RK4)
        self._model.opt.timestep = step

    def swing(self, duration: float) -> np.ndarray:
        """(n,) rad, positions at the end."""
        self._mujoco.mj_resetData(self._model, self._data)
        self._data.qpos[:] = SWUNG
        self._mujoco.mj_step(self._model, self._data, nstep=round(duration / self._model.opt.timestep))
        return np.array(self._data.qpos)


def run(rounds: int, turn: float) -> dict[str, Any]:
    """Measure times and errors, and return them as a dictionary for JSON."""
    arm = load_arm("akb1986")
    model = load_model(OURS, arm)
    rng = np.random.default_rng(0)
    state = {"q": rng.uniform(-2, 2, 6), "qd": rng.uniform(-2, 2, 6), "tau": rng.uniform(-5, 5, 6)}
    known = engines(arm)
    swings: dict[str, Any] = {f"DOP853, {name}": Dop853(one.acceleration, arm.n) for name, one in known.items()}
    if "mujoco" in known:
        swings |= {f"MuJoCo's RK4, {1e3 * step:g} ms": RungeKutta(arm, step) for step in RK4_STEPS}
    jobs = [Job(CALL, name, one.code, {**one.names, **state}) for name, one in known.items()]
    jobs += [Job(SWING, name, "swing(span)", {"swing": s.swing, "span": SPAN}) for name, s in swings.items()]
    times = measure(jobs, rounds, turn)
    truth = Dop853(known[OURS].acceleration, arm.n, SMALLEST_TOLERANCE).swing(LONG)
    return {
        "acceleration": ratios(times, CALL, OURS),
        "free_swing": {
            name: {
                **row,
                "simulated_s_per_s": SPAN / (1e-9 * row["ns"]),
                "error_after_10_s_rad": float(np.abs(swings[name].swing(LONG) - truth).max()),
            }
            for name, row in ratios(times, SWING, f"DOP853, {OURS}").items()
        },
        "energy_drift_in_60_s": simulate(model, SWUNG, 60.0).drift,
    }


def ratios(times: Times, task: str, ours: str) -> dict[str, dict[str, float]]:
    """Return the time in ns of each contender, and the median ratio of its time to ours."""
    return {
        name: {"ns": times.median(task, name), "times_ours": times.ratio(task, name, ours)}
        for name in times.tasks()[task]
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--turn", type=float, default=0.2, help="seconds of one turn")
    parser.add_argument("--json", action="store_true", help="print one JSON object on standard output")
    arguments = parser.parse_args()
    found = run(arguments.rounds, arguments.turn)
    if arguments.json:
        print(json.dumps({"ok": True, **found}, indent=2))
        return
    print("acceleration of one state, called from Python")
    for name, row in found["acceleration"].items():
        print(f"  {name:<22}{1e-3 * row['ns']:8.2f} us   x {row['times_ours']:.2f}")
    print(f"free swing; off: the largest error of a position after {LONG:g} s")
    for name, row in found["free_swing"].items():
        print(f"  {name:<22}{row['simulated_s_per_s']:8.0f} simulated s per s   x {row['times_ours']:.2f} the time"
              f"   off by {row['error_after_10_s_rad']:.1e} rad")  # fmt: skip
    print(f"energy drift of the generated model in 60 s: {found['energy_drift_in_60_s']:.1e}")


if __name__ == "__main__":
    main()
