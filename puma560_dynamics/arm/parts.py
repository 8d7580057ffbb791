"""Parts of an arm as frozen values: links, joints, motors, rotors, and numbers with their sources."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, fields
from html import escape
from typing import Any

import numpy as np

from ..arrays import FloatArray, equal_fields, read_only

DAC_STEPS = 2048
"""Steps of the Unimate's 12 bit D/A converters per polarity (section 6 of the paper)."""


REVOLUTE = "revolute"
PRISMATIC = "prismatic"
JOINT_KINDS = (REVOLUTE, PRISMATIC)
"""What a joint may be."""

_NUMBER = r"(?P<number>\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+)"
_PLUS = re.compile(r"(?<!\d[eE])\+")
"""A plus sign between two terms, and not that of an exponent."""

_TERM = re.compile(rf"±?\s*{_NUMBER}\s*(?P<percent>%?)")


@dataclass(frozen=True, eq=False)
class Link:
    """A rigid body.

    Attributes:
        name: name of the body and of its frame.
        mass: kg.
        center_of_gravity: (3,) m, in the link's own frame.
        inertia: (3, 3) kg·m² about the center of gravity, axes parallel to the link's frame.
        incomplete: entries that the source leaves open (link 1 of the paper: all but Izz).
    """

    name: str
    mass: float
    center_of_gravity: FloatArray
    inertia: FloatArray
    incomplete: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        return equal_fields(self, other)

    def __hash__(self) -> int:
        return hash((self.name, self.mass))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(getattr(self, item.name) for item in fields(self))

    def __post_init__(self) -> None:
        object.__setattr__(self, "center_of_gravity", read_only(self.center_of_gravity))
        object.__setattr__(self, "inertia", read_only(self.inertia))

    @property
    def inertia_at_frame(self) -> FloatArray:
        """(3, 3) kg·m² about the origin of the link's frame (parallel axis theorem)."""
        r = self.center_of_gravity
        return self.inertia + self.mass * (float(r @ r) * np.eye(3) - np.outer(r, r))


@dataclass(frozen=True, slots=True)
class Joint:
    """A joint, by its modified Denavit-Hartenberg step and its limits.

    Attributes:
        name: name, matched against `joint_states`.
        alpha: twist alpha_{i-1}, rad.
        a: length a_{i-1}, m.
        d: offset d_i, m; of a prismatic joint its part at position zero.
        lower: lower position limit, rad (m where it slides).
        upper: upper position limit, rad (m).
        velocity: velocity limit, rad/s (m/s).
        kind: ``"revolute"`` or ``"prismatic"``.
        offset: constant part of the angle about z_i, rad.
    """

    name: str
    alpha: float
    a: float
    d: float
    lower: float
    upper: float
    velocity: float
    kind: str = REVOLUTE
    offset: float = 0.0

    @property
    def slides(self) -> bool:
        """Whether it is prismatic."""
        return self.kind == PRISMATIC

    @property
    def continuous(self) -> bool:
        """Whether it turns without limits of position."""
        return self.lower == -np.inf and self.upper == np.inf

    @property
    def without_limits(self) -> bool:
        """Whether its limits of position were not entered: both are 0, as exporters write it."""
        return self.lower == self.upper == 0.0

    @property
    def unit(self) -> str:
        """Unit of its position."""
        return "m" if self.slides else "rad"

    @property
    def effort_unit(self) -> str:
        """Unit of its torque or force, as messages write it."""
        return "N" if self.slides else "N m"


@dataclass(frozen=True, slots=True)
class Motor:
    """Motor and drive of a joint (tables 6 and 7), as seen at the joint.

    Attributes:
        inertia: reflected inertia of rotor and drive, kg·m² (kg where the joint slides); acts on this joint only.
        gear_ratio: motor turns per joint turn (rad per m).
        maximum_torque: N·m (N).
        break_away_torque: N·m (N).
        torque_constant: of the motor, N·m/A at the motor; 0 if it is not known.
    """

    inertia: float
    gear_ratio: float
    maximum_torque: float
    break_away_torque: float
    torque_constant: float = 0.0

    @property
    def torque_resolution(self) -> float:
        """Nominal torque resolution of the D/A converter, maximum torque / 2048, N·m."""
        return self.maximum_torque / DAC_STEPS


@dataclass(frozen=True, eq=False)
class Rotor:
    """The rotor of one joint's motor; it turns by the gear ratio times the joint, relative to what carries it.

    Attributes:
        carrier: number of the link that the motor is fixed to, 0 for the base.
        axis: (3,) unit vector in that link's frame, about which the rotor turns positively with the joint.
    """

    carrier: int
    axis: FloatArray

    def __post_init__(self) -> None:
        object.__setattr__(self, "axis", read_only(self.axis))

    def __eq__(self, other: object) -> bool:
        return equal_fields(self, other)

    def __hash__(self) -> int:
        return hash(self.carrier)


@dataclass(frozen=True, slots=True)
class Tolerance:
    """A printed tolerance: an absolute part (in the unit of its number) plus a relative part.

    Attributes:
        absolute: absolute part, in the unit of the number it belongs to.
        relative: relative part, 0.01 for one per cent.
        printed: the text it was read from.
    """

    absolute: float
    relative: float
    printed: str

    def of(self, value: float) -> float:
        """Return the half width of the tolerance band of `value`, in the unit of `value`."""
        return self.absolute + self.relative * abs(value)


def parse_tolerance(text: str) -> Tolerance:
    """Read a tolerance as printed: ``±0.003``, ``±25%``, ``±0.01 + 1%``.

    Raises:
        ValueError: the text is anything else.
    """
    absolute = relative = 0.0
    for term in _PLUS.split(str(text)):
        match = _TERM.fullmatch(term.strip())
        if match is None:
            raise ValueError(f"tolerance {text!r} is not of the form '±0.003', '±5%' or '±0.01 + 1%'")
        number = float(match["number"])
        if match["percent"]:
            relative += number / 100.0
        else:
            absolute += number
    return Tolerance(absolute, relative, str(text))


def printed_tolerance(width: float, digits: int = 3) -> str:
    """Print a half width so that `parse_tolerance` reads it back.

    Args:
        width: half width, in the unit of its number.
        digits: significant digits.

    Returns:
        ``±0.003``; empty where the width is not finite, for no tolerance.
    """
    return f"±{width:.{digits}g}" if math.isfinite(width) else ""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A measured or assumed number.

    Attributes:
        value: in SI units (angles in rad).
        unit: the SI unit of `value`.
        tolerance: as printed, `None` where the source gives none.
        source: table, equation or assumption it came from.
    """

    value: float
    unit: str
    tolerance: Tolerance | None = None
    source: str = ""

    @property
    def half_width(self) -> float | None:
        """Half width of the tolerance band in the unit of `value`; `None` if it is not known."""
        return None if self.tolerance is None else self.tolerance.of(self.value)


_HEAD = ("joint", "lower", "upper", "velocity", "maximum torque", "motor inertia", "link", "mass, kg")


def notebook_table(caption: str, joints: Sequence[Joint], motors: Sequence[Motor], links: Sequence[Link]) -> str:
    """Return an HTML table with one row per joint.

    Args:
        caption: plain text above the table.
        joints: with limits.
        motors: one a joint.
        links: that each joint moves.

    Returns:
        One ``<table>``; every text in it is escaped.
    """
    rows = [
        (joint.name, f"{joint.lower:.4g} {joint.unit}", f"{joint.upper:.4g} {joint.unit}",
         f"{joint.velocity:.4g} {joint.unit}/s", f"{motor.maximum_torque:.4g}", f"{motor.inertia:.4g}",
         link.name, f"{link.mass:.4g}")
        for joint, motor, link in zip(joints, motors, links, strict=True)
    ]  # fmt: skip
    cells = [[f"<th>{escape(word)}</th>" for word in _HEAD]]
    cells += [[f"<td>{escape(word)}</td>" for word in row] for row in rows]
    lines = "".join(f"<tr>{''.join(row)}</tr>" for row in cells)
    return f"<table><caption>{escape(caption)}</caption>{lines}</table>"
