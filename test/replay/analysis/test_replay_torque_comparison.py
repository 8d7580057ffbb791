"""What comparison, profile and differences of models say of motions whose truth is known."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from helpers.replay.driven import FRICTION, cut, driven, evaluator

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.joint_friction import JointFriction
from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.replay.analysis.evaluation import pieces
from puma560_dynamics.replay.analysis.friction_sums import ProfileSums
from puma560_dynamics.replay.analysis.model_differences import ModelDifferences
from puma560_dynamics.replay.analysis.torque_band import TorqueBand, half_width
from puma560_dynamics.replay.analysis.torque_comparison import TorqueComparison
from puma560_dynamics.replay.motion.motion import Motion


def compared(arm: Arm, *motions: Motion, target: str = "effort") -> TorqueComparison:
    comparison, compute = TorqueComparison(np.zeros(6)), evaluator(arm, target=target)
    for motion in motions:
        for piece in pieces(motion, Findings()):
            comparison.add(compute.evaluate(piece))
    return comparison


def test_terms_add_up_to_pinocchios_torque(arm: Arm):
    motion = driven(arm, 4.0)
    found = evaluator(arm, (JointFriction(),) * 6).evaluate(motion)
    np.testing.assert_allclose(found.total, motion.effort, atol=1e-11)
    motors = load_model("pinocchio", arm).arm.motor_inertia * motion.qdd
    np.testing.assert_allclose(found.terms["motor_inertia"], motors)
    weightless = load_model("pinocchio", arm.with_(gravity=0.0)).torque(motion.q, motion.qd, 0 * motion.qdd)
    np.testing.assert_allclose(found.terms["coriolis"] + found.terms["centrifugal"], weightless, atol=1e-11)


def test_an_offset_is_the_bias_and_all_of_the_residual(arm: Arm):
    motion = driven(arm, 8.0, friction=FRICTION)
    slow = np.abs(motion.qd).min(axis=1) < 0.08  # there the smooth sign is not yet 1
    motion = replace(motion, effort=motion.effort + np.arange(6.0), used=~slow)
    found = compared(arm, motion)
    np.testing.assert_allclose(found.total["effort"].bias, np.arange(6.0), atol=1e-9)
    np.testing.assert_allclose(found.total["effort"].rms, np.arange(6.0), atol=1e-9)
    assert found.total["effort"].count.tolist() == [int((~slow).sum())] * 6
    for term in ("gravity", "friction", "centrifugal"):
        np.testing.assert_allclose(found.terms["effort"][term].bias, np.arange(6.0), atol=1e-9)


def test_pieces_change_no_number(arm: Arm):
    motion = driven(arm, 40.0, friction=FRICTION, noise=0.002)
    whole, parts = compared(arm, motion), compared(arm, *cut(motion, 10, 3000, 3001))
    np.testing.assert_allclose(parts.total["effort"].rms, whole.total["effort"].rms, rtol=1e-12)
    np.testing.assert_allclose(parts.terms["effort"]["coriolis"].r2, whole.terms["effort"]["coriolis"].r2, rtol=1e-9)
    np.testing.assert_allclose(parts.term_rms["gravity"], whole.term_rms["gravity"], rtol=1e-12)
    one, other = (found.band(np.full(6, 0.1)) for found in (whole, parts))
    assert one is not None
    assert other is not None
    np.testing.assert_allclose(other.outside, one.outside)


@pytest.mark.parametrize("allowance", [0.0, 0.7])
def test_share_outside_the_band(arm: Arm, allowance: float):
    """A residual of one and a half band widths at every fourth sample."""
    motion = driven(arm, 8.0)
    tolerance = TorqueBand(arm).half_width(motion.q, motion.qd, motion.qdd)
    wide = half_width(tolerance, np.full(6, allowance))
    size = np.where(np.arange(len(motion.time))[:, None] % 4 == 0, 1.5, 0.5)
    comparison = TorqueComparison(np.zeros(6))
    comparison.add(evaluator(arm, (JointFriction(),) * 6).evaluate(replace(motion, effort=motion.effort + size * wide)))
    found = comparison.band(np.full(6, allowance))
    assert found is not None
    np.testing.assert_allclose(found.outside, 0.25)
    np.testing.assert_allclose(found.tolerance_rms, np.sqrt(np.mean(tolerance**2, axis=0)), rtol=1e-12)
    np.testing.assert_allclose(found.tolerance_largest, tolerance.max(axis=0), rtol=1e-12)
    np.testing.assert_allclose(found.rms, np.sqrt(np.mean(wide**2, axis=0)), rtol=1e-12)


def test_without_tolerances_the_band_is_what_else_is_open(arm: Arm):
    comparison = compared(arm.with_(quantities={}), driven(arm, 2.0))
    found = comparison.band(np.full(6, 0.5))
    assert found is not None
    np.testing.assert_allclose(found.rms, 2.0 * np.hypot(0.5, comparison.stiction_rms))
    nothing = replace(driven(arm, 2.0), effort=np.full_like(driven(arm, 2.0).q, np.nan))
    assert compared(arm, nothing).band(np.ones(6)) is None


def test_the_command_is_compared_too_and_can_be_the_target(arm: Arm):
    motion = driven(arm, 8.0, friction=FRICTION)
    motion = replace(motion, command=motion.effort + 1.0, effort=np.full_like(motion.q, np.nan))
    found = compared(arm, motion, target="command")
    assert set(found.total) == {"command"}
    assert found.total["command"].bias == pytest.approx(np.ones(6), abs=0.05)
    band = found.band(np.zeros(6))
    assert band is not None
    assert np.isfinite(band.outside).all()


def test_published_terms_are_computed_again(arm: Arm):
    motion = driven(arm, 8.0)
    gravity = load_model("pinocchio", arm).gravity(motion.q)
    velocity = load_model("pinocchio", arm.with_(gravity=0.0)).torque(motion.q, motion.qd, 0 * motion.qdd)
    terms = {"gravity": gravity, "velocity": velocity * 1.1}
    found = compared(arm, replace(motion, terms=terms)).published
    assert found["gravity"].largest == pytest.approx(np.zeros(6), abs=1e-11)
    root = np.sqrt(np.mean(velocity**2, axis=0))
    np.testing.assert_allclose(found["velocity"].rms, 0.1 * root, rtol=1e-6)


def test_published_sums_contain_the_terms_that_were_switched_on(arm: Arm):
    motion = driven(arm, 8.0)
    gravity = load_model("pinocchio", arm).gravity(motion.q)
    off = (np.arange(len(motion.time)) < 400)[:, None]
    nothing = np.full_like(gravity, np.nan)
    terms = {"gravity": np.where(off, np.nan, gravity), "coriolis": nothing, "centrifugal": nothing}
    sums = {"velocity": np.zeros_like(gravity), "total": np.where(off, 0.0, gravity)}
    found = compared(arm, replace(motion, terms=terms | sums)).published
    assert found["total"].largest == pytest.approx(np.zeros(6), abs=1e-11)
    assert np.isnan(found["velocity"].largest).all()


def test_samples_that_are_not_finite_are_counted(arm: Arm):
    motion = driven(arm, 2.0)
    qdd = motion.qdd.copy()
    qdd[:7, 2] = np.nan
    findings = Findings()
    kept = list(pieces(replace(motion, qdd=qdd), findings))
    assert sum(len(piece.time) for piece in kept) == len(motion.time) - 7
    assert [finding.count for finding in findings.warnings] == [7]


def test_every_model_against_pinocchio(arm: Arm):
    motion = driven(arm, 4.0)
    kinds = ("full", "abbreviated", "generated", "newton_euler", "pinocchio")
    findings = Findings()
    differences = ModelDifferences(arm, Payload(), kinds, findings)
    differences.add(motion)
    found = differences.result()
    assert set(found) == set(kinds) - {"pinocchio"}
    for kind, difference in found.items():
        torque = load_model(kind, arm).torque(motion.q, motion.qd, motion.qdd)
        apart = np.abs(torque - motion.effort)
        np.testing.assert_allclose(difference.largest, apart.max(axis=0), atol=1e-12)
        assert difference.relative == pytest.approx(np.max(apart.max(axis=0) / arm.maximum_torque), abs=1e-13)
        assert (difference.relative < 1e-12) == difference.exact


def test_a_model_that_does_not_fit_is_noted(arm: Arm):
    crooked = Payload(1.0, np.array([0.1, 0.0, 0.0]))
    tilted = arm.with_(gravity_direction=np.array([0.0, 0.6, -0.8]))
    findings = Findings()
    differences = ModelDifferences(tilted, crooked, ("full", "newton_euler"), findings)
    differences.add(driven(arm, 1.0))
    assert set(differences.result()) == {"newton_euler"}
    assert "full" in findings.notes[0].message


def test_a_model_that_would_be_searched_for_is_noted(arm: Arm, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Another arm is none that the package keeps terms for, nor, with an empty cache, the user."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    other = arm.with_(motors=tuple(replace(motor, maximum_torque=1.1 * motor.maximum_torque) for motor in arm.motors))
    kinds = ("generated_abbreviated", "newton_euler")
    for one, expected in ((other, {"newton_euler"}), (arm, set(kinds))):
        findings = Findings()
        differences = ModelDifferences(one, Payload(), kinds, findings)
        differences.add(driven(arm, 1.0))
        assert set(differences.result()) == expected
        assert len(findings.notes) == len(kinds) - len(expected)


def test_the_profile_shows_friction(arm: Arm):
    motion = driven(arm, 40.0, friction=FRICTION)
    sums = ProfileSums(arm)
    for part in cut(motion, 100, 5000):
        sums.add(evaluator(arm).evaluate(part))
    profile = sums.result(FRICTION)
    assert profile.count.sum() == 6 * len(motion.time)
    for joint in range(6):
        full = (profile.count[joint] > 5) & (np.abs(profile.velocity[joint]) > 0.1)
        assert full.sum() > 20
        expected = FRICTION[joint].torque(profile.velocity[joint])
        width = profile.velocity[joint, 1] - profile.velocity[joint, 0]
        np.testing.assert_allclose(profile.mean[joint][full], expected[full], atol=0.3 * width)
        np.testing.assert_allclose(profile.friction[joint][full], expected[full])
        assert np.abs(motion.qd[:, joint]).max() < np.abs(profile.velocity[joint]).max() + width
