"""`compare_recording`: what ``puma560 replay`` does, from Python."""

from __future__ import annotations

from ..extras import require
from .analysis.analyse import analyse
from .analysis.pass_progress import Progress
from .analysis.result import Analysis
from .reading.named_recording import needed_modules
from .reading.read_recording import RecordingLike, sources_of
from .settings import ReplaySettings


def compare_recording(
    recording: RecordingLike, settings: ReplaySettings | None = None, progress: Progress | None = None
) -> Analysis:
    """Compare a recorded motion with the model of its arm.

    Args:
        recording: as for `read_recording`: a bag, a table (CSV, NPZ, Parquet), data from Python, or a list of parts.
        settings: arm, payload, model, friction, filters, and `columns` of a table; the defaults suit a bag of this
            package's nodes.
        progress: called with the share done, 0 to 1, and what is being done.

    Returns:
        Agreement by joint and term (`total`, `terms`), band of the tolerances, causes of the residual and a verdict.

    Raises:
        BagError: nothing that could be read, no joint states, columns that do not fit, or another robot.
        StateError: a setting that does not exist.
        MissingDependencyError: a package for this kind of recording is not installed.
    """
    sources = sources_of(recording)
    require("`compare_recording`", *needed_modules(sources))
    return analyse(sources, settings or ReplaySettings(), progress)
