"""Survey of bags and choice of the topics to read, with a report of the choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from ...arm import Arm
from ...bags.files import Bag
from ...bags.findings import Findings
from ...bags.message_definitions import Definitions
from ...bags.survey import JOINT_STATE, Topics, survey
from ...errors import BagError
from ..settings import ReplaySettings
from .joint_names import check_joint_map, match_joints
from .topic_readers import Match
from .topic_roles import TopicRoles, choose_topic_roles


def choose_topics(
    bags: Sequence[Bag], definitions: Definitions, arm: Arm, settings: ReplaySettings, findings: Findings
) -> tuple[Topics, TopicRoles]:
    """Return the topics of bags and their uses.

    Args:
        bags: the bags of one recording.
        definitions: known message types; receives those that the bags define.
        arm: arm whose joints are needed.
        settings: `joint_map` and `topics` are used.
        findings: receives notes on topics that are not used and on joints with other names.

    Raises:
        BagError: the recording has no joint states of this arm, or a chosen topic does not exist or does not fit.
    """
    match = partial(match_joints, expected=arm.joint_names, joint_map=settings.joint_map)

    def chosen(topics: Topics) -> TopicRoles:
        _check_joint_map(settings.joint_map, arm, topics)
        return choose_topic_roles(topics, arm, match, settings.topics)

    topics = survey(bags, definitions)
    try:
        roles = chosen(topics)
    except BagError:  # some joints may begin later than those found so far
        topics = survey(bags, definitions, whole=True)
        roles = chosen(topics)
    for (name, kind), note in roles.notes.items():
        other_states = note.startswith("not used: joint states are taken")  # perhaps those of a second arm
        if other_states or (note.startswith("not used") and kind != JOINT_STATE):
            findings.add("topic_not_used", f"{name} is {note}", loss=False)
    _report_names(topics, roles, arm, match, findings)
    return topics, roles


def _check_joint_map(joint_map: Mapping[str, str], arm: Arm, topics: Topics) -> None:
    """Raise if the joint map contains names that the arm or the recording does not have."""
    texts = [sample.layout.texts for topic in topics.values() for sample in topic.samples]
    names = {name for text in texts for path in ("name", "joint_names") for name in text.get(path, ())}
    check_joint_map(joint_map, arm.joint_names, names or None)


def _report_names(topics: Topics, roles: TopicRoles, arm: Arm, match: Match, findings: Findings) -> None:
    """Report how joints were matched if the names of bag and arm differ."""
    states = [topics[key] for key, note in roles.notes.items() if note == "joint states"]
    found = [_matched(sample.layout.texts["name"], match) for topic in states for sample in topic.samples]
    joined = dict(sorted((joint, name) for part in roles.parts for name, joint in part.members))
    theirs = next(filter(None, [*found, tuple(joined.values())]), arm.joint_names)
    if theirs != arm.joint_names:
        pairs = ", ".join(f"{a} is {b}" for a, b in zip(theirs, arm.joint_names, strict=True))
        findings.add("joint_names", f"joints of the bag were matched with the arm's: {pairs}", loss=False)


def _matched(names: Sequence[str], match: Match) -> tuple[str, ...]:
    return tuple(names[place] for place in match(names) or ())
