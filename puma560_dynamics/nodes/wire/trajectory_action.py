"""Forward `FollowJointTrajectory` goals with effort to the controller, and return its feedback and result.

The types of control_msgs, which may be missing, are imported where they are used.

A cancelled goal is not cancelled at the controller: the controller would set zero effort within one cycle
while the arm moves. Instead a new goal that stops the arm pre-empts it; the controller switches to the new goal at
once, effort included. When the new goal has ended, the client's goal is reported as canceled. (A trajectory by topic
would also stop the arm, but leaves the old goal active in the controller, which then checks the goal's tolerances
against the stop and reports success at its end.)
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from action_msgs.msg import GoalStatus
from numpy.typing import NDArray
from rclpy.action.client import ActionClient
from rclpy.action.server import ActionServer, CancelResponse
from rclpy.node import Node
from trajectory_msgs.msg import JointTrajectory

from ...control.trajectory.running import FilledTrajectory
from ...errors import Puma560Error, TrajectoryError
from .goal_flight import AnswerWaits, Flight

SUCCESSFUL, INVALID_GOAL, INVALID_JOINTS, OLD_HEADER_TIMESTAMP = 0, -1, -2, -3
PATH_TOLERANCE_VIOLATED, GOAL_TOLERANCE_VIOLATED = -4, -5
"""Codes of the action's result."""

STOP_MARGIN = 1.0
"""Time for the controller to accept a stop, s, and the same time after the stop to report its end."""

_CODES = {"goal": INVALID_GOAL, "joints": INVALID_JOINTS, "time": OLD_HEADER_TIMESTAMP}
_VIOLATED = (PATH_TOLERANCE_VIOLATED, GOAL_TOLERANCE_VIOLATED)
_CANCEL = object()

Filled = tuple[JointTrajectory, FilledTrajectory]


Filling = Callable[[JointTrajectory], Filled]
Stopping = Callable[[], Filled]


class GoalEvents(Protocol):
    """Events of a goal, reported to the node."""

    def refuse(self, reason: str) -> None:
        """Report the reason why a goal was not forwarded, or why the arm could not be stopped."""

    def not_taken(self) -> None:
        """Note that the controller did not accept the last trajectory."""

    def released(self) -> None:
        """Note that the controller holds the arm with zero effort, and no goal is under way."""

    def unknown(self) -> None:
        """Note that another program ended the goal, so that the controller's command is unknown."""


class GoalForwarder:
    """Receives goals, adds effort, and forwards them to the controller's own action server.

    A refused goal is first accepted and then aborted, because a rejection contains no reason.

    Args:
        client: client of the controller's action.
        make_result: returns an empty result of the action.
        make_stop: returns a goal for a trajectory, without tolerances that could end it.
        fill: returns a trajectory with effort; raises `Puma560Error` if the arm must not follow it.
        stop: returns a trajectory that stops the arm; raises `Puma560Error` if that is impossible.
        events: receiver of the goals' events.
    """

    def __init__(
        self,
        client: Any,
        make_result: Callable[[], Any],
        make_stop: Callable[[JointTrajectory], Any],
        fill: Filling,
        stop: Stopping,
        events: GoalEvents,
    ) -> None:
        self._client = client
        self._make_result = make_result
        self._make_stop = make_stop
        self._fill = fill
        self._stop_arm = stop
        self._events = events
        self._under_way: dict[bytes, Flight] = {}
        self._unanswered = 0
        self._active = True
        self._waits = AnswerWaits(self._is_there)

    async def execute(self, goal: Any) -> Any:
        """Execute a goal and return its result."""
        if goal.request.multi_dof_trajectory.points:
            return self._refuse(goal, "multi_dof_trajectory is not empty; expected only joints")
        if not self._is_there():
            return self._refuse(goal, "the controller is not active; activate it")
        try:
            goal.request.trajectory, filled = self._fill(goal.request.trajectory)
        except Puma560Error as error:
            kind = error.kind if isinstance(error, TrajectoryError) else "goal"
            return self._refuse(goal, str(error), _CODES[kind])

        def on_feedback(message: Any) -> None:
            if goal.is_active:
                goal.publish_feedback(with_index(message.feedback, filled.origin))

        handle = await self._send(goal.request, feedback_callback=on_feedback)
        if handle is None or not handle.accepted:
            self._events.not_taken()
            gone = "the controller went away before it answered; activate it"
            return self._refuse(goal, gone if handle is None else "the controller rejected the goal; see its log")
        self.supersede("another goal took over")
        flight = self._under_way[_key(goal)] = Flight(handle, self._on_late)
        try:
            if goal.is_cancel_requested:  # requested before the controller had answered
                flight.settle(_CANCEL)
            event = await self._waits.outcome(flight.first)
            return await self._stop(goal, flight) if event is _CANCEL else self._close(goal, event)
        finally:
            del self._under_way[_key(goal)]

    def cancel(self, goal: Any) -> CancelResponse:
        """Handle a request to cancel: the arm is stopped first."""
        flight = self._under_way.get(_key(goal))
        if flight is not None:
            flight.settle(_CANCEL)
        return CancelResponse.ACCEPT

    def supersede(self, reason: str) -> None:
        """End the active goals, because something else took over, which not every controller reports."""
        for flight in self._under_way.values():
            flight.settle(reason)

    def watch(self) -> None:
        """Stop waiting for a controller that is gone or too late; call this periodically."""
        self._waits.watch()

    def controller_is(self, active: bool) -> None:
        """Note whether the controller is active: an inactive controller keeps its action server and still answers."""
        self._active = active
        self._waits.watch()

    def _is_there(self) -> bool:
        return self._active and bool(self._client.server_is_ready())

    async def _stop(self, goal: Any, flight: Flight) -> Any:
        """Stop the arm, then report `goal` as canceled."""
        try:
            trajectory, filled = self._stop_arm()
        except Puma560Error as error:
            self._events.refuse(f"{error}; the goal is cancelled at the controller instead")
            return await self._leave_to_controller(goal, flight)
        handle = await self._send(self._make_stop(trajectory), STOP_MARGIN)
        if handle is None or not handle.accepted:
            self._events.not_taken()
            return await self._leave_to_controller(goal, flight)
        flight.follow(handle.get_result_async())
        event = await self._waits.outcome(flight.first, float(filled.path.times[-1]) + STOP_MARGIN)
        if event is None and not self._is_there():
            return self._close(goal, None)
        if getattr(event, "status", None) == GoalStatus.STATUS_ABORTED and not self._taken_over():
            self._events.unknown()
        goal.canceled()
        result = self._make_result()
        result.error_string = "the arm was stopped"
        return result

    async def _leave_to_controller(self, goal: Any, flight: Flight) -> Any:
        """Cancel the goal at the controller as a last resort: the controller then sets zero effort."""
        flight.follow(flight.result)
        flight.handle.cancel_goal_async()
        return self._close(goal, await self._waits.outcome(flight.first))

    def _close(self, goal: Any, event: Any) -> Any:
        """End `goal` with the result of the controller, or with the reason why it ended otherwise."""
        if event is None:
            return self._refuse(goal, "the controller went away during the goal; see that the arm is safe")
        if isinstance(event, str):
            goal.abort()
            result = self._make_result()
            result.error_code, result.error_string = INVALID_GOAL, event
            return result
        result = event.result
        if event.status == GoalStatus.STATUS_SUCCEEDED:
            goal.succeed()
            return result
        if event.status == GoalStatus.STATUS_CANCELED and goal.is_cancel_requested:
            goal.canceled()
            released = True
        else:
            goal.abort()
            released = result.error_code in _VIOLATED
        if not self._taken_over():
            (self._events.released if released else self._events.unknown)()
        return result

    async def _send(self, request: Any, limit: float = math.inf, **callbacks: Any) -> Any:
        """Send a goal; return the controller's handle, or None if it does not answer."""
        self._unanswered += 1
        try:
            return await self._waits.outcome(self._client.send_goal_async(request, **callbacks), limit)
        finally:
            self._unanswered -= 1

    def _taken_over(self) -> bool:
        """Return whether another goal exists besides the one that ends."""
        return len(self._under_way) > 1 or self._unanswered > 0

    def _on_late(self, response: Any) -> None:
        """Handle the result of a goal that something else took over: only a violated tolerance matters then."""
        if not self._under_way and not self._unanswered and response.result.error_code in _VIOLATED:
            self._events.released()

    def _refuse(self, goal: Any, reason: str, code: int = INVALID_GOAL) -> Any:
        self._events.refuse(reason)
        goal.abort()
        result = self._make_result()
        result.error_code, result.error_string = code, reason
        return result


def with_index(feedback: Any, origin: NDArray[np.intp]) -> Any:
    """Return feedback with an index that counts only the points of the client, not the added points."""
    if hasattr(feedback, "index"):  # not in every release of control_msgs
        feedback.index = int(origin[min(max(feedback.index, 0), len(origin) - 1)])
    return feedback


def _key(goal: Any) -> bytes:
    return bytes(goal.goal_id.uuid)


def action_type() -> Any | None:
    """Return `control_msgs.action.FollowJointTrajectory`, or None if control_msgs is not installed."""
    try:
        from control_msgs.action import FollowJointTrajectory
    except ImportError:
        return None
    return FollowJointTrajectory


def serve(node: Node, controller: str, kind: Any, fill: Filling, stop: Stopping, events: GoalEvents) -> GoalForwarder:
    """Serve ``~/follow_joint_trajectory`` at `node`, in front of `controller`'s own server; `kind` is the action."""
    client: ActionClient[Any, Any, Any] = ActionClient(node, kind, f"{controller}/follow_joint_trajectory")
    forwarder = GoalForwarder(client, kind.Result, lambda trajectory: _stop_goal(kind, trajectory), fill, stop, events)
    ActionServer(
        node, kind, "~/follow_joint_trajectory", forwarder.execute, cancel_callback=forwarder.cancel, result_timeout=60
    )
    return forwarder


def _stop_goal(kind: Any, trajectory: JointTrajectory) -> Any:
    """Return a goal without tolerances: a violated tolerance would set the effort to zero during the stop."""
    from control_msgs.msg import JointTolerance

    off = [
        JointTolerance(name=name, position=-1.0, velocity=-1.0, acceleration=-1.0) for name in trajectory.joint_names
    ]
    return kind.Goal(trajectory=trajectory, path_tolerance=off, goal_tolerance=off)
