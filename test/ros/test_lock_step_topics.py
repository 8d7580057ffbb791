"""The topics of the loop in lock-step: pairs of one stamp, in order, on the clock of that stamp."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from helpers.stand_in import stands_in_for
from rclpy.serialization import serialize_message
from sensor_msgs.msg import JointState
from trajectory_msgs.msg import JointTrajectory

from puma560_dynamics.nodes.wire import lock_step_topics
from puma560_dynamics.nodes.wire.lock_step_topics import LockStepClock, LockStepTopics
from puma560_dynamics.nodes.wire.loop_topics import LoopTopics
from puma560_dynamics.nodes.wire.stamps import TorqueClock, stamp_of

SECOND = 10**9


@stands_in_for(LoopTopics, "on_state", "on_reference")
class Received(LoopTopics):
    """Notes what the loop would get, with the time at which it does."""

    def __init__(self, node: object, clock: TorqueClock, *other: object) -> None:
        self.answering = True
        self.got: list[tuple[str, int]] = []
        self._clock = clock

    def on_state(self, data: bytes) -> None:
        self.got.append(("state", round(SECOND * self._clock.stamps())))

    def on_reference(self, message: JointTrajectory) -> None:
        self.got.append(("reference", round(SECOND * self._clock.stamps())))


class Topics(LockStepTopics, Received):
    """Lock-step that hands its pairs to `Received`."""

    def __init__(self) -> None:
        super().__init__(None, LockStepClock(), None, "none", None)  # type: ignore[arg-type]
        self._answers: Any = SimpleNamespace(answers=None, repeat=lambda stamp: self.got.append(("repeat", stamp)))


def state_at(stamp: int) -> bytes:
    message = JointState(name=["a"], position=[0.0], velocity=[0.0])
    message.header.stamp = stamp_of(stamp)
    return serialize_message(message)


def reference_at(stamp: int) -> JointTrajectory:
    message = JointTrajectory()
    message.header.stamp = stamp_of(stamp)
    return message


def test_a_state_is_answered_with_its_reference_whichever_comes_first():
    topics = Topics()
    topics.on_state(state_at(SECOND))
    assert topics.got == []
    topics.on_reference(reference_at(SECOND))
    topics.on_reference(reference_at(2 * SECOND))
    topics.on_state(state_at(2 * SECOND))
    pair = [("reference", SECOND), ("state", SECOND)]
    assert topics.got == [*pair, ("reference", 2 * SECOND), ("state", 2 * SECOND)]
    assert topics._answers.answers == 2 * SECOND


def test_a_repeated_state_gets_its_command_again():
    topics = Topics()
    topics.on_state(state_at(SECOND))
    topics.on_reference(reference_at(SECOND))
    topics.on_state(state_at(SECOND))
    assert topics.got[-1] == ("repeat", SECOND)
    assert len(topics.got) == 3


def test_nothing_is_answered_while_the_node_is_inactive():
    topics = Topics()
    topics.answering = False
    topics.on_state(state_at(SECOND))
    topics.on_reference(reference_at(SECOND))
    topics.answering = True
    topics.on_reference(reference_at(SECOND))
    assert topics.got == []


def test_a_message_that_is_no_joint_state_is_left_to_the_check_that_names_it():
    topics = Topics()
    topics.on_state(b"\x00\x01")
    assert topics.got == [("state", 0)]


@pytest.fixture
def steady(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Steady time of the process, to be set."""
    now = [50.0]
    monkeypatch.setattr(lock_step_topics, "time", SimpleNamespace(monotonic=lambda: now[0]))
    return now


def test_in_lock_step_time_is_that_of_the_joint_state(steady: list[float]):
    clock = LockStepClock()
    clock.set(7_250_000_000)
    steady[0] += 100.0  # whatever passes for the process
    clock.renew()
    assert clock.steady() == clock.stamps() == pytest.approx(7.25, abs=1e-12)
    clock.set(7_254_000_000)
    assert clock.steady() == pytest.approx(7.254, abs=1e-12)


def test_simulated_time_runs_on_with_real_time_when_the_torque_has_to_end(steady: list[float]):
    """The torque must end also where no joint state comes any more."""
    clock = LockStepClock()
    clock.set(3_000_000_000)
    clock.run_on()
    steady[0] += 2.5
    assert clock.steady() == clock.stamps() == pytest.approx(5.5, abs=1e-12)
