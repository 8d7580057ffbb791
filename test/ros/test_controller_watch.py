"""What the controller manager publishes about a controller, where its messages are installed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from lifecycle_msgs.msg import State

from puma560_dynamics.nodes.wire import controller_watch
from puma560_dynamics.nodes.wire.controller_watch import SHUTDOWN, Activity, watch_controller
from puma560_dynamics.nodes.wire.diagnostics import ERROR, WARN
from puma560_dynamics.nodes.wire.topics import ACTIVITY, LATCHED

ACTIVE, INACTIVE = State.PRIMARY_STATE_ACTIVE, State.PRIMARY_STATE_INACTIVE


def noting(made: list) -> Any:
    """In place of an `Intake`: keeps what is subscribed."""
    return SimpleNamespace(subscribe=lambda *arguments, latched: made.append(arguments) if latched else None)


def activity(**controllers: int) -> SimpleNamespace:
    """As `ControllerManagerActivity`."""
    named = [SimpleNamespace(name=name, state=SimpleNamespace(id=state)) for name, state in controllers.items()]
    return SimpleNamespace(controllers=named)


def test_the_state_of_our_controller_alone_is_reported(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(controller_watch, "activity_type", lambda: SimpleNamespace)
    made: list = []
    reported: list[bool] = []
    assert watch_controller(noting(made), "effort_controller", reported.append)
    ((kind, topic, on_activity, quality),) = made
    assert (kind, topic, quality) == (SimpleNamespace, ACTIVITY, LATCHED)
    on_activity(activity(other=INACTIVE, effort_controller=ACTIVE))
    on_activity(activity(other=ACTIVE, effort_controller=INACTIVE))
    on_activity(activity(other=ACTIVE))  # unloaded
    assert reported == [True, False, False]


def test_without_a_name_nothing_is_watched(monkeypatch: pytest.MonkeyPatch):
    """Commands that are remapped to a topic of no controller."""
    monkeypatch.setattr(controller_watch, "activity_type", lambda: SimpleNamespace)
    assert not watch_controller(noting([]), "", print)


def test_without_its_messages_nothing_is_watched(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(controller_watch, "activity_type", lambda: None)
    made: list = []
    assert not watch_controller(noting(made), "effort_controller", print)
    assert made == []


def test_a_controller_that_ends_is_worse_than_one_that_has_not_begun():
    activity = Activity()
    assert activity.trouble(0.0) is None  # nothing was reported
    activity.report(False, 1.0)
    level, words = activity.trouble(1.0 + SHUTDOWN) or (None, "")
    assert level == WARN
    assert "activate it" in words
    activity.report(True, 2.0)
    assert activity.trouble(9.0) is None
    activity.report(False, 10.0)
    assert activity.trouble(10.0 + 0.9 * SHUTDOWN) is None  # the end of everything, perhaps
    activity.report(False, 10.0 + 0.9 * SHUTDOWN)  # unloaded, too: it ended when it ended
    level, words = activity.trouble(10.0 + SHUTDOWN) or (None, "")
    assert level == ERROR
    assert "no longer active" in words
    activity.report(True, 12.0)
    assert activity.trouble(20.0) is None
