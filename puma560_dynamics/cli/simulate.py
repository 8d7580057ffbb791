"""`puma560 simulate`: simulate the arm without torque or under torque, with an energy balance."""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..errors import SimulationError, StateError
from ..extras import require
from ..files import check_writable, write_whole
from ..simulation import LARGEST_TOLERANCE, SMALLEST_TOLERANCE, TOLERANCE
from .joint_values import POSE_WORDS, POSITION, add_joint_values, parse_joint_values, values_text
from .options import add_arm_options, add_model_option, chosen_arm
from .output import OK, console, escape, print_json, show_written
from .payload_options import add_payload_options, carried_payload
from .progress import Progress
from .values import PAGE, finite, new_file, number_type

if TYPE_CHECKING:
    from ..arm import Arm
    from ..arrays import FloatArray
    from ..models.interface import DynamicModel
    from ..simulation.simulate import Law, Simulated

LARGEST_TORQUE = 10
"""Largest simulated torque, as a multiple of the joint's maximum torque."""

MOVING = 2.0 / 3.0
"""Share of the duration in which ``--to`` moves the arm; then it comes to rest."""

AT_TARGET = math.radians(0.1)
"""Largest distance from the target at the end, rad (m)."""

AT_LEAST = 0.05
"""Smallest distance of the default pose from the limits, as a share of the range."""

SAMPLES = 1_000_000
"""Largest number of samples of a simulation."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puma560 simulate`."""
    add_arm_options(parser)
    add_payload_options(parser)
    add_model_option(parser, "model")
    parser.add_argument(
        "--duration",
        type=number_type(0, 3600, "s", above=True),
        default=3.0,
        metavar="S",
        help="seconds (default: 3)",
    )
    add_joint_values(parser, "--pose", f"initial pose, at rest: {POSE_WORDS}")
    driven = parser.add_mutually_exclusive_group()
    driven.add_argument("--torque", type=finite, nargs="+", metavar="NM", help="constant torque of each joint, N·m")
    words = f"move to this pose in two thirds of the time, by gravity compensation and PD: {POSE_WORDS}"
    add_joint_values(driven, "--to", words)
    parser.add_argument(
        "--gyroscopic",
        action="store_true",
        help="add the torque of the motors' spinning rotors",
    )
    parser.add_argument(
        "--rate",
        type=number_type(0.1, 10000, "Hz"),
        default=100.0,
        metavar="HZ",
        help="samples per second (default: 100)",
    )
    parser.add_argument(
        "--tolerance",
        type=number_type(SMALLEST_TOLERANCE, LARGEST_TOLERANCE),
        default=TOLERANCE,
        help=f"error tolerance per integration step (default: {TOLERANCE:g})",
    )
    parser.add_argument(
        "-o", "--output", type=new_file(".csv"), metavar="FILE", help="write the samples as a table (.csv)"
    )
    parser.add_argument("--report", type=PAGE, metavar="FILE", help="write a page with plots (.html)")


def run(arguments: argparse.Namespace) -> int:
    """Simulate the arm, write the requested files, and show the energy balance."""
    _check(arguments)
    with Progress("loading"):
        import numpy as np

        from ..arm.beyond_limits import beyond_limits
        from ..arm.friction import arm_friction
        from ..models.load import load_model
        from ..models.payload.payload_text import payload_json, payload_words
        from ..simulation.simulate import SWUNG, simulate

        arm = chosen_arm(arguments)
        load = carried_payload(arguments, arm)
    pose = (
        _inside(arm, np.resize(SWUNG, arm.n))
        if arguments.pose is None
        else parse_joint_values("--pose", arguments.pose, arm, POSITION)
    )
    torque = None if arguments.torque is None else _torque(arm, arguments.torque)
    goal = None if arguments.to is None else parse_joint_values("--to", arguments.to, arm, POSITION)
    with Progress("model") as progress:
        model = load_model(arguments.model, arm, load, gyroscopic=arguments.gyroscopic)
        law, words = _law(model, torque, pose, goal, MOVING * arguments.duration)
    with Progress("simulation") as progress:
        began = time.perf_counter()
        found = simulate(
            model, pose, arguments.duration, law=law, rate=arguments.rate, tolerance=arguments.tolerance,
            progress=progress.update,
        )  # fmt: skip
        took = time.perf_counter() - began
    crossed = list(beyond_limits(arm, found.q, found.qd, found.torque))
    missed = [] if goal is None else _missed(arm, found.q[-1], goal)
    files = _write(arguments, found, model, f"{words}, with a load of {load.mass:g} kg" if load.mass else words, missed)
    if arguments.json:
        head = {
            "arm": arm.name,
            "model": model.kind,
            "gyroscopic": arguments.gyroscopic,
            "torque": words,
            "files": files,
        }
        carried = {"payload": payload_json(arm, load)}
        limits = {"beyond_limits": crossed, "not_at_target": missed}
        return print_json({"ok": True, **head, **carried, "took_s": took, **limits, **simulated_json(found)})
    out = console()
    out.print(f"{escape(arm.name)}, {words}, {found.time[-1]:g} s by model {model.kind}")
    out.print(f"took {took:.2f} s, {found.evaluations} evaluations of the acceleration")
    if load.mass:
        out.print(f"the last link carries {escape(payload_words(arm, load))}")
    out.print(f"from {values_text(arm, found.q[0])} to {values_text(arm, found.q[-1])}")
    out.print(f"energy: kinetic up to {found.kinetic.max():.4g} J, work of the torque {found.work[-1]:+.4g} J")
    out.print(f"energy balance: error of {found.drift:.1e} of the exchanged energy")
    if crossed:
        advice = "" if goal is not None or torque is not None else "; --to moves the arm to a pose instead"
        out.print(f"[yellow]no joint limits and no friction: {escape('; '.join(crossed))}{advice}[/]")
    elif any(one.dry or one.viscous for one in arm_friction(arm)[0]):
        out.print("the simulated joints have no friction")
    if missed:
        out.print(f"[yellow]--to is not reached: {escape('; '.join(missed))}; give a longer --duration[/]")
    show_written(out, *files)
    return OK


def simulated_json(found: Simulated) -> dict[str, object]:
    """Return the result for ``--json``."""
    return {
        "duration_s": float(found.time[-1]),
        "evaluations": found.evaluations,
        "drift": found.drift,
        "kinetic_energy_J": {"largest": float(found.kinetic.max()), "last": float(found.kinetic[-1])},
        "potential_energy_J": {"first": float(found.potential[0]), "last": float(found.potential[-1])},
        "work_J": float(found.work[-1]),
        "last_position_rad": found.q[-1].tolist(),
        "last_velocity_rad_s": found.qd[-1].tolist(),
        "largest_velocity_rad_s": abs(found.qd).max(axis=0).tolist(),
    }


def _law(
    model: DynamicModel, torque: FloatArray | None, pose: FloatArray, goal: FloatArray | None, moving: float
) -> tuple[Law | None, str]:
    """Return the control law and its name: constant torque (n,) N·m, motion to `goal` (n,) rad (m), or no torque.

    The motion from `pose` to `goal` takes `moving` seconds.
    """
    import numpy as np

    from ..control.trajectory.trajectory import Trajectory
    from ..simulation.simulate import constant, toward

    if torque is not None:
        return constant(torque, model.arm.n), "constant torque"
    if goal is not None:
        leg = Trajectory(np.array([pose, goal]), np.array([moving]))

        def motion(time: float) -> tuple[FloatArray, FloatArray]:
            reference = leg.at(time)
            return reference.position, reference.velocity

        return toward(model, goal, motion), "gravity and PD"
    return None, "free swing"


def _inside(arm: Arm, pose: FloatArray) -> FloatArray:
    """Return a pose (n,) rad (m), moved to the inside of the joint ranges where it is outside."""
    import numpy as np

    low, high = arm.pose_range
    return np.clip(pose, low + AT_LEAST * (high - low), high - AT_LEAST * (high - low))


def _missed(arm: Arm, last: FloatArray, goal: FloatArray) -> list[str]:
    """Return the joints that are not at `goal` (n,) rad (m), each with its distance."""
    return [
        f"{joint.name} is {f'{left:.3g} m' if joint.slides else f'{math.degrees(left):.3g}°'} from it"
        for joint, left in zip(arm.joints, abs(last - goal).tolist(), strict=True)
        if left > AT_TARGET
    ]


def _torque(arm: Arm, values: Sequence[float]) -> FloatArray:
    """Return the constant torque (n,) N·m.

    Raises:
        StateError: the number of values is not the number of joints.
        SimulationError: a torque is so large that the integration would not end.
    """
    from ..models.assumed_limits import with_assumed_limits

    torque = _one_a_joint(arm, "--torque", values)
    most = LARGEST_TORQUE * with_assumed_limits(arm).maximum_torque
    for name, value, limit in zip(arm.joint_names, torque, most, strict=True):
        if abs(value) > limit:
            raise SimulationError(
                f"--torque: {value:g} N·m on {name} is beyond {limit:g} N·m, {LARGEST_TORQUE} times its maximum "
                "torque; use a smaller torque"
            )
    return torque


def _one_a_joint(arm: Arm, option: str, values: Sequence[float]) -> FloatArray:
    import numpy as np

    if len(values) != arm.n:
        joints = ", ".join(arm.joint_names)
        raise StateError(f"{option}: expected {arm.n} numbers, one for each of {joints}; got {len(values)}")
    return np.array(values, dtype=np.float64)


def simulated_csv(found: Simulated, model: DynamicModel) -> str:
    """Return CSV with time (s), positions (rad), velocities (rad/s), torques (N·m), energies (J); a row per sample."""
    import numpy as np

    names = [f"{joint}.{what}" for what in ("position", "velocity", "torque") for joint in model.arm.joint_names]
    heads = ["time", *names, "kinetic", "potential", "work"]
    columns = (found.time[:, None], found.q, found.qd, found.torque)
    energies = (found.kinetic[:, None], found.potential[:, None], found.work[:, None])
    rows = (",".join(map(repr, row)) for row in np.hstack([*columns, *energies]).tolist())
    return "\n".join([",".join(heads), *rows]) + "\n"


def _check(arguments: argparse.Namespace) -> None:
    """Raise before the simulation if its result would be too large or cannot be written."""
    if arguments.duration * arguments.rate > SAMPLES:
        raise SimulationError(
            f"{arguments.duration:g} s at {arguments.rate:g} Hz are {arguments.duration * arguments.rate:.2g} samples; "
            f"at most {SAMPLES:.0e} are kept, so give a lower --rate"
        )
    for path in (arguments.output, arguments.report):
        if path is not None:
            check_writable(path)
    if arguments.report is not None:
        require("the page", "matplotlib")


def _write(
    arguments: argparse.Namespace, found: Simulated, model: DynamicModel, words: str, missed: Sequence[str]
) -> list[str]:
    """Write the requested files, and return their paths."""
    if arguments.report is not None:
        from ..simulation.simulation_page import simulation_page  # needs matplotlib

        write_whole(arguments.report, simulation_page(found, model, words, missed))
    if arguments.output is not None:
        write_whole(arguments.output, simulated_csv(found, model))
    return [str(path) for path in (arguments.report, arguments.output) if path is not None]
