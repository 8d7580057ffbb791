"""One frame for a payload on the wire: node, guard and validator agree on an arm whose tip is not its last link."""

from __future__ import annotations

from typing import Any

import numpy as np
from diagnostic_msgs.msg import DiagnosticArray
from geometry_msgs.msg import InertiaStamped
from helpers.arm.descriptions import light_arm
from helpers.ros.driver import Driver
from std_msgs.msg import String

from puma560_dynamics import Payload, load_arm, load_model
from puma560_dynamics.nodes.wire.topics import LATCHED

JOINTS = ["pan", "lift", "elbow", "roll"]
Q = [0.2, -0.4, 0.7, 0.9]


def test_node_guard_and_validator_have_one_payload(start, peer):
    text = light_arm(fingers=False)
    arm = load_arm(text, tip="tool")
    load = Payload.of(0.4, (0.02, -0.05, 0.1), (4e-4, 5e-4, 6e-4, 1e-5, -2e-5, 3e-5))
    expected = load_model("pinocchio", arm, load).gravity(Q)
    assert np.abs(expected - load_model("newton_euler", arm).gravity(Q)).max() > 0.5
    given: dict[str, Any] = {"arm": "''", "tip": "tool"}
    node = start(
        "feedforward_node", autostart=True, guard="command_guard_node", model="newton_euler", fade_in_time=0.1, **given
    )
    start("command_guard_node")
    start("validator_node", **given)
    peer.node.create_publisher(String, "robot_description", LATCHED).publish(String(data=text))
    statuses = peer.listen(DiagnosticArray, "/diagnostics")
    payloads = peer.listen(InertiaStamped, "feedforward_node/payload", LATCHED)
    driver = Driver(peer)
    driver.stream(names=JOINTS, position=Q)
    assert driver.torque_becomes(load_model("newton_euler", arm).gravity(Q)), driver.reported()
    result = driver.set_together(
        payload__mass=load.mass,
        payload__center_of_mass=load.center_of_mass.tolist(),
        payload__inertia=[4e-4, 5e-4, 6e-4, 1e-5, -2e-5, 3e-5],
        payload__link="",
    )
    assert result.successful, result.reason
    assert driver.torque_becomes(expected), driver.reported()
    assert peer.until(lambda: payloads and payloads[-1].inertia.m == load.mass)
    assert payloads[-1].header.frame_id == arm.links[-1].name == "hand"

    def residual() -> tuple[int, dict[str, str]]:
        found = [one for message in statuses for one in message.status if one.name == "validator_node: residual"]
        level = int.from_bytes(found[-1].level, "little") if found else -1
        return level, {item.key: item.value for item in found[-1].values} if found else {}

    assert peer.until(lambda: residual()[1].get("payload_kg") == "0.4")
    compared = int(residual()[1]["compared"])
    assert peer.until(lambda: int(residual()[1]["compared"]) > compared + 100)
    level, figures = residual()
    assert level == 0, figures
    assert float(figures["worst_Nm"]) < 1e-9
    # The guard holds the same load.
    node.kill()
    node.wait()
    peer.wait(0.2)  # less than the guard waits; what the node sent has arrived
    driver.commands.clear()
    assert peer.until(lambda: len(driver.commands) > 5)
    np.testing.assert_allclose(driver.commands[-1].data, expected, atol=1e-9)
