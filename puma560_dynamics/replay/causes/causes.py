"""Why model and arm disagree: simple causes, each fitted to the residual alone, the likeliest first.

Then the best is taken away and the others are fitted to the rest, which is what they explain in addition: of two
causes that act at once the second still has its share, a cause that only resembles the first has none.

A torque that a controller holds for a period is measured late by up to that. So a lag of at most one period next to
the best cause is no fault: everything is fitted once more without it, and it is reported as ``hold``.

Causes are sums of columns (`columns`), every joint measured in its maximum torque. `cause_fits` fits them, only
those that a body or a joint can have (`Possible`), only where the recording shows them (`Evidence`); `ranking` judges
them by what they leave in blocks that they were not fitted to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from ...arm import Arm
from ...arm.friction_terms import DRY
from ...arm.joint_friction import JointFriction
from ...arrays import FloatArray, read_only
from ...models.payload.payload import Payload
from ..analysis.evaluation import Evaluated
from ..analysis.result import Cause
from .cause_fits import CauseFits
from .columns import SPACING, CauseColumns
from .evidence import Evidence, sticking
from .normal_equations import FEWEST, Blocks, taken
from .possible import Possible
from .ranking import LEAST, Tried, ranked
from .sentences import CauseSentences, FittedCause

_SURE = 2.0
"""Standard errors that a hold may be longer than a period."""


class CauseSums:
    """Adds up what every cause would do.

    Args:
        arm: without payload.
        payload: that the model carries.
        friction: that the model takes, one a joint.
        fitted: whether it was fitted to this effort.
    """

    def __init__(self, arm: Arm, payload: Payload, friction: Sequence[JointFriction], fitted: bool = False) -> None:
        self._arm = arm
        self._columns = CauseColumns(arm, payload, sticking(arm, friction), fitted)
        self._possible = Possible(arm, payload, friction)
        self._spacing = SPACING
        self._blocks = Blocks(arm.n, self._columns.count)
        self._steady = Blocks(arm.n, self._columns.count)
        self._sentences = CauseSentences(arm, payload, friction)

    def add(self, piece: Evaluated) -> None:
        """Take a piece, whose `extra` holds the regressor's ten columns of the last link."""
        if len(piece.motion.time) > 1:
            columns, between_reversals = self._columns.of(piece)
            self._spacing = max(SPACING, float(np.median(np.diff(piece.motion.time))))
            self._blocks.add(columns)
            self._steady.add(columns * between_reversals[:, None, :])

    def evidence(self, noise: FloatArray | None = None) -> Evidence:
        """How much the samples show about causes.

        Args:
            noise: (n,) rad/s², standard deviation of the acceleration's noise; none by default.
        """
        at, scale = self._columns, self._arm.maximum_torque**2
        steady, every = (blocks.grams().sum(axis=0) for blocks in (self._steady, self._blocks))
        # The smooth signs of moving joints are 1: their squares count samples.
        ways = [steady[:, way, way] * scale * self._spacing for way in map(at.friction_of, DRY)]
        motion = ways[0] + ways[1]
        count = every[:, at.offset, at.offset]
        with np.errstate(invalid="ignore", divide="ignore"):
            rarer = np.where(motion > 0.0, np.minimum(*ways) / motion, 0.0)
            acceleration = np.sqrt(every[:, at.motor, at.motor] / count)
            share = np.nan_to_num((np.zeros(self._arm.n) if noise is None else noise) / acceleration, nan=0.0)
        return Evidence(motion, rarer, share)

    def result(self, period: float, evidence: Evidence | None = None) -> tuple[Cause, ...]:
        """Causes that explain at least `LEAST`, the best first, then by what they explain in addition, a hold last.

        None if there is too little to judge by.

        Args:
            period: s between joint states.
            evidence: what the recording can show; by default as if accelerations had no noise.
        """
        evidence = self.evidence() if evidence is None else evidence
        tried = CauseFits(self._arm, self._columns, self._possible, self._sentences, evidence)
        grams, steady = self._blocks.every(), self._steady.every()
        # The same blocks of both: what is fitted to one is judged in the other.
        there = grams.any(axis=(1, 2, 3))
        grams, steady = grams[there], steady[there]
        if len(grams) < FEWEST or not _residual(grams).any() or not evidence.enough:
            return ()
        held: list[Cause] = []
        found = self._ranked(tried.every(grams, steady), grams)
        late = tried.late(taken(steady, found[0].weights) if found and found[0].fitted.kind != "lag" else steady)
        lag = float(late.values[0])
        sure = _SURE * float(late.errors[0])
        if sure < lag <= period + sure:
            weights = tried.weights({self._columns.rate: -lag})
            left = taken(grams, weights)
            hold = Tried(self._sentences.hold(late, period), weights, _residual(left))
            held = [_cause(one, _residual(grams)) for one in self._ranked([hold], grams)]
            grams, steady = left, taken(steady, weights)
            found = self._ranked(tried.every(grams, steady), grams)
        return (*self._beside_the_first(found, tried, grams, steady), *held)

    def _ranked(self, tried: Iterable[Tried], grams: FloatArray) -> list[Tried]:
        offset = self._columns.offset
        return ranked(tried, _residual(grams), grams[..., offset, offset])

    def _beside_the_first(
        self, found: Sequence[Tried], tried: CauseFits, grams: FloatArray, steady: FloatArray
    ) -> Iterator[Cause]:
        """What was found; behind the first the others by what they explain in addition to it."""
        if not found:
            return
        first = found[0].weights
        before, rest = _residual(grams), taken(grams, first)
        second = {one.fitted.kind: one for one in self._ranked(tried.every(rest, taken(steady, first)), rest)}
        others = []
        for one in found[1:]:
            beside = second.get(one.fitted.kind)
            share = 0.0 if beside is None else float((_residual(rest).sum() - beside.left.sum()) / before.sum())
            others.append(_cause(one, before, share, one.fitted if beside is None else beside.fitted))
        yield _cause(found[0], before)
        yield from sorted(others, key=lambda other: -other.beside)


def _residual(grams: FloatArray) -> FloatArray:
    """(blocks, n) squares of what is to be explained."""
    return np.asarray(grams[..., -1, -1])


def _cause(one: Tried, blocks: FloatArray, beside: float = np.nan, then: FittedCause | None = None) -> Cause:
    """What is reported of it; `then` is what it is in addition to the first, where it is something there."""
    before = blocks.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        explained = np.where(before > 0.0, np.clip(1.0 - one.left / before, 0.0, 1.0), 0.0)
    fitted = then if then is not None and beside >= LEAST else one.fitted
    return Cause(
        fitted.kind, read_only(explained), one.share, fitted.message, fitted.values, beside, one.indistinguishable
    )
