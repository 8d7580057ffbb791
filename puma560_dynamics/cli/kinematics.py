"""`puma560 kinematics`: poses of all links, and the Jacobian of one link with its singular values, at a pose."""

from __future__ import annotations

import argparse
import math
from typing import TYPE_CHECKING, Any

from .joint_values import POSE_WORDS, POSITION, VELOCITY, add_joint_values, parse_joint_values, values_text
from .options import add_arm_options, arm_source
from .output import OK, console, escape, print_json, table
from .progress import Progress

if TYPE_CHECKING:
    from ..arm import Arm
    from ..arm.manipulability import Manipulability
    from ..arrays import FloatArray
    from ..report.text_table import TextTable

ROWS = ("vx", "vy", "vz", "wx", "wy", "wz")
"""Names of the rows of a Jacobian: linear velocity (m/s) and angular velocity (rad/s)."""

ROTATIONS = ("rpy", "quaternion", "matrix")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puma560 kinematics`."""
    add_arm_options(parser)
    add_joint_values(parser, "--pose", f"{POSE_WORDS} (default: all 0)")
    add_joint_values(parser, "--velocity", "velocities of all joints, e.g. '0, 10, 0, 0, 5, 0 deg/s'; shows the link's")
    parser.add_argument("--link", help="link of the Jacobian (default: the arm's tip)")
    parser.add_argument(
        "--axes",
        choices=("base", "link"),
        default="base",
        help="axes of the Jacobian's velocities: of the base link or of the link itself (default: base)",
    )
    parser.add_argument(
        "--rotation",
        choices=ROTATIONS,
        default="rpy",
        help="how the table shows rotations: roll, pitch and yaw as in URDF, quaternion x y z w, or matrix "
        "(default: rpy; --json has all three)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Compute poses and Jacobian, and print them."""
    with Progress("loading"):
        import numpy as np

        from ..arm.arm_file import load_geometry
        from ..arm.beyond_limits import beyond_limits
        from ..arm.kinematics import jacobian, link_pose
        from ..arm.manipulability import manipulability

        arm = load_geometry(arm_source(arguments))  # needs no masses
    q = np.zeros(arm.n) if arguments.pose is None else parse_joint_values("--pose", arguments.pose, arm, POSITION)
    given = arguments.velocity
    qd = np.zeros(arm.n) if given is None else parse_joint_values("--velocity", given, arm, VELOCITY)
    link = arm.tip if arguments.link is None else arguments.link
    matrix = jacobian(arm, q, arguments.link, arguments.axes)
    poses = {name: link_pose(arm, q, name) for name in arm.link_names}
    found = manipulability(arm, q, arguments.link)
    warnings = list(beyond_limits(arm, q, qd))
    if arguments.json:
        return print_json(
            {
                "ok": True,
                "arm": arm.name,
                "joints": list(arm.joint_names),
                "position": q.tolist(),
                "velocity": None if given is None else qd.tolist(),
                "warnings": warnings,
                "links": [{"name": name, **_pose_json(pose)} for name, pose in poses.items()],
                "link": link,
                "axes": arguments.axes,
                "jacobian": matrix.tolist(),
                "link_velocity": None if given is None else (matrix @ qd).tolist(),
                **_manipulability_json(found),
            }
        )
    out = console()
    out.print(f"{escape(arm.name)} at {values_text(arm, q)}")
    for warning in warnings:
        out.print(f"warning: {escape(warning)}")
    out.print(_poses(poses, arguments.rotation))
    out.print(_columns(arm, matrix, f"Jacobian of {escape(link)} in axes of the {arguments.axes}, transposed"))
    if given is not None:
        twist = " ".join(f"{name} {value:.6g}" for name, value in zip(ROWS, matrix @ qd, strict=True))
        out.print(f"velocity of {escape(link)}: {twist} (m/s, rad/s)")
    out.print(f"singular values, linear rows: {_row(found.linear)}; angular rows: {_row(found.angular)}")
    out.print(f"manipulability: {found.manipulability:.6g}, ratio of the scaled singular values: {found.ratio:.3g}")
    for line in _singularity(link, found):
        out.print(escape(line))
    return OK


def _singularity(link: str, found: Manipulability) -> list[str]:
    """Return sentences on the singularity of a pose; none far from one."""
    if not found.full_rank:
        return [f"{link} is fixed to the base"]
    if not found.near:
        return []
    what = f"{' and '.join(found.names)} singularity" if found.names else "singularity"
    if not found.singular:
        return [f"close to {'an' if what[0] in 'aeiou' else 'a'} {what}"]
    lost = found.full_rank - found.rank
    if 0 < len(found.names) < lost:
        what += " and another one"
    wrenches = (f"a force of {_row(each[:3])} N with a moment of {_row(each[3:])} N·m" for each in found.free_wrenches)
    lines = [
        f"{what}: {link} moves in {found.rank} of {found.full_rank} directions; no joint torque is needed for "
        f"{', nor for '.join(wrenches)} at its origin"
    ]
    if found.still:
        ways = f", in {lost} ways" if lost > 1 else ""
        lines.append(f"{', '.join(found.still)} can move together while {link} stands still{ways}")
    return lines


def _pose_json(pose: FloatArray) -> dict[str, Any]:
    """Return position, rotation matrix, quaternion (x, y, z, w), and roll, pitch and yaw of a pose."""
    from scipy.spatial.transform import Rotation

    from ..arm.transform import rpy_angles

    quaternion = Rotation.from_matrix(pose[:3, :3]).as_quat(canonical=True)
    return {
        "position": pose[:3, 3].tolist(),
        "matrix": pose[:3, :3].tolist(),
        "quaternion": quaternion.tolist(),
        "rpy": list(rpy_angles(pose[:3, :3])),
    }


def _manipulability_json(found: Manipulability) -> dict[str, Any]:
    return {
        "singular_values": {"linear": found.linear.tolist(), "angular": found.angular.tolist()},
        "scaled_singular_values": found.scaled.tolist(),
        "length_m": found.length,
        "manipulability": found.manipulability,
        "ratio": found.ratio,
        "rank": found.rank,
        "full_rank": found.full_rank,
        "singular": found.singular,
        "singularities": list(found.names) if found.near else [],
        "still_joints": list(found.still),
        "free_wrenches": found.free_wrenches.tolist(),
    }


def _poses(poses: dict[str, FloatArray], rotation: str) -> TextTable:
    heads = {
        "rpy": (">roll\n°", ">pitch\n°", ">yaw\n°"),
        "quaternion": (">qx", ">qy", ">qz", ">qw"),
        "matrix": (">x axis", ">y axis", ">z axis"),
    }
    rows = table("Links in the frame of the base link", "link", ">x\nm", ">y\nm", ">z\nm", *heads[rotation])
    for name, pose in poses.items():
        data = _pose_json(pose)
        if rotation == "matrix":
            turned = ["\n".join(_fixed(x, 4) for x in column) for column in pose[:3, :3].T]
        elif rotation == "rpy":
            turned = [_fixed(math.degrees(x), 3) for x in data["rpy"]]
        else:
            turned = [_fixed(x, 4) for x in data["quaternion"]]
        rows.add_row(escape(name), *(_fixed(x, 4) for x in data["position"]), *turned)
    return rows


def _columns(arm: Arm, matrix: FloatArray, title: str) -> TextTable:
    rows = table(title, "joint", *(f">{name}" for name in ROWS))
    for name, column in zip(arm.joint_names, matrix.T, strict=True):
        rows.add_row(escape(name), *(_fixed(value, 5) for value in column))
    return rows


def _row(values: FloatArray) -> str:
    return " ".join(f"{value:.4g}" for value in values.round(9) + 0.0)


def _fixed(value: float, digits: int) -> str:
    """Format a number with fixed decimals, without a sign at zero."""
    return f"{round(float(value), digits) + 0.0:.{digits}f}"
