"""Every cause put in alone: it is found first, with its numbers, and no other is named with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from helpers.replay.driven import KNOWN, cause_sums, driven

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.replay.analysis.evidence import Evidence
from puma560_dynamics.replay.analysis.normal_equations import fit
from puma560_dynamics.replay.analysis.residual_samples import ResidualSamples
from puma560_dynamics.replay.causes import cause_type, cause_types
from puma560_dynamics.replay.causes.cause import (
    Cause,
    CauseSamples,
    ComparedModel,
    Example,
    FittedCause,
    JointCause,
    Tried,
)
from puma560_dynamics.replay.causes.miswired_efforts import NegatedEffort, SwappedEfforts
from puma560_dynamics.replay.causes.tilted_base import TiltedBase, tilt_axes
from puma560_dynamics.replay.causes.wrong_payload import MissingBody, WrongPayload
from puma560_dynamics.replay.result import FoundCause
from puma560_dynamics.replay.verdict import cause_sums as cause_sums_module

KINDS = {
    "payload", "tilt", "lag", "hold", "friction", "offset", "motor_inertia", "effort_scale", "negated", "swapped",
    "without_gravity", "external_only", "without_motor_inertia", "missing_body", "zero", "quarter_turns",
}  # fmt: skip
"""Names that JSON, tables and users' programs have."""


def recorded(arm: Arm, kind: type[Cause], seed: int = 0) -> tuple[Example, tuple[FoundCause, ...]]:
    """The example of a cause, and the causes that are found in its recording."""
    example = kind(ComparedModel(arm, Payload(), KNOWN)).example()
    assert example is not None
    robot = example.robot
    motion = driven(robot.arm, 40.0, payload=robot.payload, friction=robot.friction, noise=example.noise, seed=seed)
    # At the beginning an effort that comes late is that of the end.
    motion = replace(motion, effort=example.effort(motion.effort), used=motion.time > 0.1)
    return example, cause_sums(arm, motion).result(0.004)


def test_every_module_is_found_and_has_its_words():
    assert {one.kind for one in cause_types()} == KINDS and len(cause_types()) == len(KINDS)
    for one in cause_types():
        assert cause_type(one.kind) is one
        assert one.headline[0].isupper() and not one.headline.endswith(".")
        assert one.advice.endswith(".") or not one.fault


@pytest.mark.parametrize(
    ("kind", "seed"),
    [*((one, 0) for one in cause_types() if one is not MissingBody), (WrongPayload, 1), (WrongPayload, 2)],
    ids=lambda each: getattr(each, "kind", None),
)
def test_a_cause_alone_is_found_and_no_other(arm: Arm, kind: type[Cause], seed: int):
    """A row of the confusion matrix; the numbers are within four standard errors, which are worth something."""
    example, (first, *others) = recorded(arm, kind, seed)
    assert first.kind == kind.kind
    assert first.explained.max() > (0.9 if kind.fault else 0.02)
    # A hold has no `in_addition`: it is reported next to the first, and none was put in.
    assert [one.kind for one in others if not one.in_addition <= 0.02] == []
    found = {name: value for name, value in first.values.items() if "_error" not in name}
    errors = {name.replace("_error", ""): value for name, value in first.values.items() if "_error" in name}
    for name, true in example.values.items():
        error = errors.get(name, 0.0)
        if example.relative:
            assert found[name] == pytest.approx(true, rel=example.relative), name
        else:
            assert found[name] == pytest.approx(true, abs=4.0 * error), name
            assert error < 0.1 * max(abs(true), 1.0)
    if issubclass(kind, (NegatedEffort, SwappedEfforts)):
        assert set(found) == set(example.values)
    if kind is WrongPayload:
        assert first.share > 0.9
        assert first.message.startswith("a payload of 2.")
    if issubclass(kind, JointCause):
        (joint,) = {name.partition(".")[0] for name in example.values}
        assert arm.joint_names[int(np.argmax(first.explained))] == joint
        assert f"{joint}:" in first.message and first.message.count("joint") == 1


def test_a_tilt_is_a_rotation_of_the_base_about_its_axes(arm: Arm):
    """Turned by 2° about its own x, the base sees gravity turned back."""
    c, s = np.cos(np.radians(2.0)), np.sin(np.radians(2.0))
    np.testing.assert_allclose(tilt_axes(arm), [[1, 0, 0], [0, 1, 0]], atol=1e-15)
    example = TiltedBase(ComparedModel(arm, Payload(), KNOWN)).example()
    assert example is not None
    tilted = example.robot.arm
    down = np.array([[1, 0, 0], [0, c, s], [0, -s, c]]) @ [0, 0, -1]
    np.testing.assert_allclose(tilted.gravity_direction, down, atol=1e-15)


class StrongerGravity(Cause):
    """A new cause in one class: gravity of another strength."""

    kind = "stronger_gravity"
    headline = "Gravity is stronger than in the model"
    advice = "Check where the robot stands."
    width = 1

    def columns(self, samples: ResidualSamples) -> FloatArray:
        return load_model("newton_euler", self.arm).gravity(samples.q).T[:, None]

    def candidates(self, sums: CauseSamples) -> Iterator[Tried]:
        found = fit(sums.grams, sums.at(type(self)))
        value, error = found.values[0], found.errors[0]
        fitted = FittedCause(self.kind, "stronger gravity", {"gravity": 1.0 + value, "gravity_error": error}, 1)
        yield Tried(fitted, sums.weights(sums.at(type(self)), -found.values), found.unseen)

    def example(self) -> Example:
        return Example(replace(self.model, arm=self.arm.with_(gravity=1.3 * self.arm.gravity)), {"gravity": 1.3})


def test_a_new_cause_takes_one_class(arm: Arm, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(cause_sums_module, "cause_types", lambda: (*cause_types(), StrongerGravity))
    example, (first, *_) = recorded(arm, StrongerGravity)
    assert first.kind == "stronger_gravity" and first.share > 0.8
    assert first.values["gravity"] == pytest.approx(example.values["gravity"], abs=4.0 * first.values["gravity_error"])


def test_what_a_recording_does_not_show_is_named(arm: Arm):
    sums = cause_sums(arm, driven(arm, 1.0))
    many, few = np.full(6, 10.0), np.array([10.0, 0.1, *np.full(4, 10.0)])
    half, none = np.full(6, 0.5), np.zeros(6)
    assert list(sums.not_shown(Evidence(many, half, none))) == []
    (still,) = sums.not_shown(Evidence(few, half, none))
    assert still.startswith("joint2 hardly moves: offset, friction and motor inertia")
    (one_way,) = sums.not_shown(Evidence(many, np.array([0.01, *np.full(5, 0.5)]), none))
    assert one_way.startswith("joint1 moves in one direction only")
    (noisy,) = sums.not_shown(Evidence(many, half, np.array([0.9, 0.9, *np.zeros(4)])))
    assert "accelerations of joint1 and joint2 are too noisy" in noisy
    (poor,) = sums.not_shown(Evidence(none, half, none))
    assert "too little motion to identify a cause" in poor
