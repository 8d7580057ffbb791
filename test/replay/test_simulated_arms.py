"""A simulated arm that is what its description says agrees with it; one that differs by a few per cent does not."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest
from helpers.arm.palletiser import palletiser
from helpers.replay.light_runs import light_description, light_run

from puma560_dynamics import Payload, ReplaySettings, compare_recording, load_arm, load_model
from puma560_dynamics.replay.result import Analysis

pytest.importorskip("mujoco")

MASS = 0.56
"""kg, of the arm."""


@lru_cache
def run(dry: float) -> dict[str, np.ndarray]:
    return light_run(light_description(dry))


@lru_cache
def replayed(dry: float, load: float = 0.0) -> Analysis:
    """The run of a perfect arm, compared with one that carries a load (kg) in the middle of its tool."""
    payload = Payload(mass=load) if load else Payload()
    settings = ReplaySettings(arm=light_description(dry), payload=payload, model="newton_euler", models=())
    return compare_recording(run(dry), settings)


@pytest.mark.parametrize("dry", [0.0, 0.1])
def test_a_perfect_arm_agrees(dry: float):
    found = replayed(dry)
    assert found.verdict.level == "good", found.verdict.sentence
    assert found.band is not None
    assert np.all(found.band.outside < 0.05)


@pytest.mark.parametrize(("dry", "share"), [(0.0, 0.02), (0.1, 0.1)])
def test_a_load_of_a_few_per_cent_of_the_arm_does_not(dry: float, share: float):
    found = replayed(dry, share * MASS)
    assert found.verdict.level != "good", found.verdict.sentence


def test_joints_that_follow_others_need_no_effort_and_may_be_recorded():
    """An exact motion of a palletiser with all its joints in the recording: those without motors do not count."""
    arm = load_arm(palletiser())
    time = np.arange(0.0, 6.0, 0.004)
    size, speed = np.array([0.8, 0.3, 0.4, 1.0]), np.array([2.0, 1.5, 2.5, 3.0])
    swing = np.outer(time, speed)
    q, qd, qdd = 0.2 + size * np.sin(swing), size * speed * np.cos(swing), -size * speed**2 * np.sin(swing)
    torque = load_model("newton_euler", arm).torque(q, qd, qdd)
    chain = arm.chain_positions(q)
    table = {"t": time}
    for place, name in enumerate(arm.chain.joint_names):
        table[f"{name}.position"] = chain[:, place]
        own = name in arm.joint_names
        table[f"{name}.effort"] = torque[:, arm.joint_names.index(name)] if own else np.full(len(time), 1e3)
    settings = ReplaySettings(arm=palletiser(), model="newton_euler", models=("pinocchio",))
    found = compare_recording(table, settings)
    assert found.verdict.level == "good", found.verdict.sentence
    assert (found.total["effort"].rms < 1e-3 * np.sqrt(np.mean(torque**2, axis=0))).all()


@pytest.mark.parametrize(
    ("dry", "share"), [(0.0, 0.02), (0.0, 0.05), (0.0, 0.1), (0.0, 0.3), (0.1, 0.05), (0.1, 0.1), (0.1, 0.3)]
)
def test_a_load_is_called_a_load(dry: float, share: float):
    """Offsets and torque constants explain nearly as much: the load is the first cause, or one of those named."""
    found = replayed(dry, share * MASS)
    load = "payload differs from that of the model"
    assert load in found.verdict.headline
    assert found.verdict.headline.startswith(f"The {load}") or " or the payload differs" in found.verdict.headline
    rivals = [one for one in found.causes if one.indistinguishable]
    assert ("does not distinguish" in found.verdict.sentence) == bool(rivals)
    (cause,) = [one for one in found.causes if one.kind == "payload"]
    assert cause is found.causes[0] or cause.indistinguishable
    assert cause.values["mass_kg"] == pytest.approx(-share * MASS, abs=4.0 * cause.values["mass_error_kg"])


def test_an_effort_of_zeros_is_none():
    """Drivers without a sensor publish zeros: no offset, and nothing to compare with."""
    settings = ReplaySettings(arm=light_description(0.0), model="newton_euler", models=())
    found = compare_recording({**run(0.0), "tau": np.zeros_like(run(0.0)["tau"])}, settings)
    assert found.verdict.headline == "Nothing to compare with"
    assert "exactly 0 while the arm moves" in found.verdict.sentence
    assert found.causes == ()


def test_an_effort_of_zeros_at_one_joint_is_reported():
    settings = ReplaySettings(arm=light_description(0.0), model="newton_euler", models=())
    efforts = run(0.0)["tau"] * (np.arange(run(0.0)["tau"].shape[1]) != 1)
    for tau, count in ((run(0.0)["tau"], 0), (efforts, 1)):
        found = compare_recording({**run(0.0), "tau": tau}, settings)
        words = [finding.message for finding in found.findings if finding.kind == "silent"]
        assert (
            words
            == [f"the effort of {found.arm.joint_names[1]} is exactly 0 while it moves: it is not measured"][:count]
        )


def test_the_acceleration_is_that_of_the_arm_and_not_that_which_was_asked_of_it():
    found = replayed(0.0)
    assert "second derivative" in found.sources["acceleration"]
    asked = ReplaySettings(arm=light_description(0.0), model="newton_euler", models=(), acceleration="reference")
    worse = compare_recording(run(0.0), asked)
    assert np.all(worse.total["effort"].rms > found.total["effort"].rms)


def test_samples_under_the_brake_are_not_compared():
    found = replayed(0.0)
    kinds = {finding.kind: finding for finding in found.findings}
    assert {"brake", "near_brake"} <= set(kinds)
    assert not kinds["near_brake"].loss
