"""Arguments of the commands of `puma560 arm`."""

from __future__ import annotations

import argparse

from .defaults import ARM
from .values import LENGTH, MASS, finite, new_file


def check(parser: argparse.ArgumentParser) -> None:
    """Arguments of `puma560 arm check`."""
    parser.add_argument("arm", nargs="?", default=ARM, metavar="FILE", help=f"arm name or file (default: {ARM})")


def import_(parser: argparse.ArgumentParser) -> None:
    """Arguments of `puma560 arm import`."""
    parser.add_argument("description", metavar="FILE", help="URDF, xacro or MJCF file")
    parser.add_argument(
        "-o", "--output", required=True, type=new_file(".yaml", ".yml"), metavar="FILE", help="arm file to write"
    )
    parser.add_argument("--base", metavar="LINK", help="link that stands still (default: the root)")
    parser.add_argument("--tip", metavar="LINK", help="link at the end (default: that of the last moving joint)")
    parser.add_argument(
        "--upright",
        metavar="LINK",
        help="link along whose -z gravity acts (default: the root, in which the base may stand turned)",
    )
    parser.add_argument(
        "--hold",
        nargs="+",
        default=[],
        metavar="JOINT",
        help="joints that stand at zero or the nearest limit: names or patterns ('*finger*'); joints that mimic them "
        "follow; fingers on the last link are held in any case",
    )
    parser.add_argument(
        "--without",
        nargs="+",
        default=[],
        metavar="LINK",
        help="links that the robot does not carry, as a hand: left out with all that hangs on them",
    )
    parser.add_argument(
        "--argument",
        nargs="+",
        default=[],
        type=_argument,
        metavar="NAME:=VALUE",
        help="arguments of a xacro file, e.g. ur_type:=ur5e",
    )


def _argument(text: str) -> tuple[str, str]:
    name, sign, value = text.partition(":=")
    if not sign or not name:
        raise argparse.ArgumentTypeError(f"expected NAME:=VALUE, got {text!r}")
    return name, value


def urdf(parser: argparse.ArgumentParser) -> None:
    """Arguments of `puma560 arm urdf`."""
    parser.add_argument("--arm", default=ARM, help=f"arm name or file (default: {ARM})")
    parser.add_argument(
        "--inertia",
        default="consistent",
        choices=("consistent", "paper"),
        help="consistent: accepted by every engine, exactly the same torques; paper: the numbers as measured",
    )
    parser.add_argument(
        "--format",
        default="urdf",
        choices=("urdf", "xacro", "mjcf"),
        help="urdf: a complete robot; xacro: a macro to place in one; mjcf: a MuJoCo model with motors and armature, "
        "always of the consistent set",
    )
    parser.add_argument(
        "-o",
        "--output",
        type=new_file(".urdf", ".xacro", ".xml", ".mjcf"),
        metavar="FILE",
        help="write to this file (default: standard output)",
    )


def payload(parser: argparse.ArgumentParser) -> None:
    """Arguments of `puma560 arm payload`."""
    parser.description = (
        "Set the load of a running feedforward_node, trajectory_feedforward_node or generated controller as a whole, "
        "and show the load that acts. Without a mass only show it."
    )
    parser.add_argument(
        "mass", nargs="?", type=MASS, default=None, metavar="KG", help="mass of the load; 0 removes the load"
    )
    parser.add_argument(
        "--center",
        type=LENGTH,
        nargs=3,
        metavar=("X", "Y", "Z"),
        help="center of mass in the frame of --link, m (default: 0 0 0)",
    )
    parser.add_argument(
        "--inertia",
        type=finite,
        nargs=6,
        metavar=("IXX", "IYY", "IZZ", "IXY", "IXZ", "IYZ"),
        help="inertia about the center of mass, axes as that frame, kg·m² (default: 0, a point mass)",
    )
    parser.add_argument(
        "--link",
        default="",
        metavar="LINK",
        help="the last link, or one that the description fixes to it (default: the arm's tip)",
    )
    parser.add_argument(
        "--node",
        default="",
        metavar="NAME",
        help="full name of the node or controller (default: the only one that publishes a payload)",
    )
