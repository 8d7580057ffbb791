"""Add feed-forward effort to the points of a trajectory, for a controller that reads effort from the points.

The behaviour of `joint_trajectory_controller` determines the rules of this module:

- It interpolates effort linearly between points: points are added in between.
- It replaces the running trajectory at once: the new trajectory starts with the acting effort, and no effort
  changes faster than the rate limit.
- If the first point lies in the future, it starts from the present state with zero effort: a first point with
  effort is added at the present moment.
- It gives joints that a partial trajectory leaves out zero effort: these joints are filled in, at rest.
- It holds the last point's effort: the last point is at rest, and its effort is the gravity torque.

For a continuous joint, points and joint states may differ by whole turns (`turned_to`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from ...arrays import FloatArray, read_only
from ...errors import TrajectoryError
from ...models.interface import DynamicModel
from ..gate.gate_settings import RATE_FROM_LIMIT
from ..gate.plausibility import differences
from ..parameter_spec import ParameterSpec
from .joined_effort import checked_rate, joined_effort
from .joint_path import Acting, JointPath, Present, stop_path
from .path_limits import PathLimits
from .running import FilledTrajectory
from .waypoints import SHORTEST_INTERVAL, Waypoint, led_in, sort_waypoints, turned_to

MOST_POINTS = 20_000
"""Largest number of points of one trajectory: 400 s at 0.02 s, a message of 5 MB."""

FINER = 4
"""Number of instants at which limits are checked for every point that is sent."""

SAMPLING = ParameterSpec("sampling", 0.02, "longest time between points that are sent, s", minimum=0.001, maximum=1.0)
TORQUE_LIMIT_SCALE = ParameterSpec(
    "torque_limit_scale", 1.0, "fraction of the torque limits that a trajectory may use", minimum=0.01, maximum=1.0
)
START_TOLERANCE = ParameterSpec(
    "start_tolerance", 0.05, "largest distance between arm and start of a trajectory, rad; 0 for no check", minimum=0.0
)

LONGER_STOPS = 1.25 ** np.arange(7)
"""Factors that are tried on the duration of a stop that would exceed the torque limits, up to 3.8."""


class TrajectoryEffort:
    """Adds the effort of a model to trajectories, and rejects trajectories that the arm cannot follow.

    Args:
        model: any model of the arm.
        sampling: longest time between points that are sent, s.
        torque_limit_scale: fraction of the torque limits that a trajectory may use, 0 to 1.
        torque_rate: (n,) N·m/s, fastest change of effort; ten times the maximum torque per second by default.
        start_tolerance: largest distance of the arm from the start of a trajectory, rad; 0 for no check.
        hardware_compensates_gravity: leave gravity out of the effort, because the hardware adds it. The
            torque limits still include gravity, because the motors bear it in both cases.
        allow_partial: hold joints that a trajectory leaves out at their positions instead of rejecting it.
        joints: joint names in messages, in the arm's order; the arm's own names by default.

    Raises:
        StateError: a scale outside of 0 to 1, or a rate that is not positive.
    """

    def __init__(
        self,
        model: DynamicModel,
        *,
        sampling: float = SAMPLING.default,
        torque_limit_scale: float = TORQUE_LIMIT_SCALE.default,
        torque_rate: ArrayLike | None = None,
        start_tolerance: float = START_TOLERANCE.default,
        hardware_compensates_gravity: bool = False,
        allow_partial: bool = False,
        joints: Sequence[str] | None = None,
    ) -> None:
        self.model = model
        self.joints = model.arm.joint_names if joints is None else tuple(joints)
        self.limits = PathLimits.of(model.arm, torque_limit_scale, self.joints)
        rate = RATE_FROM_LIMIT * model.arm.maximum_torque if torque_rate is None else torque_rate
        self.torque_rate = checked_rate(rate, model.arm.n)
        self._sampling = sampling
        self._start_tolerance = start_tolerance
        self._without_gravity = hardware_compensates_gravity
        self._allow_partial = allow_partial

    def fill(
        self,
        names: Sequence[str],
        points: Sequence[Waypoint],
        now: float = 0.0,
        present: Present | None = None,
        acting: Acting | None = None,
    ) -> FilledTrajectory:
        """Return the motion through `points` with effort, checked from end to end.

        Args:
            names: joint names of the points.
            points: one or more.
            now: time within the trajectory at which the controller begins to run it, s: 0 to start at once,
                negative to start later, positive for a trajectory that has already begun.
            present: present state of the arm; without it, trajectories that need this state are rejected.
            acting: command of the controller at that moment. The effort continues from this command, and so does
                the motion to a first point in the future. Without it, the effort starts with that of the motion.

        Returns:
            Positions, velocities, accelerations and effort at more points, and the used fraction of the torque limits.

        Raises:
            TrajectoryError: the trajectory is rejected; the message gives the reason.
        """
        waypoints = sort_waypoints(names, points, self.joints, self._allow_partial)
        ended = now - waypoints.times[-1]
        if ended > 0.0:
            raise TrajectoryError(
                f"the trajectory ended {ended:.3f} s ago; stamp it with its start, or with zero to start at once",
                "time",
            )
        start = present if acting is None or acting.state is None else acting.state
        if waypoints.missing.any():
            waypoints = waypoints.held(self._known(start, "joints that it leaves out are to be held").position)
        if start is not None:
            waypoints = turned_to(waypoints, now, start.position, self.model.arm.continuous)
        limits, lead = self.limits, waypoints.times[0] - now > SHORTEST_INTERVAL
        if lead:
            start = self._known(start, "it begins ahead, from where the arm is")
            limits = limits.including(start.position)
            waypoints = led_in(waypoints, now, start)
        elif waypoints.times[0] > now:  # the controller would interpolate to it from zero effort
            waypoints = replace(waypoints, times=np.concatenate([[now], waypoints.times[1:]]))
        path = JointPath.through(waypoints.times, waypoints.position, waypoints.velocity, waypoints.acceleration)
        if not lead and self._start_tolerance > 0.0:
            self._check_start(path, now, self._known(present, "its start is compared with where the arm is"))
        if path.sample_count(self._sampling) > MOST_POINTS:
            raise TrajectoryError(
                f"the trajectory takes {path.duration:g} s, more than {MOST_POINTS} points {self._sampling:g} s apart; "
                "split it or set a larger sampling"
            )
        share = self._check(path, limits)
        self.limits.check_position(path.times[-1:], path.position[-1:])
        return self._filled(path, lead, now, share, acting)

    def stop(self, present: Present, duration: float, acting: Acting | None = None) -> FilledTrajectory:
        """Return a motion that comes to rest in `duration` seconds and then holds; it is never rejected.

        The motion takes longer if braking would exceed the torque limits. It ends within the position
        limits, and its effort is within the torque limits.

        Args:
            present: present state of the arm.
            duration: planned time to rest, s.
            acting: present command of the controller, from which the motion starts if it is given.

        Returns:
            The motion with effort, in the form that `fill` returns.
        """
        start = present if acting is None or acting.state is None else acting.state
        tried = []
        for factor in LONGER_STOPS:
            path = stop_path(start, factor * duration, self.limits.lower, self.limits.upper)
            dense = path.sampled(self._sampling)
            torque = self.model.torque(dense.position, dense.velocity, dense.acceleration)
            tried.append((float((np.abs(torque) / self.limits.torque).max()), path))
            if tried[-1][0] <= 1.0:
                break
        share, path = min(tried, key=lambda one: one[0])
        filled = self._filled(path, True, 0.0, share, acting)
        return replace(filled, origin=np.zeros_like(filled.origin))

    def _check(self, path: JointPath, limits: PathLimits) -> float:
        fine = path.sampled(self._sampling / FINER)
        limits.check_position(fine.times, fine.position)
        limits.check_velocity(fine.times, fine.velocity)
        torque = self.model.torque(fine.position, fine.velocity, fine.acceleration)
        limits.check_torque(fine.times, torque, self.model.gravity(fine.position))
        return float((np.abs(torque) / limits.torque).max())

    def _filled(self, path: JointPath, lead: bool, now: float, share: float, acting: Acting | None) -> FilledTrajectory:
        dense, effort, behind = joined_effort(path, self._sampling, self._effort, self.torque_rate, now, acting)
        lag = float((behind / self.limits.torque).max())
        origin = np.minimum(np.searchsorted(path.times, dense.times), len(path.times) - 1)
        if lead:
            origin = np.maximum(origin - 1, 0)
            dense = JointPath(dense.times - now, dense.position, dense.velocity, dense.acceleration)
        return FilledTrajectory(dense, read_only(effort), origin, lead, share, lag)

    def _effort(self, path: JointPath) -> FloatArray:
        """Return the effort for the hardware, within the torque limits, (P, n) N·m."""
        effort = self.model.torque(path.position, path.velocity, path.acceleration)
        effort = np.clip(effort, -self.limits.torque, self.limits.torque)
        return effort - self.model.gravity(path.position) if self._without_gravity else effort

    def _check_start(self, path: JointPath, now: float, present: Present) -> None:
        start = path.at(max(now, float(path.times[0])))[0][0]
        continuous = self.model.arm.continuous.tolist()
        off = np.abs(differences(start.tolist(), present.position.tolist(), continuous))
        if off.max() > self._start_tolerance:
            joint = int(off.argmax())
            raise TrajectoryError(
                f"{self.joints[joint]} is at {present.position[joint]:.4f} rad, but the trajectory is at "
                f"{start[joint]:.4f} rad now, farther than the start tolerance {self._start_tolerance:g} rad; "
                "plan from where the arm is, or give the first point time to get there"
            )

    def _known(self, present: Present | None, why: str) -> Present:
        if present is None:
            raise TrajectoryError(
                f"the position of the arm is not known, and {why}; see that joint_states are published"
            )
        return present
