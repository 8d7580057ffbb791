"""The validator over the wire: it agrees with what is right, and finds what is not."""

from __future__ import annotations

import numpy as np
from diagnostic_msgs.msg import DiagnosticArray
from rclpy.qos import DurabilityPolicy, QoSProfile
from sensor_msgs.msg import JointState
from std_msgs.msg import String
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.urdf import urdf
from puma560_dynamics.control.feed_forward import TERM_NAMES, FeedForward

LATCHED = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)


def level(messages: list) -> int:
    """Level of the last diagnostic status."""
    return int.from_bytes(messages[-1].status[0].level, "little") if messages else -1


def test_it_loads_the_description_and_judges(start, peer, arm: Arm):
    start("validator_node")
    residuals = peer.listen(JointState, "validator_node/residual")
    diagnostics = peer.listen(DiagnosticArray, "/diagnostics")
    description = peer.node.create_publisher(String, "robot_description", LATCHED)
    publisher = peer.node.create_publisher(JointTrajectory, "feedforward_node/terms", 10)
    assert peer.until(lambda: publisher.get_subscription_count() and description.get_subscription_count())

    # A broken description is refused in words, and the node lives on.
    description.publish(String(data="<robot"))
    assert peer.until(lambda: level(diagnostics) == 2)
    assert "robot description" in diagnostics[-1].status[0].message
    peer.wait(1.1)
    description.publish(String(data=urdf(arm)))
    assert peer.until(lambda: level(diagnostics) == 0)

    q, qd, qdd = np.random.default_rng(0).uniform(-1, 1, (3, 6))
    terms = FeedForward(load_model("full", arm)).command(q, qd, None, qdd).terms
    efforts = [terms[name] for name in TERM_NAMES]

    def message(efforts: list) -> JointTrajectory:
        points = [
            JointTrajectoryPoint(positions=q, velocities=qd, accelerations=qdd, effort=np.asarray(e, dtype=float))
            for e in efforts
        ]
        return JointTrajectory(joint_names=list(arm.joint_names), points=points)

    def ask(efforts: list) -> np.ndarray:
        residuals.clear()
        publisher.publish(message(efforts))
        assert peer.until(lambda: residuals, 5.0)
        return np.array(residuals[0].effort)

    assert np.abs(ask(efforts)).max() < 1e-11
    assert np.abs(ask([terms["gravity"], [], [], [], [], []])).max() < 1e-11

    # Either sign, and only just above the tolerance of 1e-9.
    for error in (-0.25, 2e-9, -2e-9):
        np.testing.assert_allclose(ask([terms["gravity"] + error, *efforts[1:]]), error, rtol=1e-2)
        assert peer.until(lambda: level(diagnostics) == 2)
        assert "disagree" in diagnostics[-1].status[0].message
        peer.wait(1.1)  # an error is shown for a second at least
        ask(efforts)
        assert peer.until(lambda: level(diagnostics) == 0)
    ask([terms["gravity"] + 5e-10, *efforts[1:]])
    peer.wait(0.2)
    assert level(diagnostics) == 0

    wrong = ask([terms["gravity"], terms["inertia"] + 0.25, *efforts[2:]])
    np.testing.assert_allclose(wrong, 0.25, atol=1e-11)
    assert peer.until(lambda: level(diagnostics) == 2)
    assert "disagree" in diagnostics[-1].status[0].message
    peer.wait(1.1)
    ask(efforts)
    assert peer.until(lambda: level(diagnostics) == 0)

    residuals.clear()
    publisher.publish(message(efforts[:3]))
    assert peer.until(lambda: "3 points" in diagnostics[-1].status[0].message)
    assert not residuals
