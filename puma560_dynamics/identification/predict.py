"""Predict the torque of an identified arm at every sample of a recording, and compare it with the measured effort."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..arm.friction_terms import DRY
from ..arrays import FloatArray
from ..bags.columns.column_map import effort_without
from ..bags.findings import Findings
from ..replay.motion.motion import Motion, Motions
from ..replay.reading.bag_recording import open_recording
from ..replay.reading.recording_paths import RecordingLike, sources_of
from ..replay.settings import ReplaySettings
from ..replay.zero_phase import zero_phase
from .dry_friction import dry_friction, transmitted
from .identify import Identified
from .presliding import DISTANCES, Presliding
from .unknowns import Unknowns
from .windows import STILL

PIECE = 4096
"""Samples whose columns are in memory at a time."""

GAP = 3.0
"""Largest distance of samples, in usual steps, that is interpolated."""


@dataclass(frozen=True, eq=False)
class Predicted:
    """A recording and its prediction.

    Attributes:
        time: (N,) s.
        segment: (N,) number of the segment.
        effort: (N, n) N·m measured.
        torque: (N, n) N·m predicted, NaN where friction is not known yet.
        velocity: (N, n) rad/s.
    """

    time: FloatArray
    segment: FloatArray
    effort: FloatArray
    torque: FloatArray
    velocity: FloatArray

    @property
    def columns(self) -> tuple[FloatArray, ...]:
        """All arrays, in the order of the attributes."""
        return self.time, self.segment, self.effort, self.torque, self.velocity

    def part(self, which: NDArray[np.bool_] | NDArray[np.intp]) -> Predicted:
        """Return some of the samples."""
        return Predicted(*(column[which] for column in self.columns))


def predict(
    motions: Iterable[Motion],
    unknowns: Unknowns,
    x: FloatArray,
    presliding: FloatArray,
    lead: float = 0.0,
    weightless: bool = False,
) -> Predicted:
    """Predict the torque of unknowns at every sample that can be compared.

    Args:
        motions: of the recording, in order.
        unknowns: names and places.
        x: (p,) their values; a load that is unknown is left out.
        presliding: (n,) rad over which each motor's dry friction reverses.
        lead: s by which the effort is ahead of the motion. The torque of a sample is that of the motion `lead` later.
        weightless: whether the effort does not contain gravity.
    """
    memory = Presliding(unknowns.arm, presliding[:, None])
    parts = [
        part for motion in motions for part in _pieces(motion, memory.follow(motion)[..., 0], unknowns, x, weightless)
    ]
    found = Predicted(*(np.concatenate(each) for each in zip(*parts, strict=True)))
    return replace(found, torque=_later(found, lead)) if lead else found


def _later(found: Predicted, lead: float) -> FloatArray:
    """Return the torque (N, n) `lead` s after every sample; NaN after the segment's end and in a gap."""
    result = np.full(found.torque.shape, np.nan)
    for number in np.unique(found.segment):
        own = np.flatnonzero(found.segment == number)
        if len(own) < 2:
            continue
        time = found.time[own]
        steps = np.diff(time)
        right = np.clip(np.searchsorted(time, time + lead), 1, len(own) - 1)
        share = (time + lead - time[right - 1]) / steps[right - 1]
        there = (share >= 0.0) & (share <= 1.0) & (steps[right - 1] <= GAP * np.median(steps))
        mixed = (1.0 - share)[:, None] * found.torque[own[right - 1]] + share[:, None] * found.torque[own[right]]
        result[own[there]] = mixed[there]
    return result


def _pieces(
    motion: Motion, slip: FloatArray, unknowns: Unknowns, x: FloatArray, weightless: bool
) -> Iterator[tuple[FloatArray, ...]]:
    rest = x.copy()
    rest[unknowns.places_of(DRY)] = 0.0
    for start in range(0, len(motion.time), PIECE):
        part = slice(start, start + PIECE)
        columns = unknowns.columns(motion.q[part], motion.qd[part], motion.qdd[part], weightless=weightless)
        load = transmitted(columns, x, unknowns)
        friction = (dry_friction(x, unknowns, load) * slip[part]).sum(axis=-1) @ unknowns.arm.transmission
        used = motion.used[part]
        yield (
            motion.time[part][used],
            np.full(int(used.sum()), float(motion.segment)),
            motion.effort[part][used],
            (columns @ rest + friction)[used],
            motion.qd[part][used],
        )


def relative_errors(found: Predicted) -> FloatArray:
    """Return ‖measured − predicted‖ / ‖measured‖ (n,) of every joint, over samples where both are known, else NaN."""
    there = np.isfinite(found.effort) & np.isfinite(found.torque)
    left = np.where(there, found.effort - found.torque, 0.0)
    whole = np.where(there, found.effort, 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.linalg.norm(left, axis=0) / np.linalg.norm(whole, axis=0))


def smoothed(found: Predicted, cut_off: float) -> Predicted:
    """Return the samples with the measured effort filtered by a low-pass without delay, without ends of segments.

    The prediction is not filtered, because it comes from filtered positions.
    """
    parts = []
    for number in np.unique(found.segment):
        own = found.part(np.flatnonzero(found.segment == number))
        if len(own.time) < 3:
            continue
        low_pass = zero_phase(cut_off, float(np.median(np.diff(own.time))))
        if len(own.time) <= 2 * low_pass.reach:
            continue
        ends = ((low_pass.reach, low_pass.reach), (0, 0))
        padded = np.pad(own.effort, ends, mode="reflect", reflect_type="odd")
        parts.append(replace(own, effort=np.asarray(low_pass.apply(padded.T, 0)).T).columns)
    if not parts:
        return found.part(np.zeros(0, dtype=np.intp))
    return Predicted(*(np.concatenate(each) for each in zip(*parts, strict=True)))


@dataclass(frozen=True, eq=False)
class Validated:
    """Errors of a prediction, each (n,), NaN for a joint without samples.

    Attributes:
        name: of the recording.
        predicted: the samples.
        raw: ‖measured − predicted‖ / ‖measured‖, effort as it was measured.
        filtered: the same with the effort through the filter of the positions.
        moving: as `filtered`, over samples in which the joint moves.
        still: fraction of the samples in which the joint is at rest.
    """

    name: str
    predicted: Predicted
    raw: FloatArray
    filtered: FloatArray
    moving: FloatArray
    still: FloatArray


def validate(recording: RecordingLike, found: Identified, settings: ReplaySettings) -> Validated:
    """Predict a recording of the arm without an unknown load.

    Args:
        recording: a path, an array, or a list of these.
        found: the identified arm.
        settings: settings of the identification.

    Raises:
        BagError: it cannot be read, or belongs to another robot.
    """
    arm = found.unknowns.arm
    findings = Findings()
    opened = open_recording(sources_of(recording), arm, settings, findings)
    motions = Motions(opened.blocks(), arm.n, settings, findings, continuous=arm.continuous)
    weightless = effort_without(settings.columns) == "gravity"
    distances = np.where(np.isfinite(found.presliding), found.presliding, DISTANCES[0])
    predicted = predict(motions, found.unknowns, found.estimate.x, distances, found.lead, weightless)
    low = smoothed(predicted, settings.cut_off)
    moves = np.abs(low.velocity) > STILL
    moving = replace(low, effort=np.where(moves, low.effort, np.nan))
    with np.errstate(invalid="ignore"):
        still = 1.0 - moves.mean(axis=0) if len(moves) else np.full(arm.n, np.nan)
    return Validated(
        opened.name, predicted, relative_errors(predicted), relative_errors(low), relative_errors(moving), still
    )
