"""Analyses made from synthetic recordings: what reports and tables are tested with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache

import numpy as np

from helpers.replay.analysis_parts import agreement, causes, motion, profile, terms_of, timing, traces
from puma560_dynamics.arm import load_arm
from puma560_dynamics.bags.findings import Finding
from puma560_dynamics.control.feed_forward.feed_forward import SWITCHED_TERMS
from puma560_dynamics.control.observer.contact_events import Contact
from puma560_dynamics.models.load import load_model
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.replay.result import (
    Agreement,
    Analysis,
    Band,
    ContactLimits,
    ModelDifference,
    SourceFile,
    StateTiming,
    TopicFound,
    Traces,
    VelocityProfile,
    Verdict,
)
from puma560_dynamics.replay.settings import ReplaySettings

BUCKET = 4


@lru_cache
def example(load: float = 0.0, scale: float = 1.0, noise: float = 0.15) -> Analysis:
    """A recording of an arm with a load (kg) that the model does not know, `scale` times its friction, and noise."""
    arm = load_arm("akb1986")
    states = motion(arm)
    terms = terms_of(arm, states)
    model = sum(terms.values(), start=np.zeros_like(states["q"]))
    arguments = (states["q"], states["qd"], states["qdd"])
    acting = load_model("newton_euler", arm, Payload.of(load, [0.0, 0.0, 0.05])).torque(*arguments)
    shaken = np.random.default_rng(2).normal(0.0, noise, model.shape) * arm.maximum_torque / arm.maximum_torque.max()
    effort = acting + scale * terms["friction"] + shaken
    command = model - terms["friction"] + 0.5 * terms["friction"]
    residual = effort - model
    half = 0.03 * np.abs(terms["gravity"]) + 0.05 * np.abs(terms["inertia"]) + 0.01 * arm.maximum_torque
    allowance = 0.01 * arm.maximum_torque
    wide = 2.0 * np.hypot(half, allowance)
    outside = np.mean(np.abs(residual) > wide, axis=0)
    signals = {**states, **terms, "effort": effort, "command": command, "model": model, "residual": residual}
    signals = {**{name: values for name, values in signals.items() if name != "time"}, "band": wide}
    found = causes(arm, states, residual)
    good = float(outside.max()) < 0.2
    total = {"effort": agreement(effort, model), "command": agreement(command, model)}
    nearly = np.array([1e-13, 5e-13, 3e-13, 1e-14, 1e-14, 1e-15])
    return Analysis(
        name="morning_run",
        arm=arm,
        settings=ReplaySettings(),
        files=(SourceFile("morning_run/morning_run_0.mcap", "mcap", "chunks", 12_345_678, False),),
        topics=(
            TopicFound("/joint_states", "sensor_msgs/msg/JointState", states["time"].size, "joint states"),
            TopicFound("/forward/commands", "std_msgs/msg/Float64MultiArray", states["time"].size, "command"),
            TopicFound("/rosout", "rcl_interfaces/msg/Log", 12, "not used: no joint data"),
        ),
        findings=(
            Finding("gap", "2 gaps, the longest of 112 ms; velocity is filtered on either side apart", 2),
            Finding("truncated", "morning_run_0.mcap ends early; 1 of 37 chunks could not be read"),
            Finding("names", "joint names waist … flange taken as joint1 … joint6", loss=False),
        ),
        sources={"velocity": "recorded", "acceleration": "filtered, 15 Hz", "friction": "table 7 as Coulomb friction"},
        timing=timing(states["time"]),
        total=total,
        terms={
            name: {term: agreement(signal - model + terms[term], terms[term]) for term in SWITCHED_TERMS}
            for name, signal in (("effort", effort), ("command", command))
        },
        term_rms={term: np.sqrt(np.mean(terms[term] ** 2, axis=0)) for term in SWITCHED_TERMS},
        published={"gravity": agreement(terms["gravity"] + 1e-3, terms["gravity"])},
        models={
            "full": ModelDifference(nearly, nearly / 3.0, float((nearly / arm.maximum_torque).max()), True),
            "abbreviated": ModelDifference(1e12 * nearly, 3e11 * nearly, 5e-3, False),
        },
        band=Band(np.sqrt(np.mean(half**2, axis=0)), half.max(axis=0), np.sqrt(np.mean(wide**2, axis=0)), outside),
        causes=found,
        traces=traces(states["time"], signals, BUCKET),
        worst=tuple(
            traces(states["time"][part], {name: values[part] for name, values in signals.items()}, 1)
            for part in (
                slice(max(0, at - 60), at + 60) for at in np.abs(residual).argmax(axis=0)
            )
        ),
        profile=profile(arm, states, effort - model + terms["friction"]),
        contacts=(),
        contact_limits=ContactLimits(
            0.05 * arm.maximum_torque, 0.03 * arm.maximum_torque, np.linspace(0.5, 1.0, arm.n), np.array([[2.0, 2.5]])
        ),
        verdict=Verdict("good", "The model fits the arm", "Nearly every sample lies inside the band of tolerances.")
        if good
        else Verdict("bad", f"The model does not fit: {found[0].kind}", f"Most likely {found[0].message}."),
        versions={"puma560_dynamics": "0.1.0", "numpy": np.__version__},
        elapsed=1.3,
    )  # fmt: skip


def wrong_payload() -> Analysis:
    """2 kg that the model does not know of."""
    return example(load=2.0)


def _without(values: Traces, names: set[str]) -> Traces:
    def blank(signals: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        return {name: np.full_like(each, np.nan) if name in names else each for name, each in signals.items()}

    return replace(values, mean=blank(values.mean), low=blank(values.low), high=blank(values.high))


def without_effort() -> Analysis:
    """A bag whose joint states have no effort: the command is what there is."""
    whole = example()
    assert whole.band is not None

    def of_command(values: Traces) -> Traces:
        left = values.mean["command"] - values.mean["model"]
        mean, low, high = ({**each, "residual": left} for each in (values.mean, values.low, values.high))
        return _without(replace(values, mean=mean, low=low, high=high), {"effort"})

    return replace(
        whole,
        total={"command": whole.total["command"]},
        terms={"command": whole.terms["command"]},
        traces=of_command(whole.traces),
        band=replace(whole.band, outside=np.ones(whole.arm.n)),  # half of the friction is larger than the band
        verdict=Verdict("warning", "Only commands were recorded", "The model is compared with what was asked for."),
        worst=tuple(of_command(each) for each in whole.worst),
    )


def without_torque() -> Analysis:
    """Neither effort nor command: nothing to compare with, no band and no cause."""
    whole = example()
    gone = {"effort", "command", "residual", "band"}
    nothing = np.full_like(whole.profile.mean, np.nan)
    return replace(
        whole,
        total={}, terms={}, published={}, band=None, causes=(), worst=(),
        traces=_without(whole.traces, gone),
        profile=replace(whole.profile, count=np.zeros_like(whole.profile.count), mean=nothing, deviation=nothing),
        verdict=Verdict("warning", "Nothing to compare with", "The recording has neither effort nor command."),
    )  # fmt: skip


def one_joint_missing() -> Analysis:
    """Joint 4 has no effort."""
    whole = wrong_payload()
    assert whole.band is not None
    alone = np.arange(whole.arm.n) == 3

    def blank(found: Agreement) -> Agreement:
        gone = {name: np.where(alone, np.nan, values) for name, values in vars(found).items() if name != "count"}
        return Agreement(count=np.where(alone, 0, found.count), **gone)

    def thin(values: Traces) -> Traces:
        def cut(signals: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
            gone = ("effort", "residual")
            return {name: np.where(alone, np.nan, each) if name in gone else each for name, each in signals.items()}

        return replace(values, mean=cut(values.mean), low=cut(values.low), high=cut(values.high))

    return replace(
        whole,
        total={name: blank(found) if name == "effort" else found for name, found in whole.total.items()},
        band=replace(whole.band, outside=np.where(alone, np.nan, whole.band.outside)),
        traces=thin(whole.traces),
        worst=tuple(thin(each) for each in whole.worst),
    )


def touched() -> Analysis:
    """The arm was pushed twice, the second time at three joints."""
    whole = wrong_payload()
    nan = np.nan
    both = (
        Contact(3.1, 3.42, (1,), np.array([nan, 14.0, nan, nan, nan, nan]), np.array([nan, 3.0, nan, nan, nan, nan]),
                standing=True),
        Contact(12.31, 13.58, (2, 1, 0), np.array([-5.2, -8.1, 6.4, nan, nan, nan]),
                np.array([1.0, 2.1, 0.9, nan, nan, nan]), standing=False),
    )  # fmt: skip
    return replace(whole, contacts=both)


def no_samples() -> Analysis:
    """Everything was under the brake: no sample is used."""
    whole = without_torque()
    empty = {name: values[:0] for name, values in whole.traces.mean.items()}
    none = Traces(np.zeros(0), np.zeros(0, dtype=bool), empty, {}, {}, 1)
    counts = StateTiming(0, 0, 0, 0.0, np.nan, np.nan, np.zeros(2), np.zeros(1, dtype=np.int64), np.zeros((0, 2)),
                    0, 0, 0, 0, 0, (np.nan, np.nan))  # fmt: skip
    shape = (whole.arm.n, 0)
    profile = VelocityProfile(*(np.zeros(shape, dtype=kind) for kind in (float, np.int64, float, float, float)))
    return replace(whole, traces=none, timing=counts, models={}, profile=profile, term_rms={}, findings=(), topics=())


EXAMPLES: dict[str, Callable[[], Analysis]] = {
    "good": example,
    "wrong_payload": wrong_payload,
    "without_effort": without_effort,
    "without_torque": without_torque,
    "one_joint_missing": one_joint_missing,
    "no_samples": no_samples,
    "touched": touched,
}
"""Every example by name, as functions."""
