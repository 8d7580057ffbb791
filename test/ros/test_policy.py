"""The SROS2 policy lets each node do what it does in the graph, and nothing more."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest
import rclpy
from helpers.ros.graph import LOOKERS, NODES, VARIANTS, Endpoint, Graph
from helpers.ros.optional_interfaces import ACTIVITY, CONTROLLERS, TRAJECTORY, action
from helpers.ros.policy import OTHERS, POLICY, RULES, absolute, access, dds_topics, load, of_action, profiles
from helpers.stand_in import stands_in_for
from rclpy.action import ActionClient, ActionServer
from rclpy.node import Node
from rclpy.parameter import Parameter

from puma560_dynamics.nodes.wire import controller_watch, parameters, topics, trajectory_action
from puma560_dynamics.nodes.wire.arm_source import ArmSource
from puma560_dynamics.nodes.wire.intake import Intake

ROOT = Path(__file__).parent.parent.parent
COMMANDS = "/effort_controller/commands"
COMMANDERS = {"/puma560/feedforward_node", "/puma560/command_guard_node"}

ACTIONS = importlib.util.find_spec("control_msgs") is not None
"""Whether the trajectory node has its action here."""


# What a process has only under a condition that cannot be met everywhere: enclave -> (condition, met here?, what).
WATCHED = {("subscribe", f"/{topics.ACTIVITY}")}
DESCRIBED = {("subscribe", f"/{topics.ROBOT_DESCRIPTION}")}
RECEIVED = (False, DESCRIBED)  # the nodes of these tests name their arm
CONDITIONAL = {enclave: [(ACTIONS, action(name)), (ACTIVITY, WATCHED)] for name, enclave in CONTROLLERS.items()} | {
    "feedforward_node": [
        (ACTIVITY, WATCHED),
        (False, {("subscribe", f"/controller_manager/{topics.INTROSPECTION}")}),
        (False, {("subscribe", f"/{topic}") for topic in (topics.CONTROLLER_STATE, topics.TRAJECTORY)}),
    ],
    "marker_node": [RECEIVED],
    "observer_node": [RECEIVED],
    "plant_node": [RECEIVED],
    "plant_node/topic_hardware": [RECEIVED],
    "reference_node": [
        (False, DESCRIBED | {("publish", "/diagnostics")}),
        (False, {("subscribe", f"/{topics.JOINT_STATES}")}),
    ],
}
"""Whether something is the case here, as a package that is installed, and what is used where it is."""


def missing(key: str) -> set[tuple[str, str]]:
    """What a process is allowed and does not use here, for want of a package."""
    return {one for met, what in CONDITIONAL.get(key, []) if not met for one in what}


PROCESSES = (*NODES, *VARIANTS)


def used(graph: Graph, key: str) -> set[tuple[str, str]]:
    """What a process was seen to use."""
    return {(endpoint.right, endpoint.name) for endpoint in graph.endpoints[key]}


def allowed(key: str) -> set[tuple[str, str]]:
    """What the policy allows the process."""
    return set(access(profiles(load())[f"/puma560/{key}"]))


@pytest.mark.parametrize("key", NODES)
def test_everything_used_is_allowed(graph: Graph, key: str):
    assert len(used(graph, key)) > 8  # parameters alone are more
    assert used(graph, key) - allowed(key) == set()


@pytest.mark.parametrize("key", NODES)
def test_everything_allowed_is_used(graph: Graph, key: str):
    assert missing(key) <= allowed(key)
    assert allowed(key) - used(graph, key) == missing(key)


@pytest.mark.parametrize("key", VARIANTS)
def test_other_parameters_have_a_separate_enclave(graph: Graph, key: str):
    """Exactly what they use, but for the clock: variants run without simulated time."""
    assert allowed(key) - used(graph, key) == missing(key) | {("subscribe", "/clock")}
    assert used(graph, key) <= allowed(key)
    assert allowed(key) != allowed(VARIANTS[key][0])


def test_the_action_has_the_names_that_are_allowed(monkeypatch: pytest.MonkeyPatch):
    """Where control_msgs is missing: the node's own code, with the two classes of rclpy noting the names."""
    names: set[tuple[str, str]] = set()

    def noted(right: str):
        def make(node: object, kind: object, name: str, *rest: object, **settings: object) -> None:
            names.update(of_action(right, absolute(name, "/", TRAJECTORY)))

        return make

    monkeypatch.setattr(trajectory_action, ActionServer.__name__, noted("execute"))
    monkeypatch.setattr(trajectory_action, ActionClient.__name__, noted("call"))
    kind = type("Action", (), {"Result": object})
    for controller, enclave in CONTROLLERS.items():
        names.clear()
        trajectory_action.serve(None, controller, kind, None, None, None)  # type: ignore[arg-type]
        assert names == action(controller)
        assert names <= allowed(enclave)


def test_simulated_time_is_the_condition_of_the_clock(graph: Graph):
    clock = Endpoint("subscribe", "/clock", "rosgraph_msgs/msg/Clock")
    assert all(clock in graph.idle[node] for node in NODES)
    assert all(clock not in graph.idle[key] for key in VARIANTS)


def test_the_controller_is_watched_on_the_topic_that_is_allowed(monkeypatch: pytest.MonkeyPatch):
    """Where controller_manager_msgs is missing: the node's own code, with a node that notes the name."""
    names: set[str] = set()

    @stands_in_for(Intake, "subscribe")
    class Noting:
        def resolve_topic_name(self, name: str) -> str:
            return absolute(name, "/", "feedforward_node")

        def subscribe(self, kind: object, topic: str, *rest: object, latched: bool) -> None:
            names.add(topic)

    monkeypatch.setattr(controller_watch, "activity_type", lambda: object)
    noting: Any = Noting()
    controller_watch.ControllerWatch(noting, noting, "/effort_controller", "", lambda active, gone: None)
    assert {("subscribe", name) for name in names} <= allowed("feedforward_node")
    assert len(names) == 1


@pytest.mark.parametrize("key", sorted({*CONDITIONAL, "validator_node"}))
def test_an_arm_that_the_robot_describes_needs_what_is_allowed(key: str):
    """`ArmSource` without an arm, alone in a node of that name."""
    name = key.partition("/")[0]
    context = rclpy.Context()
    rclpy.init(context=context)
    try:
        named = [Parameter("arm", value="")]
        node = Node(name, context=context, start_parameter_services=False, parameter_overrides=named)
        parameters.declare(node, parameters.ARM_PARAMETERS)
        before = {each.topic_name for each in node.publishers} | {each.topic_name for each in node.subscriptions}
        ArmSource(node)
        used = {("publish", each.topic_name) for each in node.publishers if each.topic_name not in before}
        used |= {("subscribe", each.topic_name) for each in node.subscriptions if each.topic_name not in before}
        assert used >= DESCRIBED
        assert used <= allowed(key)
    finally:
        rclpy.shutdown(context=context)


def test_subscriptions_come_and_go_with_the_lifecycle(graph: Graph):
    """Commands and the guard are followed in every state, so that a node knows what acts before it starts."""
    states = graph.while_state["feedforward_node"]
    listening = {state: {end.name for end in seen if end.right == "subscribe"} for state, seen in states.items()}
    others = {COMMANDS, f"/{topics.HEARTBEAT}", f"/{topics.ROBOT_DESCRIPTION}", "/feedforward_node/brake_state"} | (
        {f"/{topics.ACTIVITY}"} if ACTIVITY else set()
    )
    inputs = {"/joint_states", "/reference"}
    assert listening["unconfigured"] == {"/clock"} | others
    assert listening["inactive"] == listening["active"] == {"/clock"} | others | inputs


@pytest.mark.parametrize("node", LOOKERS)
def test_torque_is_subscribed_to_only_while_needed(graph: Graph, node: str):
    torque = ("subscribe", "/feedforward_node/total")
    assert torque in used(graph, node)
    assert torque not in {(endpoint.right, endpoint.name) for endpoint in graph.idle[node]}


def test_only_two_enclaves_may_command():
    may = {path for path, profile in profiles(load()).items() if ("publish", COMMANDS) in access(profile)}
    assert may == COMMANDERS


def test_nothing_is_allowed_by_pattern():
    """A `*` would let in names that were not considered."""
    for profile in profiles(load()).values():
        for _, name in access(profile):
            assert re.fullmatch(r"(/[a-z_][a-z0-9_]*)+", name), name


def test_every_executable_node_has_an_enclave():
    setup = (ROOT / "setup.py").read_text(encoding="utf-8")
    executables = set(re.findall(r'"(\w+) = puma560_dynamics\.nodes\.', setup))
    assert executables == set(NODES)
    assert set(profiles(load())) == {f"/puma560/{key}" for key in PROCESSES}


def test_an_enclave_is_called_as_its_node():
    for path, profile in profiles(load()).items():
        assert path.split("/")[:3] == ["", "puma560", profile.get("node")]
        assert profile.get("ns") == "/"


def test_no_node_may_call_services_of_another():
    """But those of the controller's action; and one node reads the parameters of the controller that it commands."""
    for path, profile in profiles(load()).items():
        requests = {name for right, name in access(profile) if right == "request"}
        reads = {"/effort_controller/get_parameters"} if path == "/puma560/feedforward_node" else set()
        assert reads == {name for name in requests if "/_action/" not in name}, path


def test_the_programs_of_others_may_not_command():
    (profile,) = profiles(load(OTHERS)).values()
    assert access(profile, "DENY") == {("publish", COMMANDS)}
    assert {name for _, name in access(profile) if "_action" not in name} == {"/*"}
    assert not set(profiles(load(OTHERS))) & set(profiles(load()))
    assert not any(access(profile, "DENY") for profile in profiles(load()).values())


HANDSHAKE = 8192
"""Bytes of one message of the handshake in Fast DDS; a larger one is not sent."""

BESIDES = 1700
"""Bytes of that message for certificate, keys and names; with 6.8 kB of permissions it was too large, with 6.0 not."""

FRAME = 2600
"""Bytes of signed permissions without topics, and without the path of the enclave, which stands in them twice."""

LINE = 28
"""Bytes of a line of permissions around the name of a topic."""


@pytest.mark.parametrize("path", profiles(load()))
def test_the_signed_permissions_fit_the_handshake(path: str):
    named = dds_topics(access(profiles(load())[path]))
    assert FRAME + 2 * len(path) + sum(LINE + len(topic) for topic in named) < HANDSHAKE - BESIDES


@pytest.mark.parametrize("file", [POLICY, OTHERS], ids=lambda file: file.name)
def test_the_policy_has_the_form_of_version_0_2_0(file: Path):
    """The structure that sros2 demands, element by element."""
    policy = load(file)
    assert (policy.tag, policy.get("version")) == ("policy", "0.2.0")
    (enclaves,) = policy
    assert enclaves.tag == "enclaves"
    assert all(isinstance(child.tag, str) for child in enclaves), "sros2 takes a comment for an enclave"
    paths = [enclave.get("path") for enclave in elements(enclaves, "enclave", {"path"})]
    assert len(set(paths)) == len(paths) > 0
    for enclave in enclaves.iterchildren("enclave"):
        (group,) = elements(enclave, "profiles", set())
        for profile in elements(group, "profile", {"ns", "node"}):
            rules = list(profile.iterchildren("*"))
            for rule in rules:
                item, rights = RULES[rule.tag]
                given = {key: value for key, value in rule.attrib.items() if not key.endswith("}base")}
                assert given.keys() <= rights
                assert given
                assert set(given.values()) <= {"ALLOW", "DENY"}
                names = [element.text for element in elements(rule, item, set())]
                assert len(set(names)) == len(names)


def elements(parent, tag: str, attributes: set[str]) -> list:
    """Children of an element, which are all of one kind with these attributes; at least one."""
    children = list(parent.iterchildren("*"))
    assert children
    for child in children:
        assert child.tag == tag
        assert {key for key in child.attrib if not key.endswith("}base")} == attributes
    return children


def test_the_policy_is_installed_with_its_parts():
    setup = (ROOT / "setup.py").read_text(encoding="utf-8")
    folders = {POLICY.parent} | {path.parent for path in POLICY.parent.rglob("*.xml")}
    for folder in folders:
        assert f'files("{folder.relative_to(ROOT).as_posix()}", "*.xml")' in setup
