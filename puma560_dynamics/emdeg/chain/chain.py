"""A serial chain as the generator sees it: joints by modified Denavit-Hartenberg steps, and rigid bodies.

Every number may be a float, an exact fraction or a symbol of a `Ring`; floats are made exact.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ..algebra.exact import exact
from ..algebra.vectors import IDENTITY, Matrix, Scalar, Vector

REVOLUTE = "revolute"
PRISMATIC = "prismatic"


@dataclass(frozen=True)
class Placement:
    """A fixed frame seen from another: rotation (rows, 3 x 3) and origin (3,) m."""

    rotation: Matrix = IDENTITY
    origin: Vector = (0, 0, 0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rotation", tuple(tuple(exact(x) for x in row) for row in self.rotation))
        object.__setattr__(self, "origin", tuple(exact(x) for x in self.origin))


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
        object.__setattr__(self, "mass", exact(self.mass))
        object.__setattr__(self, "center", tuple(exact(x) for x in self.center))
        object.__setattr__(self, "inertia", tuple(exact(x) for x in self.inertia))


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
        for name in ("cos_alpha", "sin_alpha", "a", "d", "cos_offset", "sin_offset", "armature"):
            object.__setattr__(self, name, exact(getattr(self, name)))

    @property
    def revolute(self) -> bool:
        """Whether it turns (else it slides)."""
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
        object.__setattr__(self, "gravity", tuple(exact(x) for x in self.gravity))
        if not self.frames:
            object.__setattr__(self, "frames", tuple(Placement() for _ in self.joints))

    @property
    def n(self) -> int:
        """Number of joints."""
        return len(self.joints)

    def without_armature(self) -> Chain:
        """The same chain without reflected rotor inertia."""
        return replace(self, joints=tuple(replace(joint, armature=0) for joint in self.joints))

    def in_unit(self, length: Scalar) -> Chain:
        """The same chain in another unit of length, and of mass so that torques (N·m) have the same numbers.

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
        """Some successive joints with their bodies; gravity is as written, though frame 0 may be another."""
        return replace(self, joints=self.joints[joints], bodies=self.bodies[joints], frames=self.frames[joints])
