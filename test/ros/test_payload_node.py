"""The load over the wire: it is weighed after a grip, fed to the node that sends torque, and overridden by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from diagnostic_msgs.msg import DiagnosticArray
from geometry_msgs.msg import InertiaStamped
from helpers.control.lifted_load import GRIP, Moved, samples
from helpers.ros.driver import Driver
from rclpy.qos import QoSProfile
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64MultiArray
from std_srvs.srv import Trigger

from puma560_dynamics import Payload
from puma560_dynamics.arm import Arm
from puma560_dynamics.models.payload.payload import MODEL_FRAME
from puma560_dynamics.nodes.wire.stamps import stamp_of

MANY = QoSProfile(depth=1000)
BEGINS = 1_700_000_000_000_000_000
LOAD_3KG = Payload(3.0, (0.03, -0.02, 0.12), link=MODEL_FRAME)
CLEAN = {"effort_noise": "[0.05]", "velocity_noise": "[0.001]"}
RATE = 100.0


class Bench:
    """Publishes the joint states of a lift, and collects what the node reports."""

    def __init__(self, peer, arm: Arm) -> None:
        self.peer, self.arm = peer, arm
        self.loads = peer.listen(InertiaStamped, "payload_node/load", MANY)
        self.covariances = peer.listen(Float64MultiArray, "payload_node/covariance", MANY)
        self.diagnostics = peer.listen(DiagnosticArray, "/diagnostics", MANY)
        self.states = peer.node.create_publisher(JointState, "joint_states", MANY)
        self.offset = 0.0
        assert peer.until(self.states.get_subscription_count, 60.0)
        assert peer.until(lambda: "carries" in self.status()[2] and self.triggers("released"), 120.0)

    def triggers(self, name: str) -> bool:
        """Call a service of the node; whether it succeeded."""
        client = self.peer.node.create_client(Trigger, f"payload_node/{name}")
        assert self.peer.until(client.service_is_ready, 20.0)
        future = client.call_async(Trigger.Request())
        assert self.peer.until(future.done, 20.0)
        return future.result().success

    def lift(self, load: Payload = LOAD_3KG, start: float = 0.0, end: float = 6.0, pause: float = 0.002, **more: Any):
        """Publish the states of a lift between two of its times."""
        for one in samples(self.arm, load, rate=RATE, noise=0.001, end=end):
            if one.time >= start:
                self.send(one, **more)
                self.peer.wait(pause)
        self.offset += end

    def send(self, one: Moved, extra: tuple[tuple[str, float], ...] = (), **changed: Any) -> None:
        message = JointState(name=[*reversed(self.arm.joint_names), *(name for name, _ in extra)])
        fields = {"position": one.q, "velocity": one.qd, "effort": one.effort} | changed
        for name, values in fields.items():
            if len(values):
                more = [value if name == "position" else 0.0 for _, value in extra]
                setattr(message, name, [*np.asarray(values)[::-1].tolist(), *more])
        message.header.stamp = stamp_of(BEGINS + round(1e9 * (self.offset + one.time)))
        self.states.publish(message)

    def status(self) -> tuple[int, str, dict[str, str]]:
        """The last status."""
        found = [one for m in list(self.diagnostics) for one in m.status if one.name == "payload_node: load"]
        if not found:
            return -1, "", {}
        return (
            int.from_bytes(found[-1].level, "little"),
            found[-1].message,
            {item.key: item.value for item in found[-1].values},
        )


def test_a_gripped_load_is_published_with_its_errors_and_its_release(start, peer, arm: Arm):
    start("payload_node", **CLEAN)
    bench = Bench(peer, arm)
    bench.lift(end=GRIP)
    assert not bench.loads
    bench.offset = 0.0
    assert bench.triggers("gripped")
    assert peer.until(lambda: "as soon as it is lifted" in bench.status()[1], 5.0) or not bench.loads
    bench.lift(start=GRIP)
    assert peer.until(lambda: bench.loads and abs(bench.loads[-1].inertia.m - 3.0) < 0.3)
    message = bench.loads[-1]
    assert message.header.frame_id == "link6"
    covariance = np.array(bench.covariances[-1].data).reshape(4, 4)
    np.testing.assert_allclose(covariance, covariance.T)
    assert abs(message.inertia.m - 3.0) < 2.5 * np.sqrt(covariance[0, 0])
    center = np.array([message.inertia.com.x, message.inertia.com.y, message.inertia.com.z])
    assert np.abs(center - LOAD_3KG.center_of_mass).max() < 0.04
    assert peer.until(lambda: bench.status()[1].startswith("a load of"))
    level, _, values = bench.status()
    assert level == 0
    assert float(values["mass_error_kg"]) == pytest.approx(np.sqrt(covariance[0, 0]), rel=0.1)
    assert values["not_shown"] == "nothing"
    assert values["not_used_because"] == "feed is false"
    assert bench.triggers("released")
    assert peer.until(lambda: bench.loads[-1].inertia.m == 0.0)


def test_the_load_is_fed_without_a_step_and_a_payload_by_hand_wins(start, peer, arm: Arm):
    start("payload_node", feed=True, model="newton_euler", **CLEAN)
    start("feedforward_node", autostart=True, model="newton_euler", fade_in_time=0.1, guard="none")
    bench = Bench(peer, arm)
    payloads = peer.listen(InertiaStamped, "feedforward_node/payload", MANY)
    bench.lift(end=GRIP)
    bench.offset = 0.0
    assert bench.triggers("gripped")
    bench.lift(start=GRIP, pause=0.008)
    assert peer.until(lambda: payloads and abs(payloads[-1].inertia.m - 3.0) < 0.3, 10.0), bench.status()
    assert peer.until(lambda: float(bench.status()[2]["fed_kg"]) > 2.5)
    driver = Driver(peer)
    result = driver.set_together(payload__mass=1.0, payload__link="link6", payload__center_of_mass=[0.0, 0.0, 0.1],
                                 payload__inertia=[0.0] * 6)  # fmt: skip
    assert result.successful
    assert peer.until(lambda: bench.status()[2].get("overridden_by_hand") == "True", 10.0)
    assert bench.status()[2]["by_hand_kg"] == "1.0"
    count = len(payloads)
    bench.lift(start=GRIP, pause=0.004)
    assert len(payloads) == count
    assert bench.triggers("released")
    peer.wait(0.5)
    assert payloads[-1].inertia.m == 1.0


@pytest.mark.parametrize("load", [Payload(), Payload(30.0, (0.0, 0.0, 0.05), link=MODEL_FRAME)])
def test_what_is_not_observable_or_too_heavy_is_refused_in_diagnostics(start, peer, arm: Arm, load: Payload):
    """Nothing was gripped, or more than the arm can hold."""
    start("payload_node", feed=True, payload_limit=10.0, **CLEAN)
    asked = peer.listen(InertiaStamped, "feedforward_node/payload", MANY)
    bench = Bench(peer, arm)
    bench.lift(load, end=GRIP)
    bench.offset = 0.0
    assert bench.triggers("gripped")
    bench.lift(load, start=GRIP)
    words = "payload_limit" if load.mass else "not observable yet: mass"
    assert peer.until(lambda: words in bench.status()[1], 10.0), bench.status()
    assert bench.status()[0] == 1
    assert bench.status()[2]["fed"] == "0"
    assert not asked


def test_what_is_missing_is_said(start, peer, arm: Arm):
    start("payload_node", **CLEAN)
    bench = Bench(peer, arm)
    one = next(samples(arm, Payload()))

    def until(words: str, **changed: Any) -> None:
        def reported() -> bool:
            bench.offset += 0.01
            bench.send(one, **changed)
            peer.wait(0.01)
            return words in bench.status()[1]

        assert peer.until(reported, 20.0), bench.status()

    until("effort of joint_states is empty", effort=np.zeros(0))
    assert bench.status()[0] == 1
    until("velocity of joint_states is empty", velocity=np.zeros(0))
    until("effort of joint2 is not finite", effort=np.array([0, np.nan, 0, 0, 0, 0]))
    until("nothing is carried")


def test_a_gripper_joint_is_the_trigger_and_chatter_is_none(start, peer, arm: Arm):
    start("payload_node", gripper_joint="finger", gripper_range="[0.01, 0.03]", **CLEAN)
    bench = Bench(peer, arm)
    bench.lift(end=2.3, extra=(("finger", 0.05),))
    bench.offset = 0.0
    for k, one in enumerate(samples(arm, LOAD_3KG, rate=RATE, noise=0.001, end=GRIP)):
        if one.time > 2.3:  # chatter, shorter than the debounce
            bench.send(one, extra=(("finger", 0.02 if k % 10 < 5 else 0.05),))
            peer.wait(0.002)
    assert peer.until(lambda: bench.status()[2].get("carries") == "nothing")
    bench.lift(start=GRIP, extra=(("finger", 0.02),))
    assert peer.until(lambda: bench.loads and abs(bench.loads[-1].inertia.m - 3.0) < 0.4)


def test_an_empty_range_of_the_gripper_is_refused(start):
    process = start("payload_node", gripper_joint="finger", **CLEAN)
    assert process.wait(60.0) == 2
    assert "gripper_range" in start.output("payload_node")
