"""Joint states without velocities, of any size, and with absurd numbers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from diagnostic_msgs.msg import DiagnosticArray
from helpers.ros.driver import NAMES, Driver, Q
from sensor_msgs.msg import JointState

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm

QUICK: dict[str, Any] = {"autostart": True, "fade_in_time": 0.1, "hold_time": 0.3, "fade_out_time": 0.2}
GRAVITY_ALONE = {f"terms.{name}": False for name in ("inertia", "motor_inertia", "coriolis", "centrifugal", "friction")}
SPEED = np.array([0.2, -0.1, 0.15, 0.3, -0.2, 0.25])


class Moving(Driver):
    """An arm that moves at `SPEED`, and reports no velocity, or another one."""

    def __init__(self, peer, velocity: list[float]) -> None:
        super().__init__(peer)
        self.reported_velocity = velocity
        self.began = self.now()

    def now(self) -> float:
        return 1e-9 * self.peer.node.get_clock().now().nanoseconds

    def position(self) -> np.ndarray:
        """Where it is."""
        return np.array(Q) + SPEED * (self.now() - self.began)

    def state(self, *rest: Any, **more: Any) -> JointState:
        """Where it is, as a message."""
        message = super().state(position=self.position().tolist())
        message.velocity = self.reported_velocity
        return message


@pytest.mark.parametrize("velocity", [[], [math.nan] * 6], ids=["empty", "NaN"])
@pytest.mark.parametrize(
    "parameters", [GRAVITY_ALONE, {"velocity_source": "position"}], ids=["gravity alone", "velocity_source: position"]
)
def test_a_driver_without_velocities(start, peer, arm: Arm, parameters: dict[str, Any], velocity: list[float]):
    start("command_guard_node")
    start("feedforward_node", guard="command_guard_node", **QUICK, **parameters)
    driver = Moving(peer, velocity)
    driver.stream()
    assert peer.until(lambda: driver.commands and any(driver.commands[-1].data)), driver.reported()
    peer.wait(2.0)
    command, at = np.array(driver.commands[-1].data), driver.position()
    model = load_model("full", arm)
    expected = model.gravity(at) if parameters is GRAVITY_ALONE else model.torque(at, SPEED, np.zeros(6))
    np.testing.assert_allclose(command, expected, atol=0.5)  # the arm moves between both
    assert not driver.reported_error("closed"), driver.reported()
    assert driver.status()[2]["rejected"] == "0", driver.reported()


def test_a_driver_without_velocities_is_refused_where_the_torque_depends_on_them(start, peer):
    start("feedforward_node", **QUICK)
    driver = Moving(peer, [])
    driver.stream()
    assert peer.until(lambda: driver.reported_error("set velocity_source to position"))
    assert not any(any(command.data) for command in driver.commands)


def of_many_names() -> JointState:
    """1.7 MB of names, none of which is a joint of this arm but one."""
    names = [NAMES[0], *(f"name{i}" for i in range(200_000))]
    return JointState(name=names, position=[0.0] * len(names))


def of_long_names() -> JointState:
    """5.6 MB in two names."""
    return JointState(name=["x" * 2_800_000, "y" * 2_800_000, *NAMES], position=[0.0] * 8, velocity=[0.0] * 8)


def below_the_limit() -> JointState:
    """As many short names as a message may have in its bytes."""
    return JointState(name=[NAMES[0], *("a" for _ in range(6000))])


@pytest.mark.parametrize("make", [of_many_names, of_long_names, below_the_limit])
def test_messages_of_any_size_cost_little(start, peer, arm: Arm, make: Any):
    """Nothing of them gets into a sentence whole, and neither process is late for them."""
    start("command_guard_node")
    start("feedforward_node", guard="command_guard_node", state_publishers=0, **QUICK)
    driver = Driver(peer)
    driver.stream()
    gravity = load_model("full", arm).gravity(Q)
    assert driver.torque_becomes(gravity), driver.reported()
    statuses = peer.listen(DiagnosticArray, "/diagnostics")
    message = make()
    for _ in range(20):
        driver.states.publish(message)
        peer.wait(0.05)
    peer.wait(1.0)
    assert driver.torque_becomes(gravity), driver.reported()
    texts = [status.message for array in statuses for status in array.status]
    assert any("expected at most" in text or "are missing among" in text for text in texts), set(texts)
    assert max(map(len, texts)) < 1000
    assert not any("late by" in text and float(text.split("late by ")[1].split()[0]) > 0.5 for text in texts), set(
        texts
    )


@pytest.mark.parametrize("field", ["position", "velocity"])
def test_absurd_numbers_end_no_process(start, peer, arm: Arm, field: str):
    children = [start("command_guard_node")]
    children.append(start("feedforward_node", guard="command_guard_node", **QUICK))
    driver = Driver(peer)
    driver.stream()
    gravity = load_model("full", arm).gravity(Q)
    assert driver.torque_becomes(gravity)
    for sign in (1.0, -1.0) * 5:
        driver.states.publish(driver.state(**{field: [sign * 1.7e308] * 6}))
        peer.wait(0.01)
    assert peer.until(lambda: driver.reported_error("of at most 1e+09")), driver.reported()
    assert [child.poll() for child in children] == [None, None]
    assert driver.torque_becomes(gravity), driver.reported()
