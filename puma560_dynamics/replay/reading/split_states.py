"""Choice of messages that together contain the joint states of one arm, if no message contains all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from ...arrays import IntegerArray
from ...bags.survey import Sample, Topic
from ...control.feed_forward.feed_forward import TERM_NAMES
from .samples import STATES, JointSamples
from .topic_readers import JOINT_FIELDS, Match, MessageForm

NO_MEASURED_EFFORT = ("command", "cmd", "desired", "target", "reference", "external", "gravity", "limit")
"""Words in the name of a topic whose effort is not the measured one."""


@dataclass(frozen=True)
class StatePart:
    """Messages of one topic that contain a part of the joint states of an arm.

    Attributes:
        topic: name of the topic.
        type: its type.
        members: arm's joints by their names in the messages; messages with exactly these joints of the arm belong to
            the part, whatever other names they contain.
        joints: indices of the joints that are taken from these messages.
        fields: quantities that are taken, out of `JOINT_FIELDS`.
    """

    topic: str
    type: str
    members: tuple[tuple[str, int], ...]
    joints: tuple[int, ...]
    fields: tuple[str, ...]

    def describe(self, names: Sequence[str]) -> str:
        """Return a description such as ``"joint1 … joint3 on /joint_states"``; `names` are those of the arm."""
        ours = [names[joint] for joint in self.joints]
        joints = ", ".join(ours) if len(ours) < 4 else f"{ours[0]} … {ours[-1]}"
        return f"{'' if 'position' in self.fields else f'{self.fields[0]} of '}{joints} on {self.topic}"

    def match(self, names: Sequence[str], n: int) -> tuple[int, ...] | None:
        """Return the index of each of `n` joints in `names`, -1 for those not taken; `None` for messages of no use."""
        members = dict(self.members)
        if {name for name in names if name in members} != set(members) or len(set(names)) != len(names):
            return None
        places = {joint: names.index(name) for name, joint in self.members}
        return tuple(places[joint] if joint in self.joints else -1 for joint in range(n))

    def form(self, key: str) -> MessageForm:
        """Return the form of the messages; their samples get the name `key`."""

        def make(stamp: IntegerArray, log_time: IntegerArray, fields: tuple[object, ...]) -> Mapping[str, JointSamples]:
            return {key: JointSamples(stamp, log_time, *fields)}  # type: ignore[arg-type]

        return MessageForm("name", JOINT_FIELDS, make)


def part_keys(parts: Sequence[StatePart]) -> tuple[str, ...]:
    """Return the name of the samples of each part."""
    return tuple(f"{STATES} {k}" for k in range(len(parts)))


def part_forms(parts: Sequence[StatePart], key: tuple[str, str], n: int) -> list[tuple[MessageForm, Match]]:
    """Return the form and the match of the messages of each part that is on the topic `key` (name and type).

    Messages of another part are left to its reader; messages of no part are left out, and reported once.
    """
    mine = [k for k, part in enumerate(parts) if (part.topic, part.type) == key]

    def match(k: int, names: Sequence[str]) -> tuple[int, ...] | None:
        found = parts[k].match(names, n)
        elsewhere = k != mine[0] or any(parts[other].match(names, n) for other in mine[1:])
        return () if found is None and elsewhere else found

    return [(parts[k].form(part_keys(parts)[k]), partial(match, k)) for k in mine]


@dataclass(frozen=True, eq=False)
class _Kind:
    """Messages of one topic with the same joints of the arm."""

    topic: Topic
    members: Mapping[str, int]
    samples: tuple[Sample, ...]

    def gives(self, field: str) -> bool:
        return any(sample.full(field) for sample in self.samples)

    @property
    def rank(self) -> tuple[object, ...]:
        """Return the rank as a source of positions."""
        complete = sum(map(self.gives, JOINT_FIELDS))
        return "command" not in self.topic.last, complete, self.topic.last == "joint_states", -len(self.topic.name)


def split_states(found: Sequence[Topic], n: int, match: Match) -> tuple[StatePart, ...]:
    """Return parts that together contain the position of every joint: of one topic if possible, or else of several.

    Args:
        found: topics with joint states, none of which has all joints in one message.
        n: number of joints of the arm.
        match: function that finds the arm's joints in a list of names.

    Returns:
        The parts, without overlap; none if a joint is missing or names are ambiguous.
    """
    for topics in [*([topic] for topic in found), found]:
        kinds = sorted(_kinds(topics, match), key=lambda kind: kind.rank, reverse=True)
        parts = tuple(_cover([kind for kind in kinds if kind.gives("position")]))
        if {joint for part in parts for joint in part.joints} == set(range(n)):
            return parts
    return ()


def whole_states(topic: Topic, n: int, match: Match) -> tuple[StatePart, ...]:
    """Return the positions and velocities in the messages of a topic that contain all `n` joints, as one part."""
    return tuple(
        _part(kind, range(n), ("position", "velocity"))
        for kind in _kinds([topic], match)
        if set(kind.members.values()) == set(range(n))
    )


def effort_parts(
    found: Sequence[Topic], lacking: Sequence[int], match: Match, names: Mapping[int, str], chosen: str | None
) -> list[StatePart]:
    """Return parts that contain the effort of joints, from topics that contain nothing else.

    Args:
        found: topics with joint states.
        lacking: joints without effort so far.
        match: function that finds the arm's joints in a list of names.
        names: name of each joint in the joint states; a topic with other names may be that of another arm.
        chosen: name of the topic, if the user has chosen one; it may also contain positions.

    Returns:
        The parts of one topic; none if no topic contains the effort of all these joints, or several do.
    """
    results = []
    for topic in found:
        kinds = [kind for kind in _kinds([topic], match) if kind.gives("effort")]
        named = chosen is not None and topic.name == chosen
        if not named and (chosen is not None or not _measured(topic.name) or any(k.gives("position") for k in kinds)):
            continue
        if not named and any(names.get(joint) != name for kind in kinds for name, joint in kind.members.items()):
            continue
        left, parts = set(lacking), []
        for kind in kinds:
            taken = sorted(left & set(kind.members.values()))
            if taken:
                parts.append(_part(kind, taken, ("effort",)))
                left -= set(taken)
        if parts and not left:
            results.append(parts)
    return results[0] if len(results) == 1 else []


def _measured(topic: str) -> bool:
    """Return whether the effort of a topic may be the measured one, by its name."""
    last = topic.rpartition("/")[2]
    return last not in (*TERM_NAMES, "acceleration", "velocity", "total") and not any(
        word in topic.lower() for word in NO_MEASURED_EFFORT
    )


def _kinds(topics: Sequence[Topic], match: Match) -> Iterator[_Kind]:
    """Yield the messages of each topic, grouped by the arm's joints in them; names are matched all together."""
    pairs = [(topic, sample) for topic in topics for sample in topic.samples]
    texts = [(topic, sample, tuple(sample.layout.texts.get("name", ()))) for topic, sample in pairs]
    union = tuple(dict.fromkeys(name for _, _, names in texts for name in names))
    places = match(union)
    if places is None:
        return
    joint_of = {union[place]: joint for joint, place in enumerate(places)}
    groups: dict[tuple[int, tuple[tuple[str, int], ...]], list[Sample]] = {}
    for topic, sample, names in texts:
        members = tuple(sorted((name, joint_of[name]) for name in names if name in joint_of))
        if members:
            groups.setdefault((topics.index(topic), members), []).append(sample)
    for (number, members), samples in groups.items():
        yield _Kind(topics[number], dict(members), tuple(samples))


def _cover(kinds: Sequence[_Kind]) -> Iterator[StatePart]:
    """Yield the parts with joints that no earlier one has."""
    taken: set[int] = set()
    for kind in kinds:
        new = sorted(set(kind.members.values()) - taken)
        if new:
            taken.update(new)
            yield _part(kind, new, tuple(field for field in JOINT_FIELDS if kind.gives(field)))


def _part(kind: _Kind, joints: Sequence[int], fields: tuple[str, ...]) -> StatePart:
    channel = kind.topic.channel
    return StatePart(channel.topic, channel.type, tuple(kind.members.items()), tuple(joints), fields)
