"""Parameters of the feed-forward node, and what the pure classes make of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...arm import Arm, JointFriction, least_friction
from ...control.feed_forward.acceleration import SOURCES
from ...control.feed_forward.feed_forward import TERM_NAMES, FeedForward
from ...control.feed_forward.friction import Friction
from ...control.feed_forward.reference_check import ReferenceCheck, largest_acceleration
from ...control.gate.damping import Damping
from ...control.gate.supervision import RIVAL_POLICIES, Supervision
from ...control.gate.torque_gate import TorqueGate
from ...control.torque_loop import TorqueLoop
from ...models.interface import DynamicModel
from ...models.load import MODEL_KINDS, load_model
from ...models.payload.holdable import check_holdable
from ...models.payload.payload import Payload
from .gate_parameters import GATE_PARAMETERS, gate_settings
from .messages import GUARD
from .parameters import ARM, GYROSCOPIC, JOINTS, Declared, a_joint_each
from .priority import HIGHEST

PARAMETERS = (
    ARM,
    JOINTS,
    Declared("autostart", False, "configure and activate without a lifecycle manager"),
    Declared(
        "lock_step",
        False,
        "for `puma560 run` alone: answer each state of a plant that waits for it, all watchdogs on simulated time; "
        "refused next to anything but that plant",
    ),
    Declared("model", "full", f"model: {', '.join(MODEL_KINDS)}", choices=MODEL_KINDS),
    GYROSCOPIC,
    *(
        Declared(f"terms.{name}", name != "friction", f"whether the {name} term is part of the torque", read_only=False)
        for name in TERM_NAMES
    ),
    Declared(
        "acceleration_source",
        "reference",
        "acceleration of the inertia terms: none, reference, or filtered (measured velocity, first-order low-pass)",
        read_only=False,
        choices=SOURCES,
    ),
    Declared("acceleration_cutoff", 10.0, "cut-off of the filtered acceleration, Hz", minimum=0.01, maximum=1000.0),
    Declared(
        "configuration_update_divider",
        1,
        "evaluate the configuration-dependent terms every so many samples",
        minimum=1,
        maximum=1000,
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
    Declared("friction.dead_band", 0.02, "velocity below which Coulomb friction is left alone, rad/s", minimum=0.0),
    Declared("friction.smoothing", 0.05, "velocity over which it rises to 76 %, rad/s", minimum=0.0001),
    Declared(
        "friction.position_resolution",
        [0.0],
        "one count of the encoder a joint, rad; the dead band of a measured velocity is at least two counts a sample; "
        "[0.0] where it is unknown",
    ),
    Declared("payload.mass", 0.0, "mass on the last link, kg", read_only=False, minimum=0.0, maximum=1000.0),
    Declared(
        "payload.center_of_mass", [0.0, 0.0, 0.0], "its center of mass in the last link's frame, m", read_only=False
    ),
    Declared(
        "payload.inertia",
        [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        "Ixx, Iyy, Izz, Ixy, Ixz, Iyz about its center of mass, axes as the last link's frame, kg·m²",
        read_only=False,
    ),
    Declared("hardware_compensates_gravity", False, "the drive adds the gravity torque itself: leave it out here"),
    Declared(
        "reference_timeout",
        0.2,
        "age of a reference, by its stamp and by its arrival, after which it is dropped, s",
        minimum=0.005,
        maximum=10.0,
    ),
    Declared("acceleration_limit", [0.0], "of a reference a joint, rad/s²; [0.0] for what the motors can give"),
    Declared("guard", GUARD, "node that guards the commands, whose heartbeat is required; none: nothing does"),
    Declared(
        "state_publishers",
        1,
        "how many nodes may publish joint_states; more where a gripper has its own; 0 for any number",
        minimum=0,
        maximum=100,
    ),
    Declared(
        "rival_policy",
        "close",
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


def active_terms(given: Mapping[str, Any]) -> tuple[str, ...]:
    """The terms that are switched on."""
    return tuple(name for name in TERM_NAMES if given[f"terms.{name}"])


def friction(arm: Arm, given: Mapping[str, Any]) -> Friction:
    """What the friction term compensates.

    Raises:
        StateError: a value that makes no sense.
    """
    known = least_friction(arm)
    numbers = [
        a_joint_each(f"friction.{name}", given, arm.n, [getattr(joint, key) for joint in known]).tolist()
        for name, key in (("coulomb", "coulomb_positive"), ("coulomb", "coulomb_negative"), ("viscous", "viscous"))
    ]
    return Friction(
        tuple(JointFriction(*each) for each in zip(*numbers, strict=True)),
        scale=given["friction.scale"],
        dead_band=given["friction.dead_band"],
        smoothing=given["friction.smoothing"],
        position_resolution=a_joint_each("friction.position_resolution", given, arm.n, np.zeros(arm.n)),
    )


def payload(given: Mapping[str, Any]) -> Payload:
    """The load on the last link.

    Raises:
        StateError: no body has these numbers.
    """
    return Payload.of(given["payload.mass"], given["payload.center_of_mass"], given["payload.inertia"])


def check_payload(arm: Arm, load: Payload) -> None:
    """Accept a payload.

    Raises:
        Puma560Error: it is more than the arm can hold.
    """
    check_holdable(arm, load)


def loaded_model(arm: Arm, given: Mapping[str, Any]) -> DynamicModel:
    """The model with the payload, ready to be asked in a loop.

    Raises:
        Puma560Error: the model does not fit the arm (a tilted base …), or the payload makes no sense
            or is more than the arm can hold.
    """
    load = payload(given)
    check_payload(arm, load)
    model = load_model(given["model"], arm, load, gyroscopic=given["gyroscopic"])
    model.torque_and_gravity(*np.zeros((3, arm.n)))  # some prepare at the first call what takes long
    return model


def torque_loop(arm: Arm, given: Mapping[str, Any], names: tuple[str, ...]) -> TorqueLoop:
    """Everything between the topics.

    Raises:
        Puma560Error: a value that makes no sense, said in one sentence.
    """
    model = loaded_model(arm, given)
    forward = FeedForward(
        model,
        active_terms(given),
        friction=friction(arm, given),
        divider=given["configuration_update_divider"],
        hardware_compensates_gravity=given["hardware_compensates_gravity"],
    )
    settings = gate_settings(arm, given, names)
    references = ReferenceCheck(
        arm,
        a_joint_each("acceleration_limit", given, arm.n, largest_acceleration(model)),
        given["reference_timeout"],
        given["clock_offset_limit"],
        names,
        settings.jump_tolerance,
    )
    return TorqueLoop(
        forward,
        TorqueGate(settings),
        damping=Damping(model, settings.damping_time, settings.velocity),
        references=references,
        supervision=Supervision(settings.timing, given["guard"], given["rival_policy"], given["state_publishers"]),
        source=given["acceleration_source"],
        cutoff=given["acceleration_cutoff"],
        reference_timeout=given["reference_timeout"],
    )
