"""Waiting for a controller's answer, without a controller."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from rclpy.task import Future

from puma560_dynamics.nodes.wire import goal_flight
from puma560_dynamics.nodes.wire.goal_flight import AnswerWaits, Flight


class Waiting:
    """A coroutine under way, driven without an executor."""

    def __init__(self, coroutine: Any) -> None:
        self._coroutine = coroutine
        self.done, self.result = False, None
        self.step()

    def step(self) -> None:
        """Go on as far as it can."""
        try:
            self._coroutine.send(None)
        except StopIteration as end:
            self.done, self.result = True, end.value


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Steady time, to be set."""
    now = [100.0]
    monkeypatch.setattr(goal_flight, "time", SimpleNamespace(monotonic=lambda: now[0]))
    return now


def test_an_answer_in_time(clock: list[float]):
    waits, answer = AnswerWaits(lambda: True), Future[Any]()
    task = Waiting(waits.outcome(answer, 1.0))
    waits.watch()
    assert not task.done
    answer.set_result("yes")
    task.step()
    assert (task.done, task.result) == (True, "yes")
    waits.watch()  # nothing is awaited any more


@pytest.mark.parametrize(("there", "later", "given_up"), [(True, 0.9, False), (True, 1.1, True), (False, 0.0, True)])
def test_it_is_given_up_when_the_controller_is_gone_or_late(
    clock: list[float], there: bool, later: float, given_up: bool
):
    waits, answer = AnswerWaits(lambda: there), Future[Any]()
    task = Waiting(waits.outcome(answer, 1.0))
    clock[0] += later
    waits.watch()
    task.step()
    assert task.done == given_up
    assert task.result is None
    if given_up:
        answer.set_result("too late")  # without an effect, and without an error


def flight(late: list[object]) -> tuple[Flight, Future[Any]]:
    result: Future[Any] = Future()
    return Flight(SimpleNamespace(get_result_async=lambda: result), late.append), result


def test_the_result_comes_first():
    late: list[object] = []
    under_way, result = flight(late)
    result.set_result("reached")
    under_way.settle("another goal took over")
    assert (under_way.first.result(), late) == ("reached", [])


def test_something_else_comes_first_and_the_result_is_late():
    late: list[object] = []
    under_way, result = flight(late)
    under_way.settle("another goal took over")
    result.set_result("aborted")
    assert (under_way.first.result(), late) == ("another goal took over", ["aborted"])


def test_after_a_stop_the_stops_result_is_waited_for():
    late: list[object] = []
    under_way, result = flight(late)
    stop: Future[Any] = Future()
    under_way.settle("cancel")
    under_way.follow(stop)
    assert not under_way.first.done()
    stop.set_result("stopped")
    result.set_result("preempted")
    assert (under_way.first.result(), late) == ("stopped", ["preempted"])
