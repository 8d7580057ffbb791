"""Read the record of one joint from a bag, for the `measure` commands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ...extras import require

if TYPE_CHECKING:
    from ...arm import Arm
    from ...arrays import FloatArray
    from ...bags.findings import Findings


def recorded_joint(bag: Path, arm: Arm, joint: int, findings: Findings) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return times (N,) s since the first stamp, rising, positions (N,) rad and effort (N,) of one joint in a bag.

    Samples whose position is missing or not finite are left out. The effort is in the unit of the recording, NaN where
    it is missing.

    Args:
        bag: folder or file of the bag, or a folder with one bag.
        arm: arm whose joints are needed.
        joint: index of the joint.
        findings: receives warnings and notes.

    Raises:
        BagError: the path is not a bag of this arm.
        MissingDependencyError: a package for this kind of bag is not installed.
    """
    import numpy as np

    from ...replay.reading.bag_recording import open_recording
    from ...replay.reading.recording_paths import BAG_MODULES, named_recording
    from ...replay.settings import ReplaySettings

    require("--bag", *BAG_MODULES)
    recording = open_recording([named_recording(bag)], arm, ReplaySettings(), findings)
    states = [block.states for block in recording.blocks()]
    stamp = np.concatenate([state.stamp for state in states])
    position = np.concatenate([state.position[:, joint] for state in states])
    effort = np.concatenate([state.effort[:, joint] for state in states])
    finite = np.isfinite(position)
    stamp, first = np.unique(stamp[finite], return_index=True)  # sorts, and removes samples with equal stamps
    return (stamp - stamp[:1]) * 1e-9, position[finite][first], effort[finite][first]
