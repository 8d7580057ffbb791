"""What a fitted cause means, in a sentence and in numbers with units."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...arm import Arm
from ...arm.friction_terms import DRY, FRICTION_TERMS, MOVING
from ...arm.joint_friction import JointFriction
from ...arrays import FloatArray
from ...models.payload.payload import Payload
from ...report.formatting import milliseconds, number
from .normal_equations import Fit

_SAME = 0.1
"""Share of a load by which one that fits best may differ and still be that load."""

_SYMMETRIC = 0.05
"""Half the share by which dry friction forwards and backwards may differ and be given as one number."""

_NAMED = 2
"""Joints that a sentence names with their numbers."""


@dataclass(frozen=True, eq=False)
class FittedCause:
    """A cause with the numbers that fit best, in a sentence and as values.

    Attributes:
        kind: as in `Cause`.
        message: a few words, before which "would explain" may stand or after.
        values: by name with unit; ``…_error`` is the standard error.
        numbers: how many it could choose.
        faults: how many separate things are wrong.
    """

    kind: str
    message: str
    values: Mapping[str, float]
    numbers: int
    faults: int = 1


class CauseSentences:
    """Describes the fits of one arm in sentences, given the load and the friction that its model takes already."""

    def __init__(self, arm: Arm, payload: Payload, friction: Sequence[JointFriction]) -> None:
        self._carried = payload.mass
        self._names = arm.joint_names
        self._link = arm.links[-1].name
        self._motor = arm.motor_inertia
        self._friction = friction

    def payload(self, fit: Fit) -> FittedCause:
        """Mass and center of a load in addition to what the model carries."""
        mass = float(fit.values[0])
        values = {"mass_kg": mass, "mass_error_kg": float(fit.errors[0])}
        center = fit.values[1:4] / mass if mass else np.full(3, np.nan)
        for axis, name in enumerate("xyz"):
            # c = h / m, linearised.
            slope = np.zeros(len(fit.values))
            slope[0], slope[1 + axis] = -center[axis] / mass, 1.0 / mass
            values[f"center_{name}_m"] = float(center[axis])
            values[f"center_{name}_error_m"] = float(np.sqrt(slope @ fit.covariance @ slope))
        size = _with_error(abs(mass), values["mass_error_kg"])
        place = ", ".join(f"{value:.3f}" for value in center).replace("-", "−")
        where = f"center of mass at ({place}) m in the frame of {self._link}"
        if mass > 0.0:
            more = f" in addition to the {self._carried:g} kg that the model carries" if self._carried else ""
            message = f"a load of {size} kg{more}, {where}"
        elif self._carried and abs(mass + self._carried) < _SAME * self._carried:
            message = f"the load of {self._carried:g} kg that the model carries, but not the arm ({size} kg fit best)"
        else:
            message = f"a load that is lighter than the model's by {size} kg, {where}"
        return FittedCause("payload", message, values, len(fit.values))

    def tilt(self, fit: Fit, axes: FloatArray) -> FittedCause:
        """The base turned about two axes."""
        degrees, errors = np.degrees(fit.values), np.degrees(fit.errors)
        values = {}
        for place, (angle, error) in enumerate(zip(degrees, errors, strict=True), start=1):
            values[f"tilt{place}_deg"], values[f"tilt{place}_error_deg"] = float(angle), float(error)
        turned = " and ".join(
            f"{_with_error(angle, error)}° about {_axis(axis)}"
            for angle, error, axis in zip(degrees, errors, axes, strict=True)
        )
        return FittedCause("tilt", f"a base tilted by {turned}", values, 2)

    def lag(self, fit: Fit) -> FittedCause:
        """The effort comes after the motion."""
        lag, error = 1e3 * float(fit.values[0]), 1e3 * float(fit.errors[0])
        side = "late" if lag > 0.0 else "early"
        message = f"an effort that comes {_with_error(abs(lag), error)} ms {side}"
        return FittedCause("lag", message, {"lag_s": 1e-3 * lag, "lag_error_s": 1e-3 * error}, 1)

    def hold(self, fit: Fit, period: float) -> FittedCause:
        """The effort is late as one is that a controller holds for a period."""
        lag = float(fit.values[0])
        message = (
            f"a torque that is held from one joint state to the next: it comes {milliseconds(lag)} late, "
            f"{lag / period:.2f} of the period of {milliseconds(period)}, which is no fault"
        )
        return FittedCause("hold", message, {"lag_s": lag, "lag_error_s": float(fit.errors[0]), "period_s": period}, 1)

    def by_joint(self, kind: str, fits: Mapping[int, Fit], gain: FloatArray) -> FittedCause:
        """Separate numbers at some joints; in the message those where they explain most, by `gain` (n,).

        They stand there as a whole, not as a change of what the model takes.
        """
        values: dict[str, float] = {}
        phrases = []
        phrase_of = {
            "friction": self._friction_phrase,
            "offset": self._offset_phrase,
            "motor_inertia": self._motor_phrase,
            "effort_scale": self._scale_phrase,
        }[kind]
        for joint, one in sorted(fits.items(), key=lambda pair: -float(gain[pair[0]])):
            phrase, numbers = phrase_of(joint, one)
            phrases.append(f"{self._names[joint]}: {phrase}")
            values.update({f"{self._names[joint]}.{name}": float(value) for name, value in numbers.items()})
        begin = {
            "friction": "other friction",
            "offset": "an offset of the effort",
            "motor_inertia": "other motor inertia",
            "effort_scale": "an effort in another unit or with another torque constant",
        }[kind]
        if len(phrases) > _NAMED:
            more = len(phrases) - _NAMED
            phrases[_NAMED:] = [f"and at {more} more joint{'s' if more > 1 else ''}"]
        numbers_chosen = sum(len(one.values) for one in fits.values())
        return FittedCause(kind, f"{begin} ({'; '.join(phrases)})", values, numbers_chosen, len(fits))

    def negated(self, joints: Sequence[int]) -> FittedCause:
        """Efforts with the wrong sign."""
        names = [self._names[joint] for joint in joints]
        return FittedCause("negated", f"the wrong sign of the effort of {_and(names)}", _marked(names), 0, len(names))

    def swapped(self, one: int, other: int) -> FittedCause:
        """Efforts of two joints exchanged."""
        names = [self._names[one], self._names[other]]
        return FittedCause("swapped", f"exchanged efforts of {_and(names)}", _marked(names), 0)

    def _friction_phrase(self, joint: int, one: Fit) -> tuple[str, dict[str, float]]:
        known = self._friction[joint]
        found = {name: getattr(known, name) + change for name, change in zip(MOVING, one.values, strict=True)}
        errors = dict(zip(MOVING, one.errors, strict=True))
        positive, negative = (found[name] for name in DRY)
        likely = 3.0 * np.hypot(*(errors[name] for name in DRY))
        if abs(positive - negative) < max(likely, _SYMMETRIC * abs(positive + negative)):
            dry = f"{number(0.5 * (positive + negative))} N·m dry"
        else:
            dry = f"{number(positive)} N·m dry forwards, {number(negative)} backwards"
        terms = [FRICTION_TERMS[name] for name in MOVING]
        others = [
            f"{number(found[term.name])} {term.shown_unit} {term.label}" for term in terms if term.name not in DRY
        ]
        values: dict[str, float] = {}
        for term in terms:
            unit = term.unit.replace(" ", "").replace("/", "_per_")
            values |= {f"{term.name}_{unit}": found[term.name], f"{term.name}_error_{unit}": errors[term.name]}
        return _and([dry, *others]), values

    def _offset_phrase(self, joint: int, one: Fit) -> tuple[str, dict[str, float]]:
        value, error = one.values[0] + self._friction[joint].offset, one.errors[0]
        return f"{_with_error(value, error)} N·m", {"offset_Nm": value, "offset_error_Nm": error}

    def _motor_phrase(self, joint: int, one: Fit) -> tuple[str, dict[str, float]]:
        value, error = one.values[0] + self._motor[joint], one.errors[0]
        phrase = f"{_with_error(value, error)} instead of {self._motor[joint]:g} kg·m²"
        return phrase, {"motor_inertia_kgm2": value, "motor_inertia_error_kgm2": error}

    def _scale_phrase(self, joint: int, one: Fit) -> tuple[str, dict[str, float]]:
        value, error = 1.0 + one.values[0], one.errors[0]
        return f"times {_with_error(value, error)}", {"scale": value, "scale_error": error}


def _with_error(value: float, error: float) -> str:
    """``2.13 ± 0.02``: one digit of the error, and as many places of the value."""
    if not (math.isfinite(error) and error > 0.0):
        text = f"{value:.3g}"
    else:
        places = min(6, max(0, -math.floor(math.log10(error))))
        text = f"{value:.{places}f} ± {error:.{places}f}"
    return text.replace("-", "−")


def _axis(axis: FloatArray) -> str:
    for name, unit in zip("xyz", np.eye(3), strict=True):
        if abs(axis @ unit) > 1.0 - 1e-9:
            return f"{'-' if axis @ unit < 0 else ''}{name} of the base"
    return "(" + ", ".join(f"{value:.2f}" for value in axis) + ") of the base"


def _and(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _marked(names: Sequence[str]) -> dict[str, float]:
    return dict.fromkeys(names, 1.0)
