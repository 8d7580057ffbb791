"""Joint states of one arm in several messages are joined by time: exactly, with a known error, or not silently."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from helpers.replay.bags import JOINTS, START, Raw, state_messages, write_bag, write_messages

from puma560_dynamics import ReplaySettings, compare_recording, load_arm, load_model
from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.errors import BagError
from puma560_dynamics.replay.motion.timeline import pick
from puma560_dynamics.replay.reading import samples as reading_samples
from puma560_dynamics.replay.reading.bag_recording import open_recording
from puma560_dynamics.replay.reading.samples import JointSamples

ARM = load_arm("akb1986")
MODEL = load_model("newton_euler", ARM)
FIRST, LAST = slice(0, 3), slice(3, 6)
SECONDS = 20.0

Found = tuple[JointSamples, dict[str, str]]


def motion(time: np.ndarray, late: float = 0.0, delay: float = 0.0003) -> JointSamples:
    """A smooth motion at these times, s, with stamps that are wrong by `late`; logged `delay` after it happened."""
    speed = np.linspace(1.0, 3.0, 6)
    swing = time[:, None] * speed + np.arange(6.0)
    q, qd, qdd = 0.5 * np.sin(swing), 0.5 * speed * np.cos(swing), -0.5 * speed**2 * np.sin(swing)
    stamp, log_time = (START + np.round(1e9 * (time + shift)).astype(np.int64) for shift in (late, delay))
    return JointSamples(stamp, log_time, q, qd, MODEL.torque(q, qd, qdd))


def messages(states: JointSamples, joints: slice, topic: str = "/joint_states", *fields: str) -> list[Raw]:
    """Messages of some joints, with all or some fields."""
    values = {
        name: getattr(states, name)[:, joints] * (1.0 if not fields or name in fields else np.nan)
        for name in ("position", "velocity", "effort")
    }
    return state_messages(topic, JOINTS[joints], JointSamples(states.stamp, states.log_time, **values))


def even(rate: float, begin: float = 0.0, end: float = SECONDS) -> np.ndarray:
    return begin + np.arange(round((end - begin) * rate)) / rate


def read(*paths: Path, **settings: object) -> Found:
    """All joint states, and the messages of the findings, by kind."""
    findings = Findings()
    blocks = list(open_recording(paths, ARM, ReplaySettings(**settings), findings).blocks())  # type: ignore[arg-type]
    columns = ("stamp", "log_time", "position", "velocity", "effort")
    found = JointSamples(*(np.concatenate([getattr(block.states, name) for block in blocks]) for name in columns))
    said: dict[str, str] = {}
    for one in (*findings.warnings, *findings.notes):
        said[one.kind] = f"{said.get(one.kind, '')}{one.message}"
    return found, said


def two(path: Path, one: JointSamples, other: JointSamples, topic: str = "/joint_states") -> Path:
    """A bag with two halves of an arm."""
    return write_messages(path, sorted([*messages(one, FIRST), *messages(other, LAST, topic)]))


@pytest.mark.parametrize("topic", ["/joint_states", "/wrist/joint_states"])
def test_halves_with_equal_stamps_are_joined_exactly(tmp_path: Path, topic: str):
    states = motion(even(250.0))
    found, said = read(two(tmp_path / "bag", states, states, topic))
    for name in ("stamp", "position", "velocity", "effort"):
        np.testing.assert_array_equal(getattr(found, name), getattr(states, name))
    parts = f"joint4, joint5, joint6 on {topic} at the stamps of joint1, joint2, joint3 on /joint_states"
    assert said["joined"].endswith(f"joined by time: {parts}, all at the same stamps")
    assert set(said) == {"joined", "joint_names"}
    assert "waist is joint1" in said["joint_names"] and "flange is joint6" in said["joint_names"]


def test_alternating_halves_are_interpolated_far_below_what_the_nearest_message_leaves(tmp_path: Path):
    rng = np.random.default_rng(3)
    one, other = (motion(np.sort(even(125.0) + shift + rng.uniform(-5e-4, 5e-4, 2500))) for shift in (0.0, 0.004))
    found, said = read(two(tmp_path / "bag", one, other))
    true = motion(1e-9 * (found.stamp - START))
    np.testing.assert_allclose(found.position, true.position, atol=3e-5)  # at both ends, where a neighbour is missing
    error = np.abs(found.position - true.position)[1:-1, 3:].max()
    assert np.abs(other.position[:2400, 3:] - one.position[:2400, 3:]).max() > 1000.0 * error
    assert np.abs(found.effort - true.effort)[1:-1].max() < 1e-5 * np.abs(true.effort).max()
    assert len(found.stamp) >= 2498 and set(said) == {"joined", "joint_names"}
    assert "at most 2.5 periods apart; the nearest message is 3." in said["joined"]


def test_the_result_does_not_depend_on_pieces_or_on_the_order_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    one, other = motion(even(100.0)), motion(even(100.0, 0.003))
    together, _ = read(two(tmp_path / "bag", one, other, "/wrist"))
    apart = [
        write_messages(tmp_path / name, messages(states, joints, topic))
        for name, states, joints, topic in (("a", one, FIRST, "/joint_states"), ("b", other, LAST, "/wrist"))
    ]
    monkeypatch.setattr(reading_samples, "STATES_PER_BLOCK", 100)
    in_order, _ = read(*apart)
    for name in ("stamp", "position", "velocity", "effort"):
        np.testing.assert_array_equal(getattr(in_order, name), getattr(together, name))


def test_an_effort_from_another_topic_is_found_and_may_be_chosen(tmp_path: Path):
    states, efforts = motion(even(200.0)), motion(even(1000.0))
    every = slice(0, 6)
    moved = messages(states, every, "/joint_states", "position", "velocity")
    bag = write_messages(tmp_path / "one", sorted([*moved, *messages(efforts, every, "/torques", "effort")]))
    found, said = read(bag)
    np.testing.assert_allclose(found.effort, states.effort[: len(found.stamp)], atol=1e-9)
    assert "/torques 1000 Hz" in said["joined_rates"] and "states have 200 Hz" in said["joined_rates"]
    raw = [*messages(efforts, every, "/torques", "effort"), *messages(efforts, every, "/torques_filtered", "effort")]
    both = write_messages(tmp_path / "both", sorted([*moved, *raw]))
    assert np.isnan(read(both)[0].effort).all()  # which of them is measured is not known
    assert np.isfinite(read(both, topics={"effort": "/torques_filtered"})[0].effort).all()
    with pytest.raises(BagError, match="effort cannot be taken from /none, which is not in the bag"):
        read(both, topics={"effort": "/none"})


def test_a_commanded_or_external_effort_is_not_taken_for_the_measured_one(tmp_path: Path):
    states = motion(even(200.0))
    for topic in ("/joint_states_desired", "/external_torques", "/feedforward_node/gravity"):
        moved = messages(states, slice(0, 6), "/joint_states", "position", "velocity")
        bag = write_messages(tmp_path / topic[1:4], sorted([*moved, *messages(states, slice(0, 6), topic, "effort")]))
        assert np.isnan(read(bag)[0].effort).all()


def test_an_effort_of_another_arm_is_not_taken(tmp_path: Path):
    states, every = motion(even(200.0)), slice(0, 6)
    none = np.full((len(states.stamp), 6), np.nan)
    left, right = ([f"{side}_{name}" for name in JOINTS] for side in ("left", "right"))
    moved = state_messages("/left/joint_states", left, replace(states, effort=none))
    moved += state_messages("/right/torques", right, replace(states, position=none, velocity=none))
    bag = write_messages(tmp_path / "bag", sorted(moved))
    assert np.isnan(read(bag)[0].effort[:, every]).all()
    np.testing.assert_array_equal(read(bag, topics={"effort": "/right/torques"})[0].effort, states.effort)


def test_different_rates_are_reported_and_the_slow_joints_decide(tmp_path: Path):
    found, said = read(two(tmp_path / "bag", motion(even(500.0)), motion(even(50.0))))
    np.testing.assert_allclose(found.position, motion(1e-9 * (found.stamp - START)).position, atol=1e-5)
    assert len(found.stamp) == 1000
    assert "500 Hz" in said["joined_rates"] and "the arm's states have 50 Hz" in said["joined_rates"]


def test_joints_that_stop_and_gaps_are_reported_with_numbers(tmp_path: Path):
    stopped, said = read(two(tmp_path / "stop", motion(even(200.0)), motion(even(200.0, 1.0, 12.0))))
    assert len(stopped.stamp) == 2200
    begins, ends = (
        f"joint4, joint5, joint6 on /joint_states {words}" for words in ("begins 1 s later", "ends 8 s earlier")
    )
    assert begins in said["joined_ends"] and ends in said["joined_ends"]
    holes = np.concatenate([even(200.0, 0.0, 5.0), even(200.0, 6.0)])
    gap, said = read(two(tmp_path / "gap", motion(even(200.0)), motion(holes)))
    assert len(gap.stamp) == 4000 - 200
    assert said["joined_gaps"].startswith("200 of 4000 messages with joint1, joint2, joint3 on /joint_states")


@pytest.mark.parametrize(("late", "kind"), [(0.02, "joined_late"), (-0.35, "joined_clocks"), (3600.0, "joined_clocks")])
def test_two_clocks_are_reported_and_corrected_where_no_transmission_takes_as_long(
    tmp_path: Path, late: float, kind: str
):
    found, said = read(two(tmp_path / "bag", motion(even(200.0)), motion(even(200.0), late)))
    true = motion(1e-9 * (found.stamp - START)).position
    assert (kind == "joined_late") == (np.abs(found.position - true).max() > 1e-3)
    assert f"{0.0003 - late:.4g} s" in said[kind] and "0.0003 s" in said[kind]
    if kind == "joined_clocks":
        assert f"shifted by {-late:+.4f} s" in said[kind]


def test_two_clocks_that_are_not_seen_in_log_times_are_seen_at_the_ends(tmp_path: Path):
    other = motion(even(200.0), 0.5)
    other = replace(other, log_time=other.stamp + 300_000)
    _, said = read(two(tmp_path / "bag", motion(even(200.0)), other))
    assert "begins and ends 0.5 s later than" in said["joined_clocks"]


def test_a_drift_is_reported(tmp_path: Path):
    one = motion(even(200.0))
    stamp = one.stamp + np.round(2e-3 * (one.stamp - START)).astype(np.int64)
    _, said = read(two(tmp_path / "bag", one, replace(one, stamp=stamp)))
    assert "by -0.036" in said["joined_drift"] or "by +0.036" in said["joined_drift"]


def test_what_cannot_be_joined_is_refused(tmp_path: Path):
    with pytest.raises(BagError, match=r"cannot be joined by time: .* from .* to .* s; expected"):
        read(two(tmp_path / "apart", motion(even(200.0, 0.0, 5.0)), motion(even(200.0, 6.0))))
    with pytest.raises(BagError, match="of which 3 have joint4, joint5, joint6"):
        read(two(tmp_path / "few", motion(even(200.0)), pick(motion(even(200.0)), slice(3))))
    again = motion(even(200.0))
    again.stamp[2000:] -= 5_000_000_000
    with pytest.raises(BagError, match=r"go back by .* its clock was set or stamps are wrong"):
        read(two(tmp_path / "set", motion(even(200.0)), again))


def test_a_gripper_between_the_halves_changes_nothing(tmp_path: Path):
    states = motion(even(200.0))
    fingers = state_messages("/joint_states", ("finger",), JointSamples(
        states.stamp, states.log_time, *(field[:, :1] for field in (states.position, states.velocity, states.effort))
    ))  # fmt: skip
    bag = write_messages(tmp_path / "bag", sorted([*messages(states, FIRST), *messages(states, LAST), *fingers]))
    found, said = read(bag)
    np.testing.assert_array_equal(found.position, states.position)
    assert "messages of other joints (finger)" in said["other_joints"]


def test_a_replay_of_halves_agrees_as_that_of_the_whole_arm(tmp_path: Path):
    one, other = motion(even(250.0)), motion(even(250.0, 0.0023))
    settings = ReplaySettings(model="newton_euler", models=(), friction="none")
    split = compare_recording(two(tmp_path / "split", one, other), settings)
    whole = compare_recording(write_bag(tmp_path / "whole", states=one), settings)
    assert split.verdict.level == whole.verdict.level == "good"
    assert (split.total["effort"].rms < whole.total["effort"].rms + 0.01).all()
    assert any(one.kind == "joined" for one in split.findings)
    assert any("joined by time: joint1, joint2, joint3 on /joint_states" in topic.use for topic in split.topics)
