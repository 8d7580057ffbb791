"""`puma560 excite`: write a trajectory within the arm's limits that excites the parameters for identification."""

from __future__ import annotations

import argparse
import math
from typing import TYPE_CHECKING

from ..extras import installed, sentence
from ..files import check_writable, write_whole
from ..identification import LARGEST_ACCELERATION, POSITION_SHARE, TORQUE_SHARE, VELOCITY_SHARE
from .options import add_arm_options, chosen_arm
from .output import OK, console, escape, print_json, show_written, table
from .progress import Progress
from .values import ARM_FILE, number_type, whole_type

if TYPE_CHECKING:
    from ..arm import Arm
    from ..identification.excitation import Excitation

SHARE = number_type(0, 1, above=True)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puma560 excite`."""
    parser.description = (
        "Make a periodic motion from which the arm's parameters can be identified. Only the joint limits are "
        "considered, not obstacles, cables, grippers or collisions between links. Avoid these with --within and "
        "--position, check the motion in simulation, and play it slowly first."
    )
    add_arm_options(parser)
    parser.add_argument(
        "--period",
        type=number_type(0.5, 600, "s"),
        default=20.0,
        metavar="S",
        help="period of the motion (default: 20)",
    )
    parser.add_argument(
        "--periods", type=whole_type(1, 1000), default=2, metavar="N", help="number of periods (default: 2)"
    )
    parser.add_argument(
        "--harmonics",
        type=whole_type(2, 30),
        default=5,
        metavar="K",
        help="harmonics of the Fourier series (default: 5)",
    )
    parser.add_argument(
        "--position",
        type=SHARE,
        default=POSITION_SHARE,
        help=f"fraction of the range of motion to use, about its middle (default: {POSITION_SHARE:g})",
    )
    parser.add_argument(
        "--within",
        type=_box,
        action="extend",
        default=[],
        metavar="JOINT=FROM:TO,…",
        help="narrower range of a joint in degrees (m if it is prismatic), such as joint2=-120:-60; may be given more "
        "than once",
    )
    parser.add_argument(
        "--velocity",
        type=SHARE,
        default=VELOCITY_SHARE,
        help=f"fraction of the velocity limits to use (default: {VELOCITY_SHARE:g})",
    )
    parser.add_argument(
        "--torque",
        type=SHARE,
        default=TORQUE_SHARE,
        help=f"fraction of the maximum torque to use (default: {TORQUE_SHARE:g})",
    )
    parser.add_argument(
        "--acceleration",
        type=number_type(0, 1000, "rad/s²", above=True),
        default=LARGEST_ACCELERATION,
        metavar="RAD/S²",
        help=f"largest acceleration (default: {LARGEST_ACCELERATION:g}); a tenth of it, in m/s², if prismatic",
    )
    parser.add_argument(
        "--seed", type=whole_type(0), default=1986, help="each seed gives another motion (default: 1986)"
    )
    parser.add_argument("--rounds", type=whole_type(0, 10000), default=40, help="rounds of the optimiser (default: 40)")
    parser.add_argument(
        "-o",
        "--output",
        type=ARM_FILE,
        default="excite.yaml",
        metavar="FILE",
        help="file of the JointTrajectory; a table .csv and a plot .svg are written next to it (default: excite.yaml)",
    )


def _box(text: str) -> list[tuple[str, tuple[float, float]]]:
    """Parse ``joint=from:to,…``; return names with their ranges in degrees (m for a prismatic joint)."""
    pairs = []
    for part in text.split(","):
        name, _, ends = part.partition("=")
        try:
            low, high = map(float, ends.split(":"))
        except ValueError:
            low, high = math.nan, math.nan
        if not low < high or not math.isfinite(high - low) or not name.strip():
            raise argparse.ArgumentTypeError(f"expected JOINT=FROM:TO in degrees (m), FROM below TO, got {part!r}")
        pairs.append((name.strip(), (low, high)))
    return pairs


def run(arguments: argparse.Namespace) -> int:
    """Optimise the motion, write the files, and show its quality."""
    with Progress("loading"):
        from ..identification.excitation import Limits, excite
        from ..identification.fourier_motion import excitation_csv, message_yaml
    plot = installed("matplotlib")
    files = {suffix: arguments.output.with_suffix(suffix) for suffix in (".csv", *([".svg"] if plot else []))}
    for path in (arguments.output, *files.values()):
        check_writable(path)
    arm = chosen_arm(arguments)
    sliding = {joint.name for joint in arm.joints if joint.slides}
    box = {
        name: (low, high) if name in sliding else (math.radians(low), math.radians(high))
        for name, (low, high) in arguments.within
    }
    limits = Limits(arguments.position, arguments.velocity, arguments.torque, arguments.acceleration)
    with Progress("exciting motion", even=False) as progress:
        found = excite(
            arm, arguments.period, arguments.harmonics, limits, arguments.seed, arguments.rounds, progress.update,
            box=box,
        )  # fmt: skip
    write_whole(arguments.output, message_yaml(found.motion, arm.joint_names, arguments.periods))
    write_whole(files[".csv"], excitation_csv(found.motion, arm.joint_names, arguments.periods))
    if plot:
        from ..identification.identification_plots import excitation_svg

        write_whole(files[".svg"], excitation_svg(found, arm))
    written = [str(arguments.output), *map(str, files.values())]
    if arguments.json:
        return print_json({"ok": True, "arm": arm.name, **excitation_json(found, arm), "files": written})
    shown = table("", "joint", ">from °", ">to °", ">rad/s", ">rad/s²", ">N·m", ">of max.")
    share = found.torque / arm.maximum_torque
    for i, joint in enumerate(arm.joints):
        ends, unit = found.position[:, i].tolist(), " m" if joint.slides else ""
        low, high = (f"{end:.3f} m" if joint.slides else f"{math.degrees(end):.0f}" for end in ends)
        shown.add_row(joint.name, low, high, f"{found.velocity[i]:.2f}{unit}", f"{found.acceleration[i]:.2f}{unit}",
                      f"{found.torque[i]:.1f}{' N' if joint.slides else ''}", f"{100 * share[i]:.0f} %")  # fmt: skip
    out = console()
    out.print(f"{escape(arm.name)}, exciting motion with a period of {found.motion.period:g} s")
    out.print(shown)
    out.print(
        f"confidence region of the base parameters: axes {found.axis_ratio:.2f} of those of a random series with the "
        f"same limits (geometric mean); condition number {found.condition:.1f}"
    )
    if not plot:
        out.print(f"note: {escape(sentence('the plot', ['matplotlib']))}", soft_wrap=True)
    show_written(out, *written)
    out.print(
        "The motion does not consider obstacles: check the ranges above, narrow them with --within, and play the "
        "motion slowly first. Then record it and run `puma560 identify` on the bag."
    )
    return OK


def excitation_json(found: Excitation, arm: Arm) -> dict[str, object]:
    """Return the result for ``--json``."""
    return {
        "joints": list(arm.joint_names),
        "period": found.motion.period,
        "condition_number": found.condition,
        "axis_ratio": found.axis_ratio,
        "center": found.motion.center.tolist(),
        "a": found.motion.a.tolist(),
        "b": found.motion.b.tolist(),
        "position": found.position.tolist(),
        "velocity": found.velocity.tolist(),
        "acceleration": found.acceleration.tolist(),
        "torque": found.torque.tolist(),
    }
