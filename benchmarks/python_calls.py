"""Timing of single states from Python, as in a node: bare functions, and models with their checks."""

from __future__ import annotations

from typing import Any

import customised_calls
import numpy as np
import urdf_peers
from contenders import PINOCCHIO, TASKS, Contenders, States
from timing import Job

from puma560_dynamics import DynamicModel, Payload, load_model

METHODS = {"all_elements": "elements"}
"""Methods of `DynamicModel` whose name differs from that of the task."""

PAYLOAD = Payload.of(2.0, (0.0, 0.0, 0.1), (0.02, 0.02, 0.01, 0.0, 0.0, 0.0))
"""A symmetric payload, which the tables of ``full`` can represent as part of link 6."""

WITH_PAYLOAD = ("generated", "full")

MUJOCO = {
    "torque": ("mj_rne", "mj_kinematics(model, data); mj_comPos(model, data); mj_comVel(model, data); "
                         "mj_rne(model, data, 1, out)"),
    "kinetic_energy_matrix": ("mj_crb and mj_fullM", "mj_kinematics(model, data); mj_comPos(model, data); "
                                                     "mj_crb(model, data); mj_fullM(model, data, out)"),
    "acceleration": ("mj_forward", "mj_forward(model, data)"),
}  # fmt: skip
"""MuJoCo's functions for each task, without other computations; the state is set before the timing. `mj_rne` does not
include motor inertia; `mj_inverse` does, but takes longer."""


def jobs(contenders: Contenders) -> list[Job]:
    """Return the jobs of every contender at every task."""
    states = States.random(1)
    names = {name: getattr(states, name)[0].copy() for name in ("q", "qd", "qdd", "tau")}
    found = []
    for task, inputs in TASKS.items():
        given = ", ".join(inputs)
        found.append(Job(task, "an empty Python function", f"f({given})", {**names, "f": _empty}))
        for kind, functions in contenders.generated.items():
            if task in functions.signatures:
                out = np.empty(functions.signatures[task][1])
                f = getattr(functions, task)
                found.append(Job(task, f"{kind}, bare", f"f({given}, out)", {**names, "f": f, "out": out}))
        for kind, model in contenders.models.items():
            found.append(Job(task, kind, f"f({given})", {**names, "f": _method(model, task)}))
            functions = contenders.generated.get(kind)
            if functions and functions.checked and hasattr(model, task):
                out = np.empty(functions.signatures[task][1])
                found.append(Job(task, f"{kind}, out=", f"f({given}, out=out)",
                                 {**names, "f": _method(model, task), "out": out}))  # fmt: skip
        for kind in WITH_PAYLOAD if task == "torque" else ():
            # The control loop computes torque and gravity, with all checks.
            f = load_model(kind, payload=PAYLOAD).torque_and_gravity
            found.append(Job(task, f"{kind}, with a payload, torque and gravity", f"f({given})", {**names, "f": f}))
        if contenders.pinocchio and task in PINOCCHIO:
            module, _, code = PINOCCHIO[task].partition(".")
            function = code.partition("(")[0]
            bound = {function: getattr(contenders.pinocchio[module], function)}  # no attribute lookup, like ours
            found.append(Job(task, f"{module}.{function}, bare", code, {**names, **contenders.pinocchio, **bound}))
        if contenders.mujoco and task in MUJOCO:
            found.append(_mujoco(task, contenders.mujoco, names))
    order = list(TASKS)
    found += [*urdf_peers.jobs(contenders), *customised_calls.jobs(contenders, names)]
    return sorted(found, key=lambda job: order.index(job.task))


def reference(task: str) -> str | None:
    """Return the contender with which the others are compared at a task."""
    return f"{PINOCCHIO[task].partition('(')[0]}, bare" if task in PINOCCHIO else "full"


def _method(model: DynamicModel, task: str) -> Any:
    return getattr(model, METHODS.get(task, task))


def _mujoco(task: str, names: dict[str, Any], values: dict[str, Any]) -> Job:
    model, data = names["model"], names["mujoco"].MjData(names["model"])
    data.qpos[:], data.qvel[:], data.qacc[:], data.qfrc_applied[:] = (values[n] for n in ("q", "qd", "qdd", "tau"))
    functions = {name: getattr(names["mujoco"], name) for name in dir(names["mujoco"]) if name.startswith("mj_")}
    out = np.empty((model.nv, model.nv) if task == "kinetic_energy_matrix" else model.nv)
    name, code = MUJOCO[task]
    return Job(task, f"mujoco.{name}", code, {"model": model, "data": data, "out": out, **functions})


def _empty(*arrays: object) -> None:
    """Do nothing: the time of an empty call."""
