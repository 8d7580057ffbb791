"""The generated models behind the node: the torque of the recursion, or as near as the abbreviation promises."""

from __future__ import annotations

import numpy as np
import pytest
from driver import Driver, Q

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.explicit.abbreviated_programs import ERROR


@pytest.mark.parametrize("kind", ["generated", "generated_abbreviated"])
def test_the_torque_of_the_node_is_the_models(start, peer, arm: Arm, kind: str):
    start("feedforward_node", autostart=True, fade_in_time=0.0, model=kind)
    driver = Driver(peer)
    driver.settle()
    given = driver.answer(driver.state())
    np.testing.assert_allclose(given, load_model(kind, arm).gravity(np.array(Q)), atol=1e-12)
    exact = load_model("newton_euler", arm).gravity(np.array(Q))
    limit = 1e-11 if kind == "generated" else ERROR * arm.maximum_torque
    assert (np.abs(given - exact) <= limit).all()
