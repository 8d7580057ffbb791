"""A controller that ends while torque acts, over real processes: the hardware keeps the torque until a reset."""

from __future__ import annotations

import numpy as np
import pytest
from diagnostic_msgs.msg import DiagnosticArray
from helpers.ros.domain import STATE_TIMEOUT
from helpers.ros.driver import Q
from helpers.ros.forward_controller import ForwardController
from helpers.ros.life import Life
from lifecycle_msgs.msg import Transition
from std_srvs.srv import Trigger

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.gate.gate_settings import RATE_FROM_LIMIT
from puma560_dynamics.control.gate.timing import Timing

OPTIONS = {"model": "newton_euler", "fade_in_time": 0.3, "fade_out_time": 0.3, "state_timeout": STATE_TIMEOUT}


class Bench:
    """A node, by default without a guard, over a forward controller that ended while torque acted."""

    def __init__(self, start, peer, arm: Arm, guarded: bool, **options: bool) -> None:
        self.peer = peer
        self.controller = ForwardController(peer, **options)
        self.diagnostics = peer.listen(DiagnosticArray, "/diagnostics")
        guard = "command_guard_node" if guarded else "none"
        if guarded:
            start("command_guard_node")
        start.managed("feedforward_node", **OPTIONS, guard=guard, autostart=True)
        self.gravity = load_model("newton_euler", arm).gravity(np.array(Q))
        self.rate = RATE_FROM_LIMIT * arm.maximum_torque
        assert peer.until(lambda: np.allclose(self.controller.hardware, self.gravity, atol=1e-6), 30.0)

    def reset(self) -> tuple[bool, str]:
        """Answer of the reset."""
        client = self.peer.node.create_client(Trigger, "feedforward_node/reset")
        assert self.peer.until(client.service_is_ready)
        future = client.call_async(Trigger.Request())
        assert self.peer.until(future.done)
        return future.result().success, future.result().message

    def status(self) -> tuple[str, dict[str, str]]:
        """Message and values of the node's last status."""
        for message in reversed(self.diagnostics):
            for status in message.status:
                if status.name.startswith("feedforward_node"):
                    return status.message, {value.key: value.value for value in status.values}
        return "", {}

    def ends_and_returns(self, zero: bool = False) -> None:
        """The controller is deactivated, and activated after more than all fades take."""
        self.controller.deactivate(zero)
        assert self.peer.until(lambda: self.status()[1].get("fault") == "controller_lost")
        self.peer.wait(0.5)
        self.controller.activate()
        self.controller.applied.clear()
        self.peer.wait(3.0)

    def steps_within_the_rates(self) -> bool:
        """Whether the hardware got no step larger than the rates allow in the time that counts at most."""
        return bool((self.controller.largest_step() <= self.rate * Timing().longest_step + 1e-3).all())


@pytest.mark.parametrize("guarded", [False, True])
def test_what_the_hardware_may_hold_is_shown_and_nothing_happens_automatically(start, peer, arm: Arm, guarded: bool):
    bench = Bench(start, peer, arm, guarded)
    bench.ends_and_returns()
    assert bench.controller.applied == []  # neither the node nor the guard sent anything
    np.testing.assert_allclose(bench.controller.hardware, bench.gravity, atol=1e-6)
    message, figures = bench.status()
    assert figures["gate"] == "closed"
    assert f"the hardware may hold {bench.gravity[1]:.3g} N·m at joint2" in message
    assert figures["hardware_may_hold"].startswith("the hardware may hold")


def test_a_reset_leads_a_torque_that_is_there_to_zero_first(start, peer, arm: Arm):
    bench = Bench(start, peer, arm, guarded=True)
    bench.ends_and_returns()
    bench.controller.applied.append((bench.controller.now(), bench.controller.hardware))
    done, words = bench.reset()
    assert done, words
    assert "goes to zero" in words
    assert peer.until(lambda: bench.status()[1].get("gate") == "open", 20.0)
    assert peer.until(lambda: np.allclose(bench.controller.hardware, bench.gravity, atol=1e-6))
    torques = [torque for _, torque in bench.controller.applied]
    assert any(not torque.any() for torque in torques)
    assert bench.steps_within_the_rates()
    assert "hardware_may_hold" not in bench.status()[1]


def test_a_reset_begins_from_zero_where_the_measured_effort_denies_it(start, peer, arm: Arm):
    bench = Bench(start, peer, arm, guarded=False)
    bench.ends_and_returns(zero=True)
    bench.controller.applied.append((bench.controller.now(), bench.controller.hardware))
    done, words = bench.reset()
    assert done, words
    assert words == "the torque fades in"
    assert peer.until(lambda: bench.status()[1].get("gate") == "open", 20.0)
    assert bench.steps_within_the_rates()


@pytest.mark.parametrize("case", ["no effort", "another torque"])
def test_a_reset_is_refused_where_neither_is_known(start, peer, arm: Arm, case: str):
    bench = Bench(start, peer, arm, guarded=False, effort=case != "no effort")
    bench.ends_and_returns()
    if case == "another torque":
        bench.controller.hardware = 0.5 * bench.gravity
        peer.wait(0.2)
    done, words = bench.reset()
    assert not done
    assert "joint_states have no effort" in words if case == "no effort" else "neither that nor zero" in words
    assert not bench.controller.applied
    life = Life(peer)
    assert life.change(Transition.TRANSITION_DEACTIVATE)
    assert not life.change(Transition.TRANSITION_ACTIVATE)  # the same checks as a reset
    assert life.change(Transition.TRANSITION_CLEANUP)
    assert life.change(Transition.TRANSITION_CONFIGURE)
    assert peer.until(lambda: life.change(Transition.TRANSITION_ACTIVATE))
    assert peer.until(lambda: bench.status()[1].get("gate") == "open", 20.0)
