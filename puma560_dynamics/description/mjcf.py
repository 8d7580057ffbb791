"""Write an arm as a MuJoCo model (MJCF), with armature, motors and friction, which URDF cannot express.

Frames are those of the URDF; inertias are those of the consistent set. The hardware interface of mujoco_ros2_control
reads the model: it drives a joint by the motor actuator of the same name.
"""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree import ElementTree

import numpy as np

from ..arm.arm import Arm
from ..arm.consistent import possible_arm
from ..arm.friction import arm_friction
from ..arm.joint_friction import JointFriction
from ..arm.link_place import BASE_LINK
from ..arm.parts import Link, Motor
from ..arm.transform import rpy_angles
from ..arrays import FloatArray
from .shapes import COLOURS, SHOULDER_HEIGHT, Box, Cylinder, Shape, joint_origin, shapes
from .urdf import INERTIA_SETS, TOOL_LINK, xml_document

TIMESTEP = 0.0005
"""Integration step, s."""

FRICTION_IMPEDANCE = (0.999, 0.9999)
"""Impedance of MuJoCo's friction constraint. With the default, a joint creeps at a fifth of the friction torque."""

FRICTION_STEPS = 2.0
"""Time constant of MuJoCo's friction constraint in integration steps, the smallest permitted value. With the default of
20 ms, friction reverses after the joint does, and periods of swings are up to 2 % too long."""


def mjcf(arm: Arm, *, name: str = "puma560") -> str:
    """Return the MuJoCo model of `arm` on a floor; the same arm gives the same text.

    Contact is disabled, because the drawn links overlap. Torque limits, friction (`arm_friction`) and armature (motor
    inertia) are the arm's. MuJoCo has one dry friction for both directions, which is set to their mean, and no offset.
    A motor that moves several joints becomes a fixed tendon with the motor's inertia and friction; a mimic joint
    becomes an equality. Links of the arm's robot description are sites with their names and frames.

    Args:
        arm: the arm.
        name: name of the model.

    Returns:
        XML text, ending in a newline.

    Raises:
        UnphysicalArmError: there is no consistent set for this arm.
    """
    root = ElementTree.Element("mujoco", model=name)
    # Upper case: rotations about fixed axes, like roll, pitch, yaw of a URDF.
    ElementTree.SubElement(root, "compiler", angle="radian", autolimits="true", eulerseq="XYZ", inertiafromgeom="false")
    option = ElementTree.SubElement(
        # For a tilted base, gravity is tilted instead of the base (and the floor): the dynamics are the same.
        root,
        "option",
        gravity=_numbers(arm.base_gravity),
        timestep=repr(TIMESTEP),
        integrator="implicitfast",
    )
    ElementTree.SubElement(option, "flag", contact="disable")
    world = ElementTree.SubElement(root, "worldbody")
    ElementTree.SubElement(world, "light", pos="0 0 3", dir="0 0 -1", directional="true")
    ElementTree.SubElement(world, "geom", name="floor", type="plane", size="2 2 0.1", rgba="0.5 0.5 0.5 1")
    bodies = shapes(arm)
    body = ElementTree.SubElement(world, "body", name=BASE_LINK, pos=_numbers((0.0, 0.0, SHOULDER_HEIGHT)))
    _geoms(body, bodies.get(BASE_LINK, ()))
    _sites(body, arm, 0)
    friction, _ = arm_friction(arm)
    possible = possible_arm(arm)
    rows = zip(possible.arm.links, arm.chain.joints, strict=True)
    coupled = np.count_nonzero(arm.transmission, axis=1) > 1
    motors = {name: motor for motor, name in enumerate(arm.joint_names)}
    for index, (link, joint) in enumerate(rows):
        place, angles = joint_origin(arm, index)
        body = ElementTree.SubElement(body, "body", name=link.name, pos=_numbers(place), euler=_numbers(angles))
        _inertial(body, link)
        element = ElementTree.SubElement(body, "joint", name=joint.name, axis="0 0 1")
        if not joint.continuous:
            element.set("range", _numbers((joint.lower, joint.upper)))
        motor = motors.get(joint.name)
        if motor is not None and not coupled[motor]:
            _drive(element, arm.motors[motor], friction[motor])
        if joint.slides:
            element.set("type", "slide")
        _geoms(body, bodies.get(link.name, ()))
        _sites(body, arm, index + 1)
    if TOOL_LINK not in arm.places:
        _site(body, TOOL_LINK, arm.frames[-1])
    if coupled.any():
        tendons = ElementTree.SubElement(root, "tendon")
    for index in np.flatnonzero(coupled).tolist():
        element = ElementTree.SubElement(tendons, "fixed", name=f"{arm.joints[index].name}_motor")
        _drive(element, arm.motors[index], friction[index])
        for joint, share in zip(arm.joints, arm.transmission[index].tolist(), strict=True):
            if share:
                ElementTree.SubElement(element, "joint", joint=joint.name, coef=repr(share))
    if arm.followers:
        equality = ElementTree.SubElement(root, "equality")
    for follower in arm.followers:
        ElementTree.SubElement(
            equality,
            "joint",
            joint1=follower.joint.name,
            joint2=arm.joint_names[follower.leader],
            polycoef=_numbers((follower.offset, follower.multiplier, 0.0, 0.0, 0.0)),
            solimp=_numbers(FRICTION_IMPEDANCE),
            solref=_numbers((FRICTION_STEPS * TIMESTEP, 1.0)),
        )
    actuator = ElementTree.SubElement(root, "actuator")
    for joint, drive in zip(arm.joints, arm.motors, strict=True):
        limits = _numbers((-drive.maximum_torque, drive.maximum_torque))
        ElementTree.SubElement(actuator, "motor", name=joint.name, joint=joint.name, ctrlrange=limits)
    return xml_document(
        root, arm, f"Inertia set: consistent ({INERTIA_SETS['consistent']}).", *possible.changes, motors=True
    )


def _drive(element: ElementTree.Element, motor: Motor, friction: JointFriction) -> None:
    """Add inertia and friction of a motor to its joint or tendon."""
    element.set("armature", repr(float(motor.inertia)))
    element.set("frictionloss", repr(float(friction.dry)))
    element.set("solimpfriction", _numbers(FRICTION_IMPEDANCE))
    element.set("solreffriction", _numbers((FRICTION_STEPS * TIMESTEP, 1.0)))
    if friction.viscous > 0.0:
        element.set("damping", repr(float(friction.viscous)))


def _sites(body: ElementTree.Element, arm: Arm, carrier: int) -> None:
    """Add a site for each link of the arm's description that a moving link (or the base, 0) carries, in its frame."""
    for name, place in arm.places.items():
        if place.carrier == carrier:
            _site(body, name, place.pose)


def _site(body: ElementTree.Element, name: str, pose: FloatArray) -> None:
    site = ElementTree.SubElement(body, "site", name=name)
    if not np.array_equal(pose, np.eye(4)):
        site.set("pos", _numbers(pose[:3, 3]))
        site.set("euler", _numbers(rpy_angles(pose[:3, :3])))


def _numbers(values: Iterable[float]) -> str:
    return " ".join(repr(float(value) + 0.0) for value in values)


def _inertial(body: ElementTree.Element, link: Link) -> None:
    tensor = link.inertia
    six = (tensor[0, 0], tensor[1, 1], tensor[2, 2], tensor[0, 1], tensor[0, 2], tensor[1, 2])
    ElementTree.SubElement(
        body,
        "inertial",
        pos=_numbers(link.center_of_gravity),
        mass=repr(float(link.mass)),
        fullinertia=_numbers(six),
    )


def _geoms(body: ElementTree.Element, drawn: Iterable[Shape]) -> None:
    for shape in drawn:
        geometry = shape.geometry
        if isinstance(geometry, Box):
            kind, size = "box", tuple(0.5 * edge for edge in geometry.size)
        elif isinstance(geometry, Cylinder):
            kind, size = "cylinder", (geometry.radius, 0.5 * geometry.length)
        else:
            kind, size = "sphere", (geometry.radius,)
        ElementTree.SubElement(
            body,
            "geom",
            type=kind,
            size=_numbers(size),
            pos=_numbers(shape.xyz),
            euler=_numbers(shape.rpy),
            rgba=_numbers(COLOURS[shape.colour]),
        )
