"""`puma560 simulate`: the arm falling freely, or under torque, with its energy accounted for (section 4)."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ..arm import Arm, load_arm
from ..arrays import FloatArray
from ..errors import SimulationError, StateError
from ..extras import require
from ..files import check_writable, write_whole
from ..models.assumed_limits import with_assumed_limits
from ..models.interface import DynamicModel
from ..models.load import load_model
from ..simulation.laws import Law, constant, toward
from ..simulation.simulate import SWUNG, Simulated, simulate
from .output import OK, console, print_json
from .progress import Progress

LARGEST_TORQUE = 10
"""Times the maximum torque of a joint, the most that is simulated."""

SAMPLES = 1_000_000
"""Most that are kept of a simulation."""


def run(arguments: argparse.Namespace) -> int:
    """Simulate, write the files that were asked for, show the balance."""
    _check(arguments)
    arm = load_arm(arguments.arm)
    pose = np.resize(SWUNG, arm.n) if arguments.pose is None else _given(arm, "--pose", arguments.pose)
    torque = None if arguments.torque is None else _torque(arm, arguments.torque)
    goal = None if arguments.to is None else _given(arm, "--to", arguments.to)
    with Progress("model") as progress:
        model = load_model(arguments.model, arm, gyroscopic=arguments.gyroscopic)
        law, words = _law(model, torque, goal)
    with Progress("simulation") as progress:
        began = time.perf_counter()
        found = simulate(
            model, pose, arguments.duration, law=law, rate=arguments.rate, tolerance=arguments.tolerance,
            progress=progress.update,
        )  # fmt: skip
        took = time.perf_counter() - began
    files = _write(arguments.output, found, model, words) if arguments.output else []
    if arguments.json:
        head = {"model": model.kind, "gyroscopic": arguments.gyroscopic, "torque": words, "files": files}
        return print_json({"ok": True, **head, "took_s": took, **simulated_json(found)})
    out = console()
    out.print(
        f"{words}, {found.time[-1]:g} s by model {model.kind}: took {took:.2f} s, {found.evaluations} evaluations of "
        "the acceleration"
    )
    shown = found.q[-1] / _units(model.arm)
    out.print(f"position at the end, ° (m where a joint slides): {' '.join(f'{value:.3f}' for value in shown)}")
    out.print(f"energy: kinetic up to {found.kinetic.max():.4g} J, work of the torque {found.work[-1]:+.4g} J")
    out.print(f"out of balance by {found.drift:.1e} of the energy that moved")
    if files:
        out.print(f"{', '.join(files)} written")
    return OK


def simulated_json(found: Simulated) -> dict[str, object]:
    """For machines."""
    return {
        "duration_s": float(found.time[-1]),
        "evaluations": found.evaluations,
        "drift": found.drift,
        "kinetic_energy_J": {"largest": float(found.kinetic.max()), "last": float(found.kinetic[-1])},
        "potential_energy_J": {"first": float(found.potential[0]), "last": float(found.potential[-1])},
        "work_J": float(found.work[-1]),
        "last_position_rad": found.q[-1].tolist(),
        "last_velocity_rad_s": found.qd[-1].tolist(),
        "largest_velocity_rad_s": np.abs(found.qd).max(axis=0).tolist(),
    }


def _law(model: DynamicModel, torque: FloatArray | None, goal: FloatArray | None) -> tuple[Law | None, str]:
    """The law of the torque (n,) N·m, or of one that leads to `goal` (n,) rad, m; and its name."""
    if torque is not None:
        return constant(torque, model.arm.n), "constant torque"
    if goal is not None:
        return toward(model, goal), "gravity and PD"
    return None, "free swing"


def _given(arm: Arm, option: str, values: Sequence[float]) -> FloatArray:
    """(n,) rad, m where a joint slides, of what was typed in degrees or m.

    Raises:
        StateError: not one number a joint.
    """
    return _one_a_joint(arm, option, values) * _units(arm)


def _torque(arm: Arm, values: Sequence[float]) -> FloatArray:
    """(n,) N·m.

    Raises:
        StateError: not one number a joint.
        SimulationError: a torque under which the arm spins so fast that the integrator would not end.
    """
    torque = _one_a_joint(arm, "--torque", values)
    most = LARGEST_TORQUE * with_assumed_limits(arm).maximum_torque
    for name, value, limit in zip(arm.joint_names, torque, most, strict=True):
        if abs(value) > limit:
            raise SimulationError(
                f"--torque: {value:g} N·m on {name} is beyond {limit:g} N·m, {LARGEST_TORQUE} times what its motor "
                "gives; take less"
            )
    return torque


def _one_a_joint(arm: Arm, option: str, values: Sequence[float]) -> FloatArray:
    if len(values) != arm.n:
        joints = ", ".join(arm.joint_names)
        raise StateError(f"{option}: expected {arm.n} numbers, one for each of {joints}; got {len(values)}")
    return np.array(values, dtype=np.float64)


def _units(arm: Arm) -> FloatArray:
    """(n,) what is typed as 1: a degree in rad, or a metre."""
    return np.where([joint.slides for joint in arm.joints], 1.0, np.radians(1.0))


def _check(arguments: argparse.Namespace) -> None:
    """See before the work that its results can be kept and written."""
    if arguments.duration * arguments.rate > SAMPLES:
        raise SimulationError(
            f"{arguments.duration:g} s at {arguments.rate:g} Hz are {arguments.duration * arguments.rate:.2g} samples; "
            f"at most {SAMPLES:.0e} are kept, so give a lower --rate"
        )
    if arguments.output is not None:
        for path in (arguments.output, arguments.output.with_suffix(".csv")):
            check_writable(path)
        require("the page", "matplotlib")


def _write(output: Path, found: Simulated, model: DynamicModel, words: str) -> list[str]:
    from ..simulation.simulation_page import simulated_csv, simulation_page

    table = output.with_suffix(".csv")
    write_whole(output, simulation_page(found, model, words))
    write_whole(table, simulated_csv(found, model))
    return [str(output), str(table)]
