"""Torque of an identified arm at every sample of a recording, and how far the measured effort is from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from ..arrays import FloatArray
from ..replay.motion.motion import Motion
from ..replay.motion.zero_phase import zero_phase
from .choose_presliding import dry_friction
from .load_friction import transmitted
from .presliding import Presliding
from .unknowns import FRICTION, Unknowns

PIECE = 4096
"""Samples whose columns are held at a time."""


@dataclass(frozen=True, eq=False)
class Predicted:
    """A recording and its prediction.

    Attributes:
        time: (N,) s.
        segment: (N,) number of the segment.
        effort: (N, n) N·m measured.
        torque: (N, n) N·m predicted, NaN where friction is not known yet.
    """

    time: FloatArray
    segment: FloatArray
    effort: FloatArray
    torque: FloatArray

    def between(self, first: float, last: float) -> Predicted:
        """Samples from `first` to `last` s."""
        chosen = (self.time >= first) & (self.time <= last)
        return Predicted(*(part[chosen] for part in (self.time, self.segment, self.effort, self.torque)))


def predict(motions: Iterable[Motion], unknowns: Unknowns, x: FloatArray, presliding: FloatArray) -> Predicted:
    """The torque of unknowns at every sample that is fit for comparison.

    Args:
        motions: of the recording, in order.
        unknowns: names and places.
        x: (p,) their values; a load that is unknown is left out.
        presliding: (n,) rad over which each motor's friction turns round.
    """
    memory = Presliding(unknowns.arm, presliding[:, None])
    parts = [part for motion in motions for part in _pieces(motion, memory.follow(motion)[..., 0], unknowns, x)]
    return Predicted(*(np.concatenate(each) for each in zip(*parts, strict=True)))


def _pieces(
    motion: Motion, slip: FloatArray, unknowns: Unknowns, x: FloatArray
) -> Iterator[tuple[FloatArray, FloatArray, FloatArray, FloatArray]]:
    rest = x.copy()
    dry = np.arange(unknowns.friction.start, unknowns.friction.stop).reshape(unknowns.n, len(FRICTION))[:, :2]
    rest[dry] = 0.0
    for start in range(0, len(motion.time), PIECE):
        part = slice(start, start + PIECE)
        columns = unknowns.columns(motion.q[part], motion.qd[part], motion.qdd[part])
        load = transmitted(columns, x, unknowns)
        friction = (dry_friction(x, unknowns, load) * slip[part]).sum(axis=-1) @ unknowns.arm.transmission
        used = motion.used[part]
        yield (
            motion.time[part][used],
            np.full(int(used.sum()), float(motion.segment)),
            motion.effort[part][used],
            (columns @ rest + friction)[used],
        )


def relative_errors(found: Predicted) -> FloatArray:
    """(n,) ‖measured − predicted‖ / ‖measured‖ of every joint, over samples where both are known; NaN without any."""
    there = np.isfinite(found.effort) & np.isfinite(found.torque)
    left = np.where(there, found.effort - found.torque, 0.0)
    whole = np.where(there, found.effort, 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.linalg.norm(left, axis=0) / np.linalg.norm(whole, axis=0))


def smoothed(found: Predicted, cut_off: float) -> Predicted:
    """The same with the measured effort through a low-pass without delay (`zero_phase`), Hz; ends of segments go.

    The prediction stays as it is: it comes from filtered positions.
    """
    parts = []
    for number in np.unique(found.segment):
        own = np.flatnonzero(found.segment == number)
        if len(own) < 3:
            continue
        low_pass = zero_phase(cut_off, float(np.median(np.diff(found.time[own]))))
        if low_pass is None or len(own) <= 2 * low_pass.reach:
            continue
        ends = ((low_pass.reach, low_pass.reach), (0, 0))
        padded = np.pad(found.effort[own], ends, mode="reflect", reflect_type="odd")
        parts.append(
            (found.time[own], found.segment[own], np.asarray(low_pass.apply(padded.T, 0)).T, found.torque[own])
        )
    if not parts:
        return Predicted(*(part[:0] for part in (found.time, found.segment, found.effort, found.torque)))
    return Predicted(*(np.concatenate(each) for each in zip(*parts, strict=True)))
