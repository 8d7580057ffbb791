"""Sources of the C++ core, and its settings, made from the settings of a `TorqueLoop` with the same names."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ..arm import Arm
from ..arm.friction_terms import COMPENSATED, FRICTION_TERMS
from ..arrays import FloatArray
from ..control.feed_forward.change_over import SOURCES
from ..control.feed_forward.feed_forward import TERM_NAMES
from ..control.feed_forward.friction import FrictionCompensation
from ..control.gate.gate_settings import BRAKES, FAULT_POLICIES, GateSettings
from ..control.gate.supervision import NO_GUARD
from ..control.guiding.guiding_settings import MODES, GuidingSettings, hold_of
from ..control.guiding.plane_walls import planes_of
from ..control.loop_settings import CONTACT_POLICIES, LoopSettings
from ..control.motor_inertia import least_inertia
from ..control.observer.contact_bounds import contact_bounds
from ..control.observer.contact_estimate import WITHOUT
from ..control.observer.torque_uncertainty import prediction_error
from ..control.parameter_spec import CONTROLLER, ParameterSpec
from ..control.torque_parameters import FIELDS, FRICTION, GUIDING
from ..errors import StateError
from ..models.load import load_model

MOST_JOINTS = 16
"""Largest number of joints that the core supports."""


NUMBERS = tuple(spec for spec in FIELDS if CONTROLLER in spec.users and isinstance(spec.default, float))
"""Parameters of the controller that are numbers in ``torque_core_settings``."""

SWITCHES = tuple(spec for spec in FIELDS if CONTROLLER in spec.users and isinstance(spec.default, bool))
"""Parameters of the controller that are switches in ``torque_core_settings``."""


def core_name(spec: ParameterSpec) -> str:
    """Return the field name of a parameter in ``torque_core_settings``."""
    return spec.name.replace(".", "_")


def settings_table() -> str:
    """Return the text of ``core/settings_table.h``: `NUMBERS` and `SWITCHES` as lists for the C preprocessor."""
    numbers = [
        f'    X({core_name(spec)}, {spec.name}, {spec.minimum!r}, {spec.maximum!r}, "{_after_a_space(spec.unit)}")'
        for spec in NUMBERS
    ]
    switches = [f"    X({core_name(spec)}, {spec.name})" for spec in SWITCHES]
    lists = {
        "TORQUE_CORE_NUMBERS": ("field, parameter of the controller, least and largest value, unit", numbers),
        "TORQUE_CORE_SWITCHES": ("field, parameter of the controller", switches),
    }
    parts = [
        f"/* X({arguments}) */\n#define {name}(X) \\\n" + " \\\n".join(lines)
        for name, (arguments, lines) in lists.items()
    ]
    return _HEAD + "\n\n".join(parts) + "\n\n#endif /* TORQUE_CORE_SETTINGS_TABLE_H */\n"


def _after_a_space(unit: str) -> str:
    return f" {unit}" if unit else ""


_HEAD = """\
/* Fields of torque_core_settings that are parameters, with their bounds: written by
 * `python -m tools.generate.core_table` from the settings classes in control/, which describe them. */
#ifndef TORQUE_CORE_SETTINGS_TABLE_H
#define TORQUE_CORE_SETTINGS_TABLE_H

"""


def core_settings(arm: Arm, settings: LoopSettings, acceleration_limit: FloatArray) -> dict[str, list[float] | float]:
    """Return the fields of ``torque_core_settings`` for one arm.

    Args:
        arm: the arm.
        settings: settings of the loop. Limits of positions and velocities also apply to references.
        acceleration_limit: (n,) rad/s², limit of a reference, unless `settings` has one.

    Returns:
        Numbers by field; a list has one entry per joint, `gravity_vector` three entries. Computed torque is off, and
        there is no payload.

    Raises:
        StateError: more joints than the core supports, or settings that the core does not support: coupled motors, a
            guard, a `configuration_update_divider`, and friction that is not among the `COMPENSATED` numbers, such as
            nonlinear viscous friction.
    """
    if len(arm.links) > MOST_JOINTS:
        and_links = f" and {len(arm.links)} links" if arm.followers else ""
        raise StateError(f"{arm.name} has {arm.n} joints{and_links}; the core supports at most {MOST_JOINTS}")
    if arm.coupled:
        raise StateError(f"motors of {arm.name} are coupled (transmission); the core limits only the torque of joints")
    if settings.configuration_update_divider != 1:
        raise StateError(
            "the core has no configuration_update_divider, because its torque takes less time than the products with "
            "held elements (docs/decomposition.md); leave it at 1"
        )
    if settings.guard != NO_GUARD:
        raise StateError("the core has no guard; leave it at its default")
    gate = GateSettings.of(arm) if settings.gate is None else settings.gate
    friction = FrictionCompensation.of(arm) if settings.friction is None else settings.friction
    guiding = GuidingSettings() if settings.guiding is None else settings.guiding
    for name, term in FRICTION_TERMS.items():
        # The Coulomb numbers are already without the offset, and friction that grows with the load is not compensated.
        ignored = term.basis is None or term.at_joint or term.times_load
        if name not in COMPENSATED and not ignored and any(getattr(one, name) for one in friction.joints):
            raise StateError(f"the core has no `{name}` of friction; give friction as `least_friction` does")
    limit = acceleration_limit if settings.acceleration_limit is None else settings.acceleration_limit
    resolution = friction.position_resolution.tolist()
    arrays = {
        name: getattr(gate, name).tolist()
        for name in ("maximum_torque", "motor_torque", "torque_rate", "removal_rate", "lower", "upper", "velocity")
    }
    return {
        **arrays,
        "acceleration_limit": limit.tolist(),
        "motor_inertia": arm.motor_inertia.tolist(),
        **{name: [getattr(joint, name) for joint in friction.joints] for name in COMPENSATED},
        "position_resolution": resolution * arm.n if len(resolution) == 1 else resolution,
        **contact_numbers(arm),
        **guiding_numbers(arm, guiding),
        "stiffness": [0.0] * arm.n,
        "damping": [0.0] * arm.n,
        **{core_name(spec): _value(spec, settings, gate, friction, guiding) for spec in NUMBERS},
        **{core_name(spec): int(_value(spec, settings, gate, friction, guiding)) for spec in SWITCHES},
        "acceleration_cutoff": settings.acceleration_cutoff,
        "gravity_vector": arm.gravity_vector.tolist(),
        "terms": terms_mask(settings.terms),
        "acceleration_source": SOURCES.index(settings.acceleration_source),
        "fault_policy": FAULT_POLICIES.index(gate.fault_policy),
        "mode": MODES.index(settings.mode),
        "brakes": BRAKES.index(gate.brakes),
        "contact_policy": CONTACT_POLICIES.index(settings.contact_policy),
        "effort_without": WITHOUT.index(settings.effort_without),
    }


def contact_numbers(arm: Arm) -> dict[str, list[float] | float]:
    """Return the fields ``contact_*`` of ``torque_core_settings`` that depend on the arm alone."""
    bounds = contact_bounds(load_model("newton_euler", arm))
    still = np.zeros(arm.n)
    law = {name: bounds.friction.get(name, still) for name, term in FRICTION_TERMS.items() if term.basis is not None}
    arrays = {
        "still": bounds.still, "acceleration": bounds.acceleration.ravel(), "velocity": bounds.velocity,
        "dry": bounds.dry, "reversal": bounds.reversal, "least": bounds.least,
        "motion_scale": np.broadcast_to(arm.motion_scale, arm.n), **law,
    }  # fmt: skip
    numbers = {f"contact_{name}": values.tolist() for name, values in arrays.items()}
    scalars = {name: getattr(bounds, name) for name in ("unknown", "model_widths", "noise_widths")}
    return {**numbers, **{f"contact_{name}": value for name, value in scalars.items()}}


def bounds_of_tilted(arm: Arm) -> FloatArray:
    """Return the bound (n,) N·m of `ContactBounds.still` per m/s² of gravity in any direction; 0 if identified."""
    if prediction_error(arm) is not None:
        return np.zeros(arm.n)
    turned = (arm.with_(gravity_direction=axis, gravity=1.0) for axis in np.eye(3))
    each = [contact_bounds(load_model("newton_euler", one)).still for one in turned]
    return np.asarray(np.sqrt(np.sum(np.square(each), axis=0)))


def guiding_numbers(arm: Arm, guiding: GuidingSettings) -> dict[str, list[float] | float]:
    """Return the fields ``guiding_*`` of ``torque_core_settings``, in the frames of the core.

    Args:
        arm: the arm.
        guiding: settings of hand guiding; without a hold torque, it is 0 unless hand guiding is enabled.
    """
    base, rows = arm.base, []
    for point, normal in planes_of(guiding.walls):
        turned = base[:3, :3].T @ np.array([np.subtract(point, base[:3, 3]), normal]).T
        rows += turned.T.ravel().tolist()
    last = arm.frames[-1]
    known = not guiding.enabled and guiding.hold_torque is None
    hold = np.zeros(arm.n) if known else hold_of(load_model("newton_euler", arm), guiding)
    return {
        "guiding_hold_torque": hold.tolist(),
        "guiding_inertia": least_inertia(load_model("newton_euler", arm)).tolist(),
        "guiding_walls": rows,
        "guiding_walls_count": len(rows) // 6,
        "guiding_tool_point": (last[:3, :3] @ np.array(guiding.tool_point) + last[:3, 3]).tolist(),
    }


def _value(
    spec: ParameterSpec,
    settings: LoopSettings,
    gate: GateSettings,
    friction: FrictionCompensation,
    guiding: GuidingSettings,
) -> float:
    owner: object = gate if hasattr(gate, spec.name) else settings
    if spec.name.startswith(FRICTION):
        owner = friction
    if spec.name.startswith(GUIDING):
        owner = guiding
    value: float = getattr(owner, spec.name.removeprefix(FRICTION).removeprefix(GUIDING))
    return value


def terms_mask(names: tuple[str, ...]) -> int:
    """Return names out of `TERM_NAMES` as a bit mask of the core."""
    return sum(1 << place for place, name in enumerate(TERM_NAMES) if name in names)


CORE = Path(__file__).parent / "core"
"""Folder of the sources, which is their include path."""

COMPILED = ("torque_core.cpp", "create.cpp", "complete.cpp")
"""Compiled sources; all others are headers."""


def core_files() -> dict[str, str]:
    """Return the text of every source of the core by file name."""
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(CORE.glob("*.[hc]*"))}
