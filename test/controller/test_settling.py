"""What led the arm goes while it moves: the arm comes to rest, and keeps the torque of its pose with the gate open."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from helpers.control.core_library import SEND, STATES, Core, CoreLibrary, Settings, needs_cxx

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.feed_forward.references import largest_acceleration
from puma560_dynamics.control.gate.gate_state import GateState
from puma560_dynamics.control.loop_settings import LoopSettings
from puma560_dynamics.controller import core_settings
from puma560_dynamics.models.interface import DynamicModel

pytestmark = needs_cxx
CYCLE, CLOCK = 0.001, 1000.0
POSE = np.array([0.2, -0.9, 0.8, 0.3, -0.4, 0.5])
SPEED = 0.37
"""rad/s, of joint 2 when the leader goes."""


class Chain:
    """The simulated arm without friction, driven by the core as the controller of ros2_control drives it."""

    def __init__(self, library: CoreLibrary, arm: Arm, **changes: float) -> None:
        values = core_settings(arm, LoopSettings(), largest_acceleration(load_model("generated", arm)))
        self.gravity_terms = values["terms"]
        values |= {"fade_in_time": 0.2, "stiffness": [100.0] * 6, "damping": [20.0] * 6, **changes}
        self.core, self.now = Core(library, Settings.of(values)), 10.0
        self.model: DynamicModel = load_model("newton_euler", arm)
        self.q, self.qd, self.torque = POSE.copy(), np.zeros(6), np.zeros(6)
        self.fastest = np.zeros(6)
        self.core.activate(self.now)

    def run(self, seconds: float, reference: Callable[[float], tuple] | None = None, added: object = None) -> None:
        begin = self.now
        while self.now < begin + seconds:
            self.now += CYCLE
            if reference is not None:
                fields = reference(self.now - begin)
                assert self.core.reference(self.now, CLOCK + self.now, CLOCK + self.now, *fields) == SEND
            stamp = CLOCK + self.now
            extra = None if added is None else added(self.q, self.qd)  # type: ignore[operator]
            result, torque = self.core.state(self.now, stamp, stamp, self.q.tolist(), self.qd.tolist(), extra)
            assert result == SEND and torque is not None
            self.torque = np.array(torque)
            inertia = self.model.kinetic_energy_matrix(self.q)
            bias = self.model.torque(self.q, self.qd, np.zeros(6))
            self.qd = self.qd + CYCLE * np.linalg.solve(inertia, self.torque - bias)
            self.q = self.q + CYCLE * self.qd
            self.fastest = np.maximum(self.fastest, np.abs(self.qd))

    @property
    def state(self) -> GateState:
        return STATES[self.core.status.state]

    def lead(self) -> None:
        """Joint 2 at rest, then accelerated to `SPEED` in a second."""

        def at(t: float) -> tuple:
            q, qd, qdd = POSE.copy(), np.zeros(6), np.zeros(6)
            t = max(0.0, t - 0.3)
            q[1] += 0.5 * SPEED * t**2
            qd[1], qdd[1] = SPEED * t, SPEED if t > 0.0 else 0.0
            return q, qd, qdd

        self.run(1.3, at)
        assert abs(self.qd[1] - SPEED) < 0.02
        assert self.state is GateState.OPEN


@pytest.fixture
def chain(library: CoreLibrary, arm: Arm) -> Chain:
    return Chain(library, arm)


def test_the_arm_comes_to_rest_and_keeps_its_gravity_torque(chain: Chain, arm: Arm):
    chain.lead()
    at, chain.fastest = chain.q[1], np.zeros(6)
    chain.core.resume(1)
    assert chain.core.status.settling
    chain.run(2.0)
    # No faster than before but for what the torque does until its rate has brought it down; at rest within 0.1 rad.
    assert chain.fastest.max() < 1.1 * SPEED
    assert abs(chain.q[1] - at) < 0.1
    assert np.abs(chain.qd).max() < 0.005
    assert not chain.core.status.settling
    assert chain.state is GateState.OPEN
    np.testing.assert_allclose(chain.torque, chain.model.gravity(chain.q), atol=0.5)


def test_without_it_the_arm_coasts(chain: Chain):
    """The same with the torque of the pose alone: nothing brakes the arm."""
    chain.lead()
    at = chain.q[1]
    chain.core.resume(0)
    chain.run(2.0)
    assert abs(chain.q[1] - at) > 0.5


def test_a_leader_that_takes_over_is_followed(chain: Chain):
    chain.lead()
    chain.core.resume(1)
    chain.run(0.01)
    q, qd = chain.q.copy(), np.array([0.0, SPEED, 0.0, 0.0, 0.0, 0.0])
    chain.run(0.5, lambda t: (q + t * qd, qd, np.zeros(6)))
    assert not chain.core.status.settling
    assert abs(chain.qd[1] - SPEED) < 0.03


def test_effort_that_is_passed_through_ends_with_its_leader(library: CoreLibrary, arm: Arm):
    """A leader that closes the position loop by effort, over gravity compensation."""
    chain = Chain(library, arm, terms=1, acceleration_source=0)

    def servo(q: np.ndarray, qd: np.ndarray) -> list[float]:
        wanted = POSE.copy()
        wanted[1] += SPEED * max(0.0, chain.now - 10.3)
        return (200.0 * (wanted - q) - 40.0 * (qd - np.array([0, SPEED * (chain.now > 10.3), 0, 0, 0, 0]))).tolist()

    chain.run(1.3, added=servo)
    assert abs(chain.qd[1]) > 0.2
    at = chain.q[1]
    chain.core.resume(1)
    chain.run(2.0)
    assert abs(chain.q[1] - at) < 0.1
    assert np.abs(chain.qd).max() < 0.05
    assert chain.state is GateState.OPEN
