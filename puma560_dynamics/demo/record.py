"""Record of a run as plain arrays."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..arm import Arm
from ..arm.friction import least_friction
from ..arrays import FloatArray
from ..control.feed_forward.feed_forward import MODEL_TERMS, SWITCHED_TERMS
from ..models.payload.payload import Payload
from ..simulation.plant_errors import SimulatedArm


@dataclass(frozen=True)
class Setting:
    """A feed-forward setting of the run.

    Attributes:
        name: short name for tables and plots.
        terms: names of the active terms, a subset of `SWITCHED_TERMS`.
    """

    name: str
    terms: tuple[str, ...]


SETTINGS = (
    Setting("PD alone", ()),
    Setting("PD + gravity", ("gravity",)),
    Setting("PD + full model", MODEL_TERMS),
    Setting("PD + model + friction", SWITCHED_TERMS),
)
"""The settings that are compared, with the same gains and the same plant. The last one needs friction."""

WITH_MODEL, WITH_FRICTION = 2, 3
"""Places of the settings with the model of rigid bodies, and with friction compensation, in `SETTINGS`."""

FRICTION_SCALE = 1.0
"""Fraction of friction compensation (`FrictionCompensation.scale`) in a run."""


def run_settings(arm: Arm, friction: bool) -> tuple[Setting, ...]:
    """Return the settings of a run: all, or those without friction compensation.

    Args:
        arm: the arm.
        friction: whether the simulated joints have friction.
    """
    return SETTINGS if friction and compensable(arm) else SETTINGS[:WITH_FRICTION]


def compensable(arm: Arm) -> bool:
    """Return whether the arm has friction numbers that can be compensated."""
    return any(joint.dry > 0.0 or joint.viscous > 0.0 for joint in least_friction(arm))


@dataclass(frozen=True)
class PhaseRecord:
    """One motion with one setting; T samples at the times of `joint_states`.

    Attributes:
        setting: active setting.
        time: (T,) s since the start of the motion.
        reference: (T, n) rad, reference positions at these times.
        position: (T, n) rad, measured positions.
        velocity: (T, n) rad/s, measured velocities.
        effort: (T, n) N·m, acting torque.
        terms: for each name of `MODEL_TERMS`, and ``friction`` if it was active, the torque (M, n) N·m that the
            feed-forward node published, at `terms_time`.
        terms_time: (M,) s since the start of the motion.
        residual: (R, n) N·m, explicit model minus Pinocchio, as published by the validator.
        diverged: sentence on the joint that ran away, with the time; empty if no joint did.
    """

    setting: Setting
    time: FloatArray
    reference: FloatArray
    position: FloatArray
    velocity: FloatArray
    effort: FloatArray
    terms: Mapping[str, FloatArray]
    terms_time: FloatArray
    residual: FloatArray
    diverged: str = ""


@dataclass(frozen=True)
class RunBag:
    """The bag of a run.

    Attributes:
        folder: folder of the bag.
        messages: number of messages by topic, 0 if none arrived; empty if the bag was not closed.
    """

    folder: str
    messages: Mapping[str, int]


@dataclass(frozen=True)
class RunRecord:
    """A whole run.

    Attributes:
        arm: the arm that was run.
        model: kind of the explicit model.
        rate: requested rate of `joint_states`, Hz.
        duration: requested duration of one motion, s.
        friction: whether the simulated joints had friction.
        plant: numbers of the simulated arm, without the payload.
        model_error: (n,) N·m, RMS difference of plant and model along the motion, without friction.
        payload: load that the simulated arm carried, in the frame of its link.
        payload_known: whether the model had this load, too.
        proportional, derivative: (n,) PD gains, N·m/rad and N·m·s/rad.
        phases: one phase for each setting, in order; a motion that diverged is the last one.
        state_latency: (S,) s, from the stamp of a joint state to its arrival at the recorder (one hop); like all
            latencies and rates, measured in the real-time part of the run.
        torque_latency: (S,) s, from the stamp of a joint state to the arrival of the torque computed
            from it (two hops and the model).
        model_time: (S,) s, computing time of the model inside the feed-forward node.
        rates: measured rates in Hz, by topic.
        others: number of cores that other programs used during these measurements; nan if unknown.
        rejected: number of rejected messages, by node.
        worst_diagnostic: worst diagnostic status by status name, as (level 0 to 3, message).
        recording: the bag, if one was requested.
        versions: versions by package.
        wall_time: duration of the whole run, s.
    """

    arm: Arm
    model: str
    rate: float
    duration: float
    friction: bool
    plant: SimulatedArm
    model_error: FloatArray
    proportional: FloatArray
    derivative: FloatArray
    phases: tuple[PhaseRecord, ...]
    state_latency: FloatArray
    torque_latency: FloatArray
    model_time: FloatArray
    rates: Mapping[str, float]
    rejected: Mapping[str, int]
    worst_diagnostic: Mapping[str, tuple[int, str]]
    payload: Payload = field(default_factory=Payload)
    payload_known: bool = True
    others: float = math.nan
    recording: RunBag | None = None
    versions: Mapping[str, str] = field(default_factory=dict)
    wall_time: float = 0.0
