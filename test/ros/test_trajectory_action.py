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
from puma560_dynamics.nodes import trajectory_action
from puma560_dynamics.nodes.trajectory_action import GoalForwarder, with_index

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


class Controller:
    """The client of a controller's action, and the controller's side of one goal."""

    def __init__(self, accepts: bool = True) -> None:
        self.ready = True
        self.accepted = accepts
        self.requests: list = []
        self.cancels = 0
        self.answer: Future = Future()
        self.result: Future = Future()

    def server_is_ready(self) -> bool:
        return self.ready

    def send_goal_async(self, request: Any, feedback_callback: Any) -> Future:
        self.requests.append(request)
        self.feedback = feedback_callback
        return self.answer

    def get_result_async(self) -> Future:
        return self.result

    def cancel_goal_async(self) -> Future:
        self.cancels += 1
        return Future()

    def accept(self) -> None:
        """Answer the goal."""
        self.answer.set_result(self)

    def end(self, status: int, code: int = 0, words: str = "") -> None:
        """Bring the goal to its end."""
        result = SimpleNamespace(error_code=code, error_string=words)
        self.result.set_result(SimpleNamespace(status=status, result=result))


class Bench:
    """A forwarder between a goal and a controller, on a real executor."""

    def __init__(self, peer, error: TrajectoryError | None = None) -> None:
        self.peer = peer
        self.error = error
        self.refused: list[str] = []
        self.stopped = 0
        self.controller = Controller()
        self.forwarder = GoalForwarder(
            self.controller,
            lambda: SimpleNamespace(error_code=0, error_string=""),
            self.fill,
            self.refused.append,
            self.count_stop,
        )

    def fill(self, trajectory: str) -> tuple[str, SimpleNamespace]:
        if self.error:
            raise self.error
        return f"{trajectory} with effort", SimpleNamespace(origin=np.array([0, 1, 1, 2, 2]))

    def count_stop(self) -> None:
        self.stopped += 1

    def goal(self, number: int = 1, multi: tuple = ()) -> tuple[Goal, Any]:
        """A goal under way, and the task that carries it out."""
        request = SimpleNamespace(trajectory="path", multi_dof_trajectory=SimpleNamespace(points=multi), tolerance=7)
        goal = Goal(number, request)
        task = self.peer.executor.create_task(self.forwarder.execute, goal)
        self.peer.wait(0.05)
        return goal, task

    def finish(self, task: Any) -> Any:
        """The result."""
        assert self.peer.until(task.done, 5.0)
        return task.result()


@pytest.fixture
def bench(peer) -> Bench:
    """One for each test."""
    return Bench(peer)


def test_a_goal_goes_through_with_effort_and_everything_else_as_it_was(bench: Bench):
    goal, task = bench.goal()
    assert [request.trajectory for request in bench.controller.requests] == ["path with effort"]
    assert bench.controller.requests[0].tolerance == 7
    bench.controller.accept()
    bench.peer.wait(0.05)
    bench.controller.feedback(SimpleNamespace(feedback=SimpleNamespace(index=3)))
    assert [feedback.index for feedback in goal.feedback] == [2]
    assert not task.done()
    bench.controller.end(SUCCEEDED, 0, "goal reached")
    assert bench.finish(task).error_string == "goal reached"
    assert goal.end == "succeeded"
    assert bench.stopped == 0
    bench.controller.feedback(SimpleNamespace(feedback=SimpleNamespace(index=4)))
    assert len(goal.feedback) == 1  # what comes late is not sent on


@pytest.mark.parametrize(("kind", "code"), [("goal", -1), ("joints", -2), ("time", -3)])
def test_a_refused_goal_says_why_and_is_not_sent(bench: Bench, kind: str, code: int):
    bench.error = TrajectoryError("no good", kind)
    goal, task = bench.goal()
    result = bench.finish(task)
    assert (result.error_code, result.error_string, goal.end) == (code, "no good", "aborted")
    assert bench.refused == ["no good"]
    assert not bench.controller.requests


def test_other_joints_of_more_freedom_are_refused(bench: Bench):
    _, task = bench.goal(multi=("point",))
    assert "multi_dof_trajectory" in bench.finish(task).error_string
    assert not bench.controller.requests


def test_a_controller_that_is_not_there_or_rejects(bench: Bench):
    bench.controller.ready = False
    goal, task = bench.goal()
    assert "is not there" in bench.finish(task).error_string
    bench.controller.ready, bench.controller.accepted = True, False
    goal, task = bench.goal()
    bench.controller.accept()
    assert "rejected the goal" in bench.finish(task).error_string
    assert goal.end == "aborted"


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


@pytest.mark.parametrize("before_the_answer", [False, True])
def test_cancel_is_passed_on_and_the_arm_held(bench: Bench, before_the_answer: bool):
    goal, task = bench.goal()
    if not before_the_answer:
        bench.controller.accept()
        bench.peer.wait(0.05)
    assert bench.forwarder.cancel(goal) == CancelResponse.ACCEPT
    goal.is_cancel_requested = True
    if before_the_answer:
        assert bench.controller.cancels == 0
        bench.controller.accept()
        bench.peer.wait(0.05)
    assert bench.controller.cancels == 1
    bench.controller.end(CANCELED)
    bench.finish(task)
    assert goal.end == "canceled"
    assert bench.stopped == 1


@pytest.mark.parametrize(("code", "stops"), [(-4, 1), (-5, 1), (-1, 0)])
def test_an_aborted_goal_and_whether_the_arm_is_held(bench: Bench, code: int, stops: int):
    """Held after broken tolerances, where the controller has stopped; not where another goal took over."""
    goal, task = bench.goal()
    bench.controller.accept()
    bench.peer.wait(0.05)
    bench.controller.end(ABORTED, code, "so it is")
    result = bench.finish(task)
    assert (goal.end, result.error_code, result.error_string) == ("aborted", code, "so it is")
    assert bench.stopped == stops


def test_the_arm_is_not_stopped_amid_the_next_goal(bench: Bench):
    first, task = bench.goal(1)
    bench.controller.accept()
    bench.peer.wait(0.05)
    mine = bench.controller.result
    bench.controller.answer, bench.controller.result = Future(), Future()
    _, other = bench.goal(2)
    bench.controller.accept()
    bench.peer.wait(0.05)
    first.is_cancel_requested = True
    mine.set_result(SimpleNamespace(status=CANCELED, result=SimpleNamespace(error_code=0, error_string="")))
    bench.finish(task)
    assert first.end == "canceled"
    assert bench.stopped == 0
    bench.controller.end(SUCCEEDED)
    bench.finish(other)


def test_a_goal_that_another_client_cancels_at_the_controller_is_aborted(bench: Bench):
    goal, task = bench.goal()
    bench.controller.accept()
    bench.peer.wait(0.05)
    bench.controller.end(CANCELED)
    bench.finish(task)
    assert goal.end == "aborted"


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
        self.outcome = "canceled"
        self.peer.node.create_timer(0.05, lambda: self.release.done() or self.release.set_result(None))
        return CancelResponse.ACCEPT

    async def run(self, goal: Any) -> Any:
        self.goals.append(goal.request)
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


def test_a_real_goal_is_cancelled_and_the_arm_held_by_gravity_torque(real: RealController, arm: Arm):
    handle, _ = real.arrive(three())
    real.answer(handle.cancel_goal_async)
    assert real.result(handle).status == CANCELED
    assert real.peer.until(lambda: real.held)
    *_, effort = columns(real.held[0])
    np.testing.assert_allclose(effort[-1], load_model("full", arm).gravity(START), atol=1e-9)


def test_without_control_msgs_the_node_says_so(start, peer):
    if trajectory_action.action_type() is not None:
        pytest.skip("control_msgs is installed")
    start("trajectory_feedforward_node")
    assert peer.until(lambda: "control_msgs is not installed" in start.said("trajectory_feedforward_node"))
