"""`puma560 arm urdf`: the robot description, generated from the arm data, as URDF, xacro macro or MuJoCo model."""

from __future__ import annotations

import argparse

from ...arm import Arm, load_arm
from ...description.mjcf import mjcf
from ...description.urdf import urdf
from ...description.urdf_xacro import xacro_macro
from ...errors import UrdfError
from ...files import write_whole
from ..output import OK, print_json


def run(arguments: argparse.Namespace) -> int:
    """Generate; a file is written whole or not at all."""
    text = describe(load_arm(arguments.arm), arguments.format, arguments.inertia)
    if arguments.output is not None:
        write_whole(arguments.output, text)
    if arguments.json:
        return print_json(
            {"ok": True, "file": None if arguments.output is None else str(arguments.output), "urdf": text}
        )
    if arguments.output is None:
        print(text, end="")
    return OK


def describe(arm: Arm, form: str, inertia: str) -> str:
    """The description of `arm` as ``"urdf"``, ``"xacro"`` or ``"mjcf"``.

    Raises:
        UrdfError: ``"mjcf"`` of the numbers as measured, which MuJoCo refuses.
    """
    if form == "mjcf":
        if inertia != "consistent":
            raise UrdfError(f"--format mjcf has no --inertia {inertia}: MuJoCo refuses those; leave --inertia out")
        return mjcf(arm)
    return xacro_macro(arm, inertia=inertia) if form == "xacro" else urdf(arm, inertia=inertia)
