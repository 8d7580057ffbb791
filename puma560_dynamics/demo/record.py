"""Record of a run as plain arrays."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..arm import Arm
from ..arrays import FloatArray
from ..control.feed_forward.feed_forward import MODEL_TERMS


@dataclass(frozen=True)
class Setting:
    """A feed-forward setting of the run.

    Attributes:
        name: short, for tables and plots.
        terms: names of the active terms, a subset of `MODEL_TERMS`.
    """

    name: str
    terms: tuple[str, ...]


SETTINGS = (
    Setting("PD alone", ()),
    Setting("PD + gravity", ("gravity",)),
    Setting("PD + full model", MODEL_TERMS),
)
"""The three settings that are compared, same gains."""


@dataclass(frozen=True)
class PhaseRecord:
    """One motion under one setting; T samples at the times of `joint_states`.

    Attributes:
        setting: what was active.
        time: (T,) s since the start of the motion.
        reference: (T, n) rad, where the arm should have been at these times.
        position: (T, n) rad.
        velocity: (T, n) rad/s.
        effort: (T, n) N·m, the torque that acted.
        terms: per name of `MODEL_TERMS` (M, n) N·m as the feed-forward node published it, at `terms_time`.
        terms_time: (M,) s since the start of the motion.
        residual: (R, n) N·m, explicit model minus Pinocchio, as the validator published it.
        diverged: which joint ran away and when, in words; empty if none did.
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
        folder: where it is.
        messages: in it, by topic, 0 where none came; empty if it was not closed.
    """

    folder: str
    messages: Mapping[str, int]


@dataclass(frozen=True)
class RunRecord:
    """A whole run.

    Attributes:
        arm: the arm that was run.
        model: kind of the explicit model.
        rate: Hz asked of `joint_states`.
        duration: s asked of one motion.
        friction: whether the simulated joints had dry friction.
        proportional, derivative: (n,) PD gains, N·m/rad and N·m·s/rad.
        phases: one a setting, in order; a motion that diverged is the last one.
        state_latency: (S,) s, from the stamp of a joint state to its arrival at the recorder (one hop), as all
            latencies and rates in the part of the run that is in real time.
        torque_latency: (S,) s, from the stamp of a joint state to the arrival of the torque computed
            from it (two hops and the model).
        model_time: (S,) s, what the model's evaluation took inside the feed-forward node.
        rates: Hz reached, by topic.
        others: cores that other programs took while these were measured; nan if unknown.
        rejected: messages refused, by node.
        worst_diagnostic: per diagnostic status name, (level 0 to 3, message) of the worst seen.
        recording: the bag, if one was asked for.
        versions: package -> version.
        wall_time: s, the whole run.
    """

    arm: Arm
    model: str
    rate: float
    duration: float
    friction: bool
    proportional: FloatArray
    derivative: FloatArray
    phases: tuple[PhaseRecord, ...]
    state_latency: FloatArray
    torque_latency: FloatArray
    model_time: FloatArray
    rates: Mapping[str, float]
    rejected: Mapping[str, int]
    worst_diagnostic: Mapping[str, tuple[int, str]]
    others: float = math.nan
    recording: RunBag | None = None
    versions: Mapping[str, str] = field(default_factory=dict)
    wall_time: float = 0.0
