"""Write the numbers of an arm into the URDF that it came from: names, frames, meshes and other elements are unchanged.

The inertia of a moving link includes all links that are fixed to it, so these lose their `<inertial>`. Links behind a
joint that moves but is held in the arm, such as fingers, keep theirs, which is subtracted from that of the moving link.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import numpy as np

from ..arm.arm import Arm
from ..arm.consistent import consistent_arm
from ..arm.friction import arm_friction
from ..arm.joint_friction import JointFriction
from ..arm.parts import Joint, Motor
from ..arrays import FloatArray
from ..emdeg import Body, description_source, parse_description
from ..errors import UrdfError
from ..robot_xml import is_xml, robot_root
from .unstated import unstated

_TENSOR = {"ixx": (0, 0), "ixy": (0, 1), "ixz": (0, 2), "iyy": (1, 1), "iyz": (1, 2), "izz": (2, 2)}


def has_urdf(arm: Arm) -> bool:
    """Return whether the arm came from a URDF or a xacro file, as `described_urdf` requires."""
    if arm.origin is None:
        return False
    try:
        _root(arm)
    except UrdfError:
        return False
    return True


def described_urdf(arm: Arm, *, inertia: str = "consistent") -> str:
    """Return the URDF from which an arm was read, with the arm's inertias, friction and limits.

    Links that the arm leaves out (`Selection.without`) are removed. Paths of meshes are unchanged.

    Args:
        arm: arm from a URDF or xacro file, possibly with numbers of an arm file (`has_urdf`).
        inertia: as in `description.urdf.urdf`.

    Returns:
        XML text, ending in a newline.

    Raises:
        UrdfError: the arm is not from a URDF, or a link would be impossible without the links that are held behind it.
    """
    if arm.origin is None:
        raise UrdfError(f"{arm.name} is not from a robot description; use `description.urdf.urdf`")
    root = _root(arm)
    _remove(root, set(arm.origin.without))
    joints = {element.get("name"): element for element in root.findall("joint")}
    links = {element.get("name"): element for element in root.findall("link")}
    described = parse_description(arm.origin).bodies
    bodies = (consistent_arm(arm) if inertia == "consistent" else arm).links
    friction = dict(zip(arm.joint_names, arm_friction(arm)[0], strict=True))
    for place, (joint, motor, link) in enumerate(zip(arm.chain.joints, arm.chain.motors, bodies, strict=True), 1):
        _write_joint(joints[joint.name], joint, motor, friction.get(joint.name, JointFriction()))
        whole, held = _moments(link.mass, link.center_of_gravity, link.inertia), list[_Moments]()
        for name in _behind(root, link.name):
            fixed = arm.places.get(name)
            if fixed is None or fixed.carrier != place:
                continue
            if _held(root, name, link.name):
                held.append(_seen(described[name], fixed.pose))
            elif (inertial := links[name].find("inertial")) is not None:
                links[name].remove(inertial)
        _write_inertial(links[link.name], *_without(whole, held, arm.places[link.name].pose, link.name))
    ElementTree.indent(root)
    lines = (
        f"Written by `puma560 arm urdf`: {_name(arm)} with the numbers of the arm {arm.name}. Inertia of links, and",
        "limits, damping and friction of joints, are the arm's; everything else is unchanged.",
        *unstated(arm, motors=False),
    )
    comment = "".join(f"  {line.replace('--', '- -')}\n" for line in lines)
    return f'<?xml version="1.0"?>\n<!--\n{comment}-->\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _root(arm: Arm) -> ElementTree.Element:
    assert arm.origin is not None
    return robot_root(description_source(arm.origin).text)


def _name(arm: Arm) -> str:
    assert arm.origin is not None
    return "a robot description" if is_xml(arm.origin.source) else Path(arm.origin.source).name


def _ends(joint: ElementTree.Element) -> tuple[str, str]:
    """Return the names of the parent and the child of a joint."""
    parent, child = (joint.find(tag) for tag in ("parent", "child"))
    assert parent is not None and child is not None  # checked by the reader
    return parent.get("link", ""), child.get("link", "")


def _behind(root: ElementTree.Element, link: str) -> list[str]:
    """Return the names of all links behind a link, without the link."""
    ends = [_ends(joint) for joint in root.findall("joint")]
    found = [link]
    for name in found:
        found += [child for parent, child in ends if parent == name]
    return found[1:]


def _held(root: ElementTree.Element, link: str, carrier: str) -> bool:
    """Return whether a joint that is not fixed is between a link and the moving link that carries it."""
    above = {_ends(joint)[1]: joint for joint in root.findall("joint")}
    while link != carrier:
        if above[link].get("type") != "fixed":
            return True
        link = _ends(above[link])[0]
    return False


def _remove(root: ElementTree.Element, without: set[str]) -> None:
    """Remove links with everything behind them, and the joints to them."""
    gone = without.union(*(_behind(root, name) for name in without))
    for element in list(root):
        if (element.tag == "link" and element.get("name") in gone) or (
            element.tag == "joint" and element.find("child") is not None and _ends(element)[1] in gone
        ):
            root.remove(element)


class _Moments(NamedTuple):
    """Mass (kg), first moment (3,) kg·m and second moment (3, 3) kg·m² of a body about the origin of a frame."""

    mass: float
    first: FloatArray
    second: FloatArray


def _moments(mass: float, center: FloatArray, inertia: FloatArray) -> _Moments:
    """Return the moments of a body with an inertia about its center of mass."""
    return _Moments(mass, mass * center, inertia + _steiner(mass, center))


def _steiner(mass: float, center: FloatArray) -> FloatArray:
    return np.asarray(mass * (center @ center * np.eye(3) - np.outer(center, center)))


def _seen(body: Body, pose: FloatArray) -> _Moments:
    """Return the moments of a described body in the frame in which its link has `pose`."""
    xx, yy, zz, xy, xz, yz = (float(entry) for entry in body.inertia)
    turn = pose[:3, :3]
    center = turn @ np.array([float(x) for x in body.center]) + pose[:3, 3]
    inertia = turn @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ turn.T
    return _moments(float(body.mass), center, inertia)


def _without(
    whole: _Moments, parts: list[_Moments], pose: FloatArray, name: str
) -> tuple[float, FloatArray, FloatArray]:
    """Return mass, center and inertia about it of a body without some parts, in the frame that has `pose`."""
    if not whole.mass and not whole.second.any():
        return 0.0, np.zeros(3), np.zeros((3, 3))
    mass, first, second = whole
    for part in parts:
        mass, first, second = mass - part.mass, first - part.first, second - part.second
    if not mass > 0.0:
        raise _impossible(name)
    turn, center = pose[:3, :3], first / mass
    inertia = turn.T @ (second - _steiner(mass, center)) @ turn
    if parts and np.linalg.eigvalsh(0.5 * np.trace(inertia) * np.eye(3) - inertia)[0] < 0.0:
        raise _impossible(name)
    return mass, turn.T @ (center - pose[:3, 3]), inertia


def _impossible(name: str) -> UrdfError:
    return UrdfError(
        f"link {name!r}: the arm's body is smaller than the links behind held joints that it includes; leave these "
        "links out of the arm with `without`, and identify again"
    )


def _write_inertial(link: ElementTree.Element, mass: float, center: FloatArray, inertia: FloatArray) -> None:
    if (before := link.find("inertial")) is not None:
        link.remove(before)
    if not mass and not inertia.any():
        return
    inertial = ElementTree.Element("inertial")
    ElementTree.SubElement(inertial, "origin", xyz=" ".join(repr(x + 0.0) for x in center.tolist()), rpy="0 0 0")
    ElementTree.SubElement(inertial, "mass", value=repr(float(mass)))
    ElementTree.SubElement(
        inertial, "inertia", {key: repr(float(inertia[place]) + 0.0) for key, place in _TENSOR.items()}
    )
    link.insert(0, inertial)


def _write_joint(element: ElementTree.Element, joint: Joint, motor: Motor, friction: JointFriction) -> None:
    given = {"effort": motor.maximum_torque, "velocity": joint.velocity}
    limits = {key: value for key, value in given.items() if value > 0.0}
    if not joint.continuous and not joint.without_limits:
        limits |= {"lower": joint.lower, "upper": joint.upper}
    for tag, values in (("limit", limits), ("dynamics", {"damping": friction.viscous, "friction": friction.dry})):
        child = element.find(tag)
        if child is None:
            child = ElementTree.SubElement(element, tag)
        for key, value in values.items():
            child.set(key, repr(float(value)))
