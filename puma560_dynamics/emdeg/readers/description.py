"""Robot description as plain values: the result of every format's reader and the input of all later steps.

Numbers are exact and in SI units. Links form a tree or a forest; which part of it is the arm is a `Selection`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from ..algebra.vectors import Scalar, Vector
from ..chain.chain import Body, Placement
from ..program.specialise import Friction

FIXED = "fixed"
"""Kind of a joint that does not move."""

DOWN: Vector = (0, 0, -9.81)
"""Gravity of an upright arm, m/s²."""

UNLIMITED = 1e8
"""Largest limit; a larger one is replaced by this number, because exporters write 1e16 for no limit."""


@dataclass(frozen=True)
class DescribedJoint:
    """A joint between two links.

    Attributes:
        name: of the joint.
        kind: ``"revolute"``, ``"prismatic"``, ``"fixed"``, or the format's word for a type that no chain has.
        parent, child: names of links.
        origin: the child's frame at position zero, in the parent's frame.
        axis: (3,) unit vector in the child's frame; zero if the description has no valid axis.
        mimics: name of the joint that this one follows, or None.
        continuous: whether it turns without limits of position.
        mimic_offset: position of this joint, rad (m), if the joint that it mimics is at zero.
        mimic_multiplier: rad (m) per rad (m) of the joint that it mimics.
        limits: those of ``lower``, ``upper``, ``velocity`` and ``effort`` that the description contains.
        friction: damping and Coulomb's friction.
        armature: reflected rotor inertia, kg·m² (kg).
        at: (3,) m, a point of the axis in the child's frame.
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
        """Whether it does not move."""
        return self.kind == FIXED


@dataclass(frozen=True)
class Description:
    """Data of a robot that its dynamics needs.

    Attributes:
        name: of the robot.
        bodies: by the name of the link, in the link's frame.
        joints: in the order of the description.
        lacking: link -> reason why it has no inertia.
        angles: remarks on angles and axes next to a quarter turn.
        odd: link -> a sentence on a doubtful or impossible body.
        impossible: links whose bodies cannot be read or cannot be part of an arm.
        gravity: (3,) m/s², in the frame of the root link.
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
