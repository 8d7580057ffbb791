"""`FollowJointTrajectory` goals on their way to the controller: effort in, feedback and result back.

Known only where control_msgs is installed; the node imports this file's types through `action_type`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from action_msgs.msg import GoalStatus
from numpy.typing import NDArray
from rclpy.action import ActionClient, ActionServer, CancelResponse
from rclpy.node import Node
from rclpy.task import Future
from trajectory_msgs.msg import JointTrajectory

from ..control.trajectory_effort import FilledTrajectory
from ..errors import Puma560Error, TrajectoryError

SUCCESSFUL, INVALID_GOAL, INVALID_JOINTS, OLD_HEADER_TIMESTAMP = 0, -1, -2, -3
PATH_TOLERANCE_VIOLATED, GOAL_TOLERANCE_VIOLATED = -4, -5
"""Codes of the action's result."""

_CODES = {"goal": INVALID_GOAL, "joints": INVALID_JOINTS, "time": OLD_HEADER_TIMESTAMP}

Fill = Callable[[JointTrajectory], tuple[JointTrajectory, FilledTrajectory]]


def action_type() -> Any | None:
    """`control_msgs.action.FollowJointTrajectory`, or None where control_msgs is not installed."""
    try:
        from control_msgs.action import FollowJointTrajectory
    except ImportError:
        return None
    return FollowJointTrajectory


class GoalForwarder:
    """Takes goals, fills in effort, and passes them on to the controller's own action server.

    A goal that is refused is accepted first and then aborted: a rejection carries no reason.

    Args:
        client: the controller's action.
        make_result: an empty result of the action.
        fill: raises `Puma560Error` for a trajectory that must not be followed.
        refused: told why a goal was not passed on.
        stopped: told when the controller has stopped the arm amid a goal, with no other goal under way.
    """

    def __init__(
        self,
        client: Any,
        make_result: Callable[[], Any],
        fill: Fill,
        refused: Callable[[str], None],
        stopped: Callable[[], None],
    ) -> None:
        self._client = client
        self._make_result = make_result
        self._fill = fill
        self._refused = refused
        self._stopped = stopped
        self._under_way: dict[bytes, Any] = {}
        self._awaited: list[Future] = []

    async def execute(self, goal: Any) -> Any:
        """From the goal to its result."""
        if goal.request.multi_dof_trajectory.points:
            return self._refuse(goal, INVALID_GOAL, "multi_dof_trajectory is not empty; expected joints alone")
        try:
            goal.request.trajectory, filled = self._fill(goal.request.trajectory)
        except Puma560Error as error:
            kind = error.kind if isinstance(error, TrajectoryError) else "goal"
            return self._refuse(goal, _CODES[kind], str(error))
        if not self._client.server_is_ready():
            return self._refuse(goal, INVALID_GOAL, "the controller's action server is not there; activate it")

        def on_feedback(message: Any) -> None:
            if goal.is_active:
                goal.publish_feedback(with_index(message.feedback, filled.origin))

        handle = await self._or_gone(self._client.send_goal_async(goal.request, feedback_callback=on_feedback))
        if handle is None:
            return self._refuse(goal, INVALID_GOAL, "the controller went away before it answered; activate it")
        if not handle.accepted:
            return self._refuse(goal, INVALID_GOAL, "the controller rejected the goal; its log says why")
        self._under_way[_key(goal)] = handle
        try:
            if goal.is_cancel_requested:  # asked for before the controller had answered
                handle.cancel_goal_async()
            response = await self._or_gone(handle.get_result_async())
        finally:
            del self._under_way[_key(goal)]
        if response is None:
            return self._refuse(goal, INVALID_GOAL, "the controller went away amid the goal; see that the arm is safe")
        return self._close(goal, response)

    def cancel(self, goal: Any) -> CancelResponse:
        """Pass a request to cancel on; the controller decides when the goal ends."""
        handle = self._under_way.get(_key(goal))
        if handle is not None:
            handle.cancel_goal_async()
        return CancelResponse.ACCEPT

    def watch(self) -> None:
        """Give up waiting for a controller that is no longer there; to be called now and then."""
        if self._awaited and not self._client.server_is_ready():
            for future in self._awaited:
                if not future.done():
                    future.set_result(None)

    def _close(self, goal: Any, response: Any) -> Any:
        result = response.result
        if response.status == GoalStatus.STATUS_SUCCEEDED:
            goal.succeed()
            return result
        if response.status == GoalStatus.STATUS_CANCELED and goal.is_cancel_requested:
            goal.canceled()
            halted = True
        else:
            goal.abort()
            # A goal that another one pushed aside is aborted as well; then the arm is not to be stopped.
            halted = result.error_code in (PATH_TOLERANCE_VIOLATED, GOAL_TOLERANCE_VIOLATED)
        if halted and not self._under_way:
            self._stopped()
        return result

    def _refuse(self, goal: Any, code: int, reason: str) -> Any:
        self._refused(reason)
        goal.abort()
        result = self._make_result()
        result.error_code, result.error_string = code, reason
        return result

    async def _or_gone(self, future: Any) -> Any:
        """What `future` brings, or None when the controller goes away before."""
        outcome: Future[Any] = Future()

        def settle(done: Any) -> None:
            if not outcome.done():
                outcome.set_result(done.result())

        self._awaited.append(outcome)
        future.add_done_callback(settle)
        try:
            return await outcome
        finally:
            self._awaited.remove(outcome)


def with_index(feedback: Any, origin: NDArray[np.intp]) -> Any:
    """Feedback whose index counts the points that the client sent, not those put in between."""
    if hasattr(feedback, "index"):  # not in every release of control_msgs
        feedback.index = int(origin[min(max(feedback.index, 0), len(origin) - 1)])
    return feedback


def serve(
    node: Node, controller: str, kind: Any, fill: Fill, refused: Callable[[str], None], stopped: Callable[[], None]
) -> GoalForwarder:
    """An action server ``~/follow_joint_trajectory`` of `node` before that of `controller`; `kind` is the action."""
    client: ActionClient[Any, Any, Any] = ActionClient(node, kind, f"{controller}/follow_joint_trajectory")
    forwarder = GoalForwarder(client, kind.Result, fill, refused, stopped)
    ActionServer(
        node, kind, "~/follow_joint_trajectory", forwarder.execute, cancel_callback=forwarder.cancel, result_timeout=60
    )
    return forwarder


def _key(goal: Any) -> bytes:
    return bytes(goal.goal_id.uuid)
