"""Steps that wait for what other processes send: joint states, a controller's answer, the robot's description."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Any

import launch.logging
from launch import Action
from rcl_interfaces.srv import GetParameters
from rclpy.client import Client
from rclpy.node import Node
from rclpy.parameter import parameter_value_to_python
from rclpy.qos import DurabilityPolicy, QoSProfile, qos_profile_sensor_data
from rclpy.subscription import Subscription
from rclpy.task import Future
from sensor_msgs.msg import JointState
from std_msgs.msg import String

from ..arm.received_description import ReceivedDescription
from ..control.command_order import ASKED, Answer
from ..control.joint_order import JointOrder
from ..errors import MessageError, Puma560Error
from .graph import DISCOVERY, domain_id, in_node_thread, once
from .order import fail_launch

_log = launch.logging.get_logger("puma560_dynamics")

PATIENCE = 10.0
"""Seconds that usable joint states are waited for."""

ANSWER = 3.0
"""Seconds that an answer is waited for before the question is repeated."""

SAY = 10.0
"""Seconds between two lines on what is waited for."""


LATCHED = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
"""As robot_state_publisher has robot_description."""

FLOATS = "std_msgs/msg/Float64MultiArray"


def when_states_come(then: Sequence[Action], topic: str, joints: Sequence[str], hardware: str) -> list[Action]:
    """`then`, once a joint state names every joint with finite numbers; the launch fails after `PATIENCE`.

    Args:
        then: what comes next.
        topic: full name.
        joints: as they are named on the wire.
        hardware: kind of the hardware, for the reason.
    """
    order = JointOrder(joints)
    said = ["no message came"]
    until: list[float] = []
    usable: list[bool] = []
    heard: list[Subscription[Any]] = []

    def receive(message: JointState) -> None:
        try:
            order.fields(message.name, position=message.position, velocity=message.velocity)
        except MessageError as error:
            said[0] = str(error)
        else:
            usable.append(True)

    def looked(node: Node) -> Sequence[Action] | None:
        if not until:
            until.append(time.monotonic() + PATIENCE)
            heard.append(node.create_subscription(JointState, topic, receive, qos_profile_sensor_data))
        if usable or time.monotonic() >= until[0]:
            in_node_thread(node, lambda: node.destroy_subscription(heard[0]))
        if usable:
            return ()
        if time.monotonic() < until[0]:
            return None
        return [
            fail_launch(
                f"no usable joint state on {topic} for {PATIENCE:g} s ({said[0]}); does the hardware ({hardware}) run, "
                f"and in ROS domain {domain_id()}?"
            )
        ]

    return once(looked, then)


def when_controller(then: Callable[[Answer], Sequence[Action]], controller: str, unknown: bool = False) -> list[Action]:
    """What `then` makes of a controller that another launch runs, once it is there; until then the log says so.

    Args:
        then: gets what the controller answered; returns at least one action.
        controller: full name of its node; its commands are on the topic ``commands`` below it.
        unknown: whether a subscription of that topic is enough, where no node answers.
    """
    topic = f"{controller}/commands"
    began: list[float] = []
    said = [-math.inf]
    made: list[Client[Any, Any]] = []
    asked: list[tuple[float, Future[Any]]] = []

    def looked(node: Node) -> Sequence[Action] | None:
        now = time.monotonic()
        if not made:
            made.append(node.create_client(GetParameters, f"{controller}/get_parameters"))
            began.append(now)
        client = made[0]
        # An answer may be lost while the middleware connects the two.
        if client.service_is_ready() and (not asked or now > asked[-1][0] + ANSWER):
            asked.append((now, client.call_async(GetParameters.Request(names=ASKED))))
        decided: Answer | None = None
        if asked and asked[-1][1].done() and (reply := asked[-1][1].result()) is not None:
            decided = Answer.of([parameter_value_to_python(value) for value in reply.values])
        elif unknown and not asked and node.count_subscribers(topic) and now > began[0] + DISCOVERY:
            decided = Answer()
        if decided is not None:
            in_node_thread(node, lambda: node.destroy_client(client))
            return then(decided)
        if now > max(began[0] + DISCOVERY, said[0] + SAY):
            said[0] = now
            _log.warning(f"waiting for controller {controller} in ROS domain {domain_id()}; {_commanded(node)}")
        return None

    return once(looked, [])


def when_described(then: Sequence[Action], topic: str, description: ReceivedDescription) -> list[Action]:
    """`then`, once the robot has published the description of an arm; the launch fails if it is none.

    Args:
        then: what comes next.
        topic: full name.
        description: gets the text, and decides.
    """
    said = [time.monotonic() + DISCOVERY - SAY]
    heard: list[Subscription[Any]] = []

    def receive(message: String) -> None:
        description.receive(time.monotonic(), message.data)

    def looked(node: Node) -> Sequence[Action] | None:
        now = time.monotonic()
        if not heard:
            heard.append(node.create_subscription(String, topic, receive, LATCHED))
        if description.untried:
            in_node_thread(node, lambda: node.destroy_subscription(heard[0]))
            try:
                description.take()
            except Puma560Error as error:
                return [fail_launch(str(error))]
            return ()
        if now > said[0] + SAY:
            said[0] = now
            _log.warning(f"waiting: {description.finding(now).sentence}")
        return None

    return once(looked, then)


def _commanded(node: Node) -> str:
    """Which controllers there are, a sentence."""
    topics = node.get_topic_names_and_types()
    found = sorted(
        name.removesuffix("/commands")
        for name, kinds in topics
        if name.endswith("/commands") and FLOATS in kinds and node.count_subscribers(name)
    )
    return f"there are: {', '.join(found)}" if found else "there is none that takes commands"
