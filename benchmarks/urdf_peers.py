"""Timing of newer peers that read a URDF, from Python: dynibo (Rust), frax (jitted JAX), adam (CasADi functions).

Each peer is called in its fastest way: frax with JAX arrays, adam with buffers that are set once. A URDF does not
contain motor inertia, so dynibo and frax compute without it, which hardly changes their time.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import frax_functions
import numpy as np
from adam_dynamics import Buffered, compiled, functions
from contenders import TASKS, Contenders, States
from frax_process import RECOMMENDED, FraxJob, FraxProcess, python
from native import Unavailable
from timing import Job

from puma560_dynamics import DynamicModel, load_arm
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.description.urdf import urdf

ELSEWHERE = {
    "RobCoGen2": "two of its parts are only on GitHub, not on PyPI or Debian. It was run once; its counts and times "
                 "are in the section Operations",
    "OpenSYMORO": "it is not on PyPI. Its count is in the section Operations",
    "SymPyBotics": "it is not on PyPI. Its counts are in the section Operations",
}  # fmt: skip
"""Reasons why peers cannot be installed from PyPI; they are listed on the page, but do not count as failures."""

ACCURACY = 1e-9
"""Largest permitted error, relative to the largest element."""

BODY = (
    '<inertial><origin xyz="0 0 0" rpy="0 0 0"/><mass value="1"/>'
    '<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
)
STANDARD = 9.80665
"""Gravity that dynibo uses, m/s^2."""


@dataclass(frozen=True)
class Call:
    """A call of a peer at a task.

    Attributes:
        task: name of the task.
        label: name of the contender.
        code: expression to time.
        names: values of names in the expression in addition to q, qd, qdd and tau.
        result: function that returns the result.
        motors: whether the result includes motor inertia.
        gravity: gravity, m/s^2.
        process: process that times the call; `None` for this process.
    """

    task: str
    label: str
    code: str
    names: Mapping[str, Any]
    result: Callable[[], Any]
    motors: bool
    gravity: float = 9.81
    process: FraxProcess | None = None

    def job(self, names: Mapping[str, FloatArray]) -> Job:
        """Return the job that times the call."""
        if self.process is not None:
            return FraxJob(self.task, self.label, self.code, {}, process=self.process)
        return Job(self.task, self.label, self.code, {**names, **self.names})


def description() -> str:
    """Return the URDF of the paper's arm with a body on every link, because some peers reject links without one."""
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
    """Return the jobs of every peer at every task that it supports; others are noted in `contenders.missing`."""
    states = States.random(1)
    names = {name: getattr(states, name)[0].copy() for name in ("q", "qd", "qdd", "tau")}
    found: list[Job] = []
    for name, make in {"dynibo": dynibo, "frax": frax, "adam": adam}.items():
        try:
            for call in make(names):
                error = _error(contenders.models["full"], call, names)
                if not error < ACCURACY:
                    contenders.missing[f"{call.label}, {call.task}"] = f"its result differs by {error:.1e}"
                    continue
                found.append(call.job(names))
        except (Unavailable, ImportError) as reason:
            contenders.missing[name] = str(reason)
    if jax := {job.process.jax for job in found if isinstance(job, FraxJob)} - {RECOMMENDED}:
        contenders.missing[f"frax with JAX {RECOMMENDED}"] = (
            f"its environment is not set up; make bench does that. Measured with JAX {', '.join(jax)}"
        )
    return found


def dynibo(names: Mapping[str, FloatArray]) -> Iterator[Call]:
    """Yield calls of dynibo, with and without an array for the result."""
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
    """Yield calls of frax in a separate process, jitted for double precision; other threads of JAX are not timed."""
    process = FraxProcess(python(), description(), names)
    for task, result in process.results.items():
        label = f"frax, jitted, JAX {process.jax}"
        yield Call(task, label, frax_functions.code(task), {}, partial(np.asarray, result), False, process=process)


def adam(names: Mapping[str, FloatArray]) -> Iterator[Call]:
    """Yield calls of adam's CasADi functions with buffers, evaluated by CasADi and compiled from its C code."""
    arm = load_arm("akb1986")
    made = functions(description(), arm.motor_inertia.tolist(), 9.81)
    for label, functions_ in (("adam, by CasADi", made), ("adam's C, by CasADi", compiled(made))):
        for task, function in functions_.items():
            buffered = Buffered(function, [names[name] for name in TASKS[task]])
            yield Call(task, label, "f()", {"f": buffered.call, "keep": buffered}, buffered.result, True)


def _error(full: DynamicModel, call: Call, names: Mapping[str, FloatArray]) -> float:
    """Return the error of a result, relative to the largest element of the expected one."""
    q, qd, qdd, tau = (names[name] for name in ("q", "qd", "qdd", "tau"))
    motors = np.zeros(6) if call.motors else load_arm("akb1986").motor_inertia
    lighter = (call.gravity / 9.81 - 1.0) * full.gravity(q)
    result = np.asarray(call.result(), dtype=float)
    if call.task == "acceleration":  # computes the torque for the peer's gravity and motor inertia
        result, expected = full.torque(q, qd, result.ravel()) - motors * result.ravel() + lighter, tau
    elif call.task == "torque":
        expected = full.torque(q, qd, qdd) - motors * qdd + lighter
    elif call.task == "gravity":
        expected = full.gravity(q) + lighter
    else:
        expected = full.mass_matrix(q) - np.diag(motors)
    return float(np.abs(result.ravel() - expected.ravel()).max() / np.abs(expected).max())
