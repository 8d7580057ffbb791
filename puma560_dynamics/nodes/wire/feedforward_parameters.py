"""Parameters of the feed-forward node, and the settings and model made from them.

Most are specified at the settings classes (`torque_parameters`); those of the process and its model are defined here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ...arm import Arm
from ...arrays import FloatArray
from ...control.drivers import check_driver, driver_rates
from ...control.effort_unit import UNIT_PARAMETERS
from ...control.feed_forward.feed_forward import SWITCHED_TERMS
from ...control.feed_forward.friction import FrictionCompensation
from ...control.gate.gate_settings import BRAKES, RATE_FROM_LIMIT, GateSettings
from ...control.gate.guard_setup import GuardSetup
from ...control.gate.supervision import NO_GUARD
from ...control.gate.timing import MAX_STAY_S, take_over_time
from ...control.guiding.guiding_settings import TOOL_POINT, WALLS, GuidingSettings, planes_given
from ...control.joint_state_reader import VELOCITY_SOURCE
from ...control.loop_settings import LoopSettings
from ...control.parameter_spec import NODE, ParameterSpec, fields_given, given_each
from ...control.torque_parameters import FRICTION, GUIDING, parameters_for
from ...errors import StateError
from ...models.interface import DynamicModel
from ...models.kinds import DEFAULT_MODEL, MODEL_KINDS
from ...models.load import load_model
from ...models.payload.payload_model import check_holdable
from ...system.machine import HIGHEST
from .controller_joints import CHECKED, JOINT_CHECKS
from .controller_watch import MANAGER
from .parameters import ARM_PARAMETERS, GYROSCOPIC
from .payload_parameters import payload
from .reference_source import REFERENCE_SOURCE, REFERENCE_TOPIC
from .topics import GUARD
from .waypoint_services import WAYPOINTS_FILE

MODEL = ParameterSpec("model", DEFAULT_MODEL, f"model: {', '.join(MODEL_KINDS)}", choices=MODEL_KINDS)

PARAMETERS = (
    *ARM_PARAMETERS,
    ParameterSpec("autostart", False, "configure and activate without a lifecycle manager"),
    MODEL,
    GYROSCOPIC,
    VELOCITY_SOURCE,
    *(replace(spec, default=GUARD) if spec.name == "guard" else spec for spec in parameters_for(NODE)),
    REFERENCE_SOURCE,
    REFERENCE_TOPIC,
    ParameterSpec(
        "controller_joints",
        CHECKED,
        "check of the controller's joints: unchecked; checked (a different order is refused, and no torque begins "
        "before an existing controller has answered); required (no torque begins before the controller exists)",
        choices=JOINT_CHECKS,
    ),
    MANAGER,
    ParameterSpec(
        "command_timeout",
        0.0,
        "time without commands after which the guard takes over a torque, s; at least twice state_timeout, less than "
        f"{MAX_STAY_S:g}; 0 for three times state_timeout",
        minimum=0.0,
        maximum=MAX_STAY_S,
    ),
    WAYPOINTS_FILE,
    *UNIT_PARAMETERS,
    ParameterSpec(
        "realtime_priority",
        0,
        "real-time priority (SCHED_FIFO) of all threads of the process; 0 for ordinary scheduling",
        minimum=0,
        maximum=HIGHEST,
    ),
    ParameterSpec("lock_memory", False, "keep the memory of the node from being swapped out"),
)


def loop_settings(arm: Arm, given: Mapping[str, Any], names: tuple[str, ...]) -> LoopSettings:
    """Return the settings for the parameter values `given` and the joint `names` of the messages.

    Raises:
        StateError: an invalid value.
    """
    check_driver(given)
    return LoopSettings(
        gate=_gate(arm, given, names),
        terms=_terms(given),
        friction=_friction(arm, given),
        guiding=_guiding(arm, given),
        **fields_given(LoopSettings, given, arm.n),
    )


def _gate(arm: Arm, given: Mapping[str, Any], names: tuple[str, ...]) -> GateSettings:
    if given["brakes"] not in BRAKES:
        raise StateError(
            f"brakes: expected one of {', '.join(BRAKES)}, got {given['brakes']!r}; set it to what holds the arm "
            "while the node sends no torque"
        )
    rates = (given_each(name, given, arm.n) for name in ("torque_rate", "removal_rate"))
    growth, removal = driver_rates(given["driver"], names, RATE_FROM_LIMIT * arm.maximum_torque, *rates)
    plain = fields_given(GateSettings, given, arm.n)
    return GateSettings.of(arm, given["torque_limit_scale"], growth, removal, **plain).with_(joint_names=names)


def _guiding(arm: Arm, given: Mapping[str, Any]) -> GuidingSettings:
    return GuidingSettings(
        walls=planes_given(given[WALLS.name]),
        tool_point=tuple(given[TOOL_POINT.name]),
        **fields_given(GuidingSettings, given, arm.n, GUIDING),
    )


def guard_setup(arm: Arm, given: Mapping[str, Any], settings: LoopSettings, scale: FloatArray) -> GuardSetup:
    """Return the setup of a guard for these commands.

    Args:
        arm: the arm.
        given: parameter values.
        settings: settings of the torque loop.
        scale: (n,) factor from a torque to the effort that is sent.

    Raises:
        StateError: a time-out that `take_over_time` rejects.
    """
    gate = settings.gate
    assert gate is not None
    guarded = settings.guard != NO_GUARD
    timeout = take_over_time(gate.timing, given["command_timeout"] or None) if guarded else gate.timing.command_timeout
    holds_gravity = not settings.hardware_compensates_gravity
    return GuardSetup(arm, gate, scale, timeout, holds_gravity, given["velocity_source"])


def changed_settings(settings: LoopSettings, arm: Arm, given: Mapping[str, Any]) -> LoopSettings:
    """Return `settings` with the run-time parameters from `given`, except the payload, which belongs to the model.

    Raises:
        StateError: an invalid value.
    """
    return settings.with_(
        terms=_terms(given),
        friction=_friction(arm, given),
        acceleration_source=given["acceleration_source"],
        mode=given["mode"],
    )


def _terms(given: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(name for name in SWITCHED_TERMS if given[f"terms.{name}"])


def _friction(arm: Arm, given: Mapping[str, Any]) -> FrictionCompensation:
    coulomb, viscous = (given_each(f"{FRICTION}{name}", given, arm.n) for name in ("coulomb", "viscous"))
    plain = fields_given(FrictionCompensation, given, arm.n, FRICTION)
    return FrictionCompensation.of(arm, coulomb=coulomb, viscous=viscous, **plain)


def loaded_model(arm: Arm, given: Mapping[str, Any]) -> DynamicModel:
    """Return the model with the payload, prepared for use in a control loop.

    Raises:
        Puma560Error: the model does not fit the arm (a tilted base …), or the payload is invalid
            or heavier than the arm can hold.
    """
    load = payload(given, arm)
    check_holdable(arm, load)
    model = load_model(given["model"], arm, load, gyroscopic=given["gyroscopic"])
    model.torque_and_gravity(*np.zeros((3, arm.n)))  # some models do slow preparations at the first call
    return model
