"""Define the parts of an arm as frozen dataclasses: links, joints, motors, rotors, and numbers with their sources."""

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
"""Supported kinds of joints."""

_NUMBER = r"(?P<number>\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+)"
_PLUS = re.compile(r"(?<!\d[eE])\+")
"""Plus sign between two terms (not the plus sign of an exponent)."""

_TERM = re.compile(rf"±?\s*{_NUMBER}\s*(?P<percent>%?)")


@dataclass(frozen=True, eq=False)
class Link:
    """A rigid body.

    Attributes:
        name: name of the link and of its frame.
        mass: mass, kg.
        center_of_gravity: (3,) center of gravity in the link's frame, m.
        inertia: (3, 3) inertia about the center of gravity, kg·m², axes parallel to the link's frame.
        incomplete: labels of the values that the source does not give (link 1 of the paper: all except Izz).
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
        """(3, 3) inertia about the origin of the link's frame, kg·m² (parallel axis theorem)."""
        r = self.center_of_gravity
        return self.inertia + self.mass * (float(r @ r) * np.eye(3) - np.outer(r, r))


SLIDE_M = 0.1
"""Displacement of a prismatic joint that counts as much as an angle of 1 rad for thresholds, m.

Thresholds of rotation are those of a point on a lever of this length: 0.02 rad/s and 0.002 m/s.
"""


@dataclass(frozen=True, slots=True)
class Joint:
    """A joint: its modified Denavit-Hartenberg parameters and its limits.

    Attributes:
        name: name of the joint, as in the topic `joint_states`.
        alpha: twist alpha_{i-1}, rad.
        a: length a_{i-1}, m.
        d: offset d_i, m; for a prismatic joint its value at position zero.
        lower: lower position limit, rad (m for a prismatic joint).
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
        """Whether the joint is prismatic."""
        return self.kind == PRISMATIC

    @property
    def continuous(self) -> bool:
        """Whether the joint rotates without position limits."""
        return self.lower == -np.inf and self.upper == np.inf

    @property
    def without_limits(self) -> bool:
        """Whether both position limits are 0, which exporters write if the limits were not entered."""
        return self.lower == self.upper == 0.0

    @property
    def unit(self) -> str:
        """Unit of the joint's position."""
        return "m" if self.slides else "rad"

    @property
    def effort_unit(self) -> str:
        """Unit of the joint's torque or force, as arm files spell it: ``N m`` or ``N``."""
        return "N" if self.slides else "N m"

    @property
    def effort_text(self) -> str:
        """Unit of the joint's torque or force as printed text: ``N·m`` or ``N``."""
        return self.effort_unit.replace(" ", "·")

    @property
    def effort_key(self) -> str:
        """Unit of the joint's torque or force as part of a key: ``Nm`` or ``N``."""
        return self.effort_unit.replace(" ", "")


@dataclass(frozen=True, slots=True)
class Motor:
    """Motor and drive of a joint (tables 6 and 7); values refer to the joint side of the gear unless noted.

    Attributes:
        inertia: reflected inertia of rotor and drive, kg·m² (kg for a prismatic joint); affects only this joint.
        gear_ratio: motor revolutions per joint revolution (motor rad per m for a prismatic joint).
        maximum_torque: maximum torque, N·m (N).
        break_away_torque: torque that starts the joint from rest, N·m (N).
        torque_constant: torque constant at the motor shaft, N·m/A; 0 if unknown.
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
    """Rotor of a joint's motor. Relative to its carrier, its velocity is the gear ratio times the joint velocity.

    Attributes:
        carrier: number of the link that the motor is mounted on, 0 for the base.
        axis: (3,) unit vector of the rotation axis in the carrier's frame, directed so that the gear ratio is positive.
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
        absolute: absolute part, in the unit of its number.
        relative: relative part, 0.01 for one per cent.
        printed: text that the tolerance was read from.
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
        ValueError: the text has a different form.
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
    """Format a half width as a tolerance that `parse_tolerance` reads.

    Args:
        width: half width, in the unit of its number.
        digits: significant digits.

    Returns:
        A text such as ``±0.003``; empty (no tolerance) if the width is not finite.
    """
    return f"±{width:.{digits}g}" if math.isfinite(width) else ""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A measured or assumed number.

    Attributes:
        value: value in SI units (angles in rad).
        unit: SI unit of `value`.
        tolerance: tolerance as printed; `None` if the source gives none.
        source: table, equation or assumption that the value comes from.
    """

    value: float
    unit: str
    tolerance: Tolerance | None = None
    source: str = ""

    @property
    def half_width(self) -> float | None:
        """Half width of the tolerance band, in `unit`; `None` if there is no tolerance."""
        return None if self.tolerance is None else self.tolerance.of(self.value)


_HEAD = ("joint", "lower", "upper", "velocity", "maximum torque", "motor inertia", "link", "mass")


def notebook_table(caption: str, joints: Sequence[Joint], motors: Sequence[Motor], links: Sequence[Link]) -> str:
    """Return an HTML table with one row per joint.

    Args:
        caption: plain text above the table.
        joints: joints with their limits.
        motors: motor of each joint.
        links: link that each joint moves.

    Returns:
        A ``<table>`` element; all texts in it are escaped.
    """
    rows = [
        (joint.name, f"{joint.lower:.4g} {joint.unit}", f"{joint.upper:.4g} {joint.unit}",
         f"{joint.velocity:.4g} {joint.unit}/s", f"{motor.maximum_torque:.4g} {joint.effort_text}",
         f"{motor.inertia:.4g} {'kg' if joint.slides else 'kg·m²'}", link.name, f"{link.mass:.4g} kg")
        for joint, motor, link in zip(joints, motors, links, strict=True)
    ]  # fmt: skip
    cells = [[f"<th>{escape(word)}</th>" for word in _HEAD]]
    cells += [[f"<td>{escape(word).replace('-', '−', word.startswith('-'))}</td>" for word in row] for row in rows]
    lines = "".join(f"<tr>{''.join(row)}</tr>" for row in cells)
    return f"<table><caption>{escape(caption)}</caption>{lines}</table>"
