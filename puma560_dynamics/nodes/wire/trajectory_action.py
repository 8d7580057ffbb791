"""`FollowJointTrajectory` goals on their way to the controller: effort in, feedback and result back.

The types of control_msgs, which may be missing, are imported where they are used.

A goal that is cancelled is not cancelled at the controller, which would hold with zero effort from one
cycle to the next while the arm moves. A goal that stops the arm pre-empts it instead: the controller goes
over to it at once, effort included. When it has ended, the client's goal is reported as canceled. (A
trajectory by topic would do so as well, but it leaves the goal active in the controller, which checks the
goal's tolerances against it and reports success at its end.)
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
"""s that the controller has to take a stop, and again after the stop's own time to report its end."""

_CODES = {"goal": INVALID_GOAL, "joints": INVALID_JOINTS, "time": OLD_HEADER_TIMESTAMP}
_VIOLATED = (PATH_TOLERANCE_VIOLATED, GOAL_TOLERANCE_VIOLATED)
_CANCEL = object()

Filled = tuple[JointTrajectory, FilledTrajectory]


Filling = Callable[[JointTrajectory], Filled]
Stopping = Callable[[], Filled]


class GoalEvents(Protocol):
    """Events of a goal, reported to the node."""

    def refuse(self, reason: str) -> None:
        """A goal was not passed on, or the arm could not be stopped, for this reason."""

    def not_taken(self) -> None:
        """Note that the controller did not take the last trajectory."""

    def released(self) -> None:
        """Note that the controller holds the arm with zero effort, and no goal is under way."""

    def unknown(self) -> None:
        """Note that another program ended the goal; what the controller does is not known."""


class GoalForwarder:
    """Takes goals, fills in effort, and passes them on to the controller's own action server.

    A goal that is refused is accepted first and then aborted: a rejection carries no reason.

    Args:
        client: the controller's action.
        make_result: an empty result of the action.
        make_stop: a goal with this trajectory, which no tolerance can end.
        fill: the trajectory with effort; raises `Puma560Error` for one that must not be followed.
        stop: a trajectory that stops the arm; raises `Puma560Error` where none can be made.
        events: informed of what becomes of goals.
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
        """From the goal to its result."""
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
            if goal.is_cancel_requested:  # asked for before the controller had answered
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
        """Something else took over: goals under way end now. Not every controller reports that."""
        for flight in self._under_way.values():
            flight.settle(reason)

    def watch(self) -> None:
        """Give up waiting for a controller that is no longer there, or too late; to be called now and then."""
        self._waits.watch()

    def controller_is(self, active: bool) -> None:
        """From the controller manager: a controller that was deactivated keeps its action server, and answers."""
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
        """Cancel at the controller, which holds the arm with zero effort: the last resort."""
        flight.follow(flight.result)
        flight.handle.cancel_goal_async()
        return self._close(goal, await self._waits.outcome(flight.first))

    def _close(self, goal: Any, event: Any) -> Any:
        """End `goal` as the controller ended it, or as something else did."""
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
        """Return whether there is another goal than the one that ends."""
        return len(self._under_way) > 1 or self._unanswered > 0

    def _on_late(self, response: Any) -> None:
        """The controller ends a goal that something else took over: only a broken tolerance matters then."""
        if not self._under_way and not self._unanswered and response.result.error_code in _VIOLATED:
            self._events.released()

    def _refuse(self, goal: Any, reason: str, code: int = INVALID_GOAL) -> Any:
        self._events.refuse(reason)
        goal.abort()
        result = self._make_result()
        result.error_code, result.error_string = code, reason
        return result


def with_index(feedback: Any, origin: NDArray[np.intp]) -> Any:
    """Return feedback whose index counts the points that the client sent, not those put in between."""
    if hasattr(feedback, "index"):  # not in every release of control_msgs
        feedback.index = int(origin[min(max(feedback.index, 0), len(origin) - 1)])
    return feedback


def _key(goal: Any) -> bytes:
    return bytes(goal.goal_id.uuid)


def action_type() -> Any | None:
    """`control_msgs.action.FollowJointTrajectory`, or None where control_msgs is not installed."""
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
    """All tolerances off: a broken one would set the effort to zero during the stop."""
    from control_msgs.msg import JointTolerance

    off = [
        JointTolerance(name=name, position=-1.0, velocity=-1.0, acceleration=-1.0) for name in trajectory.joint_names
    ]
    return kind.Goal(trajectory=trajectory, path_tolerance=off, goal_tolerance=off)
