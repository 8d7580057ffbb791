"""Write an arm as a URDF with the link frames of the paper.

The modified Denavit-Hartenberg transform ``Rx(alpha) Tx(a) Rz(q) Tz(d)`` becomes a URDF joint with origin
``xyz = (a, -sin(alpha) d, cos(alpha) d)``, ``rpy = (alpha, 0, 0)`` and axis z. ``base_link`` is frame 0, at the height
of the shoulder; zero joint angles are the paper's zero pose.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any
from xml.etree import ElementTree

from ..arm.arm import Arm
from ..arm.consistent import consistent_arm
from ..arm.friction import arm_friction
from ..arm.joint_friction import JointFriction
from ..arm.link_place import BASE_LINK
from ..arm.parts import Joint, Link, Motor
from ..arm.transform import rpy_angles
from ..errors import MissingDependencyError, UrdfError
from .shapes import COLOURS, Box, Cylinder, Shape, Triple, joint_origin, shapes
from .unstated import unstated
from .urdf_ros2_control import MOCK_PLUGIN, add_ros2_control

TOOL_LINK = "tool0"
"""Name of the tool frame's link."""

TOOL_JOINT = "tool0_joint"
"""Name of the fixed joint between the last link and `TOOL_LINK`."""

INERTIA_SETS: Mapping[str, str] = MappingProxyType(
    {
        "consistent": "physically consistent, every torque as with the arm's own numbers",
        "paper": "the arm's own numbers, which an engine that checks them may refuse",
    }
)
"""Descriptions of the values of the argument `inertia` of `urdf`."""


def urdf(
    arm: Arm,
    *,
    inertia: str = "consistent",
    visual: bool = True,
    ros2_control: bool = True,
    name: str = "puma560",
    plugin: str = MOCK_PLUGIN,
    parameters: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Return the URDF of `arm`; the same arm gives the same text, with all digits of every number.

    A URDF cannot express motor inertia: pass ``arm.motor_inertia`` to the physics engine as armature. Friction is
    `arm_friction` as far as a URDF can express it: viscous friction, and the mean dry friction of both directions.

    Args:
        arm: the arm.
        inertia: ``"consistent"`` for the dynamically equivalent set of `consistent_arm`, which physics engines
            accept, or ``"paper"`` for the arm's own inertias.
        visual: whether to write visual and collision shapes.
        ros2_control: whether to write the ``<ros2_control>`` block.
        name: name of the robot.
        plugin: hardware plugin of the ``<ros2_control>`` block.
        parameters: parameters of the hardware plugin, by name.

    Returns:
        XML text, ending in a newline.

    Raises:
        UrdfError: `inertia` is not one of `INERTIA_SETS`, or two links or joints have the same name.
        UnphysicalArmError: there is no consistent set for this arm.
        MissingDependencyError: urdf_parser_py is not installed.
    """
    root = standard_part(arm, inertia=inertia, visual=visual, name=name)
    if ros2_control:
        add_ros2_control(root, arm, plugin=plugin, parameters=parameters)
    return xml_document(root, arm, f"Inertia set: {inertia} ({INERTIA_SETS[inertia]}).")


def standard_part(
    arm: Arm, *, inertia: str = "consistent", visual: bool = True, name: str = "puma560"
) -> ElementTree.Element:
    """Return the ``<robot>`` element of `urdf` (materials, links, joints) without the ``<ros2_control>`` block.

    Raises:
        UrdfError, UnphysicalArmError, MissingDependencyError: as `urdf`.
    """
    if inertia not in INERTIA_SETS:
        raise UrdfError(f"inertia {inertia!r} is not known; use one of {', '.join(sorted(INERTIA_SETS))}")
    _check_names("links", [BASE_LINK, *(link.name for link in arm.links), TOOL_LINK])
    _check_names("joints", [*arm.chain.joint_names, TOOL_JOINT])
    inertias = consistent_arm(arm) if inertia == "consistent" else arm
    return _standard_part(arm, inertias.links, shapes(arm) if visual else {}, name)


def xml_document(root: ElementTree.Element, arm: Arm, *remarks: str, motors: bool = False) -> str:
    """Return `root` as indented XML text, after a comment with its origin.

    Args:
        root: outermost element; indented in place.
        arm: arm whose name and source are in the comment.
        remarks: further lines of the comment.
        motors: whether the text contains the motor inertias.
    """
    ElementTree.indent(root)
    # No encoding is declared, because parsers of text (not bytes) refuse a declared encoding.
    header = '<?xml version="1.0"?>\n' + _header(arm, remarks, motors)
    return header + ElementTree.tostring(root, encoding="unicode") + "\n"


def _parser() -> Any:
    try:
        from urdf_parser_py import urdf as parser
    except ImportError:
        raise MissingDependencyError(
            "urdf_parser_py, which writes the URDF, is not installed; run `pip install urdf-parser-py`, "
            "or install the rosdep key urdfdom_py"
        ) from None
    return parser


def _check_names(what: str, names: list[str]) -> None:
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise UrdfError(
            f"{what}: the name(s) {', '.join(twice)} would occur twice in the URDF; rename them in the arm file"
        )


def _header(arm: Arm, remarks: Sequence[str], motors: bool) -> str:
    lines = (
        "Generated by `puma560 arm urdf`; do not edit, change the arm file and generate again.",
        f"Arm: {arm.name}. Source: {arm.source or 'not given'}",
        *remarks,
        *unstated(arm, motors=motors),
        f"{TOOL_LINK} is the frame of {arm.tip}."
        if arm.places
        else f"{TOOL_LINK} coincides with the frame of the last link: the source gives no distance to the flange.",
    )
    # Two hyphens would end the comment.
    return "<!--\n" + "".join(f"  {line.replace('--', '- -')}\n" for line in lines) + "-->\n"


def _standard_part(
    arm: Arm, links: tuple[Link, ...], bodies: Mapping[str, tuple[Shape, ...]], name: str
) -> ElementTree.Element:
    parser = _parser()
    robot = parser.Robot(name=name)
    used = {shape.colour for body in bodies.values() for shape in body}
    for colour, rgba in COLOURS.items():
        if colour in used:
            robot.add_aggregate("material", parser.Material(name=colour, color=parser.Color(list(rgba))))
    # No inertia on the root: it does not move, and KDL would ignore it with a warning.
    robot.add_link(_link(parser, BASE_LINK, None, bodies.get(BASE_LINK, ())))
    parent = BASE_LINK
    # Friction of mimic joints is included in the friction of the joints that they mimic.
    lost = dict(zip(arm.joint_names, arm_friction(arm)[0], strict=True))
    followers = {follower.place: follower for follower in arm.followers}
    for index, (link, joint, motor) in enumerate(zip(links, arm.chain.joints, arm.chain.motors, strict=True)):
        robot.add_link(_link(parser, link.name, link, bodies.get(link.name, ())))
        own = lost.get(joint.name, JointFriction())
        element = _joint(parser, joint, joint_origin(arm, index), motor, own, parent, link.name)
        if (follower := followers.get(index)) is not None:
            element.mimic = parser.JointMimic(
                joint_name=arm.joint_names[follower.leader],
                multiplier=float(follower.multiplier),
                offset=float(follower.offset),
            )
        robot.add_joint(element)
        parent = link.name
    robot.add_link(parser.Link(name=TOOL_LINK))
    # Arm files do not contain the distance to the flange: the tool frame then is the last link's frame.
    tip = arm.frames[-1]
    place = parser.Pose(xyz=tip[:3, 3].tolist(), rpy=[angle + 0.0 for angle in rpy_angles(tip[:3, :3])])
    robot.add_joint(parser.Joint(name=TOOL_JOINT, parent=parent, child=TOOL_LINK, joint_type="fixed", origin=place))
    plain = _plain(robot.to_xml())
    for limit in plain.findall("joint[@type='continuous']/limit"):
        for key in ("lower", "upper"):  # the library writes 0 for missing limits
            del limit.attrib[key]
    return plain


def _plain(element: Any) -> ElementTree.Element:
    """Copy an element of the parser, whose own text output depends on minidom, which xacro changes when imported."""
    copy = ElementTree.Element(str(element.tag), {str(key): str(value) for key, value in element.attrib.items()})
    copy.extend(_plain(child) for child in element)
    return copy


def _link(parser: Any, name: str, inertial: Link | None, body: tuple[Shape, ...]) -> Any:
    element = parser.Link(name=name)
    if inertial is not None:
        tensor = [[float(entry) + 0.0 for entry in row] for row in inertial.inertia]
        element.inertial = parser.Inertial(
            mass=float(inertial.mass),
            # Without a rotation, which some physics engines ignore: the tensor is in the link's axes.
            origin=parser.Pose(xyz=[float(x) + 0.0 for x in inertial.center_of_gravity], rpy=[0.0, 0.0, 0.0]),
            inertia=parser.Inertia(
                ixx=tensor[0][0],
                ixy=tensor[0][1],
                ixz=tensor[0][2],
                iyy=tensor[1][1],
                iyz=tensor[1][2],
                izz=tensor[2][2],
            ),
        )
    for shape in body:
        place = parser.Pose(xyz=list(shape.xyz), rpy=list(shape.rpy))
        geometry = _geometry(parser, shape)
        material = parser.LinkMaterial(name=shape.colour)
        element.add_aggregate("visual", parser.Visual(geometry=geometry, material=material, origin=place))
        if shape.collides:
            element.add_aggregate("collision", parser.Collision(geometry=geometry, origin=place))
    return element


def _geometry(parser: Any, shape: Shape) -> Any:
    geometry = shape.geometry
    if isinstance(geometry, Box):
        return parser.Box(size=list(geometry.size))
    if isinstance(geometry, Cylinder):
        return parser.Cylinder(radius=geometry.radius, length=geometry.length)
    return parser.Sphere(radius=geometry.radius)


def _joint(
    parser: Any,
    joint: Joint,
    origin: tuple[Triple, Triple],
    motor: Motor,
    lost: JointFriction,
    parent: str,
    child: str,
) -> Any:
    limits = {} if joint.continuous else {"lower": float(joint.lower), "upper": float(joint.upper)}
    return parser.Joint(
        name=joint.name,
        parent=parent,
        child=child,
        joint_type="continuous" if joint.continuous else joint.kind,
        origin=parser.Pose(xyz=list(origin[0]), rpy=list(origin[1])),
        axis=[0.0, 0.0, 1.0],
        limit=parser.JointLimit(
            effort=float(motor.maximum_torque),
            velocity=float(joint.velocity),
            **limits,
        ),
        dynamics=parser.JointDynamics(damping=float(lost.viscous), friction=float(lost.dry)),
    )
