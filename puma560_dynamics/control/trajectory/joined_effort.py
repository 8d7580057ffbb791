"""Effort that continues from the present command and changes within a rate limit.

`joint_trajectory_controller` interpolates effort linearly between points. If neighbouring points differ by at most
rate times time, the commanded effort stays within the rate.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from ...arrays import FloatArray, read_only
from ...errors import StateError
from .joint_path import Acting, JointPath
from .waypoints import SHORTEST_INTERVAL

NANOSECOND = 1e-9


def checked_rate(rate: ArrayLike, n: int) -> FloatArray:
    """Check a torque rate (n,) N·m/s, and return it as a read-only array.

    Raises:
        StateError: a wrong number of entries, or an entry that is not positive and finite.
    """
    values = read_only(rate)
    if values.shape != (n,) or not (np.isfinite(values).all() and (values > 0.0).all()):
        raise StateError(f"torque_rate: expected {n} positive, finite numbers, one per joint, got {values.tolist()}")
    return values


def slewed(times: FloatArray, wanted: FloatArray, rate: FloatArray, acting: ArrayLike, since: float) -> FloatArray:
    """Return the effort that starts from `acting` and follows `wanted` with slopes of at most `rate`.

    Args:
        times: (P,) s, rising.
        wanted: (P, n) N·m, effort without a rate limit.
        rate: (n,) N·m/s, largest slope.
        acting: (n,) N·m, held at the first point and at the points up to `since`.
        since: time until which `acting` is held, s.

    Returns:
        (P, n) N·m, exactly equal to `wanted` wherever it has caught up.
    """
    out: FloatArray = wanted.copy()
    first = max(1, int(np.searchsorted(times, since, side="right")))
    out[:first] = acting
    most = np.diff(times)[:, None] * rate
    steep = np.flatnonzero((np.abs(np.diff(wanted, axis=0)) > most).any(axis=1)) + 1
    k = first
    while k < len(times):
        gap = wanted[k] - out[k - 1]
        step = most[k - 1]
        out[k] = np.where(np.abs(gap) <= step, wanted[k], out[k - 1] + np.clip(gap, -step, step))
        k += 1
        if (out[k - 1] == wanted[k - 1]).all():  # caught up: skip to the next slope that is too steep
            ahead = np.searchsorted(steep, k)
            k = int(steep[ahead]) if ahead < len(steep) else len(times)
    return out


def closing_times(gap: FloatArray, rate: FloatArray, shortest: float) -> FloatArray:
    """Return the times that joints need to close a `gap` (n,) N·m at `rate` (n,) N·m/s.

    Returns:
        (k,) s in whole nanoseconds, in ascending order. A time less than `shortest` after zero, or before the next
        time, is left out. The last time is long enough for every joint. Empty if there is no gap.
    """
    kept: list[float] = []
    for time in sorted(np.ceil(np.abs(gap) / rate / NANOSECOND)[gap != 0.0] * NANOSECOND, reverse=True):
        if not kept:
            kept.append(max(float(time), shortest))
        elif shortest <= time <= kept[-1] - shortest:
            kept.append(float(time))
    return np.array(kept[::-1])


EffortLaw = Callable[[JointPath], FloatArray]


def joined_effort(
    path: JointPath,
    sampling: float,
    wanted: EffortLaw,
    rate: FloatArray,
    now: float = 0.0,
    acting: Acting | None = None,
) -> tuple[JointPath, FloatArray, FloatArray]:
    """Sample `path`, and compute effort that continues from the acting effort within the rate limit.

    Args:
        path: the motion.
        sampling: longest time between points, s.
        wanted: function that returns the effort (P, n) N·m for the points of a path.
        rate: (n,) N·m/s, fastest change.
        now: time on the path's clock at which the controller begins to run it, s.
        acting: command of the controller at that time; without it the effort starts with that of the motion.

    Returns:
        The points: those of the sampled path, those at which the effort of a joint has caught up, and one after the
        end if the effort has not caught up before. The effort (P, n) N·m. The distance (P, n) N·m of the rate-limited
        effort from the effort of the motion, without the part that is due to `acting`.
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
    """Return `dense` with added points of `path` at those `times` that have no point nearby."""
    more = [time for time in times if np.abs(dense.times - time).min() >= SHORTEST_INTERVAL]
    all_times = np.sort(np.concatenate([dense.times, more]))
    return JointPath(all_times, *path.at(all_times))
