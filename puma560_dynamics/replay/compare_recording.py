"""`compare_recording`: what ``puma560 replay`` does, from Python."""

from __future__ import annotations

from .analysis.analyse import Progress, analyse
from .analysis.result import Analysis
from .reading.read_bag import Bags, paths_of
from .settings import ReplaySettings


def compare_recording(bags: Bags, settings: ReplaySettings | None = None, progress: Progress | None = None) -> Analysis:
    """Compare a recorded motion with the model of its arm.

    Args:
        bags: rosbag2 folder or file, or several that make up one recording.
        settings: arm, payload, model, friction and filters; the defaults suit a bag of this package's nodes.
        progress: called with the share done, 0 to 1, and what is being done.

    Returns:
        Agreement by joint and term (`total`, `terms`), band of the tolerances, causes of the residual and a verdict.

    Raises:
        BagError: nothing that could be read, no joint states, or those of another robot.
        StateError: a setting that does not exist.
        MissingDependencyError: a package for this kind of bag is not installed.
    """
    return analyse(paths_of(bags), settings or ReplaySettings(), progress)
