"""Measured effort against the model: matched by name, compared only where it can be, in a separate status."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest
from helpers.ros.judged import Bench, right_terms, stamped
from sensor_msgs.msg import JointState
from std_msgs.msg import String

from puma560_dynamics.arm import Arm
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.nodes.wire.messages import terms_message


@pytest.fixture
def state() -> tuple[np.ndarray, ...]:
    """Any state."""
    return tuple(np.random.default_rng(0).uniform(-1, 1, (3, 6)))


def test_measured_effort(start, peer, arm: Arm, state):
    start("validator_node", effort_tolerance=0.05, window=2.0)
    bench = Bench(peer, arm)
    bench.description.publish(String(data=urdf(arm)))
    assert peer.until(lambda: "no joint_states with effort" in bench.message("effort"))
    terms = right_terms(arm, state)
    total = np.sum(list(terms.values()), axis=0)

    def publish(effort: list[float], terms: dict[str, np.ndarray] = terms, later: int = 0) -> None:
        ns = time.time_ns()
        now = stamped(ns)
        q, qd, _ = state
        # Another order of the joints, to be matched by name.
        names = list(reversed(arm.joint_names))
        state_message = JointState(name=names, position=q[::-1].tolist(), velocity=qd[::-1].tolist())
        state_message.header.stamp = stamped(ns + later)
        state_message.effort = effort[::-1]
        bench.terms.publish(terms_message(now, arm.joint_names, state, terms))
        bench.states.publish(state_message)
        peer.wait(0.005)

    def until(words: str, effort: list[float], **more: Any) -> None:
        end = time.monotonic() + 15.0
        while words not in bench.message("effort"):
            assert time.monotonic() < end, bench.message("effort")
            publish(effort, **more)

    until("effort of joint_states is empty", [])
    until("effort of joint2 is not finite", [*total[:1], float("nan"), *total[2:]])
    assert bench.figure("compared", "effort") == "0"
    bias = 0.02 * arm.maximum_torque * np.array([1, -1, 1, -1, 1, -1])
    until("agree within the tolerance", (total + bias).tolist())
    assert bench.level("effort") == 0
    assert peer.until(lambda: len(bench.figures("start.bias_Nm", "effort")) == 6)
    np.testing.assert_allclose(bench.figures("start.bias_Nm", "effort"), bias, rtol=6e-3)
    np.testing.assert_allclose(bench.figures("window.rms_share", "effort"), 0.02, rtol=6e-3)

    worse = total.copy()
    worse[4] += 0.5 * arm.maximum_torque[4]
    until("beyond the tolerance at joint5", worse.tolist())
    assert bench.level("effort") == 1

    # The controllers of one cycle may have different times.
    until("agree within the tolerance", (total + bias).tolist(), later=300_000)
    until("no torque has the stamp of a joint state", total.tolist(), later=2_000_000_000)

    # With a term switched off the sum is not the arm's torque.
    partial = {name: torque for name, torque in terms.items() if name != "coriolis"}
    until("terms of the model are switched off", total.tolist(), terms=partial)
    assert bench.level() == 0  # the residual is a separate status
