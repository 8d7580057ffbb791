"""Read a robot description in URDF 1.x.

The XML is parsed by the standard library, since dynamics need only a few elements, and errors must have clear messages.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from ...errors import ChainError, UrdfError
from ...robot_xml import robot_root
from ..algebra.exact import exact, near_quarter
from ..algebra.vectors import Vector
from ..chain.chain import PRISMATIC, REVOLUTE, Body, Placement
from ..chain.pose import length, near_axis, roll_pitch_yaw, three, unit
from ..chain.rigid_body import body_remark, moved_body
from ..program.specialise import Friction
from .description import FIXED, UNLIMITED, DescribedJoint, Description

if TYPE_CHECKING:
    from .formats import Source

KINDS = {"revolute": REVOLUTE, "continuous": REVOLUTE, "prismatic": PRISMATIC, "fixed": FIXED}
LARGEST = 1e9
"""Largest accepted magnitude of a number, in SI units."""

SHORTEST = 1e-9
"""Length of an axis vector below which the axis is treated as zero."""

LIMITS = ("lower", "upper", "velocity", "effort")

_INERTIA = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")


def read_urdf(source: Source) -> Description:
    """Return the description of a URDF.

    Args:
        source: text of the URDF.

    Raises:
        ChainError: the text is not XML or not a robot, exceeds a limit of `robot_xml`, or an element or number of a
            joint is missing or wrong.
    """
    try:
        root = robot_root(source.text)
    except UrdfError as error:
        raise ChainError(str(error)) from None
    links = [_Element(element, f"link {element.get('name')!r}") for element in root.findall("link")]
    snap, angles = source.snap, list[str]()
    joints = tuple(_joint(element, snap, angles) for element in root.findall("joint"))
    for what, names in (("links", [link.name for link in links]), ("joints", [joint.name for joint in joints])):
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ChainError(f"the URDF has {what} of the same name: {', '.join(twice)}; give each its own")
    bodies: dict[str, Body] = {}
    lacking: dict[str, str] = {}
    odd: dict[str, str] = {}
    impossible: set[str] = set()
    for link in links:
        try:
            bodies[link.name] = _body(link, snap, angles, odd)
            if text := _lacks(link):
                lacking[link.name] = text
        except ChainError as error:  # raised later only if the link is part of the arm
            bodies[link.name], odd[link.name] = Body(), str(error)
            impossible.add(link.name)
    for joint in joints:
        for end in (joint.parent, joint.child):
            if end not in bodies:
                raise ChainError(f"joint {joint.name!r} connects link {end!r}, which the URDF does not have; add it")
    name = root.get("name") or "arm"
    return Description(name, bodies, joints, lacking, tuple(angles), odd, frozenset(impossible))


class _Element:
    """An XML element with its location in the file for error messages."""

    def __init__(self, element: ElementTree.Element, where: str) -> None:
        self.element, self.where = element, where

    @property
    def name(self) -> str:
        """Value of the attribute ``name``."""
        return self.text("name")

    def child(self, tag: str) -> _Element | None:
        """Return the first child with a tag, or None."""
        found = self.element.find(tag)
        return None if found is None else _Element(found, f"{self.where}, <{tag}>")

    def needed(self, tag: str) -> _Element:
        """Return the child with a tag; raise if it is missing."""
        found = self.child(tag)
        if found is None:
            raise ChainError(f"{self.where}: <{tag}> is missing; add it")
        return found

    def text(self, attribute: str, default: str | None = None) -> str:
        """Return an attribute; raise if it is missing and has no default."""
        value = self.element.get(attribute, default)
        if not value:
            raise ChainError(f"{self.where}: the attribute {attribute!r} is missing; add it")
        return value

    def numbers(
        self, attribute: str, count: int, default: str | None = None, most: float = LARGEST
    ) -> tuple[Fraction, ...]:
        """Return the `count` numbers of an attribute as exact numbers; raise if a magnitude exceeds `most`."""
        text = self.text(attribute, default)
        try:
            values = [float(word) for word in text.split()]
        except ValueError:
            values = []
        if len(values) != count or not all(math.isfinite(value) and abs(value) <= most for value in values):
            expected = "a finite number" if count == 1 else f"{count} finite numbers"
            raise ChainError(f"{self.where}: {attribute}={text!r}, expected {expected} up to {most:g}; correct it")
        return tuple(exact(value) for value in values)


def _origin(owner: _Element, snap: float, remarks: list[str]) -> Placement:
    origin = owner.child("origin")
    if origin is None:
        return Placement()
    angles = [float(angle) for angle in origin.numbers("rpy", 3, "0 0 0")]
    remarks += (remark for angle in angles if (remark := near_quarter(owner.where, angle, snap)) is not None)
    return Placement(roll_pitch_yaw(angles, snap), three(origin.numbers("xyz", 3, "0 0 0")))


def _joint(element: ElementTree.Element, snap: float, remarks: list[str]) -> DescribedJoint:
    joint = _Element(element, f"joint {element.get('name')!r}")
    kind, mimic = joint.text("type"), joint.child("mimic")
    moves = KINDS.get(kind, FIXED) != FIXED
    return DescribedJoint(
        joint.name,
        KINDS.get(kind, kind),
        joint.needed("parent").text("link"),
        joint.needed("child").text("link"),
        _origin(joint, snap, remarks),
        _axis(joint, snap, remarks) if moves else (1, 0, 0),
        None if mimic is None else mimic.text("joint"),
        kind == "continuous",
        Fraction(0) if mimic is None else mimic.numbers("offset", 1, "0")[0],
        Fraction(1) if mimic is None else mimic.numbers("multiplier", 1, "1")[0],
        {
            name: min(max(value, -UNLIMITED), UNLIMITED)
            for name, value in _given(joint, "limit", LIMITS, sys.float_info.max).items()
        },
        Friction(**_friction(joint)),
    )


def _friction(joint: _Element) -> dict[str, float]:
    """Return damping and friction of a joint; a negative one would push the arm."""
    given = _given(joint, "dynamics", ("damping", "friction"))
    for name, value in given.items():
        if value < 0.0:
            raise ChainError(f"{joint.where}: {name} is {value:g}, expected 0 or more; correct it")
    return given


def _given(joint: _Element, tag: str, attributes: Sequence[str], most: float = LARGEST) -> dict[str, float]:
    """Return those of the numeric attributes that a child element has, by name."""
    child = joint.child(tag)
    if child is None:
        return {}
    return {name: float(child.numbers(name, 1, most=most)[0]) for name in attributes if child.element.get(name)}


def _axis(joint: _Element, snap: float, remarks: list[str]) -> Vector:
    axis = joint.child("axis")
    if axis is None:
        return (1, 0, 0)
    given = three(axis.numbers("xyz", 3))
    if length(given) < SHORTEST:
        return (0, 0, 0)  # refused later if the joint is part of the arm
    direction = unit(given)
    near = near_axis(direction, snap)
    if near != direction:
        remarks.append(f"{joint.where}: its axis {axis.text('xyz')!r} is taken as {' '.join(str(x) for x in near)}")
    return near


def _body(link: _Element, snap: float, angles: list[str], odd: dict[str, str]) -> Body:
    inertial = link.child("inertial")
    if inertial is None:
        return Body()
    mass = inertial.needed("mass").numbers("value", 1)[0]
    tensor = inertial.child("inertia")
    entries = (0,) * 6 if tensor is None else tuple(tensor.numbers(name, 1)[0] for name in _INERTIA)
    body = Body(mass, (0, 0, 0), entries)
    remark = body_remark(body, link.where)
    if remark is not None:
        odd[link.name] = remark
    return moved_body(body, _origin(inertial, snap, angles))


def _lacks(link: _Element) -> str:
    """Return why a link has no inertia; empty if it has inertia."""
    inertial = link.child("inertial")
    if inertial is None:
        return "has no <inertial>"
    mass = inertial.needed("mass").numbers("value", 1)[0]
    tensor = inertial.child("inertia")
    if tensor is None or not any(tensor.numbers(name, 1)[0] for name in _INERTIA):
        return "has no inertia, only mass" if mass else "has mass 0 and no inertia"
    return "" if mass else "has mass 0"
