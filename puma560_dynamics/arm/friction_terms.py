"""Define the table of the friction law: one row per parameter, with all its properties.

The law is in `arm.joint_friction`; `JointFriction` has one field per row, 0 by default. Arm files, control, the C++
core (`tools.generate.friction_numbers`), identification, replay and the documentation iterate over these rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ..arrays import FloatArray
from .parts import REVOLUTE
from .value_reader import units_of

Numbers = Mapping[str, float]
"""Friction parameters of one joint, by name."""

VISCOUS_RATE = 0.5
"""Velocity at which viscous friction of one standard deviation of the prior equals the scale of friction, rad/s,
multiplied by `Arm.motion_scale`."""

OFFSET = 0.1
"""Standard deviation of the prior of the offset, as a fraction of the scale of friction. No motion distinguishes an
offset from dry friction that differs by direction; this small width attributes the torque to friction."""

LOAD_SHARE = 0.1
"""Standard deviation of the prior of load-dependent friction, as a fraction of the transmitted torque: gears have
efficiencies of 0.8 to 1."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FrictionTerm:
    """One parameter of the friction law.

    Attributes:
        name: field of `JointFriction`, and key of the arm file.
        unit: unit for a revolute joint, a key of `arm.units.UNITS`.
        meaning: short description for the arm file's template and the documentation.
        required: whether a section ``friction:`` must contain the parameter.
        signed: whether the parameter may be negative.
        basis: function that the parameter multiplies, of the smooth sign and the velocity (rad/s), arrays of equal
            shape; `None` for a parameter that is not part of the law.
        times_load: whether the term is also multiplied by the magnitude of the transmitted torque.
        at_joint: whether the term acts at the joint (where effort is measured) even if motors are coupled.
        c: `basis` as a C++ expression of ``sign`` and ``qd``, for the core.
        compensated: whether control compensates the parameter.
        least: function of the joint's parameters and its velocity limit (rad/s) that returns the smallest value of a
            compensated parameter up to that velocity, before tolerances; by default the parameter itself.
        parameter: name after ``friction.`` of the parameter of node and controller that overrides it; empty for none.
        fitted: whether identification fits the parameter always, only with ``--friction full``, or not (empty).
        width: standard deviation of the prior if the file has no tolerance: a function of the scale of the joint's
            friction (N·m), its velocity limit (rad/s) and the widths of the previous rows.
        label: name in tables of identified parameters; empty for a parameter that the tables omit.
        offset_sign: sign with which an offset adds to this parameter (motion determines only the sum); 0 for none.
        follows: function of a mimic joint's parameters and its multiplier that returns the contribution to this
            parameter of its leader; `None` for no contribution.
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
    compensated: bool = False
    least: Callable[[Numbers, float], float] | None = None
    parameter: str = ""
    fitted: Literal["always", "full", ""] = ""
    width: Callable[[float, float, Numbers], float] = lambda scale, fastest, widths: scale
    label: str = ""
    offset_sign: float = 0.0
    follows: Callable[[Numbers, float], float] | None = None

    def unit_of(self, kind: str) -> str:
        """Return the unit for a joint of `kind`, `REVOLUTE` or `PRISMATIC`."""
        return units_of({self.name: self.unit}, kind)[self.name]

    @property
    def rate_power(self) -> int:
        """Power of the velocity that the parameter multiplies, by its unit."""
        return 2 if "/rad^2" in self.unit else int("/rad" in self.unit)

    def shown_unit(self, kind: str = REVOLUTE) -> str:
        """Return the unit for a joint of `kind` as printed text, such as ``N·m·s²/rad²`` or ``N·s/m``."""
        return self.unit_of(kind).replace(" ", "·").replace("^2", "²")

    def key_unit(self, kind: str = REVOLUTE) -> str:
        """Return the unit for a joint of `kind` as part of a key, such as ``Nms_per_rad`` or ``Ns_per_m``."""
        return self.unit_of(kind).replace(" ", "").replace("^", "").replace("/", "_per_")


_ROWS = (
    FrictionTerm(
        name="coulomb_positive",
        unit="N m",
        meaning="dry friction in positive motion",
        required=True,
        basis=lambda sign, qd: np.maximum(sign, 0.0),
        c="std::max(sign, 0.0)",
        compensated=True,
        parameter="coulomb",
        fitted="always",
        label="dry, forward",
        offset_sign=1.0,
        follows=lambda own, ratio: abs(ratio) * own["coulomb_negative" if ratio < 0.0 else "coulomb_positive"],
    ),
    FrictionTerm(
        name="coulomb_negative",
        unit="N m",
        meaning="dry friction in negative motion, a positive number",
        required=True,
        basis=lambda sign, qd: np.minimum(sign, 0.0),
        c="std::min(sign, 0.0)",
        compensated=True,
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
        compensated=True,
        least=lambda own, fastest: own["viscous"] - own["bend"] * fastest,  # slope of the chord
        parameter="viscous",
        fitted="always",
        width=lambda scale, fastest, widths: scale / VISCOUS_RATE,
        label="viscous",
        follows=lambda own, ratio: ratio**2 * own["viscous"],
    ),
    FrictionTerm(
        name="offset",
        unit="N m",
        meaning="zero error of the effort signal",
        required=True,
        signed=True,
        basis=lambda sign, qd: np.ones_like(qd),
        c="1.0",
        at_joint=True,
        fitted="always",
        width=lambda scale, fastest, widths: OFFSET * scale,
        label="offset",
    ),
    FrictionTerm(
        name="bend",
        unit="N m s^2/rad^2",
        meaning="coefficient of the squared velocity, subtracted from viscous friction",
        basis=lambda sign, qd: -qd * np.abs(qd),
        c="-qd * std::abs(qd)",
        fitted="full",
        # The largest bend for which viscous friction never falls with velocity, for a viscous number of one width.
        width=lambda scale, fastest, widths: widths["viscous"] / max(2.0 * fastest, 1e-3),
    ),
    FrictionTerm(
        name="load",
        unit="1",
        meaning="fraction of the transmitted torque that is added to dry friction",
        basis=lambda sign, qd: sign,
        c="sign",
        times_load=True,
        fitted="full",
        width=lambda scale, fastest, widths: LOAD_SHARE,
    ),
    FrictionTerm(
        name="presliding",
        unit="rad",
        meaning="distance over which dry friction reverses; used to predict recordings, not in control",
    ),
)

FRICTION_TERMS: Mapping[str, FrictionTerm] = {term.name: term for term in _ROWS}
"""All parameters of the friction law, in the order of the fields of `JointFriction`."""

DRY = ("coulomb_positive", "coulomb_negative")
"""Parameters of Coulomb friction in positive and negative direction."""

COMPENSATED = tuple(term.name for term in _ROWS if term.compensated)
"""Parameters that control compensates, in Python and in the C++ core."""

FITTED = tuple(term.name for term in _ROWS if term.fitted == "always")
"""Parameters that every identification fits."""

MOVING = tuple(term.name for term in _ROWS if term.fitted == "always" and not term.at_joint)
"""Parameters of `FITTED` whose torque is 0 at rest: all except the offset."""

FULL = tuple(term.name for term in _ROWS if term.fitted == "full")
"""Additional parameters that identification fits with ``--friction full``."""


def friction_table() -> str:
    """Return the table of the friction parameters as Markdown, for the documentation."""
    fitted = {"always": "always", "full": "with `--friction full`", "": ""}
    rows = [
        f"| `{term.name}` | {term.shown_unit()} | {term.meaning} | {'yes' if term.required else ''} "
        f"| {'yes' if term.compensated else ''} | {fitted[term.fitted]} |"
        for term in _ROWS
    ]
    return "\n".join(
        ("| number | unit | meaning | required | compensated | fitted |", "|---|---|---|---|---|---|", *rows)
    )
