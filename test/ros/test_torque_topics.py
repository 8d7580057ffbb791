"""What is published term by term is what was sent: the difference of the two is found."""

from __future__ import annotations

import numpy as np
import pytest
from builtin_interfaces.msg import Time

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.feed_forward.feed_forward import FeedForward
from puma560_dynamics.control.feed_forward.references import Reference
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
    command = forward.compute_torque(Q, QD, Reference(Q, QD, QDD))
    wrong = np.zeros(6)
    wrong[2] = error
    step = LoopOutput(None, command._replace(torque=command.torque + wrong), True)
    topics = TorqueTopics(Node(subscribed))  # type: ignore[arg-type]
    topics.look_for_listeners()
    return topics.publish(Time(), arm.joint_names, (Q, QD), step)


@pytest.mark.parametrize("kind", ["full", "generated", "newton_euler"])
def test_the_torque_is_the_sum_of_its_terms_and_an_error_is_found(kind: str, arm: Arm):
    assert apart(arm, kind, 0.0) < 1e-11
    assert apart(arm, kind, 1e-3) == pytest.approx(1e-3, rel=1e-6)


def test_without_subscribers_nothing_is_computed(arm: Arm):
    assert apart(arm, "full", 1e-3, subscribed=False) == 0.0


@pytest.mark.parametrize(("rate", "share"), [(100.0, 1.0), (250.0, 1.0), (1000.0, 0.286)])
def test_of_fast_results_a_part_is_published_steadily(rate: float, share: float):
    """Also where states come late, then in a row."""
    topics = TorqueTopics(Node(True), 0.0035)  # type: ignore[arg-type]
    assert not topics.due(0.0)  # nothing is known of subscribers yet
    topics.look_for_listeners()
    late = [0.0, 0.002, 0.001, 0.0]
    times = [k / rate + late[k % 4] * 250.0 / rate for k in range(4000)]
    published = [time for time in times if topics.due(time)]
    assert len(published) / len(times) == pytest.approx(share, abs=0.02)
    assert np.diff(published).max() < 3.0 * max(0.0035, 1.0 / rate)


def test_without_a_period_every_result_is_published():
    topics = TorqueTopics(Node(True))  # type: ignore[arg-type]
    topics.look_for_listeners()
    assert all(topics.due(1e-6 * k) for k in range(100))
