"""The feed-forward node ends its torque over the wire on a contact, and begins none without measured efforts."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.ros.driver import Q
from helpers.ros.touched import Touched
from std_srvs.srv import Trigger

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm

ORDER = [5, 0, 3, 1, 4, 2]
LIMITS = {"state_timeout": 0.3, "fade_in_time": 0.2, "fade_out_time": 0.2, "hold_time": 0.3}


def largest_step(driver: Touched, removal: np.ndarray) -> float:
    """Largest change of successive commands over what the rates allow in the gate's longest step, 0.02 s."""
    torque = np.array([list(command.data) for command in driver.commands]) / driver.unit
    return float((np.abs(np.diff(torque, axis=0)) / (0.02 * removal)).max())


@pytest.mark.parametrize("unit", [1.0, 0.5])
def test_a_push_ends_the_torque_within_the_rates(start, peer, arm: Arm, unit: float):
    given = {} if unit == 1.0 else {"effort_unit": "current", "current_per_torque": [unit]}
    start("feedforward_node", autostart=True, brakes="none", contact_policy="stop", **LIMITS, **given)
    driver = Touched(peer, arm, ORDER)
    driver.unit = unit
    driver.stream(200.0)
    wanted = unit * load_model("full", arm).gravity(np.array(Q))
    assert driver.torque_becomes(wanted, atol=1e-6)
    assert peer.until(driver.knows_its_noise)  # the noise is known
    assert driver.status()[2]["fault"] == "" and driver.status()[2]["effort"] == "measured"
    driver.commands.clear()
    driver.push[1] = 2.0 * float(driver.status()[2]["threshold_Nm"].split()[1])
    assert peer.until(lambda: driver.status()[2].get("fault") == "contact", 10.0)
    assert driver.torque_becomes(np.zeros(6))
    assert driver.reported_error("N·m at joint2 exceeds its threshold")
    assert largest_step(driver, 10.0 * arm.maximum_torque) <= 1.001


def test_without_efforts_no_torque_begins_and_a_reset_gives_the_reason(start, peer, arm: Arm):
    start("feedforward_node", autostart=True, brakes="none", contact_policy="stop", **LIMITS)
    driver = Touched(peer, arm, ORDER)
    driver.unit = 0.0  # no efforts
    driver.stream(200.0)
    assert peer.until(lambda: driver.diagnostics and driver.status()[2].get("fault") == "effort_lost", 30.0)
    peer.wait(0.5)
    assert not any(any(command.data) for command in driver.commands)
    client = peer.node.create_client(Trigger, "/feedforward_node/reset")
    assert client.wait_for_service(10.0)

    def reset() -> Trigger.Response:
        answer = client.call_async(Trigger.Request())
        assert peer.until(answer.done)
        return answer.result()

    refused = reset()
    assert not refused.success and "no usable measured effort" in refused.message
    driver.unit = 1.0
    assert peer.until(lambda: reset().success)
    assert driver.torque_becomes(load_model("full", arm).gravity(np.array(Q)), atol=1e-6)
