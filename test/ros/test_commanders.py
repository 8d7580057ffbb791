"""Whoever else publishes commands is found, by name."""

from __future__ import annotations

from driver import Driver
from std_msgs.msg import Float64MultiArray

from puma560_dynamics.nodes.commanders import Commanders

TOPIC = "effort_controller/commands"


def test_strangers_are_named_once_a_second(peer):
    watch = Commanders(peer.node, TOPIC, {"friend"})
    own = peer.node.create_publisher(Float64MultiArray, TOPIC, 10)
    assert peer.until(lambda: peer.node.count_publishers(TOPIC) == 1)
    assert watch.strangers() == ()
    assert watch.strangers() is None
    second = peer.node.create_publisher(Float64MultiArray, TOPIC, 10)  # as another node of the same name
    assert peer.until(lambda: watch.strangers() == ("test_peer",))
    assert Commanders(peer.node, TOPIC, {"test_peer"}).strangers() == ()
    peer.node.destroy_publisher(second)
    peer.node.destroy_publisher(own)


def test_the_node_warns_of_a_second_commander_and_not_of_the_guard(start, peer):
    start("command_guard_node")
    start("feedforward_node", autostart=True, fade_in_time=0.1)
    driver = Driver(peer)
    driver.stream()

    def said(words: str) -> bool:
        return any(words in message.status[0].message for message in driver.diagnostics)

    assert peer.until(lambda: said("no reference: torque for what is measured"))
    peer.wait(1.5)
    assert not said("publishes on")
    peer.node.create_publisher(Float64MultiArray, TOPIC, 10)
    assert peer.until(lambda: said("test_peer publishes on effort_controller/commands too"))
