"""`puma560 simulate`: the arm let go, or under torque, with its energy accounted for (section 4)."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..arm import Arm, load_arm
from ..errors import MissingDependencyError
from ..files import write_whole
from ..models.interface import DynamicModel
from ..models.load import MODEL_KINDS, load_model
from ..simulation.agreement import SWUNG
from ..simulation.laws import Law, constant, toward
from ..simulation.simulate import TOLERANCE, Simulated, simulate
from ..states import joint_array
from .output import OK, add_json_flag, console, print_json


def add(subparsers: argparse._SubParsersAction, about: str) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser("simulate", help=about)
    parser.add_argument("--arm", default="akb1986", help="arm name or file (default: akb1986)")
    parser.add_argument("--model", default="generated", choices=MODEL_KINDS, help="model (default: generated)")
    parser.add_argument("--duration", type=float, default=10.0, metavar="S", help="seconds (default: 10)")
    parser.add_argument(
        "--pose",
        type=float,
        nargs="+",
        metavar="DEG",
        help="where it starts, at rest; one number a joint, ° or m",
    )
    driven = parser.add_mutually_exclusive_group()
    driven.add_argument("--torque", type=float, nargs="+", metavar="NM", help="constant torque, one a joint, N·m")
    driven.add_argument(
        "--to",
        type=float,
        nargs="+",
        metavar="DEG",
        help="bring it there: gravity and critically damped PD; ° or m",
    )
    parser.add_argument(
        "--gyroscopic", action="store_true", help="with the motors' spinning rotors (`puma560 gyroscopic`)"
    )
    parser.add_argument("--rate", type=float, default=100.0, metavar="HZ", help="samples a second (default: 100)")
    parser.add_argument("--tolerance", type=float, default=TOLERANCE, help=f"of a step (default: {TOLERANCE:g})")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="page with plots (.html); a table .csv is written beside it"
    )
    add_json_flag(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Simulate, write the files that were asked for, show the balance."""
    model = load_model(arguments.model, load_arm(arguments.arm), gyroscopic=arguments.gyroscopic)
    pose = np.resize(SWUNG, model.arm.n) if arguments.pose is None else _given(model.arm, arguments.pose)
    law, words = _law(arguments, model)
    began = time.perf_counter()
    found = simulate(model, pose, arguments.duration, law=law, rate=arguments.rate, tolerance=arguments.tolerance)
    took = time.perf_counter() - began
    files = _write(arguments.output, found, model, words) if arguments.output else []
    if arguments.json:
        head = {"model": model.kind, "gyroscopic": arguments.gyroscopic, "torque": words, "files": files}
        return print_json({"ok": True, **head, "took_s": took, **as_json(found)})
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


def as_json(found: Simulated) -> dict[str, object]:
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


def _law(arguments: argparse.Namespace, model: DynamicModel) -> tuple[Law | None, str]:
    """The torque that was asked for, and its name."""
    if arguments.torque is not None:
        return constant(arguments.torque, model.arm.n), "constant torque"
    if arguments.to is not None:
        return toward(model, _given(model.arm, arguments.to)), "gravity and PD"
    return None, "free swing"


def _given(arm: Arm, values: Sequence[float]) -> NDArray[np.float64]:
    """(n,) rad, m where a joint slides, of what was typed in degrees or m.

    Raises:
        StateError: not one finite number a joint.
    """
    return joint_array("pose", values, arm.n) * _units(arm)


def _units(arm: Arm) -> NDArray[np.float64]:
    """(n,) what is typed as 1: a degree in rad, or a metre."""
    return np.where([joint.slides for joint in arm.joints], 1.0, np.radians(1.0))


def _write(output: Path, found: Simulated, model: DynamicModel, words: str) -> list[str]:
    try:
        from ..simulation.page import page, table_csv
    except ImportError as error:
        raise MissingDependencyError(f"the page needs matplotlib ({error}); run `pip install matplotlib`") from None
    table = output.with_suffix(".csv")
    write_whole(output, page(found, model, words))
    write_whole(table, table_csv(found, model))
    return [str(output), str(table)]
