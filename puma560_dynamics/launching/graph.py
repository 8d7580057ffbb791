"""Steps that wait for what other processes show on the graph, seen through the node that launch itself has.

The one module besides `nodes/` that imports rclpy: a launch file runs before any node of this package.
"""

from __future__ import annotations

import asyncio
import math
import os
import time
from collections.abc import Callable, Sequence

import launch.logging
from launch import Action, Event, EventHandler, LaunchContext
from launch.actions import OpaqueFunction, RegisterEventHandler
from launch_ros.ros_adapters import get_ros_node
from rcl_interfaces.srv import GetParameters
from rclpy.client import Client
from rclpy.exceptions import InvalidHandle
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
from .order import fail

_log = launch.logging.get_logger("puma560_dynamics")

PERIOD = 0.05
"""Time between two looks, s."""

DISCOVERY = 3.2
"""Seconds in which every other node of the domain shows itself: announcements come every 3 s at the latest."""

PATIENCE = 10.0
"""Seconds that usable joint states are waited for."""


class Seen(Event):
    """What was waited for is there."""

    name = "puma560_dynamics.launching.Seen"


def once(condition: Callable[[Node], Sequence[Action] | None], then: Sequence[Action]) -> list[Action]:
    """Ask `condition` steadily.

    Args:
        condition: gets launch's node; ``None`` as long as nothing is decided, an empty sequence for "go on with
            `then`", other actions to take these instead.
        then: what comes next.
    """
    seen, otherwise = Seen(), Seen()
    instead: list[Action] = []

    def watch(context: LaunchContext) -> None:
        node = get_ros_node(context)

        async def look() -> None:
            while not context.is_shutdown:
                try:
                    decided = condition(node)
                except InvalidHandle:  # launch ends, and its node is gone already
                    return
                if decided is not None:
                    instead.extend(decided)
                    await context.emit_event(otherwise if decided else seen)
                    return
                await asyncio.sleep(PERIOD)

        context.add_completion_future(context.asyncio_loop.create_task(look()))

    def is_(event: Event) -> Callable[[Event], bool]:
        return lambda given: given is event

    return [
        RegisterEventHandler(EventHandler(matcher=is_(seen), entities=list(then), handle_once=True)),
        RegisterEventHandler(
            EventHandler(matcher=is_(otherwise), entities=[OpaqueFunction(function=lambda context: instead)])
        ),
        OpaqueFunction(function=watch),
    ]


def when_connected(
    then: Sequence[Action], subscribed: Sequence[str] = (), published: Sequence[str] = ()
) -> list[Action]:
    """`then`, once every topic of `subscribed` has a subscriber and every one of `published` a publisher.

    A process that has started may be seconds from its first subscription; this looks at the graph itself.
    """

    def there(node: Node) -> Sequence[Action] | None:
        found = all(map(node.count_subscribers, subscribed)) and all(map(node.count_publishers, published))
        return () if found else None

    return once(there, then)


def when_served(service: str, then: Sequence[Action]) -> list[Action]:
    """`then`, once somebody offers a service: launch itself would wait for it in a thread, also beyond its end."""

    def there(node: Node) -> Sequence[Action] | None:
        return () if service in dict(node.get_service_names_and_types()) else None

    return once(there, then)


BROUGHT_UP = (
    "this robot has been brought up, in this namespace or in another one on the same hardware topic; end that launch, "
    "or give namespace:= (for hardware topic commands_topic:= and states_topic:=, too) of another robot"
)
"""What it means that a robot's nodes exist."""


def when_alone(
    then: Sequence[Action], nodes: Sequence[str], published: Sequence[str], meaning: str = BROUGHT_UP
) -> list[Action]:
    """`then`, if no other process has a node of `nodes` or publishes a topic of `published`; else the launch fails.

    Args:
        then: what comes next.
        nodes: full names.
        published: full names of topics.
        meaning: what it means that one of them is there, and what to do.
    """
    until: list[float] = []

    def looked(node: Node) -> Sequence[Action] | None:
        until.extend([time.monotonic() + DISCOVERY] * (not until))
        names = {f"{space.rstrip('/')}/{name}" for name, space in node.get_node_names_and_namespaces()}
        found = [*sorted(names & set(nodes)), *(topic for topic in published if node.count_publishers(topic))]
        if found:
            return [fail(f"{' and '.join(found)} exist already in ROS domain {_domain()}: {meaning}")]
        return () if time.monotonic() > until[0] else None

    return once(looked, then)


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
    heard: list[Subscription] = []

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
            _ended(node, lambda: node.destroy_subscription(heard[0]))
        if usable:
            return ()
        if time.monotonic() < until[0]:
            return None
        return [
            fail(
                f"no usable joint state on {topic} for {PATIENCE:g} s ({said[0]}); does the hardware ({hardware}) run, "
                f"and in ROS domain {_domain()}?"
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
    made: list[Client] = []
    asked: list[tuple[float, Future]] = []

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
            _ended(node, lambda: node.destroy_client(client))
            return then(decided)
        if now > max(began[0] + DISCOVERY, said[0] + SAY):
            said[0] = now
            _log.warning(f"waiting for controller {controller} in ROS domain {_domain()}; {_commanded(node)}")
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
    heard: list[Subscription] = []

    def receive(message: String) -> None:
        description.receive(time.monotonic(), message.data)

    def looked(node: Node) -> Sequence[Action] | None:
        now = time.monotonic()
        if not heard:
            heard.append(node.create_subscription(String, topic, receive, LATCHED))
        if description.untried:
            _ended(node, lambda: node.destroy_subscription(heard[0]))
            try:
                description.take()
            except Puma560Error as error:
                return [fail(str(error))]
            return ()
        if now > said[0] + SAY:
            said[0] = now
            _log.warning(f"waiting: {description.finding(now).words}")
        return None

    return once(looked, then)


LATCHED = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
"""As robot_state_publisher has robot_description."""

ANSWER = 3.0
"""Seconds that an answer is waited for before the question is repeated."""

SAY = 10.0
"""Seconds between two lines on what is waited for."""


def _commanded(node: Node) -> str:
    """Which controllers there are, a sentence."""
    topics = node.get_topic_names_and_types()
    found = sorted(
        name.removesuffix("/commands")
        for name, kinds in topics
        if name.endswith("/commands") and FLOATS in kinds and node.count_subscribers(name)
    )
    return f"there are: {', '.join(found)}" if found else "there is none that takes commands"


FLOATS = "std_msgs/msg/Float64MultiArray"


def _ended(node: Node, destroy: Callable[[], object]) -> None:
    """Destroy what is no longer needed in the thread that spins launch's node: in another one that thread may break."""

    def once_there() -> None:
        node.destroy_timer(timer)
        destroy()

    timer = node.create_timer(PERIOD, once_there)


def _domain() -> str:
    return os.environ.get("ROS_DOMAIN_ID", "0")
