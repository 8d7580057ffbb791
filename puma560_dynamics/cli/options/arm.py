"""Arguments of `puma560 arm check` and `puma560 arm urdf`."""

from __future__ import annotations

import argparse

from .defaults import ARM
from .values import new_file


def check(parser: argparse.ArgumentParser) -> None:
    """Arguments of `puma560 arm check`."""
    parser.add_argument("arm", nargs="?", default=ARM, metavar="FILE", help=f"arm name or file (default: {ARM})")


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
