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
        path: every point with position, velocity, acceleration; times as they go on the wire.
        effort: (P, n) N·m, for the points of `path`.
        origin: (P,) for each of them the number of the given point it is or leads to.
        starts_now: times count from the moment of filling, not from the message's stamp.
        largest_share: largest torque on the way as a share of the torque limit.
        largest_lag: by how much the rate limit keeps the effort behind the motion's own, as a share of
            the torque limit; what joining costs is not counted.
    """

    path: JointPath
    effort: FloatArray
    origin: NDArray[np.intp]
    starts_now: bool
    largest_share: float
    largest_lag: float = 0.0


FOLLOWING = 0.05
"""rad that the arm may be off the commanded position, unless given otherwise."""

MAX_BEHIND_S = 0.1
"""s by which the measured state of a moving arm may be behind the commanded one: its age, and the tracking."""


@dataclass(frozen=True, eq=False)
class RunningTrajectory:
    """A trajectory that the controller runs.

    Attributes:
        filled: the trajectory.
        begun: the moment at which its times are zero, s.
    """

    filled: FilledTrajectory
    begun: float

    def at(self, time: float) -> tuple[FloatArray, Present]:
        """Return the command of the controller at `time` s: effort on straight lines, the last point held.

        Returns:
            effort (n,) N·m and state.
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
    """Keeps the trajectories that the controller received.

    The delay of a message on its way to the controller is not known; but the trajectory before had
    about the same, so that the time between two is that between their sending.

    Args:
        n: number of joints.
        tolerance: rad that the arm may be off the commanded position, and as much more as it moves in
            `MAX_BEHIND_S`. Beyond it the controller cannot be following (it was restarted, or has stopped
            a goal), and the measured state counts.
    """

    def __init__(self, n: int, tolerance: float) -> None:
        self._tolerance = tolerance
        self._zero = np.zeros(n)
        self._running: RunningTrajectory | None = None
        self._before: RunningTrajectory | None = None
        self._released = False

    def sent(self, filled: FilledTrajectory, begun: float) -> None:
        """Note that the controller gets `filled`, whose times count from `begun` s."""
        self._before, self._running, self._released = self._running, RunningTrajectory(filled, begun), False

    def not_taken(self) -> None:
        """Note that the controller refused the last trajectory and continues as before."""
        self._running, self._before = self._before, None

    def released(self) -> None:
        """Note that the controller holds the arm with zero effort, after it stopped a goal."""
        self._running, self._before, self._released = None, None, True

    def unknown(self) -> None:
        """Note that another program gave the controller something."""
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
            time: s.
            measured: where the arm is, if that is known.
            effort: (n,) N·m measured, if it is known. It counts where the commanded one is not known.
            handover: as `Acting` has it.
        """
        if self._running is not None:
            effort_now, state = self._running.at(time)
            allowed = self._tolerance + MAX_BEHIND_S * np.abs(state.velocity)
            if measured is None or (np.abs(state.position - measured.position) <= allowed).all():
                return Acting(effort_now, state, handover)
        if self._released or effort is None or measured is None:
            return Acting(self._zero, measured, handover)
        return Acting(effort, measured, handover)
