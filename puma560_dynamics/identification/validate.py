"""How well an identified arm predicts whole recordings, sample by sample, standing and moving."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ..arrays import FloatArray
from ..bags.findings import Findings
from ..replay.motion.motion import Motions
from ..replay.reading.bag_recording import open_recording
from ..replay.reading.named_recording import RecordingLike, sources_of
from ..replay.settings import ReplaySettings
from .identify import Identified
from .predict import Predicted, predict, relative_errors, smoothed
from .presliding import DISTANCES
from .windows import STILL


@dataclass(frozen=True, eq=False)
class Validated:
    """Errors of a prediction, each (n,), NaN for a joint without samples.

    Attributes:
        name: of the recording.
        predicted: the samples.
        raw: ‖measured − predicted‖ / ‖measured‖, effort as it was measured.
        filtered: the same with the effort through the filter of the positions.
        moving: as `filtered`, of samples in which the joint moves.
        still: share of the samples in which the joint stands.
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
        settings: as it was identified with.

    Raises:
        BagError: it cannot be read, or is of another robot.
    """
    arm = found.unknowns.arm
    findings = Findings()
    opened = open_recording(sources_of(recording), arm, settings, findings)
    motions = Motions(opened.blocks(), arm.n, settings, findings, endless=arm.continuous)
    distances = np.where(np.isfinite(found.presliding), found.presliding, DISTANCES[0])
    predicted = predict(motions, found.unknowns, found.estimate.x, distances, found.lead)
    low = smoothed(predicted, settings.cut_off)
    moves = np.abs(low.velocity) > STILL
    moving = replace(low, effort=np.where(moves, low.effort, np.nan))
    with np.errstate(invalid="ignore"):
        still = 1.0 - moves.mean(axis=0) if len(moves) else np.full(arm.n, np.nan)
    return Validated(
        opened.name, predicted, relative_errors(predicted), relative_errors(low), relative_errors(moving), still
    )
