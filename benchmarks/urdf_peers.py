"""Newer peers that read a URDF, called from Python: dynibo (Rust), frax (jitted JAX), adam (CasADi's functions).

URDF has no place for motor inertia: dynibo and frax go without, which is nearly nothing of their time.
"""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
from adam_dynamics import TASK_INPUTS, functions
from contenders import TASKS, Contenders, States
from native import Unavailable
from timing import Job

from puma560_dynamics import DynamicModel, load_arm
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.description.urdf import urdf

ELSEWHERE = {
    "RobCoGen2": "two of its parts are on GitHub alone, not on PyPI or Debian; it was run once, its counts and times "
                 "are among the operations",
    "OpenSYMORO": "it is not on PyPI; its count is among the operations",
    "SymPyBotics": "it is not on PyPI; its counts are among the operations",
}  # fmt: skip
"""Peers that cannot be installed from PyPI, and why: they are named, and no failure."""

ACCURACY = 1e-9
"""Largest error that is let off, relative to the largest element."""

BODY = (
    '<inertial><origin xyz="0 0 0" rpy="0 0 0"/><mass value="1"/>'
    '<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
)
STANDARD = 9.80665
"""Gravity of dynibo, m/s^2."""


@dataclass(frozen=True)
class Call:
    """A peer at a task.

    Attributes:
        task: what it computes.
        label: of the contender.
        code: expression to time.
        names: what it uses besides q, qd, qdd, tau.
        result: what it gives.
        motors: whether motor inertia is in it.
        gravity: m/s^2.
    """

    task: str
    label: str
    code: str
    names: Mapping[str, Any]
    result: Callable[[], Any]
    motors: bool
    gravity: float = 9.81


def description() -> str:
    """The paper's arm with a body on every link: some of the peers take no link without one."""
    robot = ElementTree.fromstring(urdf(load_arm("akb1986"), visual=False, ros2_control=False))
    for joint in robot.findall("joint"):
        if joint.get("type") == "fixed":  # the tool's frame, which has no body
            robot.remove(joint)
            robot.remove(next(link for link in robot.findall("link") if link.get("name") == _child(joint)))
    for link in robot.findall("link"):
        if link.find("inertial") is None:
            link.append(ElementTree.fromstring(BODY))
    return ElementTree.tostring(robot, encoding="unicode")


def _child(joint: ElementTree.Element) -> str | None:
    child = joint.find("child")
    return None if child is None else child.get("link")


def jobs(contenders: Contenders) -> list[Job]:
    """Every peer at every task that it has; who cannot take part is noted in `contenders.missing`."""
    states = States.random(1)
    names = {name: getattr(states, name)[0].copy() for name in ("q", "qd", "qdd", "tau")}
    found = []
    for name, make in {"dynibo": dynibo, "frax": frax, "adam": adam}.items():
        try:
            for call in make(names):
                error = _error(contenders.models["full"], call, names)
                if not error < ACCURACY:
                    contenders.missing[f"{call.label}, {call.task}"] = f"its result differs by {error:.1e}"
                    continue
                found.append(Job(call.task, call.label, call.code, {**names, **call.names}))
        except (Unavailable, ImportError) as reason:
            contenders.missing[name] = str(reason)
    return found


def dynibo(names: Mapping[str, FloatArray]) -> Iterator[Call]:
    """Bare, and into an array of the caller's."""
    import dynibo as package

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "arm.urdf"
        path.write_text(description(), encoding="utf-8")
        robot = package.Robot.from_urdf(str(path))
    methods = {"torque": "inverse_dynamics", "gravity": "gravity", "kinetic_energy_matrix": "mass_matrix",
               "acceleration": "forward_dynamics"}  # fmt: skip
    for task, method in methods.items():
        function, given = getattr(robot, method), [names[name] for name in TASKS[task]]
        out = np.empty(36 if task == "kinetic_energy_matrix" else 6)
        for label, ending in (("dynibo", ""), ("dynibo, out=", ", out=out")):
            code = f"f({', '.join(TASKS[task])}{ending})"
            yield Call(task, label, code, {"f": function, "out": out}, partial(function, *given), False, STANDARD)


def frax(names: Mapping[str, FloatArray]) -> Iterator[Call]:
    """Jitted for double precision and awaited; what JAX does on further threads is not counted, to its advantage."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # frax recommends settings
        import jax
        from frax import Robot

        jax.config.update("jax_enable_x64", True)
        jax.config.update("jax_cpu_enable_async_dispatch", False)  # in the thread that is timed
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "arm.urdf"
            path.write_text(description(), encoding="utf-8")
            robot = Robot(str(path))
    up = np.array([0.0, 0.0, 9.81, 0.0, 0.0, 0.0])
    functions_ = {
        "torque": lambda q, qd, qdd: robot.rnea(q, qd, qdd, up, None),
        "gravity": robot.gravity_vector,
        "kinetic_energy_matrix": robot.mass_matrix,
        "acceleration": lambda q, qd, tau: robot.forward_dynamics(q, qd, tau, None),
    }
    for task, function in functions_.items():
        jitted, given = jax.jit(function), [names[name] for name in TASKS[task]]
        code = f"f({', '.join(TASKS[task])}).block_until_ready()"
        yield Call(task, "frax, jitted", code, {"f": jitted}, partial(jitted, *given), False)


def adam(names: Mapping[str, FloatArray]) -> Iterator[Call]:
    """CasADi's functions, evaluated by CasADi."""
    arm = load_arm("akb1986")
    made = functions(description(), arm.motor_inertia.tolist(), 9.81)
    for task, inputs in TASK_INPUTS.items():
        given = [names[name] for name in inputs]
        yield Call(task, "adam, by CasADi", f"f({', '.join(inputs)})", {"f": made[task]},
                   partial(made[task], *given), True)  # fmt: skip


def _error(full: DynamicModel, call: Call, names: Mapping[str, FloatArray]) -> float:
    """Of a result, relative to the largest element of what it is compared with."""
    q, qd, qdd, tau = (names[name] for name in ("q", "qd", "qdd", "tau"))
    motors = np.zeros(6) if call.motors else load_arm("akb1986").motor_inertia
    lighter = (call.gravity / 9.81 - 1.0) * full.gravity(q)
    result = np.asarray(call.result(), dtype=float)
    if call.task == "acceleration":  # the torque that belongs to it
        result, expected = full.torque(q, qd, result.ravel()) - motors * result.ravel() + lighter, tau
    elif call.task == "torque":
        expected = full.torque(q, qd, qdd) - motors * qdd + lighter
    elif call.task == "gravity":
        expected = full.gravity(q) + lighter
    else:
        expected = full.mass_matrix(q) - np.diag(motors)
    return float(np.abs(result.ravel() - expected.ravel()).max() / np.abs(expected).max())
