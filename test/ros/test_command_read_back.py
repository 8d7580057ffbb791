"""Command interfaces read back from what a controller manager publishes, where its messages are installed."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from helpers.stand_in import stands_in_for

from puma560_dynamics.nodes.wire import command_read_back
from puma560_dynamics.nodes.wire.command_read_back import CommandReadBack
from puma560_dynamics.nodes.wire.intake import Intake

NAMES = ("left_joint1", "left_joint2")
TOPIC = "/arm_cm/introspection_data/full"


@stands_in_for(Intake, "subscribe", "decoded")
class Messages:
    """In place of a node and its `Intake`: subscriptions, messages and the time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, installed: bool = True) -> None:
        monkeypatch.setattr(command_read_back, "statistics_type", lambda: SimpleNamespace if installed else None)
        self.callbacks: dict[str, Callable[[bytes], None]] = {}
        self.messages: list[Any] = []
        self.now = 100.0
        ours: Any = self
        self.made = CommandReadBack(ours, ours, lambda: self.now)

    def subscribe(
        self, kind: Any, topic: str, callback: Callable[[bytes], None], qos: Any, *, raw: bool, largest: int
    ) -> str:
        assert raw
        self.callbacks[topic] = callback
        return topic

    def destroy_subscription(self, topic: str) -> None:
        del self.callbacks[topic]

    def decoded(self, kind: Any, topic: str, data: bytes) -> Any:
        return self.messages[int(data)]

    def publish(self, **values: float) -> None:
        """Values by name, with others before."""
        named = {"state_interface.left_joint1/effort": 7.0, **values}
        self.messages.append(
            SimpleNamespace(statistics=[SimpleNamespace(name=name, value=value) for name, value in named.items()])
        )
        for callback in self.callbacks.values():
            callback(str(len(self.messages) - 1).encode())


@pytest.fixture
def messages(monkeypatch: pytest.MonkeyPatch) -> Messages:
    return Messages(monkeypatch)


WHOLE = {"command_interface.left_joint2/effort": -28.9, "command_interface.left_joint1/effort": 1.0}


def test_the_commands_of_the_joints_are_found_among_all(messages: Messages):
    messages.made.follow("/arm_cm")
    assert list(messages.callbacks) == [TOPIC]
    assert messages.made.effort(NAMES, 0.5) is None  # nothing yet
    messages.publish(**WHOLE)
    np.testing.assert_array_equal(messages.made.effort(NAMES, 0.5), [1.0, -28.9])


def test_what_is_old_or_without_a_joint_is_not_known(messages: Messages):
    messages.made.follow("/arm_cm")
    messages.publish(**WHOLE)
    messages.now += 0.6
    assert messages.made.effort(NAMES, 0.5) is None
    messages.publish(**{"command_interface.left_joint1/effort": 1.0, "command_interface.left_joint2/position": 2.0})
    assert messages.made.effort(NAMES, 0.5) is None


def test_it_is_subscribed_only_while_it_is_asked_to(messages: Messages):
    messages.made.follow("")
    assert not messages.callbacks
    messages.made.follow("/arm_cm")
    messages.publish(**WHOLE)
    messages.made.follow("/arm_cm")
    assert messages.made.effort(NAMES, 0.5) is not None
    messages.made.follow("")
    assert not messages.callbacks
    messages.made.follow("/arm_cm")
    assert messages.made.effort(NAMES, 0.5) is None


def test_without_the_messages_nothing_is_known(monkeypatch: pytest.MonkeyPatch):
    messages = Messages(monkeypatch, installed=False)
    messages.made.follow("/arm_cm")
    assert not messages.callbacks
    assert messages.made.effort(NAMES, 0.5) is None
