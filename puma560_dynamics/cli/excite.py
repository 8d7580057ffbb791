"""`puma560 excite`: a motion that shows the arm's parameters, inside its limits, as a trajectory to be played."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.table import Table

from ..arm import Arm, load_arm
from ..errors import IdentificationError, MissingDependencyError
from ..files import write_whole
from ..identification.excitation import Excitation, Limits, excite
from ..identification.trajectory_files import message_yaml, table_csv
from .bar import Bar
from .output import OK, add_json_flag, console, print_json


def add(subparsers: argparse._SubParsersAction, about: str) -> None:
    """Add the subcommand."""
    limits = Limits()
    parser = subparsers.add_parser(
        "excite",
        help=about,
        description="Make a periodic motion that shows the arm's parameters, inside its joint limits. It knows the "
        "joints' ranges and nothing else: no table, no wall, no cable, no gripper, and not whether links meet. Keep it "
        "off them with --within and --position, look at it in the simulation, then play it slowly first.",
    )
    parser.add_argument("--arm", default="akb1986", help="arm name or file (default: akb1986)")
    parser.add_argument("--period", type=float, default=20.0, metavar="S", help="of the motion (default: 20)")
    parser.add_argument("--periods", type=int, default=2, metavar="N", help="how often it is run (default: 2)")
    parser.add_argument("--harmonics", type=int, default=5, metavar="K", help="of the Fourier series (default: 5)")
    parser.add_argument(
        "--position",
        type=float,
        default=limits.position,
        help=f"share of the range to use, about its middle (default: {limits.position:g})",
    )
    parser.add_argument(
        "--within", type=_box, action="extend", default=[], metavar="JOINT=FROM:TO,…",
        help="range to use instead of the joint's own, degrees, as joint2=-120:-60; may be given more than once",
    )  # fmt: skip
    parser.add_argument(
        "--velocity",
        type=float,
        default=limits.velocity,
        help=f"share of the velocity limits to use (default: {limits.velocity:g})",
    )
    parser.add_argument(
        "--torque",
        type=float,
        default=limits.torque,
        help=f"share of the maximum torque to use (default: {limits.torque:g})",
    )
    parser.add_argument(
        "--acceleration",
        type=float,
        default=limits.acceleration,
        metavar="RAD/S²",
        help=f"at most (default: {limits.acceleration:g})",
    )
    parser.add_argument("--seed", type=int, default=1986, help="another seed, another motion (default: 1986)")
    parser.add_argument("--rounds", type=int, default=40, help="of the optimiser (default: 40)")
    parser.add_argument(
        "-o", "--output", type=Path, default=Path("excite.yaml"),
        help="JointTrajectory; a table .csv and a plot .svg are written beside it (default: excite.yaml)",
    )  # fmt: skip
    add_json_flag(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Optimise, write the files, say how good it is."""
    try:
        from ..identification.excitation_plot import svg
    except ImportError as error:
        raise MissingDependencyError(f"the plot needs matplotlib ({error}); run `pip install matplotlib`") from None
    arm = load_arm(arguments.arm)
    if arguments.periods < 1:
        raise IdentificationError(f"--periods: expected 1 or more, got {arguments.periods}")
    limits = Limits(arguments.position, arguments.velocity, arguments.torque, arguments.acceleration)
    with Bar(not arguments.json) as bar:
        found = excite(
            arm, arguments.period, arguments.harmonics, limits, arguments.seed, arguments.rounds, bar.update,
            box=dict(arguments.within),
        )  # fmt: skip
    files = {suffix: arguments.output.with_suffix(suffix) for suffix in (".csv", ".svg")}
    write_whole(arguments.output, message_yaml(found, arm.joint_names, arguments.periods))
    write_whole(files[".csv"], table_csv(found, arm.joint_names, arguments.periods))
    write_whole(files[".svg"], svg(found, arm.joint_names))
    if arguments.json:
        return print_json(
            {"ok": True, **as_json(found, arm), "files": [str(arguments.output), *map(str, files.values())]}
        )
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("joint", "from °", "to °", "rad/s", "rad/s²", "N·m", "of max."):
        table.add_column(heading, justify="right")
    share = found.torque / arm.maximum_torque
    for i, name in enumerate(arm.joint_names):
        low, high = np.degrees(found.position[:, i])
        table.add_row(name, f"{low:.0f}", f"{high:.0f}", f"{found.velocity[i]:.2f}", f"{found.acceleration[i]:.2f}",
                      f"{found.torque[i]:.1f}", f"{share[i]:.0%}")  # fmt: skip
    out = console()
    out.print(table)
    out.print(f"condition number {found.condition:.1f} (a random series of the same limits: {found.first:.1f})")
    out.print(
        f"{arguments.output}, {files['.csv']}, {files['.svg']} written. It knows of no table and no wall: look at the "
        "ranges above, narrow them with --within, play it slowly first; then record it and `puma560 identify` the bag."
    )
    return OK


def _box(text: str) -> list[tuple[str, tuple[float, float]]]:
    """``joint=from:to,…`` in degrees as pairs in rad."""
    pairs = []
    for part in text.split(","):
        name, _, ends = part.partition("=")
        try:
            low, high = (float(np.radians(float(end))) for end in ends.split(":"))
        except ValueError:
            raise argparse.ArgumentTypeError(f"expected JOINT=FROM:TO in degrees, got {part!r}") from None
        pairs.append((name.strip(), (low, high)))
    return pairs


def as_json(found: Excitation, arm: Arm) -> dict[str, object]:
    """For machines."""
    return {
        "joints": list(arm.joint_names),
        "period": found.motion.period,
        "condition_number": found.condition,
        "condition_number_of_a_random_series": found.first,
        "center": found.motion.center.tolist(),
        "a": found.motion.a.tolist(),
        "b": found.motion.b.tolist(),
        "position": found.position.tolist(),
        "velocity": found.velocity.tolist(),
        "acceleration": found.acceleration.tolist(),
        "torque": found.torque.tolist(),
    }
