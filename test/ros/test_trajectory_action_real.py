"""Goals on their way to a controller with the real action; skipped where control_msgs is not installed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from action_msgs.msg import GoalStatus
from helpers.ros.trajectories import END, MIDDLE, NAMES, START, columns, point, three
from rclpy.action import CancelResponse
from rclpy.task import Future
from sensor_msgs.msg import JointState
from trajectory_msgs.msg import JointTrajectory

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.nodes.wire import trajectory_action

SUCCEEDED, CANCELED, ABORTED = GoalStatus.STATUS_SUCCEEDED, GoalStatus.STATUS_CANCELED, GoalStatus.STATUS_ABORTED


class RealController:
    """The test in the controller's place, and as its client, over DDS."""

    def __init__(self, peer, action: Any) -> None:
        from rclpy.action import ActionClient, ActionServer

        self.peer, self.action = peer, action
        self.goals: list = []
        self.held: list[JointTrajectory] = peer.listen(JointTrajectory, "joint_trajectory_controller/joint_trajectory")
        self.asked_to_cancel = False
        self.release: Future[None] = Future()
        self.outcome = "succeed"
        ActionServer(
            peer.node,
            action,
            "joint_trajectory_controller/follow_joint_trajectory",
            self.run,
            cancel_callback=self.on_cancel,
        )
        self.client: ActionClient = ActionClient(
            peer.node, action, "trajectory_feedforward_node/follow_joint_trajectory"
        )
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
        """As `send`, until a goal gets here: the node must have found this server and received the state of the arm."""
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


def test_a_refused_real_goal_gives_the_reason(real: RealController):
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


def test_without_control_msgs_the_node_logs_it(start, peer):
    if trajectory_action.action_type() is not None:
        pytest.skip("control_msgs is installed")
    start("trajectory_feedforward_node")
    assert peer.until(lambda: "control_msgs is not installed" in start.output("trajectory_feedforward_node"))
