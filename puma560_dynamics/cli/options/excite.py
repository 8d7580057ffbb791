"""Arguments of `puma560 excite`."""

from __future__ import annotations

import argparse
import math

from .defaults import ACCELERATION, ARM, POSITION, TORQUE, VELOCITY
from .values import ARM_FILE, number_type, whole_type

SHARE = number_type(0, 1, above=True)


def excite(parser: argparse.ArgumentParser) -> None:
    """Arguments of `puma560 excite`."""
    parser.description = (
        "Make a periodic motion that shows the arm's parameters, inside its joint limits. Only the joint limits are "
        "considered, but no obstacles, cables, grippers or collisions between links. Keep clear of them with --within "
        "and --position, check the motion in simulation, then play it slowly first."
    )
    parser.add_argument("--arm", default=ARM, help=f"arm name or file (default: {ARM})")
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
        default=POSITION,
        help=f"share of the range to use, about its middle (default: {POSITION:g})",
    )
    parser.add_argument(
        "--within",
        type=_box,
        action="extend",
        default=[],
        metavar="JOINT=FROM:TO,…",
        help="range to use instead of the joint's own, degrees, as joint2=-120:-60; may be given more than once",
    )
    parser.add_argument(
        "--velocity", type=SHARE, default=VELOCITY, help=f"share of the velocity limits to use (default: {VELOCITY:g})"
    )
    parser.add_argument(
        "--torque", type=SHARE, default=TORQUE, help=f"share of the maximum torque to use (default: {TORQUE:g})"
    )
    parser.add_argument(
        "--acceleration",
        type=number_type(0, 1000, "rad/s²", above=True),
        default=ACCELERATION,
        metavar="RAD/S²",
        help=f"largest acceleration (default: {ACCELERATION:g})",
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
        help="JointTrajectory; a table .csv and a plot .svg are written next to it (default: excite.yaml)",
    )


def _box(text: str) -> list[tuple[str, tuple[float, float]]]:
    """``joint=from:to,…`` in degrees as pairs in rad."""
    pairs = []
    for part in text.split(","):
        name, _, ends = part.partition("=")
        try:
            low, high = (math.radians(float(end)) for end in ends.split(":"))
        except ValueError:
            low, high = math.nan, math.nan
        if not low < high or not math.isfinite(high - low) or not name.strip():
            raise argparse.ArgumentTypeError(f"expected JOINT=FROM:TO in degrees, FROM below TO, got {part!r}")
        pairs.append((name.strip(), (low, high)))
    return pairs
