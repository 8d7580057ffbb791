"""`puma560 arm urdf`: write the robot description of an arm as URDF, xacro macro or MuJoCo model."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ...errors import UrdfError
from ...files import write_whole
from ..options import add_arm_options, chosen_arm
from ..output import OK, console, print_json, show_written
from ..progress import Progress
from ..values import new_file

if TYPE_CHECKING:
    from ...arm import Arm


FORMATS = ("urdf", "xacro", "mjcf")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puma560 arm urdf`."""
    add_arm_options(parser)
    parser.add_argument(
        "--inertia",
        default="consistent",
        choices=("consistent", "paper"),
        help="consistent: physically consistent values with exactly the same torques, which every engine accepts; "
        "paper: the values as measured",
    )
    parser.add_argument(
        "--format",
        choices=FORMATS,
        help="urdf: a complete robot, for an arm from a URDF or xacro file this description with the arm's numbers; "
        "xacro: a macro for use in another description; mjcf: a MuJoCo model with motors and armature, always with "
        "consistent inertia (default: by the suffix of the file, or urdf)",
    )
    parser.add_argument(
        "-o",
        "--output",
        type=new_file(".urdf", ".xacro", ".xml", ".mjcf"),
        metavar="FILE",
        help="write to this file (default: standard output)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the robot description to a file or to standard output."""
    with Progress("loading"):
        form = chosen_format(arguments)
        arm = chosen_arm(arguments)
        text = describe(arm, form, arguments.inertia)
    if arguments.output is not None:
        write_whole(arguments.output, text)
    if arguments.json:
        file = None if arguments.output is None else str(arguments.output)
        return print_json({"ok": True, "arm": arm.name, "file": file, "urdf": text})
    if arguments.output is None:
        print(text, end="")
    else:
        show_written(console(), arguments.output)
    return OK


def chosen_format(arguments: argparse.Namespace) -> str:
    """Return the format of the options; without ``--format``, that of the file's suffix.

    Raises:
        UrdfError: the suffix is that of another format.
    """
    suffix = "" if arguments.output is None else arguments.output.suffix.lower()[1:]
    named = suffix if suffix in FORMATS else ""  # .xml may be any of them
    form = arguments.format or named or "urdf"
    if named not in ("", form):
        raise UrdfError(
            f"{arguments.output} would be {form} with the suffix .{named}; name a file that ends in .{form}"
        )
    return str(form)


def describe(arm: Arm, form: str, inertia: str) -> str:
    """Return the description of `arm` as ``"urdf"``, ``"xacro"`` or ``"mjcf"``.

    Raises:
        UrdfError: ``"mjcf"`` with the inertia as measured, which MuJoCo refuses.
    """
    from ...description.described_urdf import described_urdf, has_urdf
    from ...description.mjcf import mjcf
    from ...description.urdf import urdf
    from ...description.urdf_xacro import xacro_macro

    if form == "mjcf":
        if inertia != "consistent":
            raise UrdfError(f"--format mjcf has no --inertia {inertia}: MuJoCo refuses it; leave --inertia out")
        return mjcf(arm)
    if form == "xacro":
        return xacro_macro(arm, inertia=inertia)
    return described_urdf(arm, inertia=inertia) if has_urdf(arm) else urdf(arm, inertia=inertia)
