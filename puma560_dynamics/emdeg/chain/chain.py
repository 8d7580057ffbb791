"""A serial chain as the generator sees it: joints by modified Denavit-Hartenberg steps, and rigid bodies.

Every number may be a float, an exact fraction or a symbol of a `Ring`; floats are made exact.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from functools import cached_property

from ..algebra.exact import exact_tuple
from ..algebra.vectors import IDENTITY, Matrix, Scalar, Vector

REVOLUTE = "revolute"
PRISMATIC = "prismatic"


@dataclass(frozen=True)
class Placement:
    """A fixed frame seen from another: rotation (rows, 3 x 3) and origin (3,) m."""

    rotation: Matrix = IDENTITY
    origin: Vector = (0, 0, 0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rotation", tuple(map(exact_tuple, self.rotation)))
        object.__setattr__(self, "origin", exact_tuple(self.origin))


@dataclass(frozen=True)
class Body:
    """A rigid body in its link's frame.

    Attributes:
        mass: kg.
        center: (3,) m, center of mass.
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
class ChainJoint:
    """A joint and the step to its frame: ``Rx(alpha) Tx(a) Rz(angle) Tz(distance)``.

    For a revolute joint angle = q + offset and distance = d; for a prismatic one angle = offset and
    distance = q + d. The joint acts about or along z of its frame.

    Attributes:
        name: name of the joint.
        kind: ``"revolute"`` or ``"prismatic"``.
        cos_alpha, sin_alpha: of the twist.
        a: m.
        d: m.
        offset: constant part of the angle, rad, for a revolute joint.
        cos_offset, sin_offset: of the constant part of the angle.
        armature: inertia that acts only on this joint (reflected rotor), kg·m² or kg.
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

    def __post_init__(self) -> None:
        names = ("cos_alpha", "sin_alpha", "a", "d", "cos_offset", "sin_offset", "armature")
        for name, value in zip(names, exact_tuple([getattr(self, name) for name in names]), strict=True):
            object.__setattr__(self, name, value)

    @property
    def revolute(self) -> bool:
        """Whether the joint turns; otherwise it slides."""
        return self.kind == REVOLUTE


@dataclass(frozen=True)
class Chain:
    """Joints and bodies from the base outwards; body i moves with joint i.

    Attributes:
        name: of the arm.
        joints: n joints.
        bodies: n bodies.
        gravity: (3,) m/s², acceleration of gravity in frame 0.
        base: frame 0 seen from the frame that the user calls base.
        frames: the user's frame of each link seen from our frame i.
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

    @property
    def n(self) -> int:
        """Number of joints."""
        return len(self.joints)

    @cached_property
    def digest(self) -> str:
        """Hexadecimal digest of all parameters and names; emitted files carry it."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:16]

    @cached_property
    def numeric_digest(self) -> str:
        """The digest without names: chains with the same numeric digest have the same dynamics."""
        return replace(self, name="", joints=tuple(replace(joint, name="") for joint in self.joints)).digest

    def without_armature(self) -> Chain:
        """Return the same chain without reflected rotor inertia."""
        return replace(self, joints=tuple(replace(joint, armature=0) for joint in self.joints))

    def without_gravity(self) -> Chain:
        """Return the same chain without gravity."""
        return replace(self, gravity=(0, 0, 0))

    def in_unit(self, length: Scalar) -> Chain:
        """Return the same chain in another unit of length, and of mass so that torques (N·m) have the same numbers.

        Args:
            length: of the new unit, m; other than 1 only where every joint is revolute.
        """
        if length == 1:
            return self
        joints = tuple(replace(joint, a=joint.a / length, d=joint.d / length) for joint in self.joints)
        bodies = tuple(
            Body(body.mass * length**2, tuple(x / length for x in body.center), body.inertia) for body in self.bodies
        )
        return replace(self, joints=joints, bodies=bodies, gravity=tuple(x / length for x in self.gravity))

    def part(self, joints: slice) -> Chain:
        """Return some successive joints with their bodies; gravity is unchanged, though frame 0 may be another."""
        return replace(self, joints=self.joints[joints], bodies=self.bodies[joints], frames=self.frames[joints])
