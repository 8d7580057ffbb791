"""Contenders of the benchmarks: the package's models and other libraries (peers), for the paper's arm."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from puma560_dynamics import MODEL_KINDS, DynamicModel, load_arm, load_model
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.description.mjcf import mjcf
from puma560_dynamics.emdeg import Functions
from puma560_dynamics.errors import Puma560Error

TASKS = {"torque": ("q", "qd", "qdd"), "gravity": ("q",), "kinetic_energy_matrix": ("q",), "all_elements": ("q",),
         "acceleration": ("q", "qd", "tau")}  # fmt: skip
"""Inputs of each measured task."""

PINOCCHIO = {"torque": "pin.rnea(model, data, q, qd, qdd)", "gravity": "pin.computeGeneralizedGravity(model, data, q)",
             "kinetic_energy_matrix": "pin.crba(model, data, q)",
             "acceleration": "pin.aba(model, data, q, qd, tau, WORLD)"}  # fmt: skip
"""Calls of Pinocchio's functions, with the faster convention; Pinocchio has no function for all elements."""


@dataclass(frozen=True)
class States:
    """Random states within ±2 rad and their torques; each array is ``(N, 6)``."""

    q: FloatArray
    qd: FloatArray
    qdd: FloatArray
    tau: FloatArray

    @classmethod
    def random(cls, count: int) -> States:
        """Return `count` random states, the same in every run."""
        q, qd, qdd = np.random.default_rng(0).uniform(-2, 2, (3, count, 6))
        return cls(q, qd, qdd, load_model("full").torque(q[: 10**4], qd[: 10**4], qdd[: 10**4]).repeat(
            -(-count // 10**4), axis=0)[:count])  # fmt: skip

    def inputs(self, task: str) -> list[FloatArray]:
        """Return the inputs of a task."""
        return [getattr(self, name) for name in TASKS[task]]


class Contenders:
    """Contenders that are available on this machine.

    Attributes:
        models: models of the paper's arm by kind.
        missing: reason why a contender is not available, by name.
    """

    def __init__(self) -> None:
        self.models: dict[str, DynamicModel] = {}
        self.missing: dict[str, str] = {}
        for kind in MODEL_KINDS:
            try:
                self.models[kind] = load_model(kind)
            except Puma560Error as error:
                self.missing[kind] = str(error)

    @property
    def generated(self) -> dict[str, Functions]:
        """Compiled functions of each kind of model that has them."""
        found = {kind: getattr(model, "functions", None) for kind, model in self.models.items()}
        return {kind: functions for kind, functions in found.items() if functions is not None}

    @cached_property
    def pinocchio(self) -> dict[str, Any] | None:
        """Names that the code in `PINOCCHIO` uses; `None` without Pinocchio."""
        model = self.models.get("pinocchio")
        if model is None:
            return None
        pin = model._pin  # type: ignore[attr-defined]
        data = model._model.createData()  # type: ignore[attr-defined]
        return {"pin": pin, "model": model._model, "data": data, "WORLD": pin.Convention.WORLD}  # type: ignore[attr-defined]

    @cached_property
    def mujoco(self) -> dict[str, Any] | None:
        """MuJoCo's module, model (without contact, friction and limits) and data; `None` without MuJoCo."""
        try:
            import mujoco
        except ImportError:
            self.missing["MuJoCo"] = "it is not installed"
            return None
        model = mujoco.MjModel.from_xml_string(mjcf(load_arm("akb1986")))
        for flag in ("CONTACT", "CONSTRAINT", "FRICTIONLOSS", "LIMIT"):
            model.opt.disableflags |= int(getattr(mujoco.mjtDisableBit, f"mjDSBL_{flag}"))
        model.dof_damping[:] = 0.0
        return {"mujoco": mujoco, "model": model, "data": mujoco.MjData(model)}
