"""An arm from a robot description: URDF or xacro, any joint axes, fixed links counted with those that move them.

Within, the arm has frames of its own on the joints' axes (`Arm`); `Arm.base` and `Arm.frames` lead back to those of the
description, in which poses and Jacobians are given. A URDF has no motor inertia: it counts as zero.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..errors import ArmFileError, ChainError, MissingDependencyError, UnphysicalArmError
from .arm import DOWN, Arm, Joint, Link, Motor
from .joint_friction import JointFriction
from .physics import check_links

if TYPE_CHECKING:
    from ..emdeg import Body, ChainJoint, JointFacts, Placement, Reading

GRAVITY = 9.81
"""m/s²; a description does not say it."""

SUFFIXES = (".urdf", ".xacro", ".xml")
"""File names that are robot descriptions."""


def is_description(source: str | Path) -> bool:
    """Whether `source` is a robot description: XML text, or a path that ends like one."""
    if isinstance(source, str) and source.lstrip().startswith("<"):
        return True
    return Path(source).suffix.lower() in SUFFIXES


def described_arm(
    source: str | Path, *, base: str | None = None, tip: str | None = None, hold: Sequence[str] = ()
) -> Arm:
    """The arm between two links of a robot description.

    Args:
        source: path of a URDF or xacro file, or XML text.
        base: link that stands still (default: the root). Gravity acts along -z of it.
        tip: link at the arm's end (default: that of the last moving joint, where there is one arm only).
        hold: joints held at position zero, e.g. those of a gripper: names, patterns, or parts of names.

    Raises:
        ArmFileError: no such file, no serial arm, or a joint without limits.
        UnphysicalArmError: a moving link without mass, or an inertia that no body has.
        MissingDependencyError: a xacro file, and xacro is not installed.
    """
    from ..emdeg import read_urdf  # the generator takes a while to import

    text, name = _text(source)
    try:
        reading = read_urdf(text, base=base, tip=tip, hold=hold, gravity=[GRAVITY * x for x in DOWN])
    except ChainError as error:
        raise ArmFileError(f"{name}: {error}") from None
    arm = _arm(reading, name)
    errors: list[str] = []
    check_links(arm, errors, [])
    if errors:
        raise UnphysicalArmError(f"{name}: " + "; ".join(errors))
    return arm


def _text(source: str | Path) -> tuple[str | bytes, str]:
    """The description, and what to call it in messages."""
    if isinstance(source, str) and source.lstrip().startswith("<"):
        return source, "robot description"
    try:
        path = Path(source).expanduser()
        found = path.is_file()
    except (OSError, RuntimeError, ValueError) as error:
        raise ArmFileError(f"{str(source)[:100]!r} is no path: {error}; give that of a URDF or xacro file") from None
    if not found:
        raise ArmFileError(f"{path} does not exist; give the path of a URDF or xacro file")
    if path.suffix.lower() == ".xacro":
        return _expanded(path), str(path)
    try:
        return path.read_bytes(), str(path)
    except OSError as error:
        raise ArmFileError(f"{path} cannot be read: {error.strerror}; give a readable file") from None


def _expanded(path: Path) -> str:
    """A xacro file's text, with the defaults of its arguments."""
    try:
        import xacro
    except ImportError as error:
        raise MissingDependencyError(
            f"{path} needs xacro ({error}); pip install xacro, or give the URDF that it makes"
        ) from None
    try:
        return str(xacro.process_file(str(path)).toxml())
    except Exception as error:  # xacro lets through whatever an expression of the file raises
        reason = " ".join(str(error).split())[:300]
        raise ArmFileError(f"{path}: xacro cannot expand it: {reason}; correct that place") from None


def _arm(reading: Reading, name: str) -> Arm:
    chain = reading.chain
    remarks = [*reading.remarks]
    joints: list[Joint] = []
    motors: list[Motor] = []
    for step, facts, friction in zip(chain.joints, reading.facts, reading.friction, strict=True):
        joint = _joint(step, facts, name)
        joints.append(joint)
        motors.append(Motor(0.0, 1.0, facts.effort or 0.0, float(friction.friction)))
        if not joint.velocity > 0.0:
            remarks.append(f"joint {joint.name!r} has velocity limit 0: the torque gate closes when it moves")
        if not facts.effort:
            remarks.append(f"joint {joint.name!r} has effort limit 0: the torque gate lets no torque through")
    remarks.append("motor inertia is not in a robot description and counts as 0")
    dissipates = any(one.damping or one.friction for one in reading.friction)
    links = (_link(link, body) for link, body in zip(reading.links, chain.bodies, strict=True))
    return Arm(
        name=chain.name,
        source=f"robot description {name}",
        gravity=GRAVITY,
        joints=tuple(joints),
        links=tuple(links),
        motors=tuple(motors),
        friction=tuple(
            JointFriction(float(one.friction), float(one.friction), float(one.damping))
            for one in reading.friction
            if dissipates
        ),
        base=_matrix(chain.base),
        frames=np.array([_matrix(frame) for frame in chain.frames]),
        remarks=tuple(remarks),
    )


def _joint(step: ChainJoint, facts: JointFacts, name: str) -> Joint:
    """A joint with its limits; one that turns for ever has none of position."""
    if facts.velocity is None or facts.effort is None:
        raise ArmFileError(
            f"{name}: joint {step.name!r} has no <limit> with effort and velocity; give both, or hold the joint"
        )
    return Joint(
        name=step.name,
        alpha=math.atan2(step.sin_alpha, step.cos_alpha),
        a=float(step.a),
        d=float(step.d),
        lower=-math.inf if facts.lower is None else facts.lower,
        upper=math.inf if facts.upper is None else facts.upper,
        velocity=facts.velocity,
        kind=step.kind,
        offset=math.atan2(step.sin_offset, step.cos_offset),
    )


def _link(name: str, body: Body) -> Link:
    xx, yy, zz, xy, xz, yz = (float(entry) for entry in body.inertia)
    return Link(
        name,
        float(body.mass),
        np.array([float(x) for x in body.center]),
        np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]),
    )


def _matrix(place: Placement) -> NDArray[np.float64]:
    result = np.eye(4)
    result[:3, :3] = [[float(entry) for entry in row] for row in place.rotation]
    result[:3, 3] = [float(entry) for entry in place.origin]
    return result
