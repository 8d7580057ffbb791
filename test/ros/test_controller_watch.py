"""What the controller manager publishes about a controller, where its messages are installed."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from helpers.stand_in import stands_in_for
from lifecycle_msgs.msg import State

from puma560_dynamics.nodes.wire import controller_watch
from puma560_dynamics.nodes.wire.controller_watch import (
    ACTIVITY_TYPE,
    MAX_SEARCH_S,
    SHUTDOWN_S,
    Activity,
    ControllerWatch,
)
from puma560_dynamics.nodes.wire.diagnostics import ERROR, WARN
from puma560_dynamics.nodes.wire.intake import Intake
from puma560_dynamics.nodes.wire.topics import LATCHED

ACTIVE, INACTIVE = State.PRIMARY_STATE_ACTIVE, State.PRIMARY_STATE_INACTIVE


@stands_in_for(Intake, "subscribe")
class Graph:
    """In place of a node and its `Intake`: the graph, the subscriptions, and the time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, messages: bool = True) -> None:
        monkeypatch.setattr(controller_watch, "activity_type", lambda: SimpleNamespace if messages else None)
        self.topics: dict[str, int] = {}
        self.callbacks: dict[str, Callable[[Any], None]] = {}
        self.reported: list[bool] = []
        self.gone: list[bool] = []
        self.now = 100.0

    def resolve_topic_name(self, name: str) -> str:
        return name if name.startswith("/") else f"/ours/{name}"

    def count_publishers(self, topic: str) -> int:
        return self.topics.get(topic, 0)

    def get_topic_names_and_types(self) -> list[tuple[str, list[str]]]:
        return [(topic, [ACTIVITY_TYPE]) for topic in self.topics] + [("/other/activity", ["std_msgs/msg/String"])]

    def subscribe(self, kind: Any, topic: str, callback: Callable[[Any], None], qos: Any, *, latched: bool) -> None:
        assert (kind, qos, latched) == (SimpleNamespace, LATCHED, True)
        self.callbacks[topic] = callback

    def report(self, active: bool, gone: bool) -> None:
        self.reported.append(active)
        self.gone.append(gone)

    def watch(self, controller: str = "/ours/effort_controller", manager: str = "") -> ControllerWatch:
        node: Any = self
        return ControllerWatch(node, node, controller, manager, self.report, lambda: self.now)

    def look(self, watch: ControllerWatch, seconds: float = 0.0) -> None:
        """A look every 0.1 s."""
        for _ in range(max(1, round(10.0 * seconds))):
            watch.search_graph()
            self.now += 0.1


@pytest.fixture
def graph(monkeypatch: pytest.MonkeyPatch) -> Graph:
    return Graph(monkeypatch)


def activity(**controllers: int) -> SimpleNamespace:
    """As `ControllerManagerActivity`."""
    named = [SimpleNamespace(name=name, state=SimpleNamespace(id=state)) for name, state in controllers.items()]
    return SimpleNamespace(controllers=named)


def test_the_state_of_our_controller_alone_is_reported(graph: Graph):
    watch = graph.watch()
    assert list(graph.callbacks) == ["/ours/controller_manager/activity"]
    on_activity = graph.callbacks["/ours/controller_manager/activity"]
    on_activity(activity(other=INACTIVE, effort_controller=ACTIVE))
    on_activity(activity(other=ACTIVE, effort_controller=INACTIVE))
    on_activity(activity(other=ACTIVE))  # unloaded
    assert graph.reported == [True, False, False]
    assert watch.problem is None


def test_a_manager_of_any_name_is_found_in_the_namespace_of_the_controller(graph: Graph):
    graph.topics = {"/ours/arm_cm/activity": 1, "/theirs/controller_manager/activity": 1, "/ours/grip_cm/activity": 1}
    watch = graph.watch()
    graph.look(watch)
    assert set(graph.callbacks) == {
        "/ours/controller_manager/activity", "/ours/arm_cm/activity", "/ours/grip_cm/activity"
    }  # fmt: skip
    graph.callbacks["/ours/arm_cm/activity"](activity(effort_controller=ACTIVE))
    graph.callbacks["/ours/grip_cm/activity"](activity(gripper=ACTIVE))
    assert graph.reported == [True, True]
    assert watch.problem is None
    graph.callbacks["/ours/arm_cm/activity"](activity(effort_controller=INACTIVE))
    assert graph.reported[-1] is False


def test_a_manager_that_comes_later_is_found(graph: Graph):
    watch = graph.watch()
    graph.look(watch, 3.0)
    graph.topics = {"/ours/arm_cm/activity": 1}
    graph.look(watch, 2.0)
    assert "/ours/arm_cm/activity" in graph.callbacks


def test_the_end_of_a_manager_is_the_end_of_its_controllers(graph: Graph):
    graph.topics = {"/ours/arm_cm/activity": 1}
    watch = graph.watch()
    graph.look(watch)
    graph.callbacks["/ours/arm_cm/activity"](activity(effort_controller=ACTIVE))
    graph.look(watch, 1.0)
    assert graph.reported == [True]
    graph.topics = {}
    graph.look(watch, 1.0)
    assert graph.reported == [True, False]
    graph.topics = {"/ours/arm_cm/activity": 1}  # started again
    graph.callbacks["/ours/arm_cm/activity"](activity(effort_controller=ACTIVE))
    assert graph.reported[-1] is True


def test_a_manager_that_is_named_alone_counts(graph: Graph):
    graph.topics = {"/ours/controller_manager/activity": 1}
    watch = graph.watch(manager="/robot/arm_cm")
    graph.look(watch, 10.0)
    assert list(graph.callbacks) == ["/robot/arm_cm/activity"]
    assert "publishes on /robot/arm_cm/activity" in str(watch.problem)


def test_that_nothing_is_watched_is_reported(graph: Graph):
    watch = graph.watch()
    assert watch.problem is None  # it may be found in a moment
    graph.look(watch, MAX_SEARCH_S + 0.2)
    assert "nothing notices the end of the controller effort_controller" in str(watch.problem)
    assert "set it to none" in str(watch.problem)
    graph.callbacks["/ours/controller_manager/activity"](activity())
    assert watch.problem is None


def test_without_its_messages_nothing_is_watched(monkeypatch: pytest.MonkeyPatch):
    graph = Graph(monkeypatch, messages=False)
    watch = graph.watch()
    graph.look(watch, 1.0)
    assert graph.callbacks == {}
    assert "controller_manager_msgs is not installed" in str(watch.problem)


@pytest.mark.parametrize(("controller", "manager"), [("", ""), ("/ours/effort_controller", "none")])
def test_where_there_is_no_controller_nothing_is_watched_or_reported(graph: Graph, controller: str, manager: str):
    """Commands that are remapped to a topic of no controller, or a robot without ros2_control."""
    graph.topics = {"/ours/controller_manager/activity": 1}
    watch = graph.watch(controller, manager)
    graph.look(watch, 10.0)
    assert graph.callbacks == {}
    assert watch.problem is None


def test_a_controller_that_ends_is_worse_than_one_that_has_not_begun():
    activity = Activity()
    assert activity.trouble(0.0) is None  # nothing was reported
    activity.report(False, 1.0)
    level, words = activity.trouble(1.0 + SHUTDOWN_S) or (None, "")
    assert level == WARN
    assert "activate it" in words
    activity.report(True, 2.0)
    assert activity.trouble(9.0) is None
    activity.report(False, 10.0)
    assert activity.trouble(10.0 + 0.9 * SHUTDOWN_S) is None  # the end of everything, perhaps
    activity.report(False, 10.0 + 0.9 * SHUTDOWN_S)  # unloaded, too: it ended when it ended
    level, words = activity.trouble(10.0 + SHUTDOWN_S) or (None, "")
    assert level == ERROR
    assert "no longer active" in words
    activity.report(True, 12.0)
    assert activity.trouble(20.0) is None
