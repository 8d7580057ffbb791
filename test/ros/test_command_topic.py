"""Commands of this node, of the guard and of others are distinguished."""

from __future__ import annotations

from helpers.ros.driver import Driver
from std_msgs.msg import Float64MultiArray

from puma560_dynamics.nodes.wire.command_topic import CommandTopic
from puma560_dynamics.nodes.wire.intake import Intake
from puma560_dynamics.nodes.wire.messages import sender_of

TOPIC = "effort_controller/commands"


def test_own_commands_are_not_those_of_a_namesake(peer):
    received: dict[int, list] = {0: [], 1: []}

    def topic(side: int) -> CommandTopic:
        note = received[side].append
        return CommandTopic(
            peer.node, Intake(peer.node, print), lambda effort, *about: note((effort.tolist(), about[0]))
        )

    topics = [topic(side) for side in received]
    everything = peer.listen(Float64MultiArray, TOPIC)
    assert peer.until(lambda: peer.node.count_subscribers(TOPIC) == 3)
    peer.wait(0.3)
    assert topics[0].send([9.0, 9.0], lambda now: False) is None
    assert topics[0].send([1.0, 2.0], lambda now: True) is not None
    assert peer.until(lambda: received[1] and everything)
    peer.wait(0.2)
    assert received == {0: [], 1: [([1.0, 2.0], "test_peer")]}
    assert sender_of(everything[0]) == "test_peer"
    assert topics[0].other_publishers() == ["test_peer"]
    assert topics[0].received
    assert topics[0].controller == "effort_controller"


def test_commands_that_are_not_finite_are_passed_over(peer):
    received: list = []
    CommandTopic(
        peer.node, Intake(peer.node, print), lambda effort, *about: received.append((effort.tolist(), about[0]))
    )
    other = peer.node.create_publisher(Float64MultiArray, TOPIC, 10)
    assert peer.until(lambda: other.get_subscription_count() == 1)
    for data in ([float("nan")], [1.0]):
        other.publish(Float64MultiArray(data=data))
    assert peer.until(lambda: received)
    assert received == [([1.0], "")]


def test_a_second_commander_closes_the_gate_and_the_guard_does_not(start, peer):
    start("command_guard_node")
    start("feedforward_node", autostart=True, fade_in_time=0.1, guard="command_guard_node")
    driver = Driver(peer)
    driver.stream()

    def reported(words: str) -> bool:
        return any(words in message.status[0].message for message in driver.diagnostics)

    assert peer.until(lambda: reported("no reference: torque for what is measured")), driver.reported()
    peer.wait(1.5)
    assert not reported("publishes on")
    peer.node.create_publisher(Float64MultiArray, TOPIC, 10)
    assert peer.until(lambda: driver.reported_error("yielded: test_peer publishes on the command topic too"))
