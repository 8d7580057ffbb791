"""Write an arm as a xacro macro with the links and joints of `urdf`, for use in a larger robot.

The macro ``puma560_arm`` has the parameters ``prefix`` (prefix of all link and joint names), ``parent`` (link that the
arm is mounted on) and a block ``origin`` (pose of ``base_link``, frame 0 at the shoulder, in the parent). The file also
defines properties for other xacro files: ``puma560_joints``, a list with name, limits (``None`` for a continuous joint)
and motor data of each joint; ``puma560_home``, the home pose of the arm, at which simulated arms start, rad (m), joint
by joint; ``puma560_shoulder_height``, the height of the shoulder at which the drawn pedestal stands
on the floor; and ``puma560_mounting_rpy``, the orientation of the base for which gravity acts as in the arm file.
"""

from __future__ import annotations

import math
from xml.etree import ElementTree

from ..arm.arm import Arm
from ..arm.home_pose import home
from ..arm.link_place import BASE_LINK
from .shapes import SHOULDER_HEIGHT
from .urdf import INERTIA_SETS, standard_part, xml_document

XACRO = "http://www.ros.org/wiki/xacro"
"""XML namespace of xacro's elements."""

MACRO = "puma560_arm"
"""Name of the macro."""

MOUNTING_JOINT = "base_joint"
"""Name of the fixed joint between the parent and `base_link`."""


def xacro_macro(arm: Arm, *, inertia: str = "consistent") -> str:
    """Return the macro file of `arm`; the same arm gives the same text, with all digits of every number.

    Args:
        arm: the arm.
        inertia: as in `urdf.urdf`.

    Returns:
        XML text, ending in a newline.

    Raises:
        UrdfError, UnphysicalArmError: as `urdf.urdf`.
    """
    ElementTree.register_namespace("xacro", XACRO)
    robot = standard_part(arm, inertia=inertia)
    file = ElementTree.Element("robot")
    _property(file, "puma560_joints", "${[" + ", ".join(_joint_data(arm)) + "]}")
    _property(file, "puma560_home", " ".join(repr(round(float(position), 6)) for position in home(arm)))
    _property(file, "puma560_shoulder_height", repr(SHOULDER_HEIGHT))
    _property(file, "puma560_mounting_rpy", " ".join(map(repr, mounting_rpy(arm))))
    # Materials are defined outside the macro, because two arms in one robot must not define them twice.
    file.extend(robot.findall("material"))
    macro = ElementTree.SubElement(file, f"{{{XACRO}}}macro", name=MACRO, params="prefix:='' parent:=world *origin")
    macro.append(_mounting())
    for element in robot:
        if element.tag in {"link", "joint"}:
            macro.append(_prefixed(element))
    return xml_document(file, arm, f"Inertia set: {inertia} ({INERTIA_SETS[inertia]}).")


def mounting_rpy(arm: Arm) -> tuple[float, float, float]:
    """Return roll, pitch, yaw (rad) of a base in which gravity has the direction ``arm.gravity_direction``.

    For the rotation R from base to world, the direction of gravity in the base is :math:`R^T (0, 0, -1)`, the negative
    third row of R: :math:`(\\sin p, -\\cos p \\sin r, -\\cos p \\cos r)` for roll r and pitch p. The yaw is set to 0.
    """
    x, y, z = (float(entry) for entry in arm.gravity_direction)
    # 0.0 - y and not -y, because atan2 of a negative zero would give π.
    return math.atan2(0.0 - y, 0.0 - z), math.asin(min(max(x, -1.0), 1.0)) + 0.0, 0.0


def _joint_data(arm: Arm) -> list[str]:
    return [
        f"dict(name={joint.name!r}, lower={_limit(joint.lower)}, upper={_limit(joint.upper)},"
        f" velocity={float(joint.velocity)!r}, effort={float(motor.maximum_torque)!r},"
        f" motor_inertia={float(motor.inertia)!r}, gear_ratio={float(motor.gear_ratio)!r})"
        for joint, motor in zip(arm.joints, arm.motors, strict=True)
    ]


def _limit(value: float) -> str:
    """Return a position limit for xacro; ``None`` for a continuous joint."""
    return repr(float(value)) if math.isfinite(value) else "None"


def _property(parent: ElementTree.Element, name: str, value: str) -> None:
    ElementTree.SubElement(parent, f"{{{XACRO}}}property", name=name, value=value)


def _mounting() -> ElementTree.Element:
    joint = ElementTree.Element("joint", name="${prefix}" + MOUNTING_JOINT, type="fixed")
    ElementTree.SubElement(joint, f"{{{XACRO}}}insert_block", name="origin")
    ElementTree.SubElement(joint, "parent", link="${parent}")
    ElementTree.SubElement(joint, "child", link="${prefix}" + BASE_LINK)
    return joint


def _prefixed(element: ElementTree.Element) -> ElementTree.Element:
    """Return a link or joint element with ``${prefix}`` added to its name and to the names that it refers to."""
    element.set("name", "${prefix}" + str(element.get("name")))
    for end in (*element.findall("parent"), *element.findall("child")):
        end.set("link", "${prefix}" + str(end.get("link")))
    for mimic in element.findall("mimic"):
        mimic.set("joint", "${prefix}" + str(mimic.get("joint")))
    return element
