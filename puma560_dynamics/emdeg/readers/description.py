"""Define the robot description as plain data, which all format readers return and all later steps use.

Numbers are exact and in SI units. Links form one or more trees; a `Selection` selects the arm in them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from ..algebra.vectors import Scalar, Vector
from ..chain.chain import Body, Placement
from ..program.specialise import Friction

FIXED = "fixed"
"""Kind of a fixed joint."""

DOWN: Vector = (0, 0, -9.81)
"""Acceleration of gravity of an upright arm, m/s²."""

UNLIMITED = 1e8
"""Largest limit value. Larger limits, such as 1e16 that exporters write for no limit, are replaced by this value."""


@dataclass(frozen=True)
class DescribedJoint:
    """A joint between two links.

    Attributes:
        name: name of the joint.
        kind: ``"revolute"``, ``"prismatic"``, ``"fixed"``, or the format's name of a type that chains do not support.
        parent, child: names of the parent and child links.
        origin: pose of the child's frame in the parent's frame, at position zero.
        axis: (3,) unit vector in the child's frame; zero if the description has no valid axis.
        mimics: name of the joint that this joint mimics, or None.
        continuous: whether the joint rotates without position limits.
        mimic_offset: position of this joint when the mimicked joint is at zero, rad (m).
        mimic_multiplier: velocity of this joint divided by the velocity of the mimicked joint.
        limits: ``lower``, ``upper``, ``velocity`` and ``effort``, as far as the description contains them.
        friction: damping and Coulomb friction.
        armature: reflected rotor inertia, kg·m² (kg).
        at: (3,) point on the axis in the child's frame, m.
        refusal: reason why a chain cannot contain this joint as a moving joint, and what to do; empty for none.
    """

    name: str
    kind: str
    parent: str
    child: str
    origin: Placement = field(default_factory=Placement)
    axis: Vector = (1, 0, 0)
    mimics: str | None = None
    continuous: bool = False
    mimic_offset: Fraction = Fraction(0)
    mimic_multiplier: Fraction = Fraction(1)
    limits: Mapping[str, float] = field(default_factory=dict)
    friction: Friction = field(default_factory=Friction)
    armature: Scalar = 0
    at: Vector = (0, 0, 0)
    refusal: str = ""

    @property
    def fixed(self) -> bool:
        """Whether the joint is fixed."""
        return self.kind == FIXED


@dataclass(frozen=True)
class Description:
    """Data of a robot that are needed for its dynamics.

    Attributes:
        name: name of the robot.
        bodies: body of each link in the link's frame, by name of the link.
        joints: joints in the order of the description.
        lacking: reason why a link has no inertia, by name of the link.
        angles: remarks on angles and axes that are close to a multiple of 90°.
        odd: sentence on a doubtful or impossible body, by name of the link.
        impossible: names of links whose bodies cannot be read or cannot be part of an arm.
        gravity: (3,) acceleration of gravity in the frame of the root link, m/s².
        remarks: sentences on data of the description that the dynamics ignores.
    """

    name: str
    bodies: dict[str, Body]
    joints: tuple[DescribedJoint, ...]
    lacking: Mapping[str, str] = field(default_factory=dict)
    angles: tuple[str, ...] = ()
    odd: Mapping[str, str] = field(default_factory=dict)
    impossible: frozenset[str] = frozenset()
    gravity: Vector = DOWN
    remarks: tuple[str, ...] = ()
