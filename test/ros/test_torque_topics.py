"""What is published term by term is what was sent: the difference of the two is found."""

from __future__ import annotations

import numpy as np
import pytest
from builtin_interfaces.msg import Time

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.feed_forward.feed_forward import MODEL_TERMS, FeedForward, Reference
from puma560_dynamics.control.torque_loop import LoopOutput
from puma560_dynamics.nodes.wire.torque_topics import TorqueTopics

Q, QD, QDD = np.random.default_rng(4).uniform(-1.0, 1.0, (3, 6))


class Node:
    """Its publishers keep what they publish, and have a subscriber each."""

    def __init__(self, subscribed: bool = True) -> None:
        self.subscribed = subscribed
        self.published: list = []

    def create_publisher(self, *arguments: object) -> Node:
        return self

    def get_subscription_count(self) -> int:
        return int(self.subscribed)

    def publish(self, message: object) -> None:
        self.published.append(message)


def apart(arm: Arm, kind: str, error: float, subscribed: bool = True) -> float:
    """What `publish` finds for a torque with this error at one joint, N·m."""
    forward = FeedForward(load_model(kind, arm))
    command = forward.command(Q, QD, Reference(Q, QD, QDD))
    wrong = np.zeros(6)
    wrong[2] = error
    step = LoopOutput(None, command._replace(torque=command.torque + wrong), True)
    topics = TorqueTopics(Node(subscribed))  # type: ignore[arg-type]
    topics.look_for_listeners()
    return topics.publish(Time(), arm.joint_names, (Q, QD), step, MODEL_TERMS)


@pytest.mark.parametrize("kind", ["full", "generated", "newton_euler"])
def test_the_torque_is_the_sum_of_its_terms_and_an_error_is_found(kind: str, arm: Arm):
    assert apart(arm, kind, 0.0) < 1e-11
    assert apart(arm, kind, 1e-3) == pytest.approx(1e-3, rel=1e-6)


def test_without_subscribers_nothing_is_computed(arm: Arm):
    assert apart(arm, "full", 1e-3, subscribed=False) == 0.0
