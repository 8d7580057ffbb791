"""Faults to inject into a running node, each with the outcome that it must have."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from lifecycle_msgs.msg import Transition
from lifecycle_msgs.srv import ChangeState
from rcl_interfaces.srv import SetParameters
from rclpy.parameter import Parameter
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64MultiArray

from helpers.ros.driver import NAMES, Q
from helpers.ros.faults import ENDS, PAUSES, RECOVERS, RIDES, VELOCITY, Bench, stamp

Fault = Callable[[Any], object]
"""Takes a `Bench`; a fault in messages takes a `LoopBench` as well."""


def changed(**fields: object) -> Fault:
    """States with other fields for 0.5 s."""

    def spoil(message: JointState) -> list[JointState]:
        for name, value in fields.items():
            setattr(message, name, value)
        return [message]

    return during(spoil)


def during(spoil: Callable[[JointState], list[JointState]], seconds: float = 0.5) -> Fault:
    """Spoil the states for a while."""

    def fault(bench: Bench) -> None:
        bench.spoil = spoil
        bench.peer.wait(seconds)

    return fault


def silence(seconds: float) -> Fault:
    """No states."""
    return during(lambda message: [], seconds)


def once(spoil: Callable[[JointState], list[JointState]]) -> Fault:
    """Spoil every tenth state."""
    count = iter(range(10**9))
    return during(lambda message: spoil(message) if next(count) % 10 == 0 else [message])


def shifted(seconds: float) -> Callable[[JointState], list[JointState]]:
    """Another stamp."""

    def spoil(message: JointState) -> list[JointState]:
        stamp(message, message.header.stamp.sec + 1e-9 * message.header.stamp.nanosec + seconds)
        return [message]

    return spoil


def second_publisher(offset: float, seconds: float) -> Fault:
    """A second source of the same joints, `offset` rad away."""

    def fault(bench: Bench) -> None:
        other = bench.peer.node.create_publisher(JointState, "joint_states", 10)
        elsewhere = [q + offset for q in Q]

        def spoil(message: JointState) -> list[JointState]:
            bench.states.publish(message)
            second = JointState(name=NAMES, position=elsewhere, velocity=VELOCITY)
            stamp(second, bench.clock())
            other.publish(second)
            return []

        during(spoil, seconds)(bench)
        bench.peer.node.destroy_publisher(other)

    return fault


def slipped(bench: Bench) -> None:
    """The encoder of joint 2 slips by 0.6 rad and stays there."""

    def spoil(message: JointState) -> list[JointState]:
        message.position = [Q[0], Q[1] + 0.6, *Q[2:]]
        return [message]

    during(spoil, 2.5)(bench)


def now_and_then(bench: Bench) -> None:
    """One state in 2 s."""
    last = [0.0]

    def spoil(message: JointState) -> list[JointState]:
        now = bench.now()
        if now - last[0] < 2.0:
            return []
        last[0] = now
        return [message]

    during(spoil, 7.0)(bench)


def one_in_40_ahead(bench: Bench) -> None:
    """One stamp in 40 is 0.6 s in the future."""
    count = iter(range(10**9))
    during(lambda message: shifted(0.6)(message) if next(count) % 40 == 0 else [message], 2.0)(bench)


def commands(bench: Bench, seconds: float = 1.5) -> None:
    """Another node has a publisher on the command topic and sends nothing."""
    other = bench.peer.node.create_publisher(Float64MultiArray, "effort_controller/commands", 10)
    bench.peer.wait(seconds)
    bench.peer.node.destroy_publisher(other)


def take_over(bench: Bench) -> None:
    """What an earlier version took as the guard's torque is no topic of the node any more."""
    other = bench.peer.node.create_publisher(Float64MultiArray, "command_guard_node/take_over", 10)
    bench.peer.wait(0.3)
    other.publish(Float64MultiArray(data=[0.0, 185.0, 0.0, 0.0, 0.0, 0.0]))
    bench.peer.wait(0.5)


def reference(**changes: object) -> Fault:
    """References with other fields for a second."""

    def fault(bench: Bench) -> None:
        bench.reference_changes = changes
        bench.peer.wait(1.0)
        bench.reference_changes = {}

    return fault


def another_source(bench: Bench) -> None:
    """The source of the acceleration is changed twice."""
    client = bench.peer.node.create_client(SetParameters, "feedforward_node/set_parameters")
    assert bench.peer.until(client.service_is_ready)
    for source in ("filtered", "none", "filtered", "reference"):
        request = [Parameter("acceleration_source", value=source).to_parameter_msg()]
        future = client.call_async(SetParameters.Request(parameters=request))
        assert bench.peer.until(future.done)
        assert future.result().results[0].successful
        bench.peer.wait(0.3)


def simulated_time(bench: Bench) -> None:
    """use_sim_time is to be changed while torque acts."""
    client = bench.peer.node.create_client(SetParameters, "feedforward_node/set_parameters")
    assert bench.peer.until(client.service_is_ready)
    request = [Parameter("use_sim_time", value=True).to_parameter_msg()]
    future = client.call_async(SetParameters.Request(parameters=request))
    assert bench.peer.until(future.done)
    assert not future.result().results[0].successful
    during(shifted(-3600.0), 1.0)(bench)


def restart(bench: Bench) -> None:
    """The publisher goes and comes back."""
    bench.spoil = lambda message: []
    bench.peer.node.destroy_publisher(bench.states)
    bench.peer.wait(0.4)
    bench.states = bench.peer.node.create_publisher(JointState, "joint_states", 10)
    assert bench.peer.until(lambda: bench.states.get_subscription_count())


def jumping_bag(bench: Bench) -> None:
    """Time goes back by 10 s and the arm is elsewhere, as when a bag begins anew."""
    elsewhere = [q - 0.6 for q in Q]

    def spoil(message: JointState) -> list[JointState]:
        message.position = elsewhere
        return shifted(-10.0)(message)

    during(spoil, 0.4)(bench)


def parameter_storm(bench: Bench) -> None:
    """Payload and friction, valid and not, as fast as the node answers."""
    client = bench.peer.node.create_client(SetParameters, "feedforward_node/set_parameters")
    assert bench.peer.until(client.service_is_ready)
    deadline = time.monotonic() + 2.0
    futures: list = []

    def ask(values: dict[str, Any]) -> None:
        request = [Parameter(name, value=value).to_parameter_msg() for name, value in values.items()]
        futures.append(client.call_async(SetParameters.Request(parameters=request)))

    while time.monotonic() < deadline:
        # A service keeps ten requests: more would be lost, not answered.
        if sum(not future.done() for future in futures) < 5:
            load = abs(math.sin(3.0 * time.monotonic()))
            ask({"payload.mass": 3.0 * load, "friction.scale": 2.0 * load, "terms.friction": load > 0.5})
        bench.peer.wait(0.01)
    assert bench.peer.until(lambda: all(future.done() for future in futures), 20.0)
    ask({"payload.mass": 0.0, "friction.scale": 0.5, "terms.friction": False})
    assert bench.peer.until(futures[-1].done, 20.0)
    refused = [r for future in futures for r in future.result().results if not r.successful]
    assert refused, "a scale above 1 must be refused"


def change(bench: Bench, *transitions: int) -> None:
    """Lifecycle transitions, one after another."""
    client = bench.peer.node.create_client(ChangeState, "feedforward_node/change_state")
    assert bench.peer.until(client.service_is_ready)
    for transition in transitions:
        future = client.call_async(ChangeState.Request(transition=Transition(id=transition)))
        assert bench.peer.until(future.done)
        assert future.result().success
    bench.peer.node.destroy_client(client)


DEACTIVATE, ACTIVATE = Transition.TRANSITION_DEACTIVATE, Transition.TRANSITION_ACTIVATE
SHUFFLED = [5, 0, 3, 1, 4, 2]


def off_and_on(bench: Bench) -> None:
    """Deactivated, and activated again when the torque has faded."""
    change(bench, DEACTIVATE)
    bench.peer.wait(0.6)
    change(bench, ACTIVATE)


FAST = [0.0, 0.0, 0.0, 2.0, 0.0, 0.0]
OVER = [0.0, 19.0, 0.0, 0.0, 0.0, 0.0]

CASES: dict[str, tuple[Fault, str]] = {
    "joints in another order": (
        changed(
            name=[NAMES[i] for i in SHUFFLED],
            position=[Q[i] for i in SHUFFLED],
            velocity=[VELOCITY[i] for i in SHUFFLED],
        ),
        RIDES,
    ),
    "a gripper's joints in between": (
        during(lambda m: [JointState(header=m.header, name=["finger"], position=[0.1], velocity=[0.0]), m]),
        RIDES,
    ),
    "a joint missing": (changed(name=NAMES[:5], position=Q[:5], velocity=VELOCITY[:5]), ENDS),
    "a joint twice": (changed(name=[*NAMES, "joint1"], position=[*Q, 0.0], velocity=[*VELOCITY, 0.0]), ENDS),
    "wrong length": (changed(position=Q[:4]), ENDS),
    "NaN position": (changed(position=[math.nan, *Q[1:]]), ENDS),
    "infinite velocity": (changed(velocity=[*VELOCITY[:5], math.inf]), ENDS),
    "every tenth state NaN": (
        once(lambda m: [JointState(header=m.header, name=NAMES, position=[math.nan] * 6, velocity=VELOCITY)]),
        RIDES,
    ),
    "stamps 5 s in the past": (during(shifted(-5.0)), ENDS),
    "stamps 0.9 s in the past": (during(shifted(-0.9)), ENDS),
    "stamps 5 s in the future": (during(shifted(5.0)), ENDS),
    "one stamp in 40 is 0.6 s in the future": (one_in_40_ahead, RIDES),
    "every state twice": (during(lambda m: [m, m]), RIDES),
    "every tenth state late": (once(shifted(-0.02)), RIDES),
    "drop-out of 5 ms": (silence(0.005), RIDES),
    "drop-out of 50 ms": (silence(0.05), RIDES),
    "drop-out of 0.5 s": (silence(0.5), ENDS),
    "drop-out of 5 s": (silence(5.0), ENDS),
    "publisher restarted": (restart, ENDS),
    "two publishers that contradict": (second_publisher(-0.6, 2.5), ENDS),
    "two publishers 0.19 rad apart": (second_publisher(0.19, 2.0), ENDS),
    "a bag that jumps": (jumping_bag, ENDS),
    "encoder slips by 0.6 rad and stays": (slipped, ENDS),
    "position frozen, velocity 2 rad/s": (changed(velocity=FAST), ENDS),
    "velocity of 19 rad/s where 10 is the limit": (changed(velocity=OVER), ENDS),
    "references stamped an hour ago": (reference(age=3600.0), ENDS),
    "references of 500 rad/s²": (reference(accelerations=[500.0] * 6), ENDS),
    "a second publisher of commands": (commands, ENDS),
    "185 N·m on command_guard_node/take_over": (take_over, RIDES),
    "parameter storm": (parameter_storm, RIDES),
    "acceleration_source changed": (another_source, RECOVERS),
    "use_sim_time set while active, states an hour old": (simulated_time, ENDS),
    "deactivated and activated under motion": (off_and_on, PAUSES),
}

NOTHING_WRONG = ("acceleration_source changed",)
"""Cases that change the torque without a fault: to the gravity load, and back."""

OVER_SERVICES = (
    "parameter storm",
    "acceleration_source changed",
    "use_sim_time set while active, states an hour old",
    "deactivated and activated under motion",
)
"""Cases that call the node's services: the loop alone has none."""

RESTARTS: dict[str, tuple[Fault, str]] = {
    "drop-out of 0.5 s, restart_after_fault": (silence(0.5), RECOVERS),
    "a state every 2 s, restart_after_fault": (now_and_then, RECOVERS),
    "encoder slips and stays, restart_after_fault": (slipped, ENDS),
}
