"""Parameters of the trajectory node: the payload changes between trajectories, units are the drive's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers.ros.trajectories import END, Sender, columns, three
from rcl_interfaces.srv import SetParametersAtomically
from rclpy.parameter import Parameter

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import StateError
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.nodes.wire.feedforward_parameters import PARAMETERS as FEEDFORWARD
from puma560_dynamics.nodes.wire.trajectory_parameters import PARAMETERS, trajectory_effort

DEFAULTS = {item.name: item.default for item in PARAMETERS}


def test_names_shared_with_the_feed_forward_node_mean_the_same():
    others = {item.name: item for item in FEEDFORWARD}
    for item in PARAMETERS:
        if item.name in others:
            assert item.default == others[item.name].default or item.name == "state_timeout"
            assert item.read_only == others[item.name].read_only
            assert type(item.default) is type(others[item.name].default)


def test_what_makes_no_sense_is_one_sentence(arm: Arm):
    for change, words in (
        ({"payload.inertia": [1.0, 1.0, 9.0, 0.0, 0.0, 0.0], "payload.mass": 1.0}, "no body has"),
        ({"torque_limit_scale": 2.0}, "torque limit scale"),
    ):
        with pytest.raises(StateError, match=words):
            trajectory_effort(arm, arm.joint_names, {**DEFAULTS, **change})


def test_a_payload_is_taken_up_between_trajectories(start, peer, arm: Arm):
    start("trajectory_feedforward_node", state_timeout=5.0)
    sender = Sender(peer)
    client = peer.node.create_client(SetParametersAtomically, "trajectory_feedforward_node/set_parameters_atomically")
    assert peer.until(client.service_is_ready)

    def change(**changes: Any) -> Any:
        wishes = [Parameter(name.replace("__", "."), value=value).to_parameter_msg() for name, value in changes.items()]
        future = client.call_async(SetParametersAtomically.Request(parameters=wishes))
        assert peer.until(future.done)
        return future.result().result

    place: dict[str, Any] = {"payload__link": "", "payload__center_of_mass": [0.02, 0.0, 0.1]}
    whole: dict[str, Any] = {"payload__mass": 1.5, "payload__inertia": [0.0] * 6, **place}
    assert change(**whole).successful
    sender.settle()  # the effort comes up to the load within the rate limit
    load = Payload.of(1.5, (0.02, 0.0, 0.1))
    _, q, qd, qdd, effort = columns(sender.send(three()))
    expected = load_model("pinocchio", arm, load).torque(q, qd, qdd)
    assert np.abs(effort - expected).max() <= 1e-11 * np.abs(expected).max()
    refused = change(**{**whole, "payload__inertia": [1.0, 1.0, 9.0, 0.0, 0.0, 0.0]})
    assert not refused.successful
    assert "no body has" in refused.reason
    assert "a load is set as a whole" in change(payload__center_of_mass=[0.0, 0.0, 0.2]).reason
    assert not change(sampling=0.5).successful
    sender.settle()
    np.testing.assert_array_equal(columns(sender.send(three()))[-1], effort)


def test_the_rate_limit_holds_between_all_points(start, peer, arm: Arm):
    rate = [20.0, 60.0, 20.0, 2.0, 2.0, 2.0]
    start("trajectory_feedforward_node", state_timeout=5.0, torque_rate=str(rate).replace(" ", ""))
    sender = Sender(peer)
    first = sender.passed[0]
    sender.settle()
    for message in (first, sender.send(three())):
        times, _, _, _, effort = columns(message)
        slope = np.abs(np.diff(effort, axis=0) / np.diff(times)[:, None])
        assert (slope <= np.array(rate) * (1.0 + 1e-6)).all()
    # The motion needs more: the effort lags, which shows, and ends at gravity's all the same.
    np.testing.assert_allclose(effort[-1], load_model("full", arm).gravity(END), atol=1e-12)
    assert sender.peer.until(lambda: sender.status()[0] == 1)
    assert "lags by up to" in sender.status()[1]
    assert float(sender.status()[2]["last.largest_effort_lag"]) > 0.05


def test_effort_as_current(start, peer, arm: Arm):
    constants = [0.5, -0.4, 0.3, 1.0, 2.0, -1.0]
    start(
        "trajectory_feedforward_node",
        state_timeout=5.0,
        effort_unit="current",
        current_per_torque=str(constants).replace(" ", ""),
    )
    _, q, qd, qdd, effort = columns(Sender(peer).send(three()))
    expected = load_model("newton_euler", arm).torque(q, qd, qdd) * constants
    assert np.abs(effort - expected).max() <= 1e-12 * np.abs(expected).max()
