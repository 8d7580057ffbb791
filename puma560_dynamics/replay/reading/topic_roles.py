"""Choice of the topics for each use, by type, content and name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ...arm import Arm
from ...bags.survey import COMMAND, CONTROLLER_STATE, INTERESTING, JOINT_STATE, STRING, TRAJECTORY, Topic, Topics
from ...control.feed_forward.feed_forward import TERM_NAMES
from ...errors import BagError
from .. import TOPIC_USES
from . import topic_readers
from .no_joint_states import no_joint_states
from .split_states import StatePart, effort_parts, split_states, whole_states
from .topic_readers import Match, MessageForm

PARTS = {
    "gravity": "gravity",
    "inertia": "acceleration",
    "velocity": "velocity",
    "friction": "friction",
    "guiding": "guiding",
    "total": "total",
}
"""Last names of topics with a part of the torque, and the names of their samples.

The topic ``~/inertia`` includes the motors' inertia.
"""

NOT_NEEDED = "not needed"


@dataclass
class TopicRoles:
    """Uses of the topics of a recording.

    Attributes:
        forms: message forms of the topics that are used, by name and type.
        notes: use of every topic, or the reason why it is not used, by name and type.
        parts: messages that together contain the joint states, if no message has all; their topics have no form.
        description: URDF in the recording.
    """

    forms: dict[tuple[str, str], MessageForm] = field(default_factory=dict)
    notes: dict[tuple[str, str], str] = field(default_factory=dict)
    parts: tuple[StatePart, ...] = ()
    description: str | None = None

    @property
    def wanted(self) -> frozenset[tuple[str, str]]:
        """Return names and types of the topics that are read."""
        return frozenset(self.forms) | {(part.topic, part.type) for part in self.parts}

    def take(self, topic: Topic, form: MessageForm, note: str) -> None:
        """Use a topic with the given form of its messages; `note` describes the use."""
        key = (topic.channel.topic, topic.channel.type)
        self.forms[key] = form
        self.notes[key] = note

    def leave(self, topic: Topic, why: str) -> None:
        """Note the reason why a topic is not used, unless the topic already has a note."""
        self.notes.setdefault((topic.channel.topic, topic.channel.type), why)

    def join(self, parts: Sequence[StatePart], names: Sequence[str]) -> None:
        """Use messages that together contain the joint states of an arm with the joints `names`."""
        self.parts = tuple(parts)
        for key in dict.fromkeys((part.topic, part.type) for part in parts):
            mine = [part for part in parts if (part.topic, part.type) == key]
            self.forms.pop(key, None)
            self.notes[key] = "joint states, joined by time: " + "; ".join(part.describe(names) for part in mine)


def choose_topic_roles(topics: Topics, arm: Arm, match: Match, chosen: Mapping[str, str]) -> TopicRoles:
    """Choose the topics of a recording for each use.

    Args:
        topics: all topics of the recording.
        arm: arm whose joints are needed.
        match: function that finds the arm's joints in a list of names.
        chosen: topic names by use, in place of the automatic choice.

    Raises:
        BagError: the recording has no joint states of this arm, or a chosen topic does not exist or does not fit.
    """
    unknown = sorted(set(chosen) - set(TOPIC_USES))
    if unknown:
        raise BagError(f"topics cannot be chosen for {', '.join(unknown)}; choices are {', '.join(TOPIC_USES)}")
    roles = TopicRoles()
    by_type = {kind: [topic for topic in topics.values() if topic.channel.type == kind] for kind in INTERESTING}
    _leave_unreadable(topics, roles)
    _states(by_type[JOINT_STATE], topics, arm, match, roles, chosen.get("joint_states"))
    _efforts(by_type[JOINT_STATE], topics, arm, match, roles, chosen.get("effort"))
    _commands(by_type[COMMAND], topics, arm, roles, chosen.get("command"))
    _terms(by_type[TRAJECTORY], by_type[JOINT_STATE], match, roles)
    _reference(by_type[TRAJECTORY] + by_type[CONTROLLER_STATE], topics, match, roles, chosen.get("reference"))
    _description(by_type[STRING], roles)
    for topic in topics.values():
        roles.leave(topic, NOT_NEEDED)
    return roles


def _leave_unreadable(topics: Topics, roles: TopicRoles) -> None:
    for (_, kind), topic in topics.items():
        if kind not in INTERESTING:
            continue
        if topic.channel.serialization != "cdr":
            roles.leave(topic, f"not used: serialised as {topic.channel.serialization!r}, which cannot be read")
        elif not topic.known:
            roles.leave(topic, f"not used: its type {kind} is not known, and the bag does not define it")
        elif not topic.samples:
            roles.leave(topic, "not used: none of its messages can be read")


def _states(
    found: Sequence[Topic], topics: Topics, arm: Arm, match: Match, roles: TopicRoles, chosen: str | None
) -> None:
    ranks: dict[str, tuple[object, ...]] = {}
    for topic in found:
        names = {sample.layout.texts.get("name", ()) for sample in topic.samples}
        ours = [sample for sample in topic.samples if match(sample.layout.texts.get("name", ())) is not None]
        if not topic.samples:
            continue
        if not ours:
            first = next(iter(names))
            roles.leave(topic, f"not used: other joints ({', '.join(first) or 'no names'})")
        elif any(sample.length("position") for sample in ours):
            complete = max(sum(s.full(path) for path in ("position", "velocity", "effort")) for s in ours)
            ranks[topic.name] = ("command" not in topic.last, complete, topic.last == "joint_states", -len(topic.name))
    allowed = [topic for topic in found if topic.samples and chosen in (None, topic.name)]
    parts = () if chosen in ranks or (chosen is None and ranks) else split_states(allowed, arm.n, match)
    if parts:
        for topic in found:
            roles.notes.pop((topic.channel.topic, topic.channel.type), None)
        roles.join(parts, arm.joint_names)
        return
    if chosen is None and not ranks:
        raise no_joint_states(found, topics, arm, match, roles.notes)
    best = _best(found, ranks, chosen, "joint states", topics)
    assert best is not None
    roles.take(best, topic_readers.joint_state_form(), "joint states")
    for topic in found:
        if topic.name in ranks:
            roles.leave(topic, f"not used: joint states are taken from {best.name}")


def _efforts(
    found: Sequence[Topic], topics: Topics, arm: Arm, match: Match, roles: TopicRoles, chosen: str | None
) -> None:
    """Use the effort of another topic if joint states have none, or if the user has chosen one."""
    states = [topic for topic in found if (topic.channel.topic, topic.channel.type) in roles.forms]
    parts = roles.parts or tuple(part for topic in states for part in whole_states(topic, arm.n, match))
    given = {joint for part in roles.parts if "effort" in part.fields for joint in part.joints}
    if any(sample.full("effort") for topic in states for sample in topic.samples):
        given = set(range(arm.n))
    if chosen is not None:
        given = set()
        parts = tuple(replace(part, fields=tuple(f for f in part.fields if f != "effort")) for part in parts)
    lacking = [joint for joint in range(arm.n) if joint not in given]
    others = [topic for topic in found if topic not in states and topic.samples]
    own = {joint: name for part in parts for name, joint in part.members}
    efforts = effort_parts(others, lacking, match, own, chosen) if lacking and parts else []
    if efforts:
        roles.join((*parts, *efforts), arm.joint_names)
    elif chosen is not None:
        names = sorted({name for name, _ in topics})
        absent = "is not in the bag" if chosen not in names else "has no effort of all joints of the arm"
        raise BagError(f"effort cannot be taken from {chosen}, which {absent}; the bag has {', '.join(names)}")


def _commands(found: Sequence[Topic], topics: Topics, arm: Arm, roles: TopicRoles, chosen: str | None) -> None:
    ranks: dict[str, tuple[object, ...]] = {}
    for topic in found:
        lengths = {sample.length("data") for sample in topic.samples}
        if arm.n in lengths:
            sent = any(sample.text("layout.dim.0.label") for sample in topic.samples)
            ranks[topic.name] = (topic.last == "commands", sent, "effort" in topic.name, -len(topic.name))
        elif lengths:
            roles.leave(topic, f"not used: {min(lengths)} numbers, not {arm.n}")
    best = _best(found, ranks, chosen, "commands", topics)
    if best is not None:
        roles.take(best, topic_readers.commands(), "command")
        for topic in found:
            roles.leave(topic, f"not used: commands are taken from {best.name}")


def _terms(trajectories: Sequence[Topic], states: Sequence[Topic], match: Match, roles: TopicRoles) -> None:
    taken: dict[str, str] = {}
    for topic in trajectories:
        ours = [sample for sample in topic.samples if match(sample.layout.texts.get("joint_names", ())) is not None]
        counts = {sample.length("points") for sample in ours}
        count = next((each for each in topic_readers.TERM_COUNTS if each in counts), None)
        if topic.last != "terms" or count is None:
            continue
        if "gravity" in taken:
            roles.leave(topic, f"not used: terms are taken from {taken['gravity']}")
        else:
            roles.take(topic, topic_readers.terms_form(count), "terms")
            taken = dict.fromkeys(TERM_NAMES, topic.name)
    for topic in states:
        name = PARTS.get(topic.last)
        ours = [sample for sample in topic.samples if match(sample.layout.texts.get("name", ())) is not None]
        if name is None or not any(sample.length("effort") and not sample.length("position") for sample in ours):
            continue
        if name in taken:
            roles.leave(topic, f"not used: term {name} is taken from {taken[name]}")
        else:
            roles.take(topic, topic_readers.term(name), f"term {name}")
            taken[name] = topic.name


def _reference(found: Sequence[Topic], topics: Topics, match: Match, roles: TopicRoles, chosen: str | None) -> None:
    ranks: dict[str, tuple[object, ...]] = {}
    points: dict[str, str] = {}
    for topic in found:
        ours = [sample for sample in topic.samples if match(sample.layout.texts.get("joint_names", ())) is not None]
        for point in _points(topic):
            if any(sample.length(f"{point}.positions") for sample in ours) and topic.name not in ranks:
                accelerated = any(sample.length(f"{point}.accelerations") for sample in ours)
                named = topic.last == "reference" or topic.channel.type == CONTROLLER_STATE or topic.name == chosen
                if named and not any(sample.length("points") > 1 for sample in ours):
                    points[topic.name] = point
                    ranks[topic.name] = (accelerated, topic.last == "reference", -len(topic.name))
    best = _best(found, ranks, chosen, "references", topics)
    if best is not None:
        roles.take(best, topic_readers.reference(points[best.name]), "reference")
        for topic in found:
            if topic.name in ranks:
                roles.leave(topic, f"not used: references are taken from {best.name}")


def _points(topic: Topic) -> tuple[str, ...]:
    """Return the possible paths of the reference point in a message; ROS before Jazzy uses the name `desired`."""
    return ("points.0",) if topic.channel.type == TRAJECTORY else ("reference", "desired")


def _description(found: Sequence[Topic], roles: TopicRoles) -> None:
    for topic in sorted(found, key=lambda topic: topic.last != "robot_description"):
        texts = [text for sample in topic.samples if (text := sample.text("data")).lstrip()[:1] == "<"]
        if texts and roles.description is None and "<robot" in texts[-1]:
            roles.description = texts[-1]
            roles.leave(topic, "robot description")


def _best(
    found: Sequence[Topic], ranks: Mapping[str, tuple[object, ...]], chosen: str | None, use: str, topics: Topics
) -> Topic | None:
    """Return the chosen topic, or else the topic with the highest rank; `None` if no topic fits."""
    if chosen is None:
        return max((topic for topic in found if topic.name in ranks), key=lambda topic: ranks[topic.name], default=None)
    for topic in found:
        if topic.name == chosen and chosen in ranks:
            return topic
    names = sorted({name for name, _ in topics})
    if chosen not in names:
        raise BagError(f"{use} cannot be taken from {chosen}, which is not in the bag; it has {', '.join(names)}")
    fit = ", ".join(ranks) or "none"
    raise BagError(f"{use} cannot be taken from {chosen}: its messages are not of that kind; topics that fit: {fit}")
