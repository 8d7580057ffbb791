"""The recording that comes with the package: a bag of `puma560 run --record`, whole, small, and true."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

pytest.importorskip("mcap", reason="needs mcap (pip install '.[replay]')")
pytest.importorskip("rosbags", reason="needs rosbags (pip install '.[replay]')")
pytest.importorskip("pinocchio")

from mcap.reader import make_reader
from rosbags.rosbag2 import Reader
from rosbags.typesys import Stores, get_typestore

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.bags.message_definitions import message_definition
from puma560_dynamics.bags.metadata import written_counts
from puma560_dynamics.replay.analyse import analyse
from puma560_dynamics.replay.settings import ReplaySettings

ROOT = Path(__file__).parent.parent.parent
BAG = ROOT / "examples" / "pick_and_place"
LARGEST = 700_000
"""Bytes that a clone and an installation bear for an example."""


@pytest.fixture(scope="module")
def messages() -> dict[str, list]:
    """Messages by topic, in order of log time."""
    types = get_typestore(Stores.LATEST)
    found: dict[str, list] = {}
    with Reader(BAG) as reader:
        for connection, _, raw in reader.messages():
            found.setdefault(connection.topic, []).append(types.deserialize_cdr(raw, connection.msgtype))
    return found


def seconds(message: Any) -> float:
    """A message's stamp."""
    return message.header.stamp.sec + 1e-9 * message.header.stamp.nanosec


def test_it_is_whole_and_small(messages: dict[str, list]):
    assert {topic: len(found) for topic, found in messages.items()} == written_counts(BAG)
    assert sum(path.stat().st_size for path in BAG.iterdir()) < LARGEST
    with (BAG / "pick_and_place_0.mcap").open("rb") as file:
        summary = make_reader(file, validate_crcs=True).get_summary()
        assert summary is not None and summary.statistics is not None
        assert summary.statistics.channel_count == len(messages)


def test_its_hashes_are_those_of_todays_types():
    information = yaml.safe_load((BAG / "metadata.yaml").read_text(encoding="utf-8"))["rosbag2_bagfile_information"]
    for topic in information["topics_with_message_count"]:
        told = topic["topic_metadata"]
        assert told["type_description_hash"] == message_definition(told["type"]).hash
        assert told["offered_qos_profiles"], told["name"]


def test_states_come_at_the_rate_of_the_command_that_made_it(arm: Arm, messages: dict[str, list]):
    """A state that was not answered in time was published again: the same state, not a new one."""
    states = messages["/joint_states"]
    assert all(tuple(state.name) == arm.joint_names for state in states)
    once = states[:1]
    for state in states[1:]:
        if seconds(state) != seconds(once[-1]):
            once.append(state)
            continue
        for field in ("position", "velocity", "effort"):
            assert np.array_equal(getattr(state, field), getattr(once[-1], field))
    np.testing.assert_allclose(np.diff([seconds(state) for state in once]), 1 / 60, rtol=1e-6)
    moving = np.abs([state.velocity for state in once]).max(axis=1) > 1e-3
    assert moving.sum() > 0.8 * 3 * 3 * 60  # three motions of 3 s


def test_the_recorded_terms_are_the_torque_of_the_recorded_motion(arm: Arm, messages: dict[str, list]):
    """Pinocchio computes again what the explicit model had computed when the bag was made."""
    pinocchio = load_model("pinocchio", arm)
    full = [message for message in messages["/feedforward_node/terms"] if len(message.points[1].effort)]
    assert len(full) > 100
    q, qd, qdd = (
        np.array([getattr(message.points[0], field) for message in full])
        for field in ("positions", "velocities", "accelerations")
    )
    total = np.array([sum(np.array(point.effort) for point in message.points[:5]) for message in full])
    np.testing.assert_allclose(total, pinocchio.torque(q, qd, qdd), atol=1e-10)


def test_it_is_installed_and_can_be_made_again():
    assert '"share/{package_name}/examples/pick_and_place"' in (ROOT / "setup.py").read_text(encoding="utf-8")
    recipe = "puma560 run --rate 60 --duration 3.5 --record examples/pick_and_place"
    assert recipe in (ROOT / "Makefile").read_text(encoding="utf-8")


def held_lag(arm: Arm, messages: dict[str, list]) -> float:
    """By how much holding a command delays the effort, s.

    The command that answers a state acts one period later and for one period. The effort of a state is what acted
    before it, the acceleration lies half way to what acts after it: less by half a step of the command, which is a
    delay by that over the effort's slope.
    """
    states = {round(1e9 * seconds(state)): state for state in messages["/joint_states"]}
    stamps = sorted(states)
    commands = messages["/effort_controller/commands"]
    answers = {int(command.layout.dim[0].label.split("/")[2]): command.data for command in commands}
    assert set(stamps) <= set(answers)
    command = np.array([answers[stamp] for stamp in stamps]) / arm.maximum_torque
    effort = np.array([states[stamp].effort for stamp in stamps])[2:] / arm.maximum_torque
    half = 0.5 * np.diff(command, axis=0)[:-1]
    slope = np.gradient(effort + half, 1e-9 * (stamps[1] - stamps[0]), axis=0)
    return float((half * slope).sum() / (slope**2).sum())


def test_its_torque_is_held_and_nothing_is_wrong(arm: Arm, messages: dict[str, list]):
    """The feed-forward torque is held for a period, that of the servo in the simulated drives is not."""
    found = analyse([BAG], ReplaySettings(models=(), model="full"))
    assert found.verdict.level == "good"
    assert [finding.kind for finding in found.findings if finding.loss] == []
    (hold,) = (one for one in found.causes if one.kind == "hold")
    assert 0.0 < held_lag(arm, messages) < 0.5 / 60.0
    assert hold.values["lag_s"] == pytest.approx(held_lag(arm, messages), abs=2.0 * hold.values["lag_error_s"])
