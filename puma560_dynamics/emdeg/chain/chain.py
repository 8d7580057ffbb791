"""Define the chain, the generator's input: joints with modified Denavit-Hartenberg parameters, and rigid bodies.

A chain is serial, or a tree: several arms on a moving torso, or on one base. In a tree, a joint whose link does not
follow the previous joint, or shares its parent with other joints, has a `Branch`.

Every number may be a float, an exact fraction or a symbol of a `Ring`; floats are converted by `exact`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from ...errors import ChainError, listed
from ..algebra.exact import exact_tuple
from ..algebra.vectors import IDENTITY, Matrix, Scalar, Vector, scaled
from .branch import Branch, ancestors_of, completed, moved, parents_of

REVOLUTE = "revolute"
PRISMATIC = "prismatic"

BASE_LINK = "base_link"
"""Name of the base link of a chain without description."""


@dataclass(frozen=True)
class Placement:
    """Constant pose of a frame in a reference frame: rotation (3, 3) by rows, and origin (3,), m."""

    rotation: Matrix = IDENTITY
    origin: Vector = (0, 0, 0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rotation", tuple(map(exact_tuple, self.rotation)))
        object.__setattr__(self, "origin", exact_tuple(self.origin))


@dataclass(frozen=True)
class CarriedLink:
    """A link of the description: a moving link, or a link that is fixed to a moving link or to the base.

    Attributes:
        name: name of the link; empty for the arm's tip.
        carrier: number of the moving link that the link is fixed to (or is), from 1; 0 for the base.
        pose: pose of the link's frame in frame `carrier` of the chain, or in the base link's frame if `carrier` is 0.
    """

    name: str
    carrier: int
    pose: Placement = field(default_factory=Placement)


@dataclass(frozen=True)
class LinkFrames:
    """Frames of the links of the description, for kinematics.

    Attributes:
        base: pose of frame 0 in the base link's frame.
        tip: the link for which poses are given by default.
        links: all links that have a pose, from the base outwards.
    """

    base: Placement
    tip: CarriedLink
    links: tuple[CarriedLink, ...]


@dataclass(frozen=True)
class Body:
    """A rigid body, expressed in the frame of its link.

    Attributes:
        mass: mass, kg.
        center: (3,) center of mass, m.
        inertia: Ixx, Iyy, Izz, Ixy, Ixz, Iyz about the center of mass, axes parallel to the frame, kg·m².
    """

    mass: Scalar = 0
    center: Vector = (0, 0, 0)
    inertia: tuple[Scalar, ...] = (0, 0, 0, 0, 0, 0)

    def __post_init__(self) -> None:
        mass, *numbers = exact_tuple((self.mass, *self.center, *self.inertia))
        object.__setattr__(self, "mass", mass)
        object.__setattr__(self, "center", tuple(numbers[:3]))
        object.__setattr__(self, "inertia", tuple(numbers[3:]))

    def in_unit(self, length: Scalar) -> Body:
        """Convert the body to a different unit of length, as `Chain.in_unit` does."""
        return Body(self.mass * length**2, scaled(Fraction(1, length), self.center), self.inertia)


@dataclass(frozen=True)
class Wrench:
    """A force and a moment that act on a link from outside.

    Attributes:
        link: index of the moving link.
        point: (3,) point of application in the frame of the link, m.
        force: (3,) force in the axes of frame 0, N.
        moment: (3,) moment about the point, in the axes of frame 0, N·m.
    """

    link: int
    point: Vector
    force: Vector
    moment: Vector

    @property
    def numbers(self) -> tuple[Scalar, ...]:
        """Components of force and moment."""
        return (*self.force, *self.moment)

    def in_unit(self, length: Scalar) -> Wrench:
        """Convert the wrench to a different unit of length, as `Chain.in_unit` does."""
        point, force = scaled(Fraction(1, length), self.point), scaled(length, self.force)
        return replace(self, point=point, force=force)


class Load(NamedTuple):
    """A body that a link carries, in addition to its own.

    Attributes:
        link: index of the moving link.
        body: the body, in the frame of the link.
    """

    link: int
    body: Body


@dataclass(frozen=True)
class ChainJoint:
    """A joint and the transform to its frame: ``Rx(alpha) Tx(a) Rz(angle) Tz(distance)``.

    For a revolute joint, angle = q + offset and distance = d; for a prismatic joint, angle = offset and
    distance = q + d. The joint axis is z of its frame.

    Attributes:
        name: name of the joint.
        kind: ``"revolute"`` or ``"prismatic"``.
        cos_alpha, sin_alpha: cosine and sine of the twist.
        a: length along x, m.
        d: constant part of the distance along z, m.
        offset: constant part of the angle of a revolute joint, rad.
        cos_offset, sin_offset: cosine and sine of the constant part of the angle.
        armature: inertia that affects only this joint (reflected rotor inertia), kg·m² or kg.
        branch: place on the parent link; None if the joint is on the link of the previous joint, at its frame.
    """

    name: str
    kind: str = REVOLUTE
    cos_alpha: Scalar = 1
    sin_alpha: Scalar = 0
    a: Scalar = 0
    d: Scalar = 0
    offset: float = 0.0
    cos_offset: Scalar = 1
    sin_offset: Scalar = 0
    armature: Scalar = 0
    branch: Branch | None = field(default=None, repr=False)  # `Chain.digest` appends it

    def __post_init__(self) -> None:
        names = ("cos_alpha", "sin_alpha", "a", "d", "cos_offset", "sin_offset", "armature")
        for name, value in zip(names, exact_tuple([getattr(self, name) for name in names]), strict=True):
            object.__setattr__(self, name, value)

    @property
    def revolute(self) -> bool:
        """Whether the joint is revolute; otherwise it is prismatic."""
        return self.kind == REVOLUTE


@dataclass(frozen=True)
class Chain:
    """A chain: joints and bodies, parents before their children; body i moves with joint i.

    Attributes:
        name: name of the arm.
        joints: n joints. Every joint whose parent link carries several joints has a `Branch`.
        bodies: n bodies.
        gravity: (3,) acceleration of gravity in frame 0, m/s².
        base: pose of frame 0 in the base link's frame of the description.
        frames: poses of the description's link frames in frames 1 to n.
        loads: bodies that links carry; inputs of functions, so no part of the digests.
        wrenches: wrenches that act on links from outside; inputs of functions, so no part of the digests.
        link_frames: frames of all links by name, which only kinematics needs and which are no part of the `digest`; by
            default those of `base` and `frames`, with the names ``base_link`` and ``link1`` to ``linkn``.
    """

    name: str
    joints: tuple[ChainJoint, ...]
    bodies: tuple[Body, ...]
    gravity: Vector = (0, 0, -9.81)
    base: Placement = field(default_factory=Placement)
    frames: tuple[Placement, ...] = ()
    loads: tuple[Load, ...] = field(default=(), repr=False)
    wrenches: tuple[Wrench, ...] = field(default=(), repr=False)
    link_frames: LinkFrames | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "gravity", exact_tuple(self.gravity))
        if not self.frames:
            object.__setattr__(self, "frames", tuple(Placement() for _ in self.joints))
        given = tuple(joint.branch for joint in self.joints)
        found = completed(given, [joint.name for joint in self.joints])
        if found != given:
            joints = (replace(joint, branch=own) for joint, own in zip(self.joints, found, strict=True))
            object.__setattr__(self, "joints", tuple(joints))

    @property
    def n(self) -> int:
        """Number of joints."""
        return len(self.joints)

    @property
    def parents(self) -> tuple[int, ...]:
        """Index of the joint that moves the parent link of each joint; -1 for the base."""
        return parents_of([joint.branch for joint in self.joints])

    @property
    def serial(self) -> bool:
        """Whether each joint is on the link of the previous joint."""
        return all(joint.branch is None for joint in self.joints)

    @property
    def arms(self) -> int:
        """Number of links that carry no other link: 1 for a serial chain."""
        return sum(map(self.ends, range(self.n)))

    @cached_property
    def ancestors(self) -> tuple[frozenset[int], ...]:
        """Indices of the joints that move each link: its joint and those between it and the base."""
        return ancestors_of(self.parents)

    def path(self, number: int) -> tuple[int, ...]:
        """Return the rising indices of the joints that move a link.

        Args:
            number: number of the moving link, from 1; 0 for the base.
        """
        return tuple(sorted(self.ancestors[number - 1])) if number else ()

    def ends(self, joint: int) -> bool:
        """Return whether the link of a joint carries no other joint.

        Args:
            joint: index of the joint.

        Returns:
            Whether the joint is the last of an arm.
        """
        return joint not in self.parents

    @property
    def links(self) -> LinkFrames:
        """Frames of the links of the description."""
        if self.link_frames is not None:
            return self.link_frames
        own = [CarriedLink(f"link{number}", number, frame) for number, frame in enumerate(self.frames, 1)]
        return LinkFrames(self.base, replace(own[-1], name=""), (CarriedLink(BASE_LINK, 0), *own))

    def link(self, name: str) -> CarriedLink:
        """Return a link by name; the arm's tip for an empty name.

        Raises:
            ChainError: the chain has no such link, or several arms and no name is given.
        """
        if not name and self.arms > 1:
            ends = [self._end_link(i) for i in range(self.n) if self.ends(i)]
            raise ChainError(f"{self.name!r:.80} has several arms; name a link, such as {' or '.join(ends)}")
        if not name:
            return self.links.tip
        known = {link.name: link for link in self.links.links}
        if name not in known:
            raise ChainError(
                f"link {name!r:.80} is no link of {self.name!r:.80} that is fixed to its base or moves with it; "
                f"use one of {listed(known)}"
            )
        return known[name]

    def _end_link(self, joint: int) -> str:
        """Return the name of the link at the end of an arm, given its last joint."""
        own = [link for link in self.links.links if link.carrier == joint + 1]
        at_end = [link.name for link in own if link.pose == self.frames[joint]]
        return next(iter((*at_end, *(link.name for link in own))), f"link{joint + 1}")

    @cached_property
    def digest(self) -> str:
        """Hexadecimal digest of all parameters and names, which is written to emitted files."""
        branches = "" if self.serial else repr([joint.branch for joint in self.joints])
        return hashlib.sha256(f"{self!r}{branches}".encode()).hexdigest()[:16]

    @cached_property
    def numeric_digest(self) -> str:
        """Digest without names: chains with equal numeric digests have the same dynamics."""
        return replace(self, name="", joints=tuple(replace(joint, name="") for joint in self.joints)).digest

    def without_armature(self) -> Chain:
        """Return the same chain without reflected rotor inertia."""
        return replace(self, joints=tuple(replace(joint, armature=0) for joint in self.joints))

    def without_gravity(self) -> Chain:
        """Return the same chain without gravity."""
        return replace(self, gravity=(0, 0, 0))

    def in_unit(self, length: Scalar) -> Chain:
        """Convert the chain to a different unit of length, and to a unit of mass for which torques (N·m) are unchanged.

        Args:
            length: new unit of length, m; must be 1 if a joint is prismatic.
        """
        if length == 1:
            return self
        inverse = Fraction(1, length)
        joints = tuple(
            replace(
                joint,
                a=joint.a * inverse,
                d=joint.d * inverse,
                branch=joint.branch and replace(joint.branch, b=joint.branch.b * inverse),
            )
            for joint in self.joints
        )
        return replace(
            self,
            joints=joints,
            bodies=tuple(body.in_unit(length) for body in self.bodies),
            gravity=scaled(inverse, self.gravity),
            loads=tuple(Load(link, body.in_unit(length)) for link, body in self.loads),
            wrenches=tuple(wrench.in_unit(length) for wrench in self.wrenches),
        )

    def part(self, joints: Sequence[int]) -> Chain:
        """Return the chain of some joints and their bodies, without loads and wrenches.

        Gravity is not converted to the new frame 0. Joints whose parent is not part of it are on the base.

        Args:
            joints: rising indices of consecutive joints, or of all joints that move one of several links (`path`).
        """
        own = tuple(replace(self.joints[i], branch=moved(self.joints[i].branch, joints)) for i in joints)
        bodies, frames = tuple(self.bodies[i] for i in joints), tuple(self.frames[i] for i in joints)
        return replace(self, joints=own, bodies=bodies, frames=frames, loads=(), wrenches=())
