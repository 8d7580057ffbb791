"""Define the chain, the generator's input: joints with modified Denavit-Hartenberg parameters, and rigid bodies.

A chain is serial, or a tree: several arms on a moving torso, or on one base. In a tree, a joint whose link does not
follow the previous joint, or shares its parent with other joints, has a `Branch`.

Every number may be a float, an exact fraction or a symbol of a `Ring`; floats are converted by `exact`.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from functools import cached_property

from ...errors import ChainError
from ..algebra.exact import exact_tuple
from ..algebra.vectors import IDENTITY, Matrix, Scalar, Vector

REVOLUTE = "revolute"
PRISMATIC = "prismatic"


@dataclass(frozen=True)
class Placement:
    """Constant pose of a frame in a reference frame: rotation (3, 3) by rows, and origin (3,), m."""

    rotation: Matrix = IDENTITY
    origin: Vector = (0, 0, 0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rotation", tuple(map(exact_tuple, self.rotation)))
        object.__setattr__(self, "origin", exact_tuple(self.origin))


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


@dataclass(frozen=True)
class Branch:
    """Place of a joint on a link that carries several joints, with the notation of Khalil and Kleinfinger (1986).

    The transform ``Rz(gamma) Tz(b)`` precedes the transform of the `ChainJoint`, because x of the parent's frame can be
    along the common normal to one of the joints only.

    Attributes:
        parent: index of the joint that moves the parent link; -1 for the base.
        cos_gamma, sin_gamma: cosine and sine of the angle about the parent's z axis.
        b: distance along the parent's z axis, m.
    """

    parent: int
    cos_gamma: Scalar = 1
    sin_gamma: Scalar = 0
    b: Scalar = 0

    def __post_init__(self) -> None:
        names = ("cos_gamma", "sin_gamma", "b")
        for name, value in zip(names, exact_tuple([getattr(self, name) for name in names]), strict=True):
            object.__setattr__(self, name, value)


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
    """

    name: str
    joints: tuple[ChainJoint, ...]
    bodies: tuple[Body, ...]
    gravity: Vector = (0, 0, -9.81)
    base: Placement = field(default_factory=Placement)
    frames: tuple[Placement, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "gravity", exact_tuple(self.gravity))
        if not self.frames:
            object.__setattr__(self, "frames", tuple(Placement() for _ in self.joints))
        for i, joint in enumerate(self.joints):
            if joint.branch is not None and not -1 <= joint.branch.parent < i:
                raise ChainError(
                    f"joint {joint.name!r} is on joint {joint.branch.parent}; give the index of an earlier joint, or -1"
                )
        shared = {parent for parent in self.parents if self.parents.count(parent) > 1}
        if any(
            parent in shared and joint.branch is None for parent, joint in zip(self.parents, self.joints, strict=True)
        ):
            joints = (
                replace(joint, branch=Branch(parent)) if parent in shared and joint.branch is None else joint
                for parent, joint in zip(self.parents, self.joints, strict=True)
            )
            object.__setattr__(self, "joints", tuple(joints))

    @property
    def n(self) -> int:
        """Number of joints."""
        return len(self.joints)

    @property
    def parents(self) -> tuple[int, ...]:
        """Index of the joint that moves the parent link of each joint; -1 for the base."""
        return tuple(i - 1 if joint.branch is None else joint.branch.parent for i, joint in enumerate(self.joints))

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
        found: list[frozenset[int]] = []
        for i, parent in enumerate(self.parents):
            found.append((found[parent] if parent >= 0 else frozenset()) | {i})
        return tuple(found)

    def ends(self, joint: int) -> bool:
        """Return whether the link of a joint carries no other joint."""
        return joint not in self.parents

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
        joints = tuple(
            replace(
                joint,
                a=joint.a / length,
                d=joint.d / length,
                branch=None if joint.branch is None else replace(joint.branch, b=joint.branch.b / length),
            )
            for joint in self.joints
        )
        bodies = tuple(
            Body(body.mass * length**2, tuple(x / length for x in body.center), body.inertia) for body in self.bodies
        )
        return replace(self, joints=joints, bodies=bodies, gravity=tuple(x / length for x in self.gravity))

    def part(self, joints: slice) -> Chain:
        """Return the chain of consecutive joints and their bodies; gravity is not converted to the new frame 0.

        Joints whose parent is not part of it are on the base.
        """
        start = range(self.n)[joints].start
        own = tuple(
            joint
            if joint.branch is None
            else replace(joint, branch=replace(joint.branch, parent=max(joint.branch.parent - start, -1)))
            for joint in self.joints[joints]
        )
        return replace(self, joints=own, bodies=self.bodies[joints], frames=self.frames[joints])
