"""State how the simulated arm of a run differs from the model, as sentences, table rows and JSON."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..arrays import FloatArray
from ..control.feed_forward.friction import MARGIN, FrictionCompensation
from ..simulation.plant_errors import ASSUMED, kinetic_friction
from .record import FRICTION_SCALE, RunRecord, compensable
from .tracking import plant_level

UNITS = (1.0, "kg"), (1e-3, "g")
"""Units of a mass, as kg and name."""


class FrictionNumbers(NamedTuple):
    """Dry friction of n joints, each (n,) N·m, the mean of both directions.

    Attributes:
        known: kinetic friction by the arm's numbers.
        compensated: torque of the compensation in fast motion, without viscous friction.
        kinetic: kinetic friction of the simulated joints.
        break_away: friction of the simulated joints at rest.
    """

    known: FloatArray
    compensated: FloatArray
    kinetic: FloatArray
    break_away: FloatArray


def friction_numbers_of(record: RunRecord) -> FrictionNumbers:
    """Return the friction of the simulated joints and of the compensation; zeros if friction is not simulated."""
    if not record.friction:
        return FrictionNumbers(*(np.zeros(record.arm.n),) * 4)
    known = [joint.dry for joint in kinetic_friction(record.arm)]
    compensated = [joint.dry for joint in FrictionCompensation.of(record.arm, FRICTION_SCALE).joints]
    kinetic = [joint.dry for joint in kinetic_friction(record.plant.arm)]
    return FrictionNumbers(
        np.array(known), MARGIN * FRICTION_SCALE * np.array(compensated), np.array(kinetic), record.plant.break_away
    )


def plant_sentences(record: RunRecord) -> list[str]:
    """Return one sentence on the friction of the simulated arm, and one on its bodies."""
    return [_friction_sentence(record), _bodies_sentence(record)]


def _friction_sentence(record: RunRecord) -> str:
    arm, errors = record.arm, record.plant.errors
    if not record.friction:
        return "The simulated joints have no friction, unlike those of a real arm."
    if not compensable(arm):
        return (
            f"{arm.name} has no friction numbers, so the simulated joints have none and nothing is compensated: on a "
            "real arm, errors are larger by friction / proportional gain."
            if not any(joint.dry or joint.viscous for joint in kinetic_friction(arm))
            else f"The friction numbers of {arm.name} are not above their tolerances, so nothing is compensated."
        )
    rests = ""
    numbers = friction_numbers_of(record)
    moving = numbers.kinetic > 0.0
    if moving.any():
        ratio = numbers.break_away[moving] / numbers.kinetic[moving]
        rests = f" Break-away torque is {_range(ratio)} times kinetic friction."
    if not errors.friction:
        return (
            "Plant and compensation share the numbers of kinetic friction, so a real arm has larger errors; the "
            f"compensation uses {100 * (MARGIN * FRICTION_SCALE):.0f} % of them.{rests}"
        )
    return (
        f"Kinetic friction of the plant is {100 * errors.friction:.0f} % above or below the arm's numbers, at random "
        f"(seed {errors.seed}); the compensation uses {100 * (MARGIN * FRICTION_SCALE):.0f} % of the arm's numbers."
        f"{rests}"
    )


def _bodies_sentence(record: RunRecord) -> str:
    arm, plant, level = record.arm, record.plant, plant_level(record)
    joint = int(np.argmax(level))
    off = (
        f"the wrong torque along the motion causes the largest error at {arm.joint_names[joint]}: "
        f"{record.model_error[joint]:.2g} {arm.joints[joint].effort_text} RMS cause about {1e3 * level[joint]:.2g} mrad"
    )
    known = "" if record.payload_known or not record.payload.mass else "; the model does not know the load"
    if not plant.errors.bodies:
        return f"Plant and model share the numbers of all bodies, so a real arm has larger errors{known}."
    drawn = f"seed {plant.errors.seed}, --plant-seed draws others; {100 * ASSUMED:.0f} % where the arm gives none"
    return (
        "Masses, centers of mass, inertias and motor inertias of the plant are off within their tolerances "
        f"({drawn}), and it carries {_mass(plant.hidden_load)} that the model does not have: {off}{known}."
    )


def _range(values: FloatArray) -> str:
    low, high = f"{values.min():.1f}", f"{values.max():.1f}"
    return low if low == high else f"{low} to {high}"


def _mass(mass: float) -> str:
    size, unit = UNITS[0] if mass >= 0.1 else UNITS[1]
    return f"{mass / size:.2g} {unit}"


def difference_table(record: RunRecord) -> tuple[list[str], list[list[str]]]:
    """Return headings and one row per joint: friction and motor inertia of model and plant, difference in torque."""
    arm, plant = record.arm, record.plant.arm
    numbers = friction_numbers_of(record)
    unit, inertia = arm.effort_text, " or ".join({"kg" if joint.slides else "kg·m²": None for joint in arm.joints})
    head = [
        "joint",
        f"dry friction compensated, {unit}",
        f"dry friction of the plant, moving, {unit}",
        f"at rest, {unit}",
        f"motor inertia of the model, {inertia}",
        f"of the plant, {inertia}",
        f"difference in torque, RMS, {unit}",
    ]
    columns = (
        (numbers.compensated, ".2f"),
        (numbers.kinetic, ".2f"),
        (numbers.break_away, ".2f"),
        (arm.motor_inertia, "#.3g"),
        (plant.motor_inertia, "#.3g"),
        (np.round(record.model_error, 9), ".3g"),  # below, rounding
    )
    rows = [
        [name, *(f"{values[joint]:{form}}" for values, form in columns)] for joint, name in enumerate(arm.joint_names)
    ]
    return head, rows


def plant_json(record: RunRecord) -> dict[str, Any]:
    """Return the differences as data for JSON."""
    errors, numbers = record.plant.errors, friction_numbers_of(record)
    return {
        "friction": record.friction,
        "friction_error": errors.friction,
        "bodies": "tolerance" if errors.bodies else "exact",
        "seed": errors.seed,
        "hidden_load_kg": record.plant.hidden_load,
        "dry_friction_known": numbers.known.tolist(),
        "dry_friction_compensated": numbers.compensated.tolist(),
        "dry_friction_moving": numbers.kinetic.tolist(),
        "dry_friction_at_rest": numbers.break_away.tolist(),
        "torque_difference_rms": record.model_error.tolist(),
        "sentences": plant_sentences(record),
    }
