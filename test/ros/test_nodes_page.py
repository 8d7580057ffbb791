"""The tables of topics and services in ``docs/nodes.md`` say what the nodes have in the graph."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.ros.graph import LIFECYCLE, NODES, VARIANTS, Endpoint, Graph, Quality
from helpers.ros.nodes_page import Row, rows
from helpers.ros.optional_interfaces import ACTIVITY, CONTROLLERS, TRAJECTORY, action
from helpers.ros.policy import of_action
from rclpy.qos import ReliabilityPolicy

from puma560_dynamics.control.gate.faults import fault_table
from puma560_dynamics.control.parameter_spec import CONTROLLER
from puma560_dynamics.nodes.wire import topics
from puma560_dynamics.nodes.wire.feedforward_parameters import PARAMETERS
from puma560_dynamics.nodes.wire.reference_source import BY_REFERENCE, TOPICS, ReferenceSource
from tools.document import SECTIONS, filled


def states(graph: Graph, row: Row) -> set[str]:
    """Lifecycle states in which a name was seen."""
    return {state for state, seen in graph.while_state[row.node].items() if row.endpoint in seen}


def of(node: str) -> list[str]:
    """A node and its variants."""
    return [node, *(key for key, (owner, _) in VARIANTS.items() if owner == node)]


def only_with(key: str) -> Callable[[Graph, Row], bool]:
    """Seen in one process of the node alone."""
    return lambda graph, row: [other for other in of(row.node) if row.endpoint in graph.idle[other]] == [key]


EFFORT, HARDWARE = VARIANTS


def always(graph: Graph, row: Row) -> bool:
    """Seen in every process of the node and in every state."""
    return all(row.endpoint in graph.idle[key] for key in of(row.node)) and (
        row.node not in LIFECYCLE or states(graph, row) == {"unconfigured", "inactive", "active"}
    )


# The conditions that the page may name, and how each is seen.
CONDITIONS: dict[str, Callable[[Graph, Row], bool]] = {
    "": always,
    "where controller_manager_msgs is installed": always,
    "once configured": lambda graph, row: states(graph, row) == {"inactive", "active"},
    "while it has a subscriber": lambda graph, row: row.endpoint not in graph.idle[row.node],
    "while the page has visitors": lambda graph, row: row.endpoint not in graph.idle[row.node],
    # The nodes run with it; the variants do not.
    "with `use_sim_time`": lambda graph, row: all(row.endpoint not in graph.idle[key] for key in VARIANTS),
    "by the parameter `controller`": lambda graph, row: (
        only_with(row.node)(graph, row) or only_with(EFFORT)(graph, row)
    ),
    "with `servo: pd`": always,  # the default
    "with `brake_feedback`": always,  # it is on here
    "with `controller_joints`": always,  # the default
    "with `feed`": always,  # it is on here
    "with `interface: direct`": lambda graph, row: only_with(row.node)(graph, row),
    "with `interface: topic_hardware`": lambda graph, row: only_with(HARDWARE)(graph, row),
}

ROWS = rows()
OPTIONAL = "where controller_manager_msgs is installed"
ALL = [row for row in ROWS if not row.is_action]
IN_DOUBT = "while the hardware may hold a torque"
OTHER_SOURCES = {f"with `reference_source: {name}`": name for name in TOPICS if name != BY_REFERENCE}
BY_BAG = "with `reference_bag` or `autostart`"
UNSEEN = (OPTIONAL, IN_DOUBT, BY_BAG, *OTHER_SOURCES)
PLAIN = [row for row in ALL if row.condition not in UNSEEN or (row.condition == OPTIONAL and ACTIVITY)]
"""Topics and services that the nodes have here."""


def on_page(node: str) -> set[Endpoint]:
    """What the page says of a node, actions left aside."""
    return {row.endpoint for row in PLAIN if row.node == node}


@pytest.mark.parametrize("node", NODES)
def test_the_page_has_all_names_and_types(graph: Graph, node: str):
    seen = set().union(*(graph.endpoints[key] for key in of(node)))
    assert on_page(node) == {endpoint for endpoint in seen if "/_action/" not in endpoint.name}


def test_the_page_names_nothing_twice_and_no_other_node():
    assert len({(row.node, row.endpoint) for row in ALL}) == len(ALL)
    assert {row.node for row in ROWS} == set(NODES)


@pytest.mark.parametrize("node", NODES)
def test_the_page_has_the_qualities_of_service(graph: Graph, node: str):
    rows = [row for row in PLAIN if row.node == node and row.endpoint.right in ("publish", "subscribe")]
    said = {(row.endpoint.right, row.endpoint.name): row.quality for row in rows}
    for key in of(node):
        assert graph.quality[key].items() <= said.items()
    assert said.keys() == set().union(*(graph.quality[key] for key in of(node)))


@pytest.mark.parametrize("row", PLAIN, ids=lambda row: f"{row.node} {row.endpoint.right} {row.endpoint.name}")
def test_what_is_conditional_is_so(graph: Graph, row: Row):
    assert CONDITIONS[row.condition](graph, row)


def test_the_topic_that_needs_another_package_is_that_of_the_policy():
    """Where controller_manager_msgs is missing, its name and quality of service are compared with the code."""
    watching = [row for row in ALL if row.condition == OPTIONAL]
    assert {row.node for row in watching} == {"feedforward_node", TRAJECTORY}
    for row in watching:
        assert (row.endpoint.right, row.endpoint.name) == ("subscribe", f"/{topics.ACTIVITY}")
        assert row.quality == Quality(True, True, topics.LATCHED.depth)


def test_the_topic_of_a_torque_in_doubt_is_that_of_the_code():
    """It is subscribed to only where a controller has ended, and pal_statistics_msgs is installed."""
    (row,) = [row for row in ALL if row.condition == IN_DOUBT]
    assert (row.node, row.endpoint.right) == ("feedforward_node", "subscribe")
    assert row.endpoint.name == f"/controller_manager/{topics.INTROSPECTION}"
    assert row.quality == Quality(False, False, topics.COMMAND.depth)


def test_the_other_topics_of_references_are_those_of_the_code():
    found = {row.condition: row for row in ALL if row.condition in OTHER_SOURCES}
    assert set(found) == set(OTHER_SOURCES)
    for condition, row in found.items():
        source = ReferenceSource(OTHER_SOURCES[condition])
        assert (row.node, row.endpoint.right, row.endpoint.name) == (
            "feedforward_node",
            "subscribe",
            f"/{source.topic}",
        )
        reliable = source.quality.reliability is ReliabilityPolicy.RELIABLE
        assert row.quality == Quality(reliable, False, source.quality.depth)
    kinds = {condition: row.endpoint.type for condition, row in found.items()}
    assert kinds == {
        "with `reference_source: controller_state`": "control_msgs/msg/JointTrajectoryControllerState",
        "with `reference_source: trajectory`": "trajectory_msgs/msg/JointTrajectory",
    }


def test_the_pose_at_the_start_of_a_bag_is_read_as_the_code_does():
    (row,) = [row for row in ALL if row.condition == BY_BAG]
    assert (row.node, row.endpoint.right) == ("reference_node", "subscribe")
    assert row.endpoint.name == f"/{topics.JOINT_STATES}"
    assert row.quality == Quality(False, False, topics.COMMAND.depth)


def test_the_actions_are_those_of_the_policy():
    actions = [row for row in ROWS if row.is_action]
    assert {row.node for row in actions} == {TRAJECTORY}
    assert {row.condition for row in actions} == {"where control_msgs is installed"}
    rights = {"reply": "execute", "request": "call"}
    names = [of_action(rights[row.endpoint.right], row.endpoint.name) for row in actions]
    assert set().union(*names) == set().union(*(action(controller) for controller in CONTROLLERS))
    assert len(names) == 1 + len(CONTROLLERS)


ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("page", sorted((ROOT / "docs").rglob("*.md")), ids=lambda page: page.name)
def test_generated_tables_are_up_to_date(page: Path):
    text = page.read_text(encoding="utf-8")
    assert filled(text, SECTIONS) == text, "run `python -m tools.document docs/*.md docs/derivations/*.md`"


def test_every_generated_table_is_shown():
    pages = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs").rglob("*.md"))
    assert all(f"<!-- generated: {name} -->" in pages for name in SECTIONS)


def test_the_table_of_faults_is_that_of_the_code():
    """The rules of `control/gate/faults.py`; the measured table below it has other markers."""
    text = (ROOT / "docs" / "faults.md").read_text(encoding="utf-8")
    begin, end = "<!-- generated: fault rules -->", "<!-- end of fault rules -->"
    assert text[text.index(begin) + len(begin) : text.index(end)].strip() == fault_table()


def test_every_executable_is_named():
    text = (ROOT / "docs" / "ros2.md").read_text(encoding="utf-8")
    setup = (ROOT / "setup.py").read_text(encoding="utf-8")
    for line in setup.splitlines():
        if " = puma560_dynamics." in line:
            assert f"`{line.strip().strip(chr(34)).split(' = ')[0]}" in text


def test_the_page_of_the_controller_names_the_parameters_of_the_node_that_it_lacks():
    text = (ROOT / "docs" / "controller.md").read_text(encoding="utf-8")
    section = text[text.index("\n## Parameters\n") : text.index("\n## Topics")]
    lacking = [spec.name for spec in PARAMETERS if CONTROLLER not in spec.users and spec.name != "joints"]
    assert len(lacking) > 15
    assert [name for name in lacking if f"`{name}`" not in section] == []
    table = section[section.index("that do not exist here:") :].split("\n\n")[1]
    named = {name for row in table.splitlines() for name in re.findall(r"`(\w+)`", row.split(" | ")[-1])}
    assert named <= {*lacking} and len(named) > 15
