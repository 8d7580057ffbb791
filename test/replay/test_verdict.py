"""When a verdict is good, and what it says when it is not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.joint_friction import JointFriction
from puma560_dynamics.replay.noise import NoiseSums
from puma560_dynamics.replay.result import Agreement, Band, ModelDifference, Suspect
from puma560_dynamics.replay.verdict import EXACT, judge, unknown_torque

NONE = np.zeros(6)
ONE = np.ones(6)


def agreement(rms: np.ndarray) -> Agreement:
    return Agreement(np.full(6, 100), rms, rms, rms, rms, rms, rms, rms)


def payload(share: float) -> Suspect:
    message = f"a load of 2.10 ± 0.02 kg would explain {share:.0%} of the residual"
    return Suspect("payload", ONE, share, message, {"mass_kg": 2.1})


def test_levels_follow_the_excess(arm: Arm):
    for size, level in ((0.9, "good"), (1.5, "warning"), (2.5, "bad")):
        rms = 0.1 * ONE
        rms[2] = size
        verdict = judge(arm, "effort", agreement(rms), ONE, (), {})
        assert verdict.level == level
        assert "joint3" in verdict.sentence
        assert f"{size:.1f} times" in verdict.sentence


def test_a_main_cause_is_the_headline(arm: Arm):
    verdict = judge(arm, "effort", agreement(5 * ONE), ONE, (payload(0.96),), {})
    assert verdict.level == "bad"
    assert "load" in verdict.headline
    assert "2.10 ± 0.02 kg" in verdict.sentence
    offset = Suspect("offset", ONE, 0.3, "an offset of the effort would explain 30% of the residual", {})
    doubtful = judge(arm, "effort", agreement(5 * ONE), ONE, (offset,), {})
    assert "offset" not in doubtful.headline
    assert "an offset" in doubtful.sentence


def test_a_load_is_named_beside_a_cause_that_explains_more(arm: Arm):
    friction = Suspect("friction", ONE, 0.7, "other friction would explain 70% of the residual", {})
    verdict = judge(arm, "effort", agreement(5 * ONE), ONE, (friction, payload(0.2)), {})
    assert "load" in verdict.headline
    assert "Friction" in verdict.headline
    assert "2.10 ± 0.02 kg" in verdict.sentence


def test_a_cause_of_next_to_nothing_is_no_alarm(arm: Arm):
    assert judge(arm, "effort", agreement(0.5 * ONE), ONE, (payload(0.99),), {}).level == "good"


def test_a_joint_that_cannot_be_judged_is_no_excuse(arm: Arm):
    rms = 3.0 * ONE
    rms[0] = np.nan
    assert judge(arm, "effort", agreement(rms), ONE, (), {}).level == "bad"


def test_nothing_to_compare(arm: Arm):
    empty = replace(agreement(np.full(6, np.nan)), count=np.zeros(6, dtype=np.int64))
    for nothing in (None, empty):
        assert judge(arm, "effort", nothing, ONE, (), {}).level == "warning"
    assert "command" in judge(arm, "command", agreement(0.1 * ONE), ONE, (), {}).sentence


def test_an_exact_model_must_be_exact(arm: Arm):
    wrong = {"full": ModelDifference(ONE, ONE, 2 * EXACT, True), "abbreviated": ModelDifference(ONE, ONE, 0.1, False)}
    verdict = judge(arm, "effort", agreement(NONE), ONE, (), wrong)
    assert verdict.level == "bad"
    assert "full" in verdict.sentence
    assert "abbreviated" not in verdict.sentence


def test_what_nobody_claims_to_know_adds_as_squares(arm: Arm):
    band = Band(3.0 * ONE, ONE, ONE)
    resolution = arm.torque_resolution
    found = unknown_torque(arm, "arm", 8.0 * ONE, band, 1.0 * ONE)
    np.testing.assert_allclose(found, np.sqrt(9 + 16 + 1 + resolution**2))
    known = arm.with_(friction=(JointFriction(1.0, 1.0),) * 6)
    np.testing.assert_allclose(unknown_torque(known, "arm", 8.0 * ONE, None, NONE), np.hypot(2.0, resolution))
    none = unknown_torque(arm, "none", NONE, None, NONE)
    np.testing.assert_allclose(none, np.hypot(arm.break_away_torque, resolution))


def test_noise_is_told_from_smooth_torques():
    rng = np.random.default_rng(0)
    time = np.arange(20_000) * 0.004
    sums = NoiseSums(2)
    residual = 10.0 * np.sin(3 * time)[:, None] + [0.2, 0.5] * rng.standard_normal((len(time), 2))
    residual[:100] = np.nan
    for part in np.array_split(residual, 3):
        sums.add(part)
    assert sums.result() == pytest.approx([0.2, 0.5], rel=0.05)
    assert NoiseSums(2).result() == pytest.approx([0, 0])
