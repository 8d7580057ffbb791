"""Hash the numbers of an arm in a robot description, as the controller does, to find the model that was made for it.

The hash does not depend on names: a prefix changes nothing. It contains what the dynamics depend on, in the order of
the text: for each joint that the arm's first joint carries its depth, its number in the arm (0 for others; minus the
number of its leader if it follows a joint of the arm), the numbers of its origin and axis, the position at which it is
held (multiplier and offset if it follows), and mass, origin and inertia of its link. Branches without mass do not
count. If joints before the arm's first joint follow the arm, the first of them takes its place.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from itertools import chain
from xml.etree import ElementTree

from ..arm import Arm
from ..description.described_urdf import has_urdf
from ..description.urdf import urdf
from ..emdeg import description_source
from ..errors import UrdfError
from ..models.description_agreement import pinned
from ..robot_xml import robot_root

_ZERO = "0 0 0"
_INERTIA = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
MOST_LEADERS = 32
"""Largest number of joints through which one follows a joint of the arm."""

_START, _FACTOR, _BITS = 0xCBF29CE484222325, 0x100000001B3, 0xFFFFFFFFFFFFFFFF  # FNV-1a


def description_digest(text: str | bytes, joints: Sequence[str]) -> int:
    """Return the hash of an arm in a URDF, equal to ``arm_description::digest_of``.

    Args:
        text: URDF 1.x.
        joints: names of the arm's joints, from the base outwards.

    Raises:
        UrdfError: the text is not a URDF, or has no such joint.
    """
    numbers = _Numbers(robot_root(text), tuple(joints))
    found = _START
    for byte in b"".join(struct.pack("<d", number + 0.0) for number in numbers.of(numbers.first(), 0)):
        found = (found ^ byte) * _FACTOR & _BITS
    return found


def digests_of(arm: Arm) -> list[int]:
    """Return the hashes of the robot descriptions with an arm's numbers.

    Args:
        arm: any arm.

    Returns:
        The hash of the URDF that is generated from the arm and, if the arm has the numbers of a URDF from which it was
        read, of that one.
    """
    texts: list[str | bytes] = [urdf(arm)]
    if arm.origin is not None and has_urdf(arm) and not arm.origin.without and not pinned(arm):
        texts.append(description_source(arm.origin).text)
    return sorted({description_digest(text, arm.joint_names) for text in texts})


class _Numbers:
    """Numbers of one description."""

    def __init__(self, root: ElementTree.Element, joints: tuple[str, ...]) -> None:
        self._arm = joints
        self._links = {link.get("name", ""): link for link in root.findall("link")}
        self._joints = {joint.get("name", ""): joint for joint in root.findall("joint")}
        for name in joints:
            if name not in self._joints:
                raise UrdfError(f"the URDF has no joint {name!r}; expected one of {', '.join(self._joints)}")
        self._carried: dict[str, list[str]] = {}
        for name, joint in self._joints.items():
            self._carried.setdefault(_end(joint, "parent"), []).append(name)

    def first(self) -> str:
        """Return the name of the joint that begins the arm: its first one, or one before it that follows the arm."""
        above = {_end(joint, "child"): name for name, joint in self._joints.items()}
        found, at = self._arm[0], self._arm[0]
        for _ in self._joints:
            before = above.get(_end(self._joints[at], "parent"))
            if before is None:
                break
            at = before
            found = at if self._coupling(at) is not None else found
        return found

    def _coupling(self, name: str) -> tuple[int, float, float] | None:
        """Return leader, multiplier and offset of a joint that follows one of the arm; `None` for others."""
        multiplier, offset, joint = 1.0, 0.0, self._joints[name]
        for _ in range(MOST_LEADERS + 1):
            mimic = joint.find("mimic")
            if joint.get("type") == "fixed" or mimic is None:
                break
            offset += multiplier * _values(mimic, "offset", "0")[0]
            multiplier *= _values(mimic, "multiplier", "1")[0]
            leader = mimic.get("joint", "")
            if leader in self._arm:
                return self._arm.index(leader), multiplier, offset
            if leader not in self._joints:
                break
            joint = self._joints[leader]
        return None

    def of(self, name: str, depth: int) -> Iterator[float]:
        """Yield the numbers of a joint and of what it carries."""
        if not self._matters(name):
            return
        joint = self._joints[name]
        own = name in self._arm
        coupling = None if own else self._coupling(name)
        number = self._arm.index(name) + 1 if own else 0 if coupling is None else -1 - coupling[0]
        yield from (depth, number, *_origin(joint))
        kind = joint.get("type")
        if kind == "fixed":
            yield 0.0
        else:
            axis = joint.find("axis")
            yield 2.0 if kind == "prismatic" else 1.0
            yield from (1.0, 0.0, 0.0) if axis is None else _values(axis, "xyz")
            yield from coupling[1:] if coupling else (0.0 if own else self._held_at(joint),)
        yield from self._body(_end(joint, "child"))
        for following in self._carried.get(_end(joint, "child"), ()):
            yield from self.of(following, depth + 1)

    def _body(self, link: str) -> Iterator[float]:
        inertial = self._links[link].find("inertial")
        if inertial is None:
            return chain(*[(0.0,) * 13])
        tensor, mass = inertial.find("inertia"), inertial.find("mass")
        entries = (0.0 if tensor is None else _values(tensor, name)[0] for name in _INERTIA)
        return chain(_values(mass, "value") if mass is not None else (0.0,), _origin(inertial), entries)

    def _matters(self, name: str) -> bool:
        link = _end(self._joints[name], "child")
        mass, *rest = self._body(link)
        has = name in self._arm or mass > 0.0 or any(rest[6:])
        return has or any(map(self._matters, self._carried.get(link, ())))

    def _held_at(self, joint: ElementTree.Element) -> float:
        """Return zero or the nearest limit; for a mimic joint, what its leader's position makes it."""
        mimic = joint.find("mimic")
        leader = None if mimic is None else self._joints.get(mimic.get("joint", ""))
        if mimic is not None and leader is not None:
            return _values(mimic, "multiplier", "1")[0] * self._held_at(leader) + _values(mimic, "offset", "0")[0]
        limit = joint.find("limit")
        if limit is None or joint.get("type") == "continuous":
            return 0.0
        return min(max(0.0, _values(limit, "lower", "0")[0]), _values(limit, "upper", "0")[0])


def _end(joint: ElementTree.Element, tag: str) -> str:
    found = joint.find(tag)
    return "" if found is None else found.get("link", "")


def _origin(owner: ElementTree.Element) -> Iterator[float]:
    origin = owner.find("origin")
    if origin is None:
        return chain(*[(0.0,) * 6])
    return chain(_values(origin, "xyz", _ZERO), _values(origin, "rpy", _ZERO))


def _values(element: ElementTree.Element, attribute: str, usual: str = "") -> tuple[float, ...]:
    text = element.get(attribute) or usual
    try:
        return tuple(float(word) for word in text.split())
    except ValueError:
        raise UrdfError(f"the URDF has {attribute}={text[:200]!r}, expected numbers; correct it") from None
