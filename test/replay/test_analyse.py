"""From a bag on the disk to the verdict."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from helpers.replay.bags import START, write_bag
from helpers.replay.driven import FRICTION, driven

from puma560_dynamics import MissingDependencyError, ReplaySettings, compare_recording, extras, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.feed_forward.feed_forward import SWITCHED_TERMS
from puma560_dynamics.errors import StateError
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.replay.analyse import analyse
from puma560_dynamics.replay.motion.motion import Motion
from puma560_dynamics.replay.reading.samples import CommandSamples, JointSamples

MODELS = ("full", "newton_euler")
LOAD = Payload.of(2.0, (0.0, 0.0, 0.1))
SETTINGS = ReplaySettings(models=MODELS, model="full", friction="fit")


def recorded(path: Path, motion: Motion, *, effort: bool = True, command: bool = False) -> Path:
    """A bag of what the joint states of a driver would hold."""
    stamp = START + np.round(1e9 * motion.time).astype(np.int64)
    nothing = np.full_like(motion.q, np.nan)
    states = JointSamples(stamp, stamp, motion.q, motion.qd, motion.effort if effort else nothing)
    commands = CommandSamples(stamp, motion.effort) if command else None
    return write_bag(path, states=states, commands=commands, names=("waist", "shoulder", "elbow", "wrist_roll",
                     "wrist_bend", "flange"))  # fmt: skip


def test_an_arm_as_the_model_has_it(arm: Arm, tmp_path: Path):
    motion = driven(arm, 24.0, friction=FRICTION, noise=0.002)
    seen: list[tuple[float, str]] = []
    torques: list[np.ndarray] = []
    found = analyse(
        [recorded(tmp_path / "bag", motion)],
        SETTINGS,
        lambda share, words: seen.append((share, words)),
        lambda piece, named: torques.append(named["model"][piece.used]),
    )
    assert found.verdict.level == "good"
    assert found.causes == ()
    assert seen[-1][0] == pytest.approx(1.0)
    assert all(a[0] <= b[0] for a, b in itertools.pairwise(seen))
    assert sum(map(len, torques)) == found.timing.used == found.total["effort"].count[0]
    assert found.band is not None
    assert found.timing.count == len(motion.time)
    assert set(found.models) == set(MODELS)
    assert set(found.terms["effort"]) == set(SWITCHED_TERMS)
    assert "fitted" in found.sources["friction"]
    # Friction was 1 + j forwards and 0.8 + j backwards.
    fast = found.profile.velocity > 0.5
    reached = fast & (found.profile.count > 0)
    for joint in range(6):
        expected = FRICTION[joint].torque(found.profile.velocity[joint])
        np.testing.assert_allclose(found.profile.friction[joint][reached[joint]], expected[reached[joint]], atol=0.1)


def test_a_forgotten_load_is_the_first_thing_to_read(arm: Arm, tmp_path: Path):
    bag = recorded(tmp_path / "bag", driven(arm, 24.0, payload=LOAD, friction=FRICTION, noise=0.002))
    found = analyse([bag], replace(SETTINGS, friction="arm"))
    assert found.verdict.level == "bad"
    assert "load" in found.verdict.headline
    # Friction is not that of table 7 either, and explains more: joint 6 has five times as much.
    assert "Friction" in found.verdict.headline
    load = next(one for one in found.causes if one.kind == "payload")
    assert load.values["mass_kg"] == pytest.approx(2.0, abs=4 * load.values["mass_error_kg"])
    told = analyse([bag], replace(SETTINGS, payload=LOAD))
    assert told.verdict.level == "good"


def held(motion: Motion, longest: int, often: float) -> Motion:
    """States that a driver repeats under new stamps for up to `longest` samples, before it catches up."""
    rng = np.random.default_rng(5)
    shown = np.arange(len(motion.time))
    begins = np.flatnonzero(rng.uniform(size=len(shown)) < often)
    for begin, length in zip(begins, rng.integers(1, longest + 1, len(begins)), strict=True):
        shown[begin : begin + length] = shown[begin]
    return replace(motion, q=motion.q[shown], qd=motion.qd[shown], effort=motion.effort[shown])


def test_states_under_wrong_stamps_show_no_cause(arm: Arm, tmp_path: Path):
    """Topic-based hardware repeats its last state while the other end is late; the accelerations are wrong then."""
    motion = held(driven(arm, 24.0, friction=FRICTION, noise=0.002), 12, 0.1)
    found = analyse([recorded(tmp_path / "bag", motion)], replace(SETTINGS, friction="arm"))
    assert found.verdict.level == "warning"
    assert found.verdict.headline == "Joint states are repeated under new stamps"
    assert "causes are not searched" in found.verdict.sentence
    assert found.causes == ()
    assert any(finding.kind == "stale" for finding in found.findings)


def test_a_state_that_is_repeated_for_one_sample_does_not_hide_a_cause(arm: Arm, tmp_path: Path):
    loaded = driven(arm, 24.0, payload=LOAD, friction=FRICTION, noise=0.002)
    for motion in (loaded, held(loaded, 1, 0.05)):
        found = analyse([recorded(tmp_path / f"bag{len(list(tmp_path.iterdir()))}", motion)], SETTINGS)
        assert "load" in found.verdict.headline
        assert not any(finding.kind == "stale" for finding in found.findings)


def test_commands_stand_in_for_efforts(arm: Arm, tmp_path: Path):
    motion = driven(arm, 12.0, friction=FRICTION)
    found = analyse([recorded(tmp_path / "bag", motion, effort=False, command=True)], SETTINGS)
    assert set(found.total) == {"command"}
    assert found.sources["target"] == "command"
    assert "commands" in found.verdict.sentence
    assert np.isfinite(found.traces.mean["residual"]).any()


def test_neither_effort_nor_command(arm: Arm, tmp_path: Path):
    found = analyse([recorded(tmp_path / "bag", driven(arm, 4.0), effort=False)], SETTINGS)
    assert found.verdict.headline == "Nothing to compare with"
    assert not any("too little motion" in finding.message for finding in found.findings)
    assert found.total == {}
    assert set(found.models) == set(MODELS)


def test_too_short_for_the_filter(arm: Arm, tmp_path: Path):
    found = analyse([recorded(tmp_path / "bag", driven(arm, 0.02))], SETTINGS)
    assert found.verdict.headline == "Nothing to compare with"


def test_unknown_friction_is_refused(tmp_path: Path):
    with pytest.raises(StateError, match="fit"):
        analyse([tmp_path], ReplaySettings(friction="guess"))


BAG = Path(__file__).parents[2] / "examples" / "pick_and_place"


def test_one_path_or_several_and_settings_or_none():
    told: list[float] = []
    settings = ReplaySettings(models=("generated",))
    expected = analyse([BAG], settings)
    for found in (
        compare_recording(str(BAG), settings),
        compare_recording("example", settings),
        compare_recording([BAG], settings, lambda s, _: told.append(s)),
    ):
        np.testing.assert_array_equal(found.total["effort"].rms, expected.total["effort"].rms)
    assert told[-1] == 1.0


def test_everything_that_is_missing_is_named_before_the_work(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(extras, "installed", lambda module: False)
    with pytest.raises(MissingDependencyError, match=r"rosbags and mcap.*pip install 'puma560_dynamics\[replay\]'"):
        compare_recording(BAG)


@pytest.mark.parametrize("friction", ["none", "fit"])
def test_an_effort_without_gravity_can_be_stated(arm: Arm, tmp_path: Path, friction: str):
    """Of a bag too; the residual is then that of the whole effort compared with the whole model."""
    motion = driven(arm, 24.0, friction=FRICTION, noise=0.002)
    weightless = replace(motion, effort=motion.effort - load_model("pinocchio", arm).gravity(motion.q))
    settings = replace(SETTINGS, friction=friction)
    whole = analyse([recorded(tmp_path / "whole", motion)], settings)
    bag = [recorded(tmp_path / "weightless", weightless)]
    stated = analyse(bag, replace(settings, columns="effort.without=gravity"))
    np.testing.assert_allclose(stated.total["effort"].rms, whole.total["effort"].rms, rtol=1e-6)
    np.testing.assert_allclose(stated.term_rms["gravity"], 0.0)
    assert "effort_without" in {finding.kind for finding in stated.findings}
    unstated = analyse(bag, settings)
    assert unstated.verdict.level == "bad"
    if friction == "fit":  # otherwise friction is by far the largest cause, and the advice is to fit it
        assert unstated.verdict.headline == "The effort does not contain gravity"


def test_a_joint_that_stands_has_no_lag(arm: Arm, tmp_path: Path):
    motion = driven(arm, 24.0, friction=FRICTION, noise=0.002)
    still = np.array([1.0, 1.0, 1.0, 1.0, 0.0, 1.0])
    q, qd, qdd = motion.q * still, motion.qd * still, motion.qdd * still
    effort = load_model("pinocchio", arm).torque(q, qd, qdd)
    bag = recorded(tmp_path / "bag", replace(motion, q=q, qd=qd, qdd=qdd, effort=effort))
    lag = analyse([bag], SETTINGS).total["effort"].lag
    assert np.isnan(lag[4]) and np.isfinite(lag[1:4]).all()
