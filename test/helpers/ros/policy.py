"""The SROS2 policy, read as sros2 reads it: includes put in, names made absolute."""

from __future__ import annotations

from pathlib import Path

from lxml import etree

POLICY = Path(__file__).parents[3] / "config" / "sros2" / "puma560.policy.xml"
OTHERS = POLICY.with_name("others.policy.xml")
"""For programs that are not of this package."""

RULES = {
    "topics": ("topic", {"publish", "subscribe"}),
    "services": ("service", {"reply", "request"}),
    "actions": ("action", {"execute", "call"}),
}
"""Groups of a profile: what each holds, and what can be allowed in it."""

_SERVICES = ("cancel_goal", "get_result", "send_goal")
_TOPICS = ("feedback", "status")
# An action's topics go from the server to the client.
_OF_ACTION = {"execute": ("reply", "publish"), "call": ("request", "subscribe")}

Access = frozenset[tuple[str, str]]
"""(``publish``, ``subscribe``, ``reply`` or ``request``; absolute name)."""


def load(path: Path = POLICY) -> etree._Element:
    """The policy with its includes."""
    tree = etree.parse(str(path))
    tree.xinclude()
    return tree.getroot()


def profiles(policy: etree._Element) -> dict[str, etree._Element]:
    """The one profile of each enclave, by the enclave's path."""
    return {enclave.get("path"): enclave.find("profiles/profile") for enclave in policy.iter("enclave")}


def absolute(name: str, namespace: str, node: str) -> str:
    """A name as the graph shows it."""
    if name.startswith("/"):
        return name
    base = namespace.rstrip("/")
    return f"{base}/{node}{name[1:]}" if name.startswith("~") else f"{base}/{name}"


def access(profile: etree._Element, verdict: str = "ALLOW") -> Access:
    """Everything that a profile allows (or denies), an action as its services and topics."""
    allowed = set()
    for group, (item, rights) in RULES.items():
        for rule in profile.findall(group):
            for right in rights & set(rule.keys()):
                for element in rule.findall(item) if rule.get(right) == verdict else ():
                    name = absolute(element.text, profile.get("ns"), profile.get("node"))
                    allowed |= of_action(right, name) if group == "actions" else {(right, name)}
    return frozenset(allowed)


def of_action(right: str, name: str) -> set[tuple[str, str]]:
    """What an action is made of."""
    services, topics = _OF_ACTION[right]
    return {(services, f"{name}/_action/{part}") for part in _SERVICES} | {
        (topics, f"{name}/_action/{part}") for part in _TOPICS
    }


def dds_topics(names: Access) -> list[str]:
    """The topics of DDS behind names of ROS, as sros2 writes them into permissions."""
    topics = []
    for right, name in names:
        if right in ("publish", "subscribe"):
            topics.append(f"rt{name}")
        else:
            topics += [f"rq{name}Request", f"rr{name}Reply"]
    return topics
