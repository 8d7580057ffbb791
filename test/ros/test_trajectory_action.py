"""Goals on their way to the controller: the logic with stand-ins, and all of it where control_msgs is installed."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from action_msgs.msg import GoalStatus
from rclpy.action import CancelResponse
from rclpy.task import Future
from sensor_msgs.msg import JointState
from test_trajectory_feedforward_node import END, MIDDLE, NAMES, START, columns, point, three
from trajectory_msgs.msg import JointTrajectory

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import TrajectoryError
from puma560_dynamics.nodes.wire import trajectory_action
from puma560_dynamics.nodes.wire.trajectory_action import GoalForwarder, with_index

SUCCEEDED, CANCELED, ABORTED = GoalStatus.STATUS_SUCCEEDED, GoalStatus.STATUS_CANCELED, GoalStatus.STATUS_ABORTED


class Goal:
    """A goal as rclpy's server hands it over."""

    def __init__(self, number: int, request: Any) -> None:
        self.goal_id = SimpleNamespace(uuid=bytes([number] * 16))
        self.request = request
        self.end = ""
        self.is_cancel_requested = False
        self.feedback: list = []

    @property
    def is_active(self) -> bool:
        return not self.end

    def publish_feedback(self, feedback: Any) -> None:
        self.feedback.append(feedback)

    def succeed(self) -> None:
        self.end = "succeeded"

    def abort(self) -> None:
        self.end = "aborted"

    def canceled(self) -> None:
        assert self.is_cancel_requested, "rclpy allows this transition from canceling alone"
        self.end = "canceled"


class Handle:
    """A goal at the controller."""

    def __init__(self, request: Any, feedback: Any) -> None:
        self.request, self.feedback = request, feedback
        self.accepted = True
        self.answer: Future = Future()
        self.result: Future = Future()
        self.cancels = 0

    def get_result_async(self) -> Future:
        return self.result

    def cancel_goal_async(self) -> Future:
        self.cancels += 1
        return Future()

    def accept(self, accepted: bool = True) -> None:
        """Answer the goal."""
        self.accepted = accepted
        self.answer.set_result(self)

    def end(self, status: int, code: int = 0, words: str = "") -> None:
        """Bring the goal to its end."""
        result = SimpleNamespace(error_code=code, error_string=words)
        self.result.set_result(SimpleNamespace(status=status, result=result))


class Controller:
    """The client of a controller's action, with the goals it sent."""

    def __init__(self) -> None:
        self.ready = True
        self.goals: list[Handle] = []

    def server_is_ready(self) -> bool:
        return self.ready

    def send_goal_async(self, request: Any, feedback_callback: Any = None) -> Future:
        self.goals.append(Handle(request, feedback_callback))
        return self.goals[-1].answer

    @property
    def last(self) -> Handle:
        return self.goals[-1]

    def accept(self) -> None:
        """Answer the last goal."""
        self.last.accept()

    def end(self, status: int, code: int = 0, words: str = "") -> None:
        """Bring the last goal to its end."""
        self.last.end(status, code, words)


class Bench:
    """A forwarder between a goal and a controller, on a real executor; it is its own `GoalEvents`."""

    def __init__(self, peer) -> None:
        self.peer = peer
        self.error: TrajectoryError | None = None
        self.no_stop: TrajectoryError | None = None
        self.refused: list[str] = []
        self.events: list[str] = []
        self.controller = Controller()
        self.forwarder = GoalForwarder(
            self.controller,
            lambda: SimpleNamespace(error_code=0, error_string=""),
            lambda trajectory: SimpleNamespace(trajectory=trajectory),
            self.fill,
            self.stop,
            self,
        )

    def fill(self, trajectory: str) -> tuple[str, SimpleNamespace]:
        if self.error:
            raise self.error
        return f"{trajectory} with effort", SimpleNamespace(origin=np.array([0, 1, 1, 2, 2]))

    def stop(self) -> tuple[str, SimpleNamespace]:
        if self.no_stop:
            raise self.no_stop
        return "stop", SimpleNamespace(path=SimpleNamespace(times=np.array([0.0, 0.3])))

    def refuse(self, reason: str) -> None:
        self.refused.append(reason)

    def not_taken(self) -> None:
        self.events.append("not taken")

    def released(self) -> None:
        self.events.append("released")

    def unknown(self) -> None:
        self.events.append("unknown")

    def goal(self, number: int = 1, multi: tuple = ()) -> tuple[Goal, Any]:
        """A goal under way, and the task that carries it out."""
        request = SimpleNamespace(trajectory="path", multi_dof_trajectory=SimpleNamespace(points=multi), tolerance=7)
        goal = Goal(number, request)
        task = self.peer.executor.create_task(self.forwarder.execute, goal)
        self.peer.wait(0.05)
        return goal, task

    def accepted(self, number: int = 1) -> tuple[Goal, Any]:
        """A goal that the controller follows."""
        goal, task = self.goal(number)
        self.controller.accept()
        self.peer.wait(0.05)
        return goal, task

    def cancel(self, goal: Goal) -> None:
        """The client cancels, as rclpy hands it on."""
        assert self.forwarder.cancel(goal) == CancelResponse.ACCEPT
        goal.is_cancel_requested = True
        self.peer.wait(0.05)

    def finish(self, task: Any) -> Any:
        """The result."""
        assert self.peer.until(task.done)
        return task.result()


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
def test_a_refused_goal_says_why_and_is_not_sent(bench: Bench, kind: str, code: int):
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
def test_the_controller_cancels_by_itself_where_it_takes_no_stop(
    bench: Bench, why: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(trajectory_action, "STOP_MARGIN", 0.1)
    goal, task = bench.accepted()
    if why == "no stop":
        bench.no_stop = TrajectoryError("where the arm is, is not known")
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


# With the real action, where control_msgs is installed.


class RealController:
    """The test in the controller's place, and as its client, over DDS."""

    def __init__(self, peer, action: Any) -> None:
        from rclpy.action import ActionClient, ActionServer

        self.peer, self.action = peer, action
        self.goals: list = []
        self.held: list[JointTrajectory] = peer.listen(JointTrajectory, "joint_trajectory_controller/joint_trajectory")
        self.asked_to_cancel = False
        self.release = Future()
        self.outcome = "succeed"
        ActionServer(
            peer.node,
            action,
            "joint_trajectory_controller/follow_joint_trajectory",
            self.run,
            cancel_callback=self.on_cancel,
        )
        self.client = ActionClient(peer.node, action, "trajectory_feedforward_node/follow_joint_trajectory")
        self.states = peer.node.create_publisher(JointState, "joint_states", 10)
        peer.node.create_timer(0.02, lambda: self.states.publish(
            JointState(name=NAMES, position=START, velocity=[0.0] * 6)
        ))  # fmt: skip
        assert peer.until(lambda: self.client.server_is_ready() and self.states.get_subscription_count())

    def on_cancel(self, goal: Any) -> CancelResponse:
        self.asked_to_cancel = True
        return CancelResponse.REJECT

    async def run(self, goal: Any) -> Any:
        self.goals.append(goal.request)
        if goal.request.path_tolerance:  # a stop, which pre-empts the goal before
            self.outcome = "abort"
            self.release.set_result(None)
            goal.succeed()
            return self.action.Result()
        feedback = self.action.Feedback()
        if hasattr(feedback, "index"):
            feedback.index = len(goal.request.trajectory.points) - 1
        feedback.joint_names = NAMES
        goal.publish_feedback(feedback)
        await self.release
        getattr(goal, self.outcome)()
        result = self.action.Result()
        result.error_string = f"it did {self.outcome}"
        return result

    def send(self, points: list, **fields: Any) -> tuple[Any, list]:
        """A goal; its handle and the feedback it gets."""
        heard: list = []
        goal = self.action.Goal(trajectory=JointTrajectory(joint_names=NAMES, points=points), **fields)
        handle = self.answer(
            lambda: self.client.send_goal_async(goal, feedback_callback=lambda message: heard.append(message.feedback))
        )
        assert handle.accepted
        return handle, heard

    def answer(self, ask: Callable[[], Future]) -> Any:
        """What comes back; asked again, as an answer is lost where discovery is not yet done on both sides."""
        for _ in range(5):
            future = ask()
            if self.peer.until(future.done, 5.0):
                return future.result()
        raise AssertionError("no answer")

    def arrive(self, points: list, **fields: Any) -> tuple[Any, list]:
        """As `send`, until a goal gets here: the node must have found this server and heard where the arm is."""
        for _ in range(50):
            handle, heard = self.send(points, **fields)
            result = handle.get_result_async()
            assert self.peer.until(lambda result=result: self.goals or result.done())
            if self.goals:
                break
            assert (
                "not there" in result.result().result.error_string or "not known" in result.result().result.error_string
            )
        return handle, heard

    def result(self, handle: Any) -> Any:
        """Status and result of a goal."""
        return self.answer(handle.get_result_async)


@pytest.fixture
def real(start, peer) -> RealController:
    """The node between a client and a controller."""
    action = trajectory_action.action_type()
    if action is None:
        pytest.skip("control_msgs is not on PyPI; this runs on a ROS machine")
    start("trajectory_feedforward_node", state_timeout=5.0)
    return RealController(peer, action)


def test_a_real_goal_arrives_with_effort(real: RealController, arm: Arm):
    from builtin_interfaces.msg import Duration

    handle, heard = real.arrive(three(), goal_time_tolerance=Duration(sec=3))
    assert real.peer.until(lambda: heard)
    goal = real.goals[0]
    assert goal.goal_time_tolerance.sec == 3
    _, q, qd, qdd, effort = columns(goal.trajectory)
    expected = load_model("newton_euler", arm).torque(q, qd, qdd)
    assert np.abs(effort - expected).max() <= 1e-12 * np.abs(expected).max()
    assert q[-1].tolist() == END
    assert heard[0].joint_names == NAMES
    if hasattr(heard[0], "index"):
        assert heard[0].index == 2
    real.release.set_result(None)
    response = real.result(handle)
    assert (response.status, response.result.error_string) == (SUCCEEDED, "it did succeed")
    assert not real.held


def test_a_real_goal_that_is_refused_says_why(real: RealController):
    real.arrive(three())
    real.release.set_result(None)
    before = len(real.goals)
    for points, words in (
        ([point(0.0, START), point(0.1, MIDDLE)], "times as long"),
        ([], "no points"),
    ):
        response = real.result(real.send(points)[0])
        assert (response.status, response.result.error_code) == (ABORTED, -1)
        assert words in response.result.error_string
    assert len(real.goals) == before


def test_a_real_goal_is_stopped_by_another_one_and_then_canceled(real: RealController, arm: Arm):
    handle, _ = real.arrive(three())
    real.answer(handle.cancel_goal_async)
    assert real.result(handle).status == CANCELED
    stop = real.goals[-1]
    _, q, qd, _, effort = columns(stop.trajectory)
    np.testing.assert_allclose(effort[-1], load_model("full", arm).gravity(q[-1]), atol=1e-9)
    assert not qd[-1].any()
    for tolerances in (stop.path_tolerance, stop.goal_tolerance):
        assert [tolerance.name for tolerance in tolerances] == NAMES
        assert {tolerance.position for tolerance in tolerances} == {-1.0}
    assert not real.asked_to_cancel
    assert not real.held


def test_without_control_msgs_the_node_says_so(start, peer):
    if trajectory_action.action_type() is not None:
        pytest.skip("control_msgs is installed")
    start("trajectory_feedforward_node")
    assert peer.until(lambda: "control_msgs is not installed" in start.said("trajectory_feedforward_node"))
