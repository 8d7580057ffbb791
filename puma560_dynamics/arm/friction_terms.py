"""The table of the friction law: one row for each number, with everything that belongs to it.

The law is in `arm.joint_friction`; its `JointFriction` has one field a row, 0 by default. Arm files, control, the C++
core (`tools.generate.friction_numbers`), identification, replay and the documentation go over these rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ..arrays import FloatArray
from .value_reader import units_of

Numbers = Mapping[str, float]
"""Numbers of one joint by name."""

VISCOUS_RATE = 0.5
"""rad/s at which viscous friction as wide as the prior allows equals the scale of friction."""

OFFSET = 0.1
"""Width of an offset, as a fraction of the scale of friction. No motion distinguishes an offset from dry friction that
differs by direction, so this decides which of both is the likelier: friction."""

LOAD_SHARE = 0.1
"""Width of the fraction of the transmitted torque that friction takes: gears have efficiencies of 0.8 to 1."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FrictionTerm:
    """One number of the friction law.

    Attributes:
        name: field of `JointFriction`, and key of the arm file.
        unit: that of a revolute joint, a key of `arm.units.UNITS`.
        meaning: a few words for the arm file's template and the documentation.
        required: whether a section ``friction:`` has to give it.
        signed: whether it may be negative.
        basis: what it multiplies, a function of the smooth sign and the velocity (rad/s), arrays of one shape; `None`
            for a number that the law itself does not contain.
        times_load: whether it multiplies the magnitude of the transmitted torque, too.
        at_joint: whether it is part of the effort, which is measured at the joint, also where motors are coupled.
        c: `basis` as a C++ expression of ``sign`` and ``qd``, for the core; empty for a number that is not compensated.
        least: the least that a joint has of a compensated number up to this velocity (rad/s), from all its numbers
            without their tolerances; the number itself by default.
        parameter: the parameter ``friction.…`` of node and controller that replaces it; empty for none.
        fitted: whether identification always looks for it, only with ``--friction full``, or not as a column.
        width: standard deviation of the prior, where the file gives no tolerance, from the scale of the joint's
            friction (N·m), its velocity limit (rad/s) and the widths of the rows before.
        label: its name in tables of identified numbers; empty for a number that they leave out.
        offset_sign: the sign with which an offset adds to it: motion shows only the sum.
        follows: what a joint that follows another with these numbers, at this multiple of its velocity, adds to the
            number of its leader; `None` for nothing.
    """

    name: str
    unit: str
    meaning: str
    required: bool = False
    signed: bool = False
    basis: Callable[[FloatArray, FloatArray], FloatArray] | None = None
    times_load: bool = False
    at_joint: bool = False
    c: str = ""
    least: Callable[[Numbers, float], float] | None = None
    parameter: str = ""
    fitted: Literal["always", "full", ""] = ""
    width: Callable[[float, float, Numbers], float] = lambda scale, fastest, widths: scale
    label: str = ""
    offset_sign: float = 0.0
    follows: Callable[[Numbers, float], float] | None = None

    def unit_of(self, kind: str) -> str:
        """Return the unit for a joint of this kind, `REVOLUTE` or `PRISMATIC`."""
        return units_of({self.name: self.unit}, kind)[self.name]

    @property
    def shown_unit(self) -> str:
        """The unit of a revolute joint in print: ``N·m·s²/rad²``."""
        return self.unit.replace(" ", "·").replace("^2", "²")


_ROWS = (
    FrictionTerm(
        name="coulomb_positive",
        unit="N m",
        meaning="dry friction in positive motion",
        required=True,
        basis=lambda sign, qd: np.maximum(sign, 0.0),
        c="std::max(sign, 0.0)",
        parameter="coulomb",
        fitted="always",
        label="dry, forward",
        offset_sign=1.0,
        follows=lambda own, ratio: abs(ratio) * own["coulomb_negative" if ratio < 0.0 else "coulomb_positive"],
    ),
    FrictionTerm(
        name="coulomb_negative",
        unit="N m",
        meaning="the same in negative motion, a positive number",
        required=True,
        basis=lambda sign, qd: np.minimum(sign, 0.0),
        c="std::min(sign, 0.0)",
        parameter="coulomb",
        fitted="always",
        label="dry, backward",
        offset_sign=-1.0,
        follows=lambda own, ratio: abs(ratio) * own["coulomb_positive" if ratio < 0.0 else "coulomb_negative"],
    ),
    FrictionTerm(
        name="viscous",
        unit="N m s/rad",
        meaning="friction that grows with velocity",
        required=True,
        basis=lambda sign, qd: qd,
        c="qd",
        least=lambda own, fastest: own["viscous"] - own["bend"] * fastest,  # its chord
        parameter="viscous",
        fitted="always",
        width=lambda scale, fastest, widths: scale / VISCOUS_RATE,
        label="viscous",
        follows=lambda own, ratio: ratio**2 * own["viscous"],
    ),
    FrictionTerm(
        name="offset",
        unit="N m",
        meaning="zero of the effort signal",
        required=True,
        signed=True,
        basis=lambda sign, qd: np.ones_like(qd),
        at_joint=True,
        fitted="always",
        width=lambda scale, fastest, widths: OFFSET * scale,
        label="offset",
    ),
    FrictionTerm(
        name="bend",
        unit="N m s^2/rad^2",
        meaning="times the square of the velocity, taken off viscous friction",
        basis=lambda sign, qd: -qd * np.abs(qd),
        fitted="full",
        # As wide as the most that may be taken off.
        width=lambda scale, fastest, widths: widths["viscous"] / max(2.0 * fastest, 1e-3),
    ),
    FrictionTerm(
        name="load",
        unit="1",
        meaning="fraction of the transmitted torque that dry friction takes in addition",
        basis=lambda sign, qd: sign,
        times_load=True,
        fitted="full",
        width=lambda scale, fastest, widths: LOAD_SHARE,
    ),
    FrictionTerm(
        name="presliding",
        unit="rad",
        meaning="distance over which dry friction turns round; predictions from recordings follow it, control does not",
    ),
)

FRICTION_TERMS: Mapping[str, FrictionTerm] = {term.name: term for term in _ROWS}
"""Every number of the friction law, in the order of the fields of `JointFriction`."""

DRY = ("coulomb_positive", "coulomb_negative")
"""Coulomb friction, forwards and backwards."""

COMPENSATED = tuple(term.name for term in _ROWS if term.c)
"""Numbers that control compensates, in Python and in the C++ core."""

FITTED = tuple(term.name for term in _ROWS if term.fitted == "always")
"""Numbers that every identification looks for."""

MOVING = tuple(term.name for term in _ROWS if term.fitted == "always" and not term.at_joint)
"""Those of `FITTED` that take a torque from a moving joint only: all but the offset."""

FULL = tuple(term.name for term in _ROWS if term.fitted == "full")
"""Numbers that identification looks for in addition with ``--friction full``."""


def friction_table() -> str:
    """Return the table of the numbers as Markdown, for the documentation."""
    fitted = {"always": "always", "full": "with `--friction full`", "": ""}
    rows = [
        f"| `{term.name}` | {term.shown_unit} | {term.meaning} | {'yes' if term.required else ''} "
        f"| {'yes' if term.c else ''} | {fitted[term.fitted]} |"
        for term in _ROWS
    ]
    return "\n".join(
        ("| number | unit | meaning | required | compensated | fitted |", "|---|---|---|---|---|---|", *rows)
    )
