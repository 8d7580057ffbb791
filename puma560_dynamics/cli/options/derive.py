"""Arguments of `puma560 derive`."""

from __future__ import annotations

import argparse
from pathlib import Path

from ...emdeg import DEFAULT_NAMES, TASK_NAMES
from .defaults import ARM, KINDS, SNAP, WIDEST_SNAP
from .values import FIGURE, finite, number_type, some_of, whole_type


def derive(parser: argparse.ArgumentParser) -> None:
    """Arguments of `puma560 derive`."""
    arm = parser.add_mutually_exclusive_group()
    arm.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help="robot description (URDF, xacro, MJCF), Denavit-Hartenberg table in YAML (docs/own_arm.md), arm file, or "
        f"name of an arm (default: {ARM})",
    )
    for option in ("--arm", "--urdf", "--dh"):
        arm.add_argument(option, dest="arm", metavar="FILE", help="the same")
    parser.add_argument("--tip", metavar="LINK", help="link at the arm's end, where the description branches")
    parser.add_argument("--base-link", metavar="LINK", help="link that stands still (default: the description's root)")
    parser.add_argument(
        "--hold",
        nargs="+",
        action="extend",
        default=[],
        metavar="JOINT",
        help="joints of the description held at zero, and those that mimic them: names, patterns or parts of names (gripper)",
    )
    parser.add_argument(
        "--gravity", nargs=3, type=finite, metavar=("X", "Y", "Z"), help="m/s² in the base's frame (default: 0 0 -9.81)"
    )
    parser.add_argument(
        "--snap",
        type=number_type(0, WIDEST_SNAP, "rad"),
        metavar="RAD",
        help=f"angles this close to a quarter turn are taken as one (default: {SNAP:g})",
    )
    parser.add_argument(
        "--friction", action="store_true", help="add the description's joint damping and friction to the torque"
    )
    parser.add_argument(
        "--allow-massless", action="store_true", help="derive an arm although some joints move no inertia"
    )
    parser.add_argument(
        "--programs",
        type=some_of(TASK_NAMES),
        metavar="P,…",
        help=f"some of {', '.join(TASK_NAMES)} (default: {','.join(DEFAULT_NAMES)}; "
        "a compiler may take a minute for all elements)",
    )
    parser.add_argument(
        "--emit", type=some_of(KINDS), metavar="E,…", help=f"some of {', '.join(KINDS)} (default with -o: all)"
    )
    parser.add_argument(
        "--no-batch", action="store_true", help="C for one state only, as firmware needs it (default: batches too)"
    )
    parser.add_argument("-o", "--output", type=Path, metavar="DIR", help="folder for the files (default: this one)")
    parser.add_argument("--name", metavar="IDENT", help="name of files and C functions (default: from the arm's name)")
    parser.add_argument(
        "--search",
        type=number_type(0, 86400, "s"),
        default=0.0,
        metavar="SECONDS",
        help="search this much longer for fewer calculations",
    )
    parser.add_argument(
        "--tune",
        action="store_true",
        help="take the programs that the C compiler at hand makes fastest on this machine, measured; "
        "without it the result is the same everywhere",
    )
    parser.add_argument("--seed", type=whole_type(0), default=0, help="seed of the search (default: 0)")
    parser.add_argument("--rules", action="store_true", help="show what each structural rule of the papers saves")
    short = parser.add_argument_group("abbreviated models", "models of an arm file that leave terms out")
    short.add_argument(
        "--abbreviate",
        action="store_true",
        help="show calculations against torque error of abbreviated models, instead of deriving the exact one",
    )
    short.add_argument("--plot", type=FIGURE, metavar="FILE", help="draw them into a .png, .svg or .pdf file")
