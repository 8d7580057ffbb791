"""The sentence on a bag without the arm's joint states names what is there and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from puma560_dynamics import load_arm
from puma560_dynamics.bags.raw import Channel
from puma560_dynamics.bags.survey import COMMAND, JOINT_STATE, Topic, Topics
from puma560_dynamics.replay.reading.no_joint_states import no_joint_states

ARM = load_arm("akb1986")
OURS = ARM.joint_names


def topic(name: str, *names: Sequence[str]) -> Topic:
    """Joint states of these joints, a message each."""
    samples = [SimpleNamespace(layout=SimpleNamespace(texts={"name": tuple(some)})) for some in names]
    return Topic(Channel(name, JOINT_STATE), cast(Any, samples))


def match(names: Sequence[str]) -> tuple[int, ...] | None:
    return tuple(range(6)) if set(OURS) <= set(names) else None


def refusal(*found: Topic, others: Topics | None = None, words: dict[tuple[str, str], str] | None = None) -> str:
    topics = {(one.name, JOINT_STATE): one for one in found} | (others or {})
    return str(no_joint_states(found, topics, ARM, match, words or {}))


def test_joints_of_another_robot_are_named_once_with_the_way_out():
    text = refusal(topic("/a", ["x", "y"]), topic("/b", ["x", "y"]), topic("/c", ["z"]))
    assert "it has x, y on /a and 1 more topics; z on /c, the arm has joint1, joint2" in text
    assert text.endswith("--joint-map BAG_NAME=ARM_NAME")


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ([OURS], "the messages on /a have no positions"),
        ([OURS[:3], OURS[3:]], "no message on /a has all joints of the arm, the first one has joint1, joint2, joint3"),
    ],
)
def test_all_joints_but_not_together(names: list[Sequence[str]], words: str):
    assert words in refusal(topic("/a", *names))


def test_without_any_joint_state_the_topics_are_listed_with_their_reason():
    assert refusal().endswith("it has no topics")
    other: Topics = {("/c", COMMAND): Topic(Channel("/c", COMMAND))}
    words = {("/c", COMMAND): "not used: 2 numbers, not 6", ("/d", COMMAND): "command"}
    text = refusal(topic("/a", []), others=other, words=words)
    assert f"/a ({JOINT_STATE}, messages without joint names); /c ({COMMAND}, not used: 2 numbers, not 6)" in text
