"""Goals on their way to the controller, with stand-ins for goal and controller."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from action_msgs.msg import GoalStatus
from helpers.ros.goal_stand_ins import Bench

from puma560_dynamics.errors import TrajectoryError
from puma560_dynamics.nodes.wire import trajectory_action
from puma560_dynamics.nodes.wire.trajectory_action import with_index

SUCCEEDED, CANCELED, ABORTED = GoalStatus.STATUS_SUCCEEDED, GoalStatus.STATUS_CANCELED, GoalStatus.STATUS_ABORTED


@pytest.fixture
def bench(peer) -> Bench:
    """One for each test."""
    return Bench(peer)


def test_a_goal_goes_through_with_effort_and_everything_else_as_it_was(bench: Bench):
    goal, task = bench.goal()
    (sent,) = bench.controller.goals
    assert sent.request.trajectory == "path with effort"
    assert sent.request.tolerance == 7
    sent.accept()
    bench.peer.wait(0.05)
    sent.feedback(SimpleNamespace(feedback=SimpleNamespace(index=3)))
    assert [feedback.index for feedback in goal.feedback] == [2]
    assert not task.done()
    sent.end(SUCCEEDED, 0, "goal reached")
    assert bench.finish(task).error_string == "goal reached"
    assert goal.end == "succeeded"
    assert bench.events == []
    sent.feedback(SimpleNamespace(feedback=SimpleNamespace(index=4)))
    assert len(goal.feedback) == 1  # what comes late is not sent on


@pytest.mark.parametrize(("kind", "code"), [("goal", -1), ("joints", -2), ("time", -3)])
def test_a_refused_goal_gives_the_reason_and_is_not_sent(bench: Bench, kind: str, code: int):
    bench.error = TrajectoryError("no good", kind)
    goal, task = bench.goal()
    result = bench.finish(task)
    assert (result.error_code, result.error_string, goal.end) == (code, "no good", "aborted")
    assert bench.refused == ["no good"]
    assert not bench.controller.goals


def test_other_joints_of_more_freedom_are_refused(bench: Bench):
    _, task = bench.goal(multi=("point",))
    assert "multi_dof_trajectory" in bench.finish(task).error_string
    assert not bench.controller.goals


def test_a_controller_that_is_not_there_or_rejects(bench: Bench):
    bench.controller.ready = False
    goal, task = bench.goal()
    assert "is not active" in bench.finish(task).error_string
    assert bench.events == []  # nothing was made for it
    bench.controller.ready = True
    goal, task = bench.goal()
    bench.controller.last.accept(False)
    assert "rejected the goal" in bench.finish(task).error_string
    assert goal.end == "aborted"
    assert bench.events == ["not taken"]


@pytest.mark.parametrize("answered", [False, True])
def test_a_controller_that_goes_away_ends_the_goal(bench: Bench, answered: bool):
    goal, task = bench.goal()
    if answered:
        bench.controller.accept()
    bench.peer.wait(0.05)
    bench.forwarder.watch()
    bench.peer.wait(0.05)
    assert not task.done()
    bench.controller.ready = False
    bench.forwarder.watch()
    assert "went away" in bench.finish(task).error_string
    assert goal.end == "aborted"
    bench.forwarder.watch()  # nothing left to give up


def test_a_controller_that_is_deactivated_ends_its_goals(bench: Bench):
    """Its action server goes on to answer, and would leave the goal without an end."""
    goal, task = bench.accepted()
    bench.forwarder.controller_is(False)
    assert "went away" in bench.finish(task).error_string
    assert goal.end == "aborted"
    _, task = bench.goal(2)
    assert "not active" in bench.finish(task).error_string
    bench.forwarder.controller_is(True)
    goal, task = bench.accepted(3)
    bench.controller.end(GoalStatus.STATUS_SUCCEEDED)
    bench.finish(task)
    assert goal.end == "succeeded"


@pytest.mark.parametrize("before_the_answer", [False, True])
def test_a_cancelled_goal_is_pre_empted_by_a_stop_and_ends_after_it(bench: Bench, before_the_answer: bool):
    """The controller is never asked to cancel: it would hold with zero effort at once."""
    if before_the_answer:
        goal, task = bench.goal()
        bench.cancel(goal)
        assert len(bench.controller.goals) == 1
        bench.controller.accept()
        bench.peer.wait(0.05)
    else:
        goal, task = bench.accepted()
        bench.cancel(goal)
    first, stop = bench.controller.goals
    assert stop.request.trajectory == "stop"
    stop.accept()
    first.end(ABORTED, -1, "pre-empted")
    bench.peer.wait(0.05)
    assert not task.done()
    assert goal.end == ""
    stop.end(SUCCEEDED)
    assert bench.finish(task).error_code == 0
    assert goal.end == "canceled"
    assert first.cancels == stop.cancels == 0
    assert bench.events == []


def test_a_stop_whose_end_is_not_reported_ends_with_its_time(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(trajectory_action, "STOP_MARGIN", 0.1)
    goal, task = bench.accepted()
    bench.cancel(goal)
    bench.controller.accept()
    bench.peer.wait(0.1)
    bench.forwarder.watch()
    bench.peer.wait(0.05)
    assert not task.done()
    bench.peer.wait(0.4)
    bench.forwarder.watch()
    bench.finish(task)
    assert goal.end == "canceled"


@pytest.mark.parametrize("why", ["rejected", "silent", "no stop"])
def test_where_no_stop_is_possible_the_controller_is_asked_to_cancel(
    bench: Bench, why: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(trajectory_action, "STOP_MARGIN", 0.1)
    goal, task = bench.accepted()
    if why == "no stop":
        bench.no_stop = TrajectoryError("the position of the arm is not known")
    bench.cancel(goal)
    first = bench.controller.goals[0]
    if why == "rejected":
        bench.controller.last.accept(False)
    bench.peer.wait(0.2)
    bench.forwarder.watch()
    bench.peer.wait(0.05)
    assert first.cancels == 1
    assert not task.done()
    first.end(CANCELED)
    bench.finish(task)
    assert goal.end == "canceled"
    assert bench.events == [*(["not taken"] if why != "no stop" else []), "released"]
    assert len(bench.refused) == (why == "no stop")


def test_a_controller_that_goes_away_during_a_stop(bench: Bench):
    goal, task = bench.accepted()
    bench.cancel(goal)
    bench.controller.accept()
    bench.peer.wait(0.05)
    bench.controller.ready = False
    bench.forwarder.watch()
    assert "went away" in bench.finish(task).error_string
    assert goal.end == "aborted"


@pytest.mark.parametrize(("code", "event"), [(-4, "released"), (-5, "released"), (-1, "unknown")])
def test_an_aborted_goal_and_what_the_controller_does_then(bench: Bench, code: int, event: str):
    """Zero effort after broken tolerances; where another client's goal took over, unknown."""
    goal, task = bench.accepted()
    bench.controller.end(ABORTED, code, "so it is")
    result = bench.finish(task)
    assert (goal.end, result.error_code, result.error_string) == ("aborted", code, "so it is")
    assert bench.events == [event]


@pytest.mark.parametrize("first_ends", ["never", "before the answer", "after it"])
def test_a_goal_that_another_one_takes_over_ends_and_the_arm_goes_on(bench: Bench, first_ends: str):
    """Controllers up to 6.7 do not report the end of the first one at all."""
    first, task = bench.accepted(1)
    handle = bench.controller.last
    _, other = bench.goal(2)
    if first_ends == "before the answer":
        handle.end(ABORTED, -1, "pre-empted")
        bench.finish(task)
    bench.controller.accept()
    result = bench.finish(task)
    if first_ends == "after it":
        handle.end(ABORTED, -1, "pre-empted")
        bench.peer.wait(0.05)
    assert (first.end, result.error_code) == ("aborted", -1)
    assert result.error_string in ("another goal took over", "pre-empted")
    assert bench.events == []
    bench.controller.end(SUCCEEDED)
    bench.finish(other)


def test_a_new_goal_during_a_stop_takes_over(bench: Bench):
    first, task = bench.accepted(1)
    bench.cancel(first)
    stop = bench.controller.last
    stop.accept()
    bench.peer.wait(0.05)
    second, other = bench.accepted(2)
    bench.finish(task)
    assert first.end == "canceled"
    stop.end(ABORTED, -1, "pre-empted")
    bench.controller.end(SUCCEEDED)
    bench.finish(other)
    assert second.end == "succeeded"
    assert bench.events == []


def test_a_trajectory_by_topic_ends_the_goal_that_the_controller_goes_on_with(bench: Bench):
    """The controller would report success at the end of the other trajectory."""
    goal, task = bench.accepted()
    bench.forwarder.supersede("a trajectory by topic took over")
    assert "by topic" in bench.finish(task).error_string
    assert goal.end == "aborted"
    bench.controller.end(ABORTED, -4)  # but its tolerances still count there
    bench.peer.wait(0.05)
    assert bench.events == ["released"]


def test_a_goal_that_another_client_cancels_at_the_controller_is_aborted(bench: Bench):
    goal, task = bench.accepted()
    bench.controller.end(CANCELED)
    bench.finish(task)
    assert goal.end == "aborted"
    assert bench.events == ["unknown"]


def test_index_of_feedback_counts_the_points_that_were_sent():
    origin = np.array([0, 1, 1, 2])
    for index, expected in ((-1, 0), (0, 0), (1, 1), (3, 2), (9, 2)):
        assert with_index(SimpleNamespace(index=index), origin).index == expected
    assert with_index(without := SimpleNamespace(), origin) is without
