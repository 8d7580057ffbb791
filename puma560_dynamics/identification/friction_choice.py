"""Choice of the friction law by cross-validation: its parameters, and the presliding distance of each motor.

The law that fits a recording best is not the one that predicts another recording best. So every candidate is fitted to
all stretches of the recordings but one, and judged by the error of the one that was left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..arm.friction_terms import FULL
from ..arrays import FloatArray, IntegerArray
from .cross_validation import FOLDS, left_out
from .dry_friction import weighted, with_friction
from .effort_lead import with_lead
from .joint_equations import equations_of_parts
from .presliding import DISTANCES
from .prior import Prior
from .unknowns import Unknowns
from .windows import Rows

OTHERS = 0.5
"""Weight of the mean error of all joints in the choice of a motor's distance, relative to the error of its joint."""

Recordings = Sequence[Sequence[Rows]]


@dataclass(frozen=True, eq=False)
class FrictionState:
    """What the columns and weights of rows depend on: a previous fit, and the friction law.

    Attributes:
        x: (p,) values of the unknowns of the previous fit.
        distances: (n,) index in `DISTANCES` of each motor's presliding distance.
        scale: (n,) standard deviation of the residuals of moving joints, N·m.
        lead: time by which the effort is ahead of the motion, s.
    """

    x: FloatArray
    distances: IntegerArray
    scale: FloatArray
    lead: float

    def judged(self, rows: Sequence[Rows], unknowns: Unknowns) -> list[Rows]:
        """Return the rows of a recording with the columns of the friction law, and the effort at the motion's time."""
        return with_lead(with_friction(rows, self.x, unknowns, self.distances), self.lead)

    def fitted(self, judged: Sequence[Rows], unknowns: Unknowns) -> list[Rows]:
        """Return rows from `judged` with their weights in a fit."""
        return weighted(judged, self.x, unknowns, self.distances, self.scale)


def choose_distances(
    rows: Sequence[Rows], state: FrictionState, unknowns: Unknowns, before: Prior, variance: FloatArray
) -> IntegerArray:
    """Return the index (n,) in `DISTANCES` of each motor's presliding distance.

    A short recording has few reversals, so that the best distance of a single motor is uncertain. Motors of one arm are
    alike, so the error of a joint counts together with the mean error of all joints.

    Args:
        rows: windows of all recordings in order of time, as recorded.
        state: state of the previous fit.
        unknowns: unknowns of the arm.
        before: prior.
        variance: (n,) variance of each joint's rows, N²·m².
    """
    scores = []
    for index in range(len(DISTANCES)):
        tried = replace(state, distances=np.full(unknowns.n, index))
        judged = tried.judged(rows, unknowns)
        folds, fits = (equations_of_parts(some, FOLDS) for some in (judged, tried.fitted(judged, unknowns)))
        scores.append(left_out(folds, before, variance, fitted=fits))
    logarithms = np.log(np.maximum(np.nan_to_num(scores, nan=1.0), 1e-300))  # nothing is known of a joint without rows
    return np.asarray(np.argmin(logarithms + OTHERS * logarithms.mean(axis=1, keepdims=True), axis=0))


def without_full(recordings: Recordings, unknowns: Unknowns) -> tuple[Unknowns, list[list[Rows]]]:
    """Return the unknowns and windows without the friction parameters `FULL`."""
    further = [name for name in FULL if name in unknowns.sought]
    fewer = Unknowns(unknowns.arm, load=unknowns.load)
    places = np.concatenate([unknowns.place_of(name) for name in further]) if further else np.zeros(0, dtype=np.intp)
    rows = [[replace(each, columns=np.delete(each.columns, places, axis=-1)) for each in some] for some in recordings]
    return fewer, rows
