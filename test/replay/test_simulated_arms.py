"""A simulated arm that is what its description says agrees with it; one that differs by a few per cent does not."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest
from helpers.replay.light_runs import light_description, light_run

from puma560_dynamics import Payload, ReplaySettings, compare_recording
from puma560_dynamics.replay.analysis.result import Analysis

pytest.importorskip("mujoco")

MASS = 0.56
"""kg, of the arm."""


@lru_cache
def run(dry: float) -> dict[str, np.ndarray]:
    return light_run(light_description(dry))


@lru_cache
def replayed(dry: float, load: float = 0.0) -> Analysis:
    """The run of a perfect arm, held against one that carries a load (kg) in the middle of its tool."""
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


def test_the_acceleration_is_that_of_the_arm_and_not_that_which_was_asked_of_it():
    found = replayed(0.0)
    assert "second derivative" in found.sources["acceleration"]
    asked = ReplaySettings(arm=light_description(0.0), model="newton_euler", models=(), acceleration="reference")
    worse = compare_recording(run(0.0), asked)
    assert np.all(worse.total["effort"].rms > found.total["effort"].rms)


def test_samples_that_feel_the_brake_are_not_compared():
    found = replayed(0.0)
    kinds = {finding.kind: finding for finding in found.findings}
    assert {"brake", "near_brake"} <= set(kinds)
    assert not kinds["near_brake"].loss
