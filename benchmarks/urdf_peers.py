"""Newer peers that read a URDF, called from Python: dynibo (Rust), frax (jitted JAX), adam (CasADi's functions).

Each is called in its fastest way: frax with arrays of JAX, adam's functions with buffers that are set once.

URDF has no place for motor inertia: dynibo and frax go without, which is nearly nothing of their time.
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
        process: that times it, if this one does not.
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
        """To be timed."""
        if self.process is not None:
            return FraxJob(self.task, self.label, self.code, {}, process=self.process)
        return Job(self.task, self.label, self.code, {**names, **self.names})


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
    """Return every peer at every task that it has; the others are noted in `contenders.missing`."""
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
    """Jitted for double precision, in a separate process; what JAX does on further threads is not counted."""
    process = FraxProcess(python(), description(), names)
    for task, result in process.results.items():
        label = f"frax, jitted, JAX {process.jax}"
        yield Call(task, label, frax_functions.code(task), {}, partial(np.asarray, result), False, process=process)


def adam(names: Mapping[str, FloatArray]) -> Iterator[Call]:
    """CasADi's functions with buffers, evaluated by CasADi and compiled from the C that it writes."""
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
    if call.task == "acceleration":  # the torque that belongs to it
        result, expected = full.torque(q, qd, result.ravel()) - motors * result.ravel() + lighter, tau
    elif call.task == "torque":
        expected = full.torque(q, qd, qdd) - motors * qdd + lighter
    elif call.task == "gravity":
        expected = full.gravity(q) + lighter
    else:
        expected = full.mass_matrix(q) - np.diag(motors)
    return float(np.abs(result.ravel() - expected.ravel()).max() / np.abs(expected).max())
