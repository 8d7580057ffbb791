"""The points of a path with effort that continues from what acts and changes within its rate limit."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...arrays import FloatArray
from .acting import Acting
from .effort_rate import closing_times, slewed
from .joint_path import JointPath
from .waypoints import SHORTEST_INTERVAL

EffortLaw = Callable[[JointPath], FloatArray]


def joined_effort(
    path: JointPath,
    sampling: float,
    wanted: EffortLaw,
    rate: FloatArray,
    now: float = 0.0,
    acting: Acting | None = None,
) -> tuple[JointPath, FloatArray, FloatArray]:
    """Sample `path` with effort.

    Args:
        path: the motion.
        sampling: s between points at most.
        wanted: effort (P, n) N·m that the points of a path need.
        rate: (n,) N·m/s, fastest change.
        now: the moment on the path's clock from which the controller runs it, s.
        acting: what the controller commands then; without it the effort begins with the motion's own.

    Returns:
        The points: those of the sampled path, those at which a joint's effort has caught up, and one after the
        end where it has not until then. The effort (P, n) N·m. How far it is behind what the motion needs,
        what joining costs not counted (P, n) N·m.
    """
    dense, since = path.sampled(sampling), now
    if acting is not None:
        since = now + acting.handover
        near = float(dense.times[np.abs(dense.times - since).argmin()])
        since = near if abs(near - since) < SHORTEST_INTERVAL else since
        gap = wanted(JointPath(np.array([since]), *path.at(since)))[0] - acting.effort
        dense = _with_points(dense, path, since + np.concatenate([[0.0], closing_times(gap, rate, SHORTEST_INTERVAL)]))
    needed = wanted(dense)
    effort = own = slewed(dense.times, needed, rate, needed[0], dense.times[0])
    behind = np.abs(own - needed)
    if acting is not None:
        effort = slewed(dense.times, needed, rate, acting.effort, since)
    left = needed[-1] - effort[-1]
    if left.any():  # the controller holds the last effort until the next trajectory
        tail = closing_times(left, rate, SHORTEST_INTERVAL)[-1:]
        last = np.append(np.arange(len(dense.times)), -1)
        dense = JointPath(
            np.append(dense.times, dense.times[-1] + tail),
            dense.position[last],
            dense.velocity[last],
            dense.acceleration[last],
        )
        effort = np.concatenate([effort, needed[-1:]])
    return dense, effort, behind


def _with_points(dense: JointPath, path: JointPath, times: FloatArray) -> JointPath:
    """`dense` with more points of `path`, where none is near; after its end the arm stays on the last one."""
    more = [time for time in times if np.abs(dense.times - time).min() >= SHORTEST_INTERVAL]
    all_times = np.sort(np.concatenate([dense.times, more]))
    return JointPath(all_times, *path.at(all_times))
