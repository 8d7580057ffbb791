"""States in order of time, ready for a model: the form in which analysis and identification take a recording."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...arrays import FloatArray


@dataclass(frozen=True, eq=False)
class Motion:
    """Consecutive samples of one segment; within a segment there is no gap and stamps rise.

    Attributes:
        segment: number of the segment, from 0; a long segment comes in several pieces.
        time: (N,) s since the first stamp of the recording.
        q: (N, n) rad.
        qd: (N, n) rad/s.
        qdd: (N, n) rad/s².
        effort: (N, n) N·m as measured; NaN where there is none.
        command: (N, n) N·m that held at that time; NaN where there was none.
        terms: published terms by name, (N, n) N·m; NaN where there were none.
        used: (N,) whether the sample is fit for comparison: not at a segment's edge, where filters have
            not settled, not near a jump of the position, and not under a brake.
    """

    segment: int
    time: FloatArray
    q: FloatArray
    qd: FloatArray
    qdd: FloatArray
    effort: FloatArray
    command: FloatArray
    terms: Mapping[str, FloatArray]
    used: NDArray[np.bool_]
