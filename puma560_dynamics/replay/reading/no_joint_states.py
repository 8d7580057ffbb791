"""Errors for a bag without usable joint states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...arm import Arm
from ...bags.survey import JOINT_STATE, Topic, Topics
from ...errors import BagError
from .topic_readers import Match


def no_joint_states(
    found: Sequence[Topic], topics: Topics, arm: Arm, match: Match, notes: Mapping[tuple[str, str], str]
) -> BagError:
    """Return the error for a bag without usable joint states, with the reason and advice.

    Args:
        found: topics with joint states.
        topics: all topics of the bag.
        arm: arm whose joints are needed.
        match: function that finds the arm's joints in a list of names.
        notes: notes on topics so far, by name and type.
    """
    expected = ", ".join(arm.joint_names)
    others: dict[str, dict[str, None]] = {}
    for topic in found:
        names = [sample.layout.texts.get("name", ()) for sample in topic.samples]
        if any(names):
            others[topic.name] = dict.fromkeys(name for some in names for name in some)
            if match(tuple(others[topic.name])) is not None:
                return _not_together(topic.name, names)
    if others:
        same: dict[str, list[str]] = {}  # topics by their joint names
        for topic_name, joints in others.items():
            same.setdefault(", ".join(joints), []).append(topic_name)
        inside = "; ".join(
            f"{joints} on {on[0]}{f' and {len(on) - 1} more topics' if len(on) > 1 else ''}"
            for joints, on in same.items()
        )
        return BagError(
            f"the bag's joints are not those of this arm: it has {inside}, the arm has {expected}; "
            "if they are the same joints under other names, give --joint-map BAG_NAME=ARM_NAME"
        )
    why = {name: f", {said}" for (name, _), said in notes.items() if said.startswith("not used")}
    why |= {topic.name: ", messages without joint names" for topic in found if topic.samples}
    inside = "; ".join(f"{name} ({kind}{why.get(name, '')})" for name, kind in sorted(topics)) or "no topics"
    return BagError(
        f"there are no joint states in the bag: expected a topic of {JOINT_STATE} with messages that can be read; "
        f"it has {inside}"
    )


def _not_together(topic: str, names: Sequence[Sequence[str]]) -> BagError:
    """Return the error for a topic whose messages contain all joints, but only together or without positions."""
    if len(set(map(tuple, names))) == 1:
        return BagError(f"the messages on {topic} have no positions: expected joint states with one per joint")
    first = ", ".join(names[0])
    return BagError(
        f"no message on {topic} has all joints of the arm, the first one has {first}, and no messages with positions "
        "have them together: expected every joint in each message, as joint_state_broadcaster and "
        "joint_state_publisher send them, or in messages that can be joined by time; record their topic"
    )
