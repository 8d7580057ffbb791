"""Trajectories reach the loop as references only while torque passes; what was before a fault or a pause is dropped."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import GateSettings, LoopSettings, TorqueLoop, load_model
from puma560_dynamics.control.gate.faults import Fault
from puma560_dynamics.control.gate.gate_state import GateOutput, GateState
from puma560_dynamics.control.guiding.guiding_settings import FEEDFORWARD, HAND_GUIDING, GuidingSettings
from puma560_dynamics.control.torque_loop import LoopOutput
from puma560_dynamics.control.trajectory.joint_path import Present
from puma560_dynamics.control.trajectory.waypoints import Waypoint
from puma560_dynamics.errors import MessageError, StateError
from puma560_dynamics.nodes.wire.trajectory_input import TrajectoryInput

Q = np.array([0.3, -1.0, 1.5, 0.2, 0.5, -0.3])
ZERO = np.zeros(6)
EPOCH = 1000.0
AWAY = [Waypoint(1.0, Q + 0.2, ZERO + 0.2, ZERO), Waypoint(2.0, Q + 0.3, ZERO, ZERO)]


class Bench:
    """A loop and its input, with states every 0.01 s."""

    def __init__(self) -> None:
        times = {"fade_in_time": 0.0, "hold_time": 0.1, "fade_out_time": 0.1, "state_timeout": 0.5}
        gate = GateSettings.of(load_model("full").arm, **times)
        self.loop = TorqueLoop.from_settings(
            load_model("full"), LoopSettings(gate=gate, guiding=GuidingSettings(enabled=True))
        )
        self.input = TrajectoryInput(self.loop)
        self.names = self.loop.gate.settings.joint_names
        self.time = 1.0
        self.loop.activate(self.time)

    @property
    def clock(self) -> float:
        """Time of the stamps, s."""
        return EPOCH + self.time

    def receive(self, points: list[Waypoint] = AWAY, stamp: float = 0.0) -> None:
        """Hand in a trajectory."""
        self.input.receive(self.clock, stamp, self.names, points)

    def step(self, late: float = 0.0) -> LoopOutput:
        """One state, of an arm that stands still, `late` s old."""
        self.time += 0.01
        stamp = self.clock - late
        self.input.sample(self.time, self.clock, stamp, Present(Q, ZERO))
        result = self.loop.state(self.time, self.clock, stamp, Q, ZERO)
        self._sent(result.output)
        return result

    def watch(self) -> None:
        """What the node does every 0.01 s without a state."""
        self.time += 0.01
        self.input.sample_if_late(self.time, self.clock)
        self._sent(self.loop.watch(self.time))

    def _sent(self, output: GateOutput | None) -> None:
        if output is not None:
            self.loop.sent(self.time, self.time, output)


@pytest.fixture
def bench() -> Bench:
    """With open gate."""
    made = Bench()
    for _ in range(20):
        made.step()
    assert made.loop.gate.state is GateState.OPEN
    return made


@pytest.mark.parametrize("late", [0.0, 0.03])
def test_the_reference_is_that_of_the_time_of_the_state(bench: Bench, late: float):
    """Whatever the state's age: acceleration changes fast, and is not extrapolated."""
    bench.time += late
    bench.step(late)
    begun = bench.clock
    bench.receive()
    spline = bench.input._followed._spline
    assert spline is not None
    for _ in range(80):
        result = bench.step(late)
        time = bench.clock - late - begun
        if time > 0.0:
            np.testing.assert_allclose(result.command.acceleration, spline.at(time)[2], atol=1e-9)
            assert result.followed
    assert abs(result.command.acceleration).max() > 0.1


def test_a_trajectory_before_a_fault_is_not_followed_after_it(bench: Bench):
    bench.receive()
    for _ in range(20):
        assert bench.step().followed
    bench.loop.gate.fault(bench.time, Fault.REFERENCE_LOST, "for this test")
    for _ in range(60):
        bench.step()
    assert bench.loop.gate.state is GateState.CLOSED
    bench.loop.activate(bench.time)
    for _ in range(20):
        assert not bench.step().followed
    bench.receive()
    assert bench.step().followed


def test_a_trajectory_before_torque_passes_is_ignored():
    bench = Bench()
    bench.loop.deactivate(bench.time, "for this test")
    bench.receive()
    for _ in range(20):
        assert not bench.step().followed


def test_late_states_do_not_lose_the_reference(bench: Bench):
    """Longer than the time-out of references; that of states decides."""
    bench.receive()
    bench.step()
    for _ in range(45):
        bench.watch()
    assert bench.loop.gate.latched is None
    for _ in range(10):
        bench.watch()
    assert bench.loop.gate.latched is Fault.SILENCE


def test_a_motion_that_ends_in_motion_is_lost(bench: Bench):
    bench.receive(AWAY[:1])
    for _ in range(125):
        bench.step()
    assert bench.loop.gate.latched is Fault.REFERENCE_LOST


def test_the_pose_at_the_end_is_followed_for_ever(bench: Bench):
    bench.receive()
    for _ in range(500):
        assert bench.step().followed
    assert bench.loop.gate.state is GateState.OPEN


def test_two_publishers_are_not_followed(bench: Bench):
    bench.receive()
    bench.step()
    bench.loop.supervision.note_input_publishers(bench.time, ["driver"], ["planner", "servo"])
    with pytest.raises(MessageError, match="planner, servo publish references"):
        bench.receive()
    with pytest.raises(MessageError, match="planner, servo publish references"):
        bench.step()


def test_a_state_with_an_impossible_stamp_is_not_sampled(bench: Bench):
    """The loop refuses it, once."""
    bench.receive()
    bench.step()
    given = bench.input._followed.given
    for late in (5.0, -5.0):
        bench.input.sample(bench.time, bench.clock, bench.clock - late, Present(Q, ZERO))
    assert bench.input._followed.given == given


def test_a_guided_arm_follows_no_trajectory_and_none_from_before(bench: Bench):
    bench.receive([Waypoint(0.5, Q, ZERO, ZERO)])  # stands still: the mode may change
    assert bench.step().followed
    bench.loop.set_mode(HAND_GUIDING)
    assert not bench.step().followed
    with pytest.raises(StateError, match="guided by hand"):
        bench.receive()
    assert not bench.step().followed
    bench.loop.set_mode(FEEDFORWARD)
    assert not bench.step().followed
    bench.receive([Waypoint(0.5, Q, ZERO, ZERO)])
    assert bench.step().followed
