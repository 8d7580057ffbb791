"""Stand-ins for a goal, a controller's action and the events of a forwarder, without control_msgs."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from rclpy.action import CancelResponse
from rclpy.task import Future

from helpers.stand_in import stands_in_for
from puma560_dynamics.errors import TrajectoryError
from puma560_dynamics.nodes.wire.trajectory_action import GoalEvents, GoalForwarder


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


@stands_in_for(GoalEvents, "refuse", "not_taken", "released", "unknown")
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

    def fill(self, trajectory: str) -> tuple[str, Any]:
        if self.error:
            raise self.error
        return f"{trajectory} with effort", SimpleNamespace(origin=np.array([0, 1, 1, 2, 2]))

    def stop(self) -> tuple[str, Any]:
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
