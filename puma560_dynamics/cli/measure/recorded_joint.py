"""Position of one joint over time out of a bag, for `puma560 measure torsional-spring --bag`."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ...arm import Arm
from ...arrays import FloatArray
from ...bags.findings import Findings
from ...replay.reading.bag_recording import open_recording
from ...replay.settings import ReplaySettings


def recorded_joint(bag: Path, arm: Arm, joint: int, findings: Findings) -> tuple[FloatArray, FloatArray]:
    """(N,) s since the first stamp, rising, and (N,) rad; what is missing or not finite is left out.

    Args:
        bag: folder or file.
        arm: whose joints are looked for.
        joint: index in the arm.
        findings: receives what was noticed on the way.

    Raises:
        BagError: no bag, or not of this arm.
        MissingDependencyError: a package for this kind of bag is not installed.
    """
    states = [block.states for block in open_recording([bag], arm, ReplaySettings(), findings).blocks()]
    stamp = np.concatenate([state.stamp for state in states])
    position = np.concatenate([state.position[:, joint] for state in states])
    finite = np.isfinite(position)
    stamp, first = np.unique(stamp[finite], return_index=True)  # sorts, and takes one of those that stand twice
    return (stamp - stamp[:1]) * 1e-9, position[finite][first]
