"""`puma560 arm payload` with real nodes: sets, shows and removes a load, and reports what refuses or delays it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from helpers.ros.driver import Driver, Q
from helpers.ros.life import Life
from lifecycle_msgs.msg import Transition

from puma560_dynamics import Payload, load_model
from puma560_dynamics.arm import Arm

QUICK = {"model": "newton_euler", "fade_in_time": 0.1, "guard": "none"}
CENTER, INERTIA = ["0", "0.02", "0.1"], ["0.01", "0.012", "0.013", "0", "0", "0"]


@pytest.fixture
def payload(domain: int, peer):
    """The command with arguments: exit code, and the JSON that it prints; the peer answers meanwhile."""

    def run(*arguments: str) -> tuple[int, dict[str, Any]]:
        process = subprocess.Popen(
            [sys.executable, "-m", "puma560_dynamics.cli", "arm", "payload", *arguments, "--json"],
            env={**os.environ, "ROS_DOMAIN_ID": str(domain)}, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert peer.until(lambda: process.poll() is not None, 60.0)
        assert process.stdout is not None
        return process.returncode, json.loads(process.stdout.read())

    return run


def test_a_load_is_set_shown_and_removed(start, peer, payload, arm: Arm):
    start("feedforward_node", autostart=True, **QUICK)
    driver = Driver(peer)
    driver.stream()
    bare = load_model("newton_euler", arm).gravity(Q)
    assert driver.torque_becomes(bare), driver.reported()
    code, shown = payload()
    assert (code, shown["node"], shown["payload"]["mass"]) == (0, "/feedforward_node", 0.0)
    code, shown = payload("2.5", "--payload-center", *CENTER, "--payload-inertia", *INERTIA, "--payload-link", "link6")
    assert (code, shown["refused"], shown["waits"]) == (0, None, None)
    assert shown["payload"]["mass"] == 2.5
    np.testing.assert_allclose(shown["payload"]["center_of_mass"], [0.0, 0.02, 0.1])
    load = Payload.of(2.5, [float(x) for x in CENTER], [float(x) for x in INERTIA])
    assert driver.torque_becomes(load_model("newton_euler", arm, load).gravity(Q))
    # A refused load leaves the one that acts.
    code, shown = payload("999", "--payload-center", "5", "0", "5", "--node", "feedforward_node")
    assert code == 1
    assert shown["refused"]
    assert shown["payload"]["mass"] == 2.5
    code, shown = payload("0")
    assert (code, shown["payload"]["mass"]) == (0, 0.0)
    assert driver.torque_becomes(bare)


def test_what_delays_a_load_is_reported(start, peer, payload):
    start("feedforward_node", **QUICK)
    life = Life(peer)
    code, shown = payload("1", "--node", "/feedforward_node")
    assert code == 1
    assert "not configured" in shown["waits"]
    assert life.change(Transition.TRANSITION_CONFIGURE)
    code, shown = payload()
    assert (code, shown["payload"]["mass"]) == (0, 1.0)
    code, shown = payload("--node", "/nobody")
    assert code == 2
    assert "/nobody publishes no payload in ROS domain" in shown["error"]
    code, shown = payload("1", "--node", "/nobody")
    assert code == 2
    assert "no node offers /nobody/set_parameters_atomically" in shown["error"]


def test_of_two_nodes_one_has_to_be_named(start, peer, payload):
    for space in ("left", "right"):
        start.named(space, "feedforward_node", {"__ns": f"/{space}"}, autostart=True, **QUICK)
    code, shown = payload("1")
    assert code == 2
    assert "/left/feedforward_node, /right/feedforward_node publish one" in shown["error"]
    code, shown = payload("1", "--node", "/left/feedforward_node")
    assert (code, shown["payload"]["mass"]) == (0, 1.0)
    assert payload("--node", "/right/feedforward_node")[1]["payload"]["mass"] == 0.0
