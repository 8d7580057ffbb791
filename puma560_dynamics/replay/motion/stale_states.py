"""Detection of joint states that repeat earlier ones under new stamps.

A driver that has no new state may publish the previous one again, with a new stamp. The topic-based hardware interface
of ros2_control does so in every cycle in which no message has arrived. If the other end is late, the positions stand
still and then catch up, and their derivatives are wrong. `jumps` finds single events of this kind.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.ndimage import uniform_filter1d

from ...arrays import FloatArray
from ...report.formatting import duration, percent
from .segments import Part
from .timeline import pick, same_samples

FAST = 0.25
"""Velocity above which a joint counts here, rad/s (times `Arm.motion_scale`)."""

QUANTA = 2.0
"""Smallest expected step of the position, in steps of the encoder, for which a repeated position is no quantisation."""

SLOWER = 10
"""Length of the mean from which the age of the positions is measured, in half periods of the cut-off frequency."""

RARE = 0.02
"""Largest fraction of repeated states in motion that is accepted."""

LARGEST = 0.05
"""Largest accepted RMS variation of the positions' age, as a fraction of the acceleration filter's time constant.

With the default filter this is 0.5 ms, which causes an error of about 4 rad/s² at 1 rad/s.
"""


class StaleStates:
    """Counts repeated states in motion, and measures how far stamps and positions disagree.

    A state is repeated if position, velocity and effort of all joints are those of the state before, although the
    recorded velocity of the fastest joint requires a step of the position. Recordings without velocities are not
    judged.

    The age of a state's positions grows with the stamps while a state is repeated. From one new state to the next it
    grows by the time between their stamps minus the time that their distance takes at the mean of their recorded
    velocities, for the fastest joint. Only variations of the age that the acceleration filter passes are an error.

    Args:
        scale: (n,) motion of each joint that counts as much as 1 rad (`Arm.motion_scale`).
        cut_off: cut-off frequency of the acceleration filter, Hz.
    """

    def __init__(self, scale: FloatArray, cut_off: float) -> None:
        self._scale, self._cut_off = scale, cut_off
        self._moving = self._repeated = 0
        self._squares = 0.0

    def add(self, part: Part) -> None:
        """Add a part of a segment."""
        states, time = part.states, part.time
        if len(time) < 2 or not part.period > 0.0:
            return
        position, velocity = states.position / self._scale, np.nan_to_num(states.velocity / self._scale)
        fastest = np.abs(velocity).argmax(axis=1)
        speed = np.abs(velocity[np.arange(len(time)), fastest])
        same = same_samples(pick(states, slice(1, None)), pick(states, slice(None, -1)))
        steps = np.abs(np.diff(position, axis=0))
        encoder = np.where(steps > 0.0, steps, np.inf).min(axis=0)
        moving = np.minimum(speed[1:], speed[:-1]) > FAST
        moving &= speed[1:] * np.diff(time) > QUANTA * encoder[fastest[1:]]
        new = np.flatnonzero(np.concatenate(([True], ~same)))
        before, after = new[:-1], new[1:]
        joint = fastest[after]
        mean = 0.5 * (velocity[before, joint] + velocity[after, joint])
        fast = np.abs(mean) > FAST
        motion = (position[after, joint] - position[before, joint]) / np.where(fast, mean, 1.0)
        grown = np.where(fast, time[after] - time[before] - motion, 0.0)
        last = new[np.cumsum(np.concatenate(([0], ~same)))]  # the new state that each state is or repeats
        repeated = np.concatenate(([False], moving & same))
        age = np.concatenate(([0.0], np.cumsum(grown)))[np.searchsorted(new, last)]
        error = self._passed(age + np.where(repeated, time - time[last], 0.0), part.period)[1:][moving]
        self._moving += int(np.count_nonzero(moving))
        self._repeated += int(np.count_nonzero(repeated))
        self._squares += float(error @ error)

    def _passed(self, age: FloatArray, period: float) -> FloatArray:
        """Return the variations of the age (N,), s, that the acceleration filter passes."""
        short = max(1, round(0.5 / (self._cut_off * period)))
        return np.asarray(uniform_filter1d(age, short) - uniform_filter1d(age, SLOWER * short))

    def sentence(self) -> str:
        """Return a sentence without a full stop if repeated states make the acceleration wrong; else an empty text."""
        if self._repeated <= RARE * self._moving:
            return ""
        error = math.sqrt(self._squares / self._moving)
        if 2.0 * math.pi * self._cut_off * error <= LARGEST:
            return ""
        share = percent(self._repeated / self._moving)
        return (
            f"joint states repeat the values of earlier ones under new stamps ({share} of the states in motion), and "
            f"the age of the positions varies by {duration(error)} (RMS)"
        )
