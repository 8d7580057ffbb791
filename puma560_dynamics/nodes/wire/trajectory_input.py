"""Passes whole trajectories to a torque loop, as one reference for each joint state."""

from __future__ import annotations

from collections.abc import Sequence

from ...control.gate.gate_state import PASSING
from ...control.gate.state_check import MAX_FUTURE_S
from ...control.guiding.guided_mode import REFUSED_REFERENCE
from ...control.torque_loop import TorqueLoop
from ...control.trajectory.followed_trajectory import FollowedTrajectory
from ...control.trajectory.joint_path import Present
from ...control.trajectory.waypoints import Waypoint
from ...errors import StateError

LATE = 0.5
"""Fraction of the time-out of references after which the trajectory is sampled without a joint state."""


class TrajectoryInput:
    """Follows the trajectories that arrive while torque passes.

    After a fault, a deactivation, a pause of the process or hand guiding, only a new trajectory is followed: the arm
    has been stopped, and a later trajectory may have been lost.

    Args:
        loop: loop that receives the references, and checks them.
    """

    def __init__(self, loop: TorqueLoop) -> None:
        self._loop = loop
        self._timeout, self._offset = loop.references.timeout, loop.gate.settings.clock_offset_limit
        self._followed = FollowedTrajectory(loop.references, loop.gate.settings, self._timeout)

    def forget(self) -> None:
        """Drop the running trajectory."""
        self._followed.forget()

    def receive(self, clock: float, stamp: float, names: Sequence[str], points: Sequence[Waypoint]) -> None:
        """Follow a trajectory from now on. It is ignored until torque passes, as references are.

        Args:
            clock: current time of the clock of the stamps, s.
            stamp: stamp of the trajectory, s; 0 for now.
            names: joint names of the points.
            points: one or more.

        Raises:
            MessageError, StateError, TrajectoryError: it is rejected; the message gives the reason.
        """
        if self._loop.mode.guided:
            raise StateError(REFUSED_REFERENCE)
        if self._passes():
            self._loop.supervision.check_reference_publishers()
            self._followed.receive(clock, stamp, names, points)

    def sample(self, now: float, clock: float, stamp: float, present: Present) -> None:
        """Pass the reference of the time of a joint state to the loop.

        Args:
            now: steady time, s.
            clock: current time of the clock of the stamps, s.
            stamp: stamp of the joint state, s. One that the loop will reject is not used.
            present: the joint state.

        Raises:
            MessageError, StateError: the reference is rejected; the message gives the reason.
        """
        if not self._passes():
            self.forget()
        elif clock - stamp + self._offset >= -MAX_FUTURE_S and clock - stamp - self._offset <= self._timeout:
            self._followed.measured(present)
            self._pass_on(now, clock, stamp)

    def sample_if_late(self, now: float, clock: float) -> None:
        """Pass a reference of the time `clock` (s) to the loop if no joint state has asked for one recently.

        Raises:
            MessageError, StateError: the reference is rejected; the message gives the reason.
        """
        if not self._passes():
            self.forget()
        elif clock - self._followed.given > LATE * self._timeout:
            self._pass_on(now, clock, clock)

    def _passes(self) -> bool:
        loop = self._loop
        return loop.gate.leads and loop.gate.state in PASSING and not loop.mode.guided

    def _pass_on(self, now: float, clock: float, time: float) -> None:
        reference = self._followed.reference_at(time)
        if reference is not None:
            self._loop.reference(now, clock, self._followed.given, reference)
