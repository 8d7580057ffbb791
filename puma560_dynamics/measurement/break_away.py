"""Find the command at which a joint breaks away in a slow ramp, from recorded positions.

Three effects make the first sign of motion a bad measure of break-away:

- Before the contact slides, it yields like a spring (presliding, Dahl 1968). At a third of the break-away torque the
  position has already changed by more than its noise.
- The joint accelerates slowly, and the ramp goes on until the motion is noticed.
- A joint may slip and stick again.

So the motion counts from a distance `travel` on, and its start is extrapolated. With the time tau after break-away, a
joint whose dry friction falls at once accelerates constantly, ``x = c tau^2``, and a joint whose dry friction does not
fall with the growth of the ramp, ``x = c tau^3``. Viscous friction and gravity that increases on the way make the power
smaller, and dry friction that falls gradually with the velocity makes it larger. So the motion is fitted with the power
1.5, which gives the latest start, and with the power 5, which gives the earliest. Break-away is the middle, and the
half width covers both.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy.optimize import minimize_scalar

from ..arrays import FloatArray
from ..errors import MeasurementError

POWERS = (5.0, 1.5)
"""Powers of time that give the earliest and the latest start."""

LOW = 0.35
"""Displacement from which the motion is fitted, as a fraction of the distance that counts as motion. The contact then
slides."""

YIELD = 0.15
"""Largest displacement before break-away, as a fraction of the distance that counts as motion."""

NOISE = 0.05
"""Largest standard deviation of the position, as a fraction of the distance that counts as motion."""

FEWEST_IN_MOTION = 6
"""Smallest number of samples in motion to which the laws are fitted; fewer only bound the start."""

FEWEST_AT_REST = 8
"""Smallest number of samples at rest before break-away."""

PARTS = 20
"""Number of parts of equal duration in which a slip is searched."""

LARGER = 1.5
"""Margin by which the distance that counts as motion is enlarged if the joint yields too far."""


@dataclass(frozen=True)
class BreakAway:
    """Start of motion in a ramp.

    Attributes:
        time: time of break-away, s.
        command: command at break-away.
        half_width: half width of the band of the command.
        direction: 1 for motion in positive direction, -1 in negative direction.
        rate: rate of the command, its unit per s.
        yielded: displacement before break-away, rad.
    """

    time: float
    command: float
    half_width: float
    direction: int
    rate: float
    yielded: float


def find_break_away(time: FloatArray, position: FloatArray, command: FloatArray, travel: float) -> BreakAway | None:
    """Find the start of motion in one ramp of the command.

    Args:
        time: (N,) increasing times, s.
        position: (N,) positions, rad.
        command: (N,) commands, which rise or fall steadily until the joint moves.
        travel: displacement that counts as motion, rad; larger than noise and presliding. It is enlarged if the joint
            yields by more than `YIELD` of it, as far as the motion reaches.

    Returns:
        Break-away, or `None` if the joint does not move by `travel`.

    Raises:
        MeasurementError: the joint moves from the start, slips and sticks again, or the position is too noisy.
    """
    found = _found(time, position, command, travel)
    while found is not None and abs(found.yielded) > YIELD * travel:
        travel = LARGER * abs(found.yielded) / YIELD
        if np.ptp(position) < travel:
            raise MeasurementError(
                f"the joint yields by {abs(found.yielded):.2g} rad before it moves at {found.time:.4g} s: expected a "
                f"motion of {travel:.2g} rad or more after that; let it move further before the ramp ends"
            )
        found = _found(time, position, command, travel)
    return found


def _found(time: FloatArray, position: FloatArray, command: FloatArray, travel: float) -> BreakAway | None:
    noise = _noise(position)
    if noise > NOISE * travel:
        raise MeasurementError(
            f"the position has steps or noise of {noise:.2g} rad: a displacement of {travel:.2g} rad does not show "
            f"motion; give --travel {noise / NOISE:.2g} rad or more"
        )
    begin, end = _longest_rest(position, 0.5 * travel)
    level = float(np.median(position[begin : begin + max((end - begin) // 4, 1)]))
    moved = np.abs(position[end:] - level) > travel
    if not moved.any():
        return None
    last = end + int(np.argmax(moved))
    direction = 1 if position[last] > level else -1
    x = direction * (position - level)
    first = last - int(np.argmax(x[last::-1] < LOW * travel)) + 1
    _refuse_slip(time[first - 1 : last + 1], x[first - 1 : last + 1], noise, travel)
    early, late = _start(time, x, first, last, noise)
    if time[begin] + (FEWEST_AT_REST - 1) * float(np.median(np.diff(time))) > early:
        raise MeasurementError(
            f"the joint moves from the start of the ramp at {time[begin]:.4g} s: expected rest for {FEWEST_AT_REST} "
            "samples or more; start the ramp at a command at which dry friction holds the joint, and slowly"
        )
    middle = 0.5 * (early + late)
    rest = slice(begin, int(np.searchsorted(time, middle)))
    _refuse_slip(time[rest], x[rest], noise, travel)
    yielded = float(np.median(x[max(rest.stop - 3, begin) : rest.stop]))
    value, rate, error = _at(time[rest], command[rest], middle, late - early)
    half = 0.5 * (late - early)
    return BreakAway(middle, value, math.hypot(abs(rate) * half, 2.0 * error), direction, rate, direction * yielded)


def _noise(position: FloatArray) -> float:
    """Return the standard deviation of the noise of the position, at least that of rounding to its steps."""
    bends = np.abs(np.diff(position, 2))
    steps = np.abs(np.diff(position))
    steps = steps[steps > 0.0]
    rounding = float(steps.min()) / math.sqrt(12.0) if len(steps) and np.mean(bends == 0.0) > 0.2 else 0.0
    return max(1.4826 * float(np.median(bends)) / math.sqrt(6.0), rounding)


def _longest_rest(position: FloatArray, width: float) -> tuple[int, int]:
    """Return start and end of the longest stretch in which the position stays in a band of `width`."""
    best, begin = (0, 0), 0
    low: list[int] = []  # indices of rising minima and falling maxima of the stretch
    high: list[int] = []
    for k, value in enumerate(position.tolist()):
        while low and position[low[-1]] >= value:
            low.pop()
        while high and position[high[-1]] <= value:
            high.pop()
        low.append(k)
        high.append(k)
        while position[high[0]] - position[low[0]] > width:
            begin += 1
            if low[0] < begin:
                low.pop(0)
            if high[0] < begin:
                high.pop(0)
        if k + 1 - begin > best[1] - best[0]:
            best = (begin, k + 1)
    return best


def _start(time: FloatArray, x: FloatArray, first: int, last: int, noise: float) -> tuple[float, float]:
    """Return the earliest and the latest time of break-away, from the motion in samples `first` to `last`."""
    # Before `first` the joint may have moved as far as the noise hides; the cubic law bounds how long that takes.
    hidden = min(max(float(x[first - 1]), 0.0) + 4.0 * noise, 0.9 * float(x[last]))
    ratio = (hidden / float(x[last])) ** (1.0 / 3.0)
    early = float(time[first - 1] - ratio / (1.0 - ratio) * (time[last] - time[first - 1]))
    late = float(time[first])
    if last + 1 - first < FEWEST_IN_MOTION:
        return early, late
    moving = slice(first, last + 1)
    (start, error), (end, end_error) = (_law(time[moving], x[moving], power, noise) for power in POWERS)
    return start - 2.0 * error, max(min(end + 2.0 * end_error, late), start)


def _law(time: FloatArray, x: FloatArray, power: float, noise: float) -> tuple[float, float]:
    """Fit ``x = a + c (t - s)^power`` and return s with its standard error."""
    span = float(time[-1] - time[0])

    def columns(start: float) -> FloatArray:
        return np.column_stack([np.ones_like(time), ((time - start) / span) ** power])

    def left(start: float) -> FloatArray:
        matrix = columns(start)
        return np.asarray(x - matrix @ np.linalg.lstsq(matrix, x, rcond=None)[0])

    found = minimize_scalar(
        lambda s: float(np.sum(left(s) ** 2)),
        bounds=(time[0] - 4.0 * span, time[0]),
        method="bounded",
        options={"xatol": 1e-6 * span},
    )
    start, residual = float(found.x), left(float(found.x))
    matrix = columns(start)
    c = float(np.linalg.lstsq(matrix, x, rcond=None)[0][1])
    jacobian = np.column_stack([matrix, -c * power / span * ((time - start) / span) ** (power - 1)])
    variance = max(float(residual @ residual) / max(len(x) - 3, 1), noise**2)
    return start, float(np.sqrt(variance * np.linalg.pinv(jacobian.T @ jacobian)[2, 2]))


def _refuse_slip(time: FloatArray, x: FloatArray, noise: float, travel: float) -> None:
    """Raise if the joint moves and rests again in a part of the record; presliding and motion only become faster.

    Raises:
        MeasurementError: an earlier slip.
    """
    edges = np.linspace(0, len(x) - 1, PARTS + 1).astype(int)
    if len(np.unique(edges)) < len(edges):
        return
    levels = np.array([x[0], *(np.median(x[a : b + 1]) for a, b in pairwise(edges))])
    steps = np.diff(levels)
    for k in range(len(steps) - 2):
        after = float(np.max(steps[k + 1 : k + 3]))
        if steps[k] > max(6.0 * noise, 0.05 * travel) and after < 0.25 * steps[k]:
            raise MeasurementError(
                f"the joint slips by {levels[k + 1]:.2g} rad near {time[edges[k]]:.4g} s and sticks "
                "again: give --travel of a third of that, so that this slip counts as break-away"
            )


def _at(time: FloatArray, command: FloatArray, at: float, span: float) -> tuple[float, float, float]:
    """Return value, rate and standard error of the command at a time, by a line through the last `span` s before."""
    used = slice(max(0, min(int(np.searchsorted(time, at - span)), len(time) - FEWEST_AT_REST)), None)
    t, u = time[used] - at, command[used]
    matrix = np.column_stack([np.ones_like(t), t])
    (value, rate), *_ = np.linalg.lstsq(matrix, u, rcond=None)
    residual = u - matrix @ np.array([value, rate])
    variance = float(residual @ residual) / max(len(t) - 2, 1) * float(np.linalg.inv(matrix.T @ matrix)[0, 0])
    return float(value), float(rate), math.sqrt(max(variance, 0.0))
