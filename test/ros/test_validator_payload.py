"""The validator follows a payload on the wire, leaves out what is around its change, and refuses what is none."""

from __future__ import annotations

import time

import numpy as np
import pytest
from geometry_msgs.msg import Inertia, InertiaStamped, Vector3
from helpers.ros.judged import Bench, right_terms, stamped
from sensor_msgs.msg import JointState
from std_msgs.msg import String

from puma560_dynamics.arm import Arm, Link
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.nodes.wire.messages import terms_message


@pytest.fixture
def state() -> tuple[np.ndarray, ...]:
    """Any state."""
    return tuple(np.random.default_rng(0).uniform(-1, 1, (3, 6)))


def payload_message(payload: Link, now: int, frame: str = "link6") -> InertiaStamped:
    """A payload on the wire."""
    x, y, z = payload.center_of_gravity.tolist()
    i = payload.inertia
    message = InertiaStamped(
        inertia=Inertia(
            m=payload.mass, com=Vector3(x=x, y=y, z=z), ixx=i[0, 0], ixy=i[0, 1], ixz=i[0, 2], iyy=i[1, 1],
            iyz=i[1, 2], izz=i[2, 2],
        )
    )  # fmt: skip
    message.header.frame_id = frame
    message.header.stamp = stamped(now)
    return message


def test_a_payload_is_known_and_its_change_is_left_out(start, peer, arm: Arm, state):
    start("validator_node")
    bench = Bench(peer, arm)
    bench.description.publish(String(data=urdf(arm)))
    assert peer.until(lambda: bench.level() == 0)
    turn = np.linalg.qr(np.random.default_rng(2).normal(size=(3, 3)))[0]
    payload = Link("payload", 2.0, np.array([0.02, -0.03, 0.1]), turn @ np.diag([0.01, 0.02, 0.025]) @ turn.T)
    bare, loaded = right_terms(arm, state), right_terms(arm, state, payload)
    assert np.abs(loaded["gravity"] - bare["gravity"]).max() > 1.0

    def publish(terms: dict[str, np.ndarray], at: int) -> None:
        bench.terms.publish(terms_message(stamped(at), arm.joint_names, state, terms))

    # As in operation: a torque each 4 ms; the load is taken at once known, and given back with word 40 ms late.
    begun = time.time_ns()
    taken, given = begun + 700_000_000, begun + 1_600_000_000
    told = 0
    while (now := time.time_ns()) < begun + 2_400_000_000:
        publish(loaded if taken <= now < given else bare, now)
        if told == 0 and now >= taken:
            bench.payload.publish(payload_message(payload, taken))
            told = 1
        if told == 1 and now >= given + 40_000_000:
            bench.payload.publish(payload_message(Link("none", 0.0, np.zeros(3), np.zeros((3, 3))), given))
            told = 2
        peer.executor.spin_once(timeout_sec=0.0)
        time.sleep(0.004)
    assert peer.until(lambda: bench.residuals and _stamp(bench.residuals[-1]) > given + 500_000_000)
    stamps = np.array([_stamp(message) for message in bench.residuals])
    residuals = np.array([message.effort for message in bench.residuals])
    assert np.abs(residuals).max() < 1e-11
    assert (stamps < taken).any() and ((stamps > taken) & (stamps < given)).any() and (stamps > given).any()
    assert min(np.abs(stamps - taken).min(), np.abs(stamps - given).min()) >= 100_000_000
    bench.payload.publish(payload_message(payload, time.time_ns()))
    assert peer.until(lambda: bench.figure("payload_kg") == "2.0")
    assert peer.until(lambda: int(bench.figure("around_payload_change")) > 0)
    assert all(status.level == bytes([0]) for status in bench.reported("residual")[1:])

    # What is no payload is refused in words, and the last good one stays.
    for wrong, words in (
        (payload_message(payload, given, frame="base_link"), "expected 'link6'"),
        (payload_message(Link("x", -1.0, np.zeros(3), np.eye(3)), given), "of 0 or more"),
        (payload_message(Link("x", 1.0, np.full(3, np.nan), np.eye(3)), given), "finite numbers"),
        (payload_message(Link("x", 1.0, np.zeros(3), -np.eye(3)), given), "principal moments"),
    ):
        bench.payload.publish(wrong)
        assert peer.until(lambda words=words: words in bench.message())
    peer.wait(0.2)  # torques around the last change are left out
    assert np.abs(bench.ask(terms_message(stamped(time.time_ns()), arm.joint_names, state, loaded))).max() < 1e-11


def _stamp(message: JointState) -> int:
    return message.header.stamp.sec * 10**9 + message.header.stamp.nanosec
