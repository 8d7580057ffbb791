"""References from whole trajectories: the motion that a planner sends in advance, sampled at each joint state.

`joint_trajectory_controller` determines the rules, so that feed-forward and feedback follow the same motion:

- A trajectory replaces the running one at once. If its first point lies ahead, the motion there begins at the present
  point of the running trajectory, or at the measured state if none runs.
- A stamp of zero means now. A trajectory that has already begun is joined where it is at this moment.
- A last point at rest is held. After a last point in motion, which a stream such as MoveIt Servo's has, there is no
  reference until the next trajectory comes: the last one is extrapolated, and then lost, as on the topic of references.

A refused trajectory does not change the running one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...errors import TrajectoryError
from ..feed_forward.references import AT_REST, Reference, ReferenceCheck
from ..gate.gate_settings import GateSettings
from ..gate.plausibility import differences
from ..gate.state_check import SAME_STAMP_S
from .joint_path import Present
from .spline import Spline
from .trajectory_effort import START_TOLERANCE
from .waypoints import SHORTEST_INTERVAL, Waypoint, led_in, sorted_points, turned_to

MAX_AHEAD_S = 60.0
"""Largest time until the first point, s: a stamp farther ahead is of another clock."""


class FollowedTrajectory:
    """Receives trajectories, and returns the reference of the running one.

    Times are those of the clock of the stamps.

    Args:
        check: check of the references, whose limits the whole motion must keep.
        settings: names and kinds of the joints.
        timeout: s after the end of a trajectory in motion for which another one may continue it.
        start_tolerance: largest distance of the arm from a trajectory that begins without a running one, rad.
    """

    def __init__(
        self,
        check: ReferenceCheck,
        settings: GateSettings,
        timeout: float,
        start_tolerance: float = START_TOLERANCE.default,
    ) -> None:
        self._check, self._names, self._timeout = check, settings.joint_names, timeout
        self._continuous, self._tolerance = np.array(settings.continuous), start_tolerance
        self.forget()

    def forget(self) -> None:
        """Drop the running trajectory, and the measured state."""
        self._spline: Spline | None = None
        self._zero = self._end = self._stamp = 0.0
        self._moves = False
        self._measured: Present | None = None
        self._given = -np.inf

    def measured(self, present: Present) -> None:
        """Note the state of the arm, from which a first trajectory begins."""
        self._measured = present

    def receive(self, clock: float, stamp: float, names: Sequence[str], points: Sequence[Waypoint]) -> None:
        """Follow a trajectory from now on.

        Args:
            clock: current time, s.
            stamp: time at which the clock of the trajectory is zero, s; 0 for now.
            names: joint names of the points.
            points: one or more.

        Raises:
            TrajectoryError: the message does not define a motion of this arm from its present state.
            StateError: the motion exceeds a limit, or jumps from the running one.
        """
        if 0.0 < stamp < self._stamp <= clock:
            raise TrajectoryError(
                f"its stamp is {self._stamp - stamp:.3g} s before that of the running trajectory, which is followed on"
            )
        waypoints = sorted_points(names, points, self._names)
        zero = clock if stamp == 0.0 else stamp
        now = clock - zero
        self._check_time(now, waypoints.times.tolist())
        running = self.present_at(clock)
        start = running or self._measured
        if start is None:
            raise TrajectoryError("the position of the arm is not known; see that joint_states are published")
        waypoints = turned_to(waypoints, now, start.position, self._continuous)
        lead = waypoints.times[0] - now > SHORTEST_INTERVAL
        if lead:
            waypoints = led_in(waypoints, now, start)
        spline = Spline(waypoints)
        self._check.check_motion(*spline.rows(now))
        if not lead:
            begin = Reference(*spline.at(now))
            if running is None:
                self._check_start(begin, start)
            else:
                self._check.check_step(Reference(running.position, running.velocity, running.acceleration), begin)
        self._spline, self._zero, self._stamp = spline, zero, stamp
        self._end = zero + float(spline.times[-1])
        self._moves = max(float(np.abs(rows).max()) for rows in spline.last[1:]) > AT_REST

    def reference_at(self, time: float) -> Reference | None:
        """Return the reference at `time` (s); `None` if there is none, or if that of this time or later was returned.

        The last point of a trajectory in motion is returned once.
        """
        spline = self._spline
        if self._moves:
            time = min(time, self._end)
        if spline is None or time < self._given + SAME_STAMP_S:
            return None
        self._given = time
        return Reference(*(spline.last if time >= self._end else spline.at(time - self._zero)))

    @property
    def given(self) -> float:
        """Time of the reference that was returned last, s."""
        return float(self._given)

    def present_at(self, time: float) -> Present | None:
        """Return the point of the running trajectory at `time` (s); `None` if none runs."""
        spline = self._spline
        if spline is None:
            return None
        over = time - self._end
        found = Reference(*spline.at(time - self._zero))
        if over > 0.0 and self._moves:
            if over >= self._timeout:
                return None
            found = found.advanced(over)
        return Present(found.position, found.velocity, found.acceleration)

    def _check_time(self, now: float, times: Sequence[float]) -> None:
        if now - times[-1] > 0.0:
            raise TrajectoryError(
                f"the trajectory ended {now - times[-1]:.3f} s ago; stamp it with its start, or with zero to start at "
                "once",
                "time",
            )
        if times[0] - now > MAX_AHEAD_S:
            raise TrajectoryError(
                f"its first point is {times[0] - now:.3g} s ahead; expected at most {MAX_AHEAD_S:g} s; synchronise the "
                "clocks, or set use_sim_time for a simulated one",
                "time",
            )

    def _check_start(self, begin: Reference, measured: Present) -> None:
        off = differences(begin.position.tolist(), measured.position.tolist(), self._continuous.tolist())
        joint = int(np.abs(off).argmax())
        if abs(off[joint]) > self._tolerance:
            raise TrajectoryError(
                f"{self._names[joint]} is at {measured.position[joint]:.4f} rad, but the trajectory is at "
                f"{begin.position[joint]:.4f} rad now, farther than {self._tolerance:g} rad; plan from where the arm "
                "is, or give the first point time to get there"
            )
