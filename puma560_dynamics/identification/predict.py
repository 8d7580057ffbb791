"""Prediction of the torque of an identified arm at every sample of a recording, and its error."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..arm.friction_terms import DRY
from ..arrays import FloatArray
from ..bags.columns.column_map import effort_without
from ..bags.findings import Findings
from ..replay import LOWEST_CUT_OFF
from ..replay.motion.motion import Motion, Motions
from ..replay.reading.bag_recording import open_recording
from ..replay.reading.recording_paths import RecordingLike, sources_of
from ..replay.settings import ReplaySettings
from ..replay.zero_phase import zero_phase
from .dry_friction import dry_friction, transmitted
from .identify import Identified
from .presliding import STILL, Presliding
from .unknowns import Unknowns

PIECE = 4096
"""Number of samples whose columns are in memory at a time."""

CUT_OFF_SHARES = (1.0, 0.67, 0.4, 0.27)
"""Candidates for the cut-off of positions in a prediction, as fractions of the cut-off of the fit."""

MOST_SAMPLES = 20_000
"""Number of samples of a recording by which the cut-off is chosen."""

GAP = 3.0
"""Largest time between samples across which torque is interpolated, in median sampling periods."""


@dataclass(frozen=True, eq=False)
class Predicted:
    """Measured and predicted torque of a recording.

    Attributes:
        time: (N,) s.
        segment: (N,) number of each sample's segment.
        effort: (N, n) measured effort, N·m.
        torque: (N, n) predicted torque, N·m; NaN before the state of presliding friction is known.
        velocity: (N, n) rad/s.
    """

    time: FloatArray
    segment: FloatArray
    effort: FloatArray
    torque: FloatArray
    velocity: FloatArray

    @property
    def columns(self) -> tuple[FloatArray, ...]:
        """Return all arrays, in the order of the attributes."""
        return self.time, self.segment, self.effort, self.torque, self.velocity

    def part(self, which: NDArray[np.bool_] | NDArray[np.intp]) -> Predicted:
        """Return the samples that `which` selects."""
        return Predicted(*(column[which] for column in self.columns))


def predict(
    motions: Iterable[Motion],
    unknowns: Unknowns,
    x: FloatArray,
    presliding: FloatArray,
    lead: float = 0.0,
    weightless: bool = False,
) -> Predicted:
    """Predict the torque at every sample that can be compared.

    Args:
        motions: motion of the recording, in order of time.
        unknowns: names and indices of the unknowns.
        x: (p,) values of the unknowns; an unknown payload is not included in the prediction.
        presliding: (n,) distance over which each motor's dry friction reverses, rad.
        lead: time by which the effort is ahead of the motion, s; the torque of a sample is computed from the motion
            `lead` later.
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
    """Return ‖measured − predicted‖ / ‖measured‖ (n,) over samples where both are known; NaN without such samples."""
    there = np.isfinite(found.effort) & np.isfinite(found.torque)
    left = np.where(there, found.effort - found.torque, 0.0)
    whole = np.where(there, found.effort, 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.linalg.norm(left, axis=0) / np.linalg.norm(whole, axis=0))


def smoothed(found: Predicted, cut_off: float) -> Predicted:
    """Filter the measured effort by a zero-phase low-pass, and return the samples without the ends of segments.

    The prediction is not filtered again, because it comes from filtered positions.
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
    """Relative errors of a prediction, (n,) each; NaN for a joint without samples.

    Attributes:
        name: name of the recording.
        predicted: measured and predicted torque.
        raw: ‖measured − predicted‖ / ‖measured‖ for the effort as measured.
        filtered: relative error for effort that was filtered like the positions.
        moving: the error `filtered`, over samples in which the joint moves.
        still: fraction of samples in which the joint is at rest.
    """

    name: str
    predicted: Predicted
    raw: FloatArray
    filtered: FloatArray
    moving: FloatArray
    still: FloatArray


def validate(recording: RecordingLike, found: Identified, settings: ReplaySettings) -> Validated:
    """Predict the torque of a recording without an unknown payload, and return the errors.

    Args:
        recording: a path, an array, or a list of these.
        found: result of the identification.
        settings: settings of the identification.

    Raises:
        BagError: the recording cannot be read, or belongs to another robot.
    """
    arm = found.unknowns.arm
    settings = replace(settings, cut_off=found.cut_off or settings.cut_off)
    name, predicted = _read(recording, found, settings)
    low = smoothed(predicted, settings.cut_off)
    moves = np.abs(low.velocity) > STILL * arm.motion_scale
    moving = replace(low, effort=np.where(moves, low.effort, np.nan))
    with np.errstate(invalid="ignore"):
        still = 1.0 - moves.mean(axis=0) if len(moves) else np.full(arm.n, np.nan)
    return Validated(name, predicted, relative_errors(predicted), relative_errors(low), relative_errors(moving), still)


def choose_cut_off(recordings: Sequence[RecordingLike], found: Identified, settings: ReplaySettings) -> float:
    """Return the cut-off of the filter of positions (Hz) with which the recorded torque is predicted best.

    The inertia of a geared arm turns noise of the acceleration into torque. A lower cut-off removes this noise, and
    also fast motion.

    Args:
        recordings: recordings that were fitted, without an unknown payload.
        found: result of the identification.
        settings: settings of the identification; its cut-off is the largest candidate.
    """
    tried = [share * settings.cut_off for share in CUT_OFF_SHARES if share * settings.cut_off >= LOWEST_CUT_OFF]
    scores = []
    for cut_off in tried:
        how = replace(settings, cut_off=cut_off)
        errors = [relative_errors(_read(recording, found, how, MOST_SAMPLES)[1]) for recording in recordings]
        scores.append(float(np.nansum(np.log(np.maximum(errors, 1e-12)))))
    return tried[int(np.argmin(scores))] if recordings else settings.cut_off


def _read(
    recording: RecordingLike, found: Identified, settings: ReplaySettings, most: int | None = None
) -> tuple[str, Predicted]:
    """Read a recording, or about its first `most` samples, and predict its torque; return its name and the torque."""
    arm, findings = found.unknowns.arm, Findings()
    opened = open_recording(sources_of(recording), arm, settings, findings)
    motions = Motions(
        opened.blocks(), arm.joint_names, settings, findings, continuous=arm.continuous, scale=arm.motion_scale
    )
    weightless = effort_without(settings.columns) == "gravity"

    def first() -> Iterator[Motion]:
        count = 0
        for motion in motions:
            part = motion if most is None else motion.part(slice(most - count))
            yield part
            count += len(part.time)
            if most is not None and count >= most:
                return

    return opened.name, predict(first(), found.unknowns, found.estimate.x, found.presliding, found.lead, weightless)
