"""Parameters of the feed-forward node, and the settings and the model that they ask for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...arm import Arm
from ...arrays import FloatArray
from ...control.feed_forward.acceleration import SOURCES
from ...control.feed_forward.feed_forward import TERM_NAMES
from ...control.feed_forward.friction import FrictionCompensation
from ...control.gate.command_guard import LONGEST_STAY, take_over_time
from ...control.gate.guard_setup import GuardSetup
from ...control.gate.supervision import NO_GUARD, RIVAL_POLICIES
from ...control.joint_state_reader import MEASURED, VELOCITY_SOURCES
from ...control.loop_settings import LOOP_BOUNDS, LoopSettings
from ...models.interface import DynamicModel
from ...models.kinds import DEFAULT_MODEL, MODEL_KINDS
from ...models.load import load_model
from ...models.payload.holdable import check_holdable
from .controller_joints import CHECKED, CHOICES
from .controller_watch import MANAGER
from .description_check import TOLERANCE
from .gate_parameters import GATE_PARAMETERS, gate_settings
from .parameters import ARM_PARAMETERS, GYROSCOPIC, Declared, a_joint_each, given_each
from .payload_parameters import PAYLOAD_PARAMETERS, payload
from .priority import HIGHEST
from .topics import GUARD

_USUAL = LoopSettings()


def _of_loop(name: str, description: str, **options: Any) -> Declared:
    """A parameter of the name, default and range of an attribute of `LoopSettings`."""
    low, high = LOOP_BOUNDS.get(name, (None, None))
    return Declared(name, getattr(_USUAL, name), description, minimum=low, maximum=high, **options)


PARAMETERS = (
    *ARM_PARAMETERS,
    Declared("autostart", False, "configure and activate without a lifecycle manager"),
    Declared("model", DEFAULT_MODEL, f"model: {', '.join(MODEL_KINDS)}", choices=MODEL_KINDS),
    GYROSCOPIC,
    *(
        Declared(
            f"terms.{name}", name in _USUAL.terms, f"whether the {name} term is part of the torque", read_only=False
        )
        for name in TERM_NAMES
    ),
    Declared(
        "velocity_source",
        MEASURED,
        "velocity of the arm: measured, as joint_states have it, or position, the displacement over 0.02 s by stamps, "
        "which is 0.01 s late; where the gravity term is on alone none is needed",
        choices=VELOCITY_SOURCES,
    ),
    _of_loop(
        "acceleration_source",
        "acceleration of the inertia terms: none, reference, or filtered (measured velocity, first-order low-pass)",
        read_only=False,
        choices=SOURCES,
    ),
    _of_loop("acceleration_cutoff", "cut-off of the filtered acceleration, Hz"),
    _of_loop(
        "configuration_update_divider",
        "evaluate the configuration-dependent terms every so many samples",
    ),
    Declared(
        "friction.scale",
        0.5,
        "share of the compensation; 1 compensates 0.9 of the kinetic friction",
        read_only=False,
        minimum=0.0,
        maximum=1.0,
    ),
    Declared(
        "friction.coulomb",
        [0.0],
        "kinetic Coulomb friction a joint, N·m; [0.0] for that of the arm file, or without one for 0.45 of the "
        "break-away torques",
    ),
    Declared(
        "friction.viscous",
        [0.0],
        "viscous friction a joint, N·m·s/rad; [0.0] for that of the arm file, or without one none",
    ),
    Declared(
        "friction.dead_band", 0.02, "velocity below which Coulomb friction is not compensated, rad/s", minimum=0.0
    ),
    Declared("friction.smoothing", 0.05, "velocity over which it rises to 76 %, rad/s", minimum=0.0001),
    Declared(
        "friction.position_resolution",
        [0.0],
        "one count of the encoder a joint, rad; the dead band of a measured velocity is at least two counts a sample; "
        "[0.0] where it is unknown",
    ),
    *PAYLOAD_PARAMETERS,
    _of_loop("hardware_compensates_gravity", "the drive adds the gravity torque itself: leave it out here"),
    _of_loop("reference_timeout", "age of a reference, by its stamp and by its arrival, after which it is dropped, s"),
    Declared(
        "controller_joints",
        CHECKED,
        "whether the controller is asked for its joints: unchecked, never; checked, so that another order is refused, "
        "and no torque begins while it has not answered; required, so that none begins before it is there",
        choices=CHOICES,
    ),
    MANAGER,
    TOLERANCE,
    Declared(
        "acceleration_limit",
        [0.0],
        "largest acceleration of a reference, for each joint, rad/s²; [0.0] for what the motors can give",
    ),
    Declared("guard", GUARD, "node that guards the commands, whose heartbeat is required; none: no guard"),
    Declared(
        "command_timeout",
        0.0,
        "silence of commands after which the guard takes over a torque, s, at least twice state_timeout and less than "
        "4; 0 for three times state_timeout",
        minimum=0.0,
        maximum=LONGEST_STAY,
    ),
    _of_loop(
        "state_publishers",
        "how many nodes may publish joint_states; more where a gripper has its own; 0 for any number",
    ),
    _of_loop(
        "rival_policy",
        "what a second publisher of commands leads to: close (the gate) or warn",
        choices=RIVAL_POLICIES,
    ),
    *GATE_PARAMETERS,
    Declared(
        "realtime_priority",
        0,
        "priority of all threads of the node before ordinary processes (SCHED_FIFO); 0 for an ordinary one",
        minimum=0,
        maximum=HIGHEST,
    ),
    Declared("lock_memory", False, "keep the memory of the node from being swapped out"),
)


def loop_settings(arm: Arm, given: Mapping[str, Any], names: tuple[str, ...]) -> LoopSettings:
    """The settings that parameter values `given` ask for, with the joints' `names` on the wire.

    Raises:
        StateError: a value that makes no sense.
    """
    plain = ("acceleration_source", "hardware_compensates_gravity", "guard", "rival_policy")
    return LoopSettings(
        gate=gate_settings(arm, given, names),
        terms=_terms(given),
        friction=_friction(arm, given),
        acceleration_limit=given_each("acceleration_limit", given, arm.n),
        **{name: given[name] for name in (*plain, *LOOP_BOUNDS)},
    )


def guard_setup(arm: Arm, given: Mapping[str, Any], settings: LoopSettings, scale: FloatArray) -> GuardSetup:
    """What a guard of these commands must know.

    Args:
        arm: the arm.
        given: parameter values.
        settings: of the torque loop.
        scale: (n,) what a torque is multiplied by before it is sent.

    Raises:
        StateError: a time-out that the node's own reactions do not allow.
    """
    gate = settings.gate
    assert gate is not None
    guarded = settings.guard != NO_GUARD
    timeout = take_over_time(gate, given["command_timeout"] or None) if guarded else gate.timing.command_timeout
    holds_gravity = not settings.hardware_compensates_gravity
    return GuardSetup(arm, gate, scale, timeout, holds_gravity, given["velocity_source"])


def changed_settings(settings: LoopSettings, arm: Arm, given: Mapping[str, Any]) -> LoopSettings:
    """`settings` with what may change at run time as parameter values `given` ask for; the payload is the model's.

    Raises:
        StateError: a value that makes no sense.
    """
    return settings.with_(
        terms=_terms(given), friction=_friction(arm, given), acceleration_source=given["acceleration_source"]
    )


def _terms(given: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(name for name in TERM_NAMES if given[f"terms.{name}"])


def _friction(arm: Arm, given: Mapping[str, Any]) -> FrictionCompensation:
    coulomb, viscous = (given_each(f"friction.{name}", given, arm.n) for name in ("coulomb", "viscous"))
    return FrictionCompensation.of(
        arm,
        given["friction.scale"],
        coulomb=coulomb,
        viscous=viscous,
        dead_band=given["friction.dead_band"],
        smoothing=given["friction.smoothing"],
        position_resolution=a_joint_each("friction.position_resolution", given, arm.n, np.zeros(arm.n)),
    )


def loaded_model(arm: Arm, given: Mapping[str, Any]) -> DynamicModel:
    """The model with the payload, ready to be asked in a loop.

    Raises:
        Puma560Error: the model does not fit the arm (a tilted base …), or the payload makes no sense
            or is more than the arm can hold.
    """
    load = payload(given, arm)
    check_holdable(arm, load)
    model = load_model(given["model"], arm, load, gyroscopic=given["gyroscopic"])
    model.torque_and_gravity(*np.zeros((3, arm.n)))  # some prepare at the first call what takes long
    return model
