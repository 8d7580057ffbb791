"""Make the robot description of any arm file with urdf/puma560.urdf.xacro."""

from __future__ import annotations

import tempfile
from pathlib import Path
from types import ModuleType

import numpy as np

from ..arm import Arm, load_arm
from ..arm.transform import rotation_x, rotation_y, rotation_z
from ..description.mjcf import mjcf
from ..description.urdf_xacro import xacro_macro
from ..errors import MissingDependencyError, UrdfError
from ..files import share_file

DESCRIPTION = ("urdf", "puma560.urdf.xacro")
"""Path of the description in the package's shared files."""

MOUNTING_TOLERANCE = 1e-3
"""Largest difference between two directions of gravity (components of unit vectors) that count as equal."""

MUJOCO_MODEL = "puma560.mjcf.xml"
"""Name of the MuJoCo model that is written for an arm file."""


def describe(arm: str = "akb1986", **arguments: str) -> str:
    """Return the description of a mounted arm with its ros2_control system, as URDF text.

    All numbers come from the arm file: the macro of the arm is generated, and also the MuJoCo
    model if the hardware is ``mujoco`` and no model is given.

    Args:
        arm: name of an arm or path of an arm file.
        arguments: arguments of puma560.urdf.xacro, e.g. ``hardware="topic"``; empty ones are left out.

    Raises:
        ArmFileError, UnphysicalArmError: the arm file is not usable.
        UrdfError: an argument that puma560.urdf.xacro refuses, with its reason; or a mounting with a direction of
            gravity that differs from the arm file, from which the torque is computed.
        MissingDependencyError: xacro is not installed.
    """
    xacro = _import_xacro()
    loaded = load_arm(arm)
    given = {name: value for name, value in arguments.items() if value}
    if "rpy" in given:
        _check_mounting(given["rpy"], loaded)
    if given.get("hardware") == "mujoco" and "mujoco_model" not in given:
        # Not removed: the hardware reads it when it starts.
        model = Path(tempfile.mkdtemp(prefix="puma560_")) / MUJOCO_MODEL
        model.write_text(mjcf(loaded), encoding="utf-8")
        given["mujoco_model"] = str(model)
    with tempfile.TemporaryDirectory(prefix="puma560_") as folder:
        macro = Path(folder) / "macro.xacro"
        macro.write_text(xacro_macro(loaded), encoding="utf-8")
        mappings = {"arm_macro": str(macro), **given}
        try:
            return str(xacro.process_file(str(share_file(*DESCRIPTION)), mappings=mappings).toxml())
        except xacro.XacroException as error:
            reason = str(error).strip().splitlines()[0].strip()
            raise UrdfError(f"robot description: {reason}") from None


def _check_mounting(rpy: str, arm: Arm) -> None:
    try:
        roll, pitch, yaw = (float(word) for word in rpy.split())
    except ValueError:
        raise UrdfError(f"rpy: expected roll, pitch and yaw in rad, got {rpy!r}") from None
    turn = rotation_z(yaw) @ rotation_y(pitch) @ rotation_x(roll)
    down = -turn[2]
    if np.abs(down - arm.gravity_direction).max() > MOUNTING_TOLERANCE:
        raise UrdfError(
            f"rpy {rpy!r} puts gravity along {np.round(down, 6).tolist()} of the base, the arm file has "
            f"{np.round(arm.gravity_direction, 6).tolist()}; give gravity_direction in the arm file and leave rpy out, "
            "or let them agree"
        )


def _import_xacro() -> ModuleType:
    try:
        import xacro
    except ImportError:
        raise MissingDependencyError(
            "the robot description needs xacro, which is not installed; run `pip install xacro`, or install the "
            "rosdep key xacro"
        ) from None
    module: ModuleType = xacro
    return module
