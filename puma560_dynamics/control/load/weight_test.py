"""Decide whether an external torque is a constant weight at the tip, a contact, or nothing that changed.

Three filters with the same knowledge use the same equations: nothing changed; a load was gripped (or released); any
external torque acts, which does not follow the pose. Each has the probability density of what was measured. The
logarithm of the ratio of two densities is the evidence for one of them. An external torque that may be anything also
fits a weight, but with less density than the weight itself. In one pose, a weight and a contact can be the same; so a
load is only accepted after the tip has moved.
"""

from __future__ import annotations

from enum import Enum

import numpy as np

from ...arrays import FloatArray
from .load_filter import LoadFilter
from .load_rows import LoadRow

DECIDED = 7.0
"""Logarithm of the ratio of probability densities that decides; about 1000 to 1."""

SHORTEST = 6
"""Smallest number of equations before a decision."""

MOVED = 0.05
"""Distance by which the tip moves before a load is accepted, m."""


class Verdict(Enum):
    """Result of a test."""

    OPEN = "open"
    NOTHING = "nothing"
    LOAD = "load"
    CONTACT = "contact"


class WeightTest:
    """Tests the hypothesis that a load was gripped, or that the present one was released.

    Args:
        before: filter with what was known before the external torque began.
        loaded: whether it has a load already, so that a release is tested.
        tip: (3,) position of the tip, m.
    """

    def __init__(self, before: LoadFilter, loaded: bool, tip: FloatArray) -> None:
        self.unchanged, self.changed, self._touched = before.copy(), before.copy(), before.copy()
        if loaded:
            self.changed.release()
        else:
            self.changed.grip()
        self._touched.touch()
        for each in (self.unchanged, self.changed, self._touched):
            each.evidence = 0.0
        self._loaded, self._tip, self._count = loaded, tip, 0

    def use(self, row: LoadRow, tip: FloatArray) -> Verdict:
        """Use equations.

        Args:
            row: the equations.
            tip: (3,) position of the tip at their time, m.
        """
        for each in (self.unchanged, self.changed, self._touched):
            each.use(row)
        self._count += 1
        if self._count < SHORTEST:
            return Verdict.OPEN
        nothing, load, contact = self.unchanged.evidence, self.changed.evidence, self._touched.evidence
        if nothing > max(load, contact) + DECIDED:
            return Verdict.NOTHING
        if contact > max(load, nothing) + DECIDED:
            return Verdict.CONTACT
        if load > max(nothing, contact) + DECIDED and self._possible(tip):
            return Verdict.LOAD
        return Verdict.OPEN

    @property
    def evidence(self) -> float:
        """Logarithm of the ratio of the density of a load to that of the next likely hypothesis."""
        return self.changed.evidence - max(self.unchanged.evidence, self._touched.evidence)

    def _possible(self, tip: FloatArray) -> bool:
        if self._loaded:
            return True
        found = self.changed.estimate
        moved = float(np.linalg.norm(tip - self._tip)) > MOVED
        return moved and found.mass > 2.0 * found.mass_error
