"""One state from Python, as a node asks for it: bare functions, and models with their checks."""

from __future__ import annotations

from typing import Any

import numpy as np
import urdf_peers
from contenders import PINOCCHIO, TASKS, Contenders, States
from timing import Job

from puma560_dynamics import DynamicModel, Payload, load_model
from puma560_dynamics.models.generated.generated_model import CHECKED

METHODS = {"all_elements": "elements"}
"""Methods of `DynamicModel` that have another name than the task."""

PAYLOAD = Payload.of(2.0, (0.0, 0.0, 0.1), (0.02, 0.02, 0.01, 0.0, 0.0, 0.0))
"""Symmetric, so that the tables of ``full`` carry it as part of link 6."""

WITH_PAYLOAD = ("generated", "full")

MUJOCO = {
    "torque": "mj_inverse(model, data)",
    "kinetic_energy_matrix": "(mj_kinematics(model, data), mj_comPos(model, data), mj_crb(model, data), "
                             "mj_fullM(model, data, out))",
}  # fmt: skip
"""What of MuJoCo compares; its state is set beforehand."""


def jobs(contenders: Contenders) -> list[Job]:
    """Every contender at every task."""
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
            if functions and functions.checked and task in CHECKED:
                out = np.empty(functions.signatures[task][1])
                found.append(Job(task, f"{kind}, out=", f"f({given}, out=out)",
                                 {**names, "f": _method(model, task), "out": out}))  # fmt: skip
        for kind in WITH_PAYLOAD if task == "torque" else ():
            found.append(Job(task, f"{kind}, with a payload", f"f({given})",
                             {**names, "f": _method(load_model(kind, payload=PAYLOAD), task)}))  # fmt: skip
        if contenders.pinocchio and task in PINOCCHIO:
            found.append(Job(task, f"{PINOCCHIO[task].partition('(')[0]}, bare", PINOCCHIO[task],
                             {**names, **contenders.pinocchio}))  # fmt: skip
        if contenders.mujoco and task in MUJOCO:
            found.append(_mujoco(task, contenders.mujoco, names))
    order = list(TASKS)
    return sorted([*found, *urdf_peers.jobs(contenders)], key=lambda job: order.index(job.task))


def reference(task: str) -> str | None:
    """With whom a task's contenders are compared."""
    return f"{PINOCCHIO[task].partition('(')[0]}, bare" if task in PINOCCHIO else "full"


def _method(model: DynamicModel, task: str) -> Any:
    return getattr(model, METHODS.get(task, task))


def _mujoco(task: str, names: dict[str, Any], values: dict[str, Any]) -> Job:
    model, data = names["model"], names["data"]
    data.qpos[:], data.qvel[:], data.qacc[:] = values["q"], values["qd"], values["qdd"]
    functions = {name: getattr(names["mujoco"], name)
                 for name in ("mj_inverse", "mj_kinematics", "mj_comPos", "mj_crb", "mj_fullM")}  # fmt: skip
    out = np.empty((model.nv, model.nv))
    name = "mujoco." + ("mj_inverse" if task == "torque" else "mj_crb and mj_fullM")
    return Job(task, name, MUJOCO[task], {"model": model, "data": data, "out": out, **functions})


def _empty(*arrays: object) -> None:
    """The floor."""
