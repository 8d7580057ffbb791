"""Commands of this node, of the guard and of others are distinguished."""

from __future__ import annotations

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from helpers.ros.driver import Driver
from std_msgs.msg import Float64MultiArray

from puma560_dynamics.nodes.wire.command_topic import PROFILES, CommandTopic, ignore_local_endpoints
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


RECEIVES = """
import sys, time
import rclpy
from puma560_dynamics.nodes.wire.command_topic import ignore_local_endpoints
from puma560_dynamics.nodes.wire.topics import COMMAND, COMMANDS, RELIABLE
from std_msgs.msg import Float64MultiArray

if {ignores}:
    assert ignore_local_endpoints()
nodes, publishers = [], []
for name in ("own", "other"):
    context = rclpy.Context()  # each context is a participant
    rclpy.init(context=context)
    nodes.append(rclpy.create_node(name, context=context))
    publishers.append(nodes[-1].create_publisher(Float64MultiArray, COMMANDS, RELIABLE))
received = {{0.0: 0, 1.0: 0}}

def receive(message):
    received[message.data[0]] += 1

nodes[0].create_subscription(Float64MultiArray, COMMANDS, receive, COMMAND)
executor = rclpy.executors.SingleThreadedExecutor(context=nodes[0].context)
executor.add_node(nodes[0])
until = time.monotonic() + 60.0
while received[1.0] < 20 and time.monotonic() < until:
    for value, publisher in enumerate(publishers):
        publisher.publish(Float64MultiArray(data=[float(value)]))
    for _ in range(4):  # more than were sent
        executor.spin_once(timeout_sec=0.005)
print(received[0.0] > 0, received[1.0] >= 20, flush=True)
"""


@pytest.mark.parametrize("ignores", [True, False])
def test_a_process_receives_others_and_not_itself(ignores: bool, domain: int, tmp_path: Path):
    environment = {key: value for key, value in os.environ.items() if key not in PROFILES}
    done = subprocess.run(
        [sys.executable, "-c", RECEIVES.format(ignores=ignores)], cwd=tmp_path, capture_output=True, text=True,
        env={**environment, "ROS_DOMAIN_ID": str(domain), "PYTHONPATH": str(Path(__file__).parents[2])},
        timeout=120, check=False,
    )  # fmt: skip
    assert done.stdout.splitlines()[-1:] == [f"{not ignores} True"], done.stderr


def test_the_profile_is_set_by_the_variable_of_the_version(tmp_path: Path):
    environment: dict[str, str] = {}
    assert ignore_local_endpoints(environment, tmp_path)
    ((variable, profile),) = environment.items()
    assert variable in PROFILES  # that it is the right one of the two, the test above shows
    assert ET.parse(profile).getroot().tag.endswith("profiles")


@pytest.mark.parametrize("given", [*({name: "mine.xml"} for name in PROFILES), {"RMW_IMPLEMENTATION": "rmw_zenoh_cpp"}])
def test_a_profile_of_the_user_and_other_middlewares_are_left_alone(given: dict[str, str], tmp_path: Path):
    environment = dict(given)
    assert not ignore_local_endpoints(environment, tmp_path)
    assert environment == given


def test_a_profile_in_the_folder_is_left_alone(tmp_path: Path):
    (tmp_path / "DEFAULT_FASTDDS_PROFILES.xml").touch()
    environment: dict[str, str] = {}
    assert not ignore_local_endpoints(environment, tmp_path)
    assert not environment
