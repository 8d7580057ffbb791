"""Trajectories with effort that the controller received, and the command that follows from them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...arrays import FloatArray
from .joint_path import Acting, JointPath, Present


@dataclass(frozen=True, eq=False)
class FilledTrajectory:
    """A motion with effort.

    Attributes:
        path: points with position, velocity and acceleration; times as in the message that is sent.
        effort: (P, n) N·m, for the points of `path`.
        origin: (P,) for each point of `path`, the index of the given point that it equals or leads to.
        starts_now: whether times count from the moment of filling instead of the message's stamp.
        largest_share: largest torque of the motion as a fraction of the torque limit.
        largest_lag: largest distance of the rate-limited effort from the effort of the motion, as a fraction of
            the torque limit, without the part that is due to the acting effort.
    """

    path: JointPath
    effort: FloatArray
    origin: NDArray[np.intp]
    starts_now: bool
    largest_share: float
    largest_lag: float = 0.0


FOLLOWING = 0.05
"""Default of the largest distance between the arm and the commanded position, rad."""

MAX_BEHIND_S = 0.1
"""Largest delay of the measured state of a moving arm behind the commanded state, s: message age and tracking."""


@dataclass(frozen=True, eq=False)
class RunningTrajectory:
    """A trajectory that the controller runs.

    Attributes:
        filled: the trajectory.
        begun: time at which the trajectory's clock is zero, s.
    """

    filled: FilledTrajectory
    begun: float

    def at(self, time: float) -> tuple[FloatArray, Present]:
        """Return the command of the controller at `time` s: effort is interpolated linearly, the last point is held.

        Returns:
            The effort (n,) N·m, and the state.
        """
        on_path = time - self.begun
        path = self.filled.path
        position, velocity, acceleration = (rows[0] for rows in path.at(on_path))
        effort = np.array([np.interp(on_path, path.times, column) for column in self.filled.effort.T])
        return effort, Present(position, velocity, acceleration)

    def rests(self, time: float) -> bool:
        """Return whether the trajectory is over at `time` s, so that the controller holds its last point."""
        return bool(time - self.begun >= self.filled.path.times[-1])


class CommandedState:
    """Records the trajectories that the controller received.

    The delay of a message to the controller is unknown, but about the same for successive trajectories, so that the
    time between two starts is the time between their sending.

    Args:
        n: number of joints.
        tolerance: largest distance between the arm and the commanded position, rad, plus the motion within
            `MAX_BEHIND_S`. Beyond this distance the controller does not follow (it was restarted, or has stopped
            a goal), and the measured state is used.
    """

    def __init__(self, n: int, tolerance: float) -> None:
        self._tolerance = tolerance
        self._zero = np.zeros(n)
        self._running: RunningTrajectory | None = None
        self._before: RunningTrajectory | None = None
        self._released = False

    def sent(self, filled: FilledTrajectory, begun: float) -> None:
        """Note that `filled` was sent to the controller; its times count from `begun` (s)."""
        self._before, self._running, self._released = self._running, RunningTrajectory(filled, begun), False

    def not_taken(self) -> None:
        """Note that the controller refused the last trajectory and continues as before."""
        self._running, self._before = self._before, None

    def released(self) -> None:
        """Note that the controller holds the arm with zero effort, after it stopped a goal."""
        self._running, self._before, self._released = None, None, True

    def unknown(self) -> None:
        """Note that another program sent the controller a command, which is unknown here."""
        self._running, self._before, self._released = None, None, False

    def rests(self, time: float) -> bool:
        """Return whether the command stays constant from `time` s on."""
        return self._running is None or self._running.rests(time)

    def at(
        self,
        time: float,
        measured: Present | None = None,
        effort: FloatArray | None = None,
        handover: float = 0.0,
    ) -> Acting:
        """Return the command that a new trajectory continues from at `time` s.

        Args:
            time: time at which the new trajectory begins, s.
            measured: measured state of the arm, if known.
            effort: (n,) N·m, measured effort, if known. It is used if the commanded effort is unknown.
            handover: time for which the present effort is held before it changes (`Acting.handover`), s.
        """
        if self._running is not None:
            effort_now, state = self._running.at(time)
            allowed = self._tolerance + MAX_BEHIND_S * np.abs(state.velocity)
            if measured is None or (np.abs(state.position - measured.position) <= allowed).all():
                return Acting(effort_now, state, handover)
        if self._released or effort is None or measured is None:
            return Acting(self._zero, measured, handover)
        return Acting(effort, measured, handover)
