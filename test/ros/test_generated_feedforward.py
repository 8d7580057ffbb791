"""The generated models behind the node: the torque of the recursion, or as near as the abbreviation promises."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers.ros.driver import Driver, Q

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.emdeg import PAPERS_ERROR
from puma560_dynamics.models.payload.payload import Payload


@pytest.mark.parametrize("kind", ["generated", "generated_abbreviated"])
def test_the_torque_of_the_node_is_the_models(start, peer, arm: Arm, kind: str):
    start("feedforward_node", autostart=True, fade_in_time=0.0, model=kind)
    driver = Driver(peer)
    driver.settle()
    given = driver.answered(driver.state())
    np.testing.assert_allclose(given, load_model(kind, arm).gravity(np.array(Q)), atol=1e-12)
    exact = load_model("newton_euler", arm).gravity(np.array(Q))
    limit = 1e-11 if kind == "generated" else PAPERS_ERROR * arm.maximum_torque
    assert (np.abs(given - exact) <= limit).all()


def test_a_payload_of_any_shape_at_run_time_does_not_block_the_torque(start, peer, arm: Arm):
    """Its model takes longer than a joint state may be old; it is computed elsewhere."""
    start("feedforward_node", autostart=True, fade_in_time=0.1, model="generated")
    driver = Driver(peer)
    driver.stream()
    assert driver.torque_becomes(load_model("generated", arm).gravity(np.array(Q)))
    center, inertia = [0.03, -0.02, 0.1], [0.02, 0.03, 0.025, 0.002, -0.001, 0.003]
    load: dict[str, Any] = {"payload__mass": 2.0, "payload__center_of_mass": center, "payload__inertia": inertia}
    assert driver.set_together(payload__link="", **load).successful
    loaded = load_model("newton_euler", arm, Payload.of(2.0, center, inertia)).gravity(np.array(Q))
    assert driver.torque_becomes(loaded, timeout=20.0)
    assert driver.status()[2]["fault"] == ""
