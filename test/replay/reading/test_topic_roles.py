"""Which topic is used for what; messages are stand-ins that have nothing but names and lengths."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from puma560_dynamics import load_arm
from puma560_dynamics.bags.raw import Channel
from puma560_dynamics.bags.survey import COMMAND, CONTROLLER_STATE, JOINT_STATE, STRING, TRAJECTORY, Topic, Topics
from puma560_dynamics.errors import BagError
from puma560_dynamics.replay.reading.topic_roles import TopicRoles, choose_topic_roles

ARM = load_arm("akb1986")
NAMES = ARM.joint_names


def sample(names: Sequence[str] = NAMES, text: str = "", **lengths: int) -> Any:
    """A message with these sequences."""
    found = {name.replace("__", "."): length for name, length in lengths.items()}
    return SimpleNamespace(
        layout=SimpleNamespace(texts={"name": tuple(names), "joint_names": tuple(names)}),
        length=lambda path: found.get(path, 0),
        full=lambda path: found.get(path, 0) > 0,
        text=lambda path: text,
    )


STATE = sample(position=6, velocity=6, effort=6)


def topics(*given: tuple[str, str, Any], **channel: Any) -> Topics:
    """Topics by name and type, each with a message."""
    return {
        (name, kind): Topic(Channel(name, kind, **channel), cast(Any, [] if message is None else [message]))
        for name, kind, message in given
    }


def match(names: Sequence[str]) -> tuple[int, ...] | None:
    return tuple(range(6)) if set(NAMES) <= set(names) else None


def chosen(found: Topics, **wanted: str) -> TopicRoles:
    return choose_topic_roles(found, ARM, match, wanted)


def used(roles: TopicRoles) -> dict[str, str]:
    """Roles of the topics that are used, by name."""
    return {name: roles.notes[name, kind] for name, kind in roles.forms}


def test_states_that_are_complete_come_before_those_that_are_not_and_before_commands():
    bare = sample(position=6)
    roles = chosen(
        topics(("/a", JOINT_STATE, bare), ("/b/robot_states", JOINT_STATE, STATE), ("/b/command", JOINT_STATE, STATE))
    )
    assert used(roles) == {"/b/robot_states": "joint states"}
    assert roles.notes["/a", JOINT_STATE] == "not used: joint states are taken from /b/robot_states"


def test_commands_have_a_number_a_joint():
    roles = chosen(topics(
        ("/joint_states", JOINT_STATE, STATE),
        ("/gripper/commands", COMMAND, sample(data=2)),
        ("/arm/commands", COMMAND, sample(data=6)),
    ))  # fmt: skip
    assert used(roles) == {"/joint_states": "joint states", "/arm/commands": "command"}
    assert roles.notes["/gripper/commands", COMMAND] == "not used: 2 numbers, not 6"


def test_terms_come_from_their_message_or_from_topics_of_parts():
    part = sample(effort=6)
    states = ("/joint_states", JOINT_STATE, STATE)
    parts = [("/n/gravity", JOINT_STATE, part), ("/n/inertia", JOINT_STATE, part)]
    assert used(chosen(topics(states, *parts)))["/n/inertia"] == "term acceleration"
    whole = chosen(topics(states, *parts, ("/n/terms", TRAJECTORY, sample(points=6))))
    assert used(whole)["/n/terms"] == "terms"
    assert whole.notes["/n/gravity", JOINT_STATE] == "not used: term gravity is taken from /n/terms"


def test_a_trajectory_of_many_points_is_no_reference_and_a_controllers_state_is():
    states = ("/joint_states", JOINT_STATE, STATE)
    one = sample(points=1, points__0__positions=6)
    assert used(chosen(topics(states, ("/reference", TRAJECTORY, one))))["/reference"] == "reference"
    many = sample(points=9, points__0__positions=6)
    assert "/reference" not in used(chosen(topics(states, ("/reference", TRAJECTORY, many))))
    desired = sample(desired__positions=6)  # before Jazzy
    assert used(chosen(topics(states, ("/c/state", CONTROLLER_STATE, desired))))["/c/state"] == "reference"


def test_the_description_is_kept():
    text = "  <robot name='x'/>"
    roles = chosen(topics(
        ("/joint_states", JOINT_STATE, STATE),
        ("/chat", STRING, sample(text="<html/>")),
        ("/robot_description", STRING, sample(text=text)),
    ))  # fmt: skip
    assert roles.description == text
    assert roles.notes["/chat", STRING] == "not needed"


def test_unreadable_topics_are_reported():
    states = topics(("/joint_states", JOINT_STATE, STATE))
    odd = topics(("/x", COMMAND, None), serialization="json") | topics(("/y", COMMAND, None))
    notes = chosen(states | odd).notes
    assert notes["/x", COMMAND].startswith("not used: serialised as 'json'")
    assert notes["/y", COMMAND] == "not used: none of its messages can be read"


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"joint_states": "/none"}, "joint states cannot be taken from /none, which is not in the bag; it has /a, /b"),
        ({"joint_states": "/b"}, "cannot be taken from /b: its messages are not of that kind; topics that fit: /a"),
        ({"colour": "/a"}, "topics cannot be chosen for colour; choices are joint_states, effort, command, reference"),
    ],
)
def test_a_choice_that_will_not_do(wanted: dict[str, str], words: str):
    found = topics(("/a", JOINT_STATE, STATE), ("/b", JOINT_STATE, sample(effort=6)))
    with pytest.raises(BagError) as caught:
        chosen(found, **wanted)
    assert words in str(caught.value)
