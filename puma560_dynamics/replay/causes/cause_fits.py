"""Every cause, fitted alone to what is to be explained: possible ones, and only where the recording shows them.

A load is fitted together with friction, which is seldom known and must not pass for a load. The lag is that of the
samples between two reversals of a joint: while it sticks the effort runs ahead of the motion, which is friction and no
matter of time. Causes with numbers of one joint alone are taken only at joints where they explain something.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

import numpy as np

from ...arm import Arm
from ...arm.friction_terms import DRY
from ...arrays import FloatArray
from .columns import CauseColumns, tilt_axes
from .evidence import Evidence
from .normal_equations import Fit, fit, freed_of, squares, summed
from .possible import Possible
from .ranking import FLOOR, LEAST, Tried
from .sentences import CauseSentences

_SURE = 2.0
"""Standard errors that a lag must be away from zero to be one."""

_PLAIN_LOAD = 4
"""Parameters of a load that moves slowly: mass and first moments."""


class CauseFits:
    """Fits causes to sums over blocks.

    Args:
        arm: without payload.
        columns: of the sums.
        possible: what a cause can be.
        sentences: for what is found.
        evidence: what the recording can show.
    """

    def __init__(
        self, arm: Arm, columns: CauseColumns, possible: Possible, sentences: CauseSentences, evidence: Evidence
    ) -> None:
        self._arm, self._columns, self._possible = arm, columns, possible
        self._sentences, self._evidence = sentences, evidence

    def every(self, grams: FloatArray, steady: FloatArray) -> Iterator[Tried]:
        """Every cause, fitted alone.

        Args:
            grams: (blocks, n, p, p) sums over all samples.
            steady: the same over those between reversals.
        """
        yield from self._load(grams)
        tilt = fit(grams, self._columns.tilt)
        if self._possible.allows_tilt(tilt):
            weights = self.weights(dict(zip(self._columns.tilt, -tilt.values, strict=True)))
            yield Tried(self._sentences.tilt(tilt, tilt_axes(self._arm)), weights, tilt.unseen)
        late = self.late(steady)
        if abs(late.values[0]) > _SURE * late.errors[0] and self._possible.allows_lag(late):
            found = fit(grams, [self._columns.lag])
            yield Tried(self._sentences.lag(late), self.weights({self._columns.lag: -found.values[0]}), found.unseen)
        yield from self._by_joint(grams, steady)
        yield from self._mixed_up(grams)

    def late(self, steady: FloatArray) -> Fit:
        """By how much the effort comes after the motion, s."""
        return fit(steady, [self._columns.rate])

    def _load(self, grams: FloatArray) -> Iterator[Tried]:
        at = self._columns
        free = freed_of(grams, at.friction)
        # Joints count by what they leave: one with much noise must not hide what the others show.
        rough = fit(free, at.payload[:_PLAIN_LOAD])
        weighed = free / (rough.left + FLOOR * free[..., -1, -1].sum() / self._arm.n)[:, None, None]
        # A load that moves slowly shows its mass and moments alone; guesses at its inertia fail on unseen blocks.
        tried = (fit(weighed, at.payload[:count]) for count in (_PLAIN_LOAD, len(at.payload)))
        bodies = [one for one in tried if self._possible.allows_load(one)]
        best = min(bodies, key=lambda load: float(load.left.sum()), default=None)
        if best is not None and best.left.sum() < weighed[..., -1, -1].sum():
            weights = self.weights(dict(zip(at.payload, -best.values, strict=False)))
            judged = fit(weighed, at.payload[: len(best.values)], judged=grams)
            yield Tried(self._sentences.payload(best), weights, judged.unseen)

    def _by_joint(self, grams: FloatArray, steady: FloatArray) -> Iterator[Tried]:
        """Causes with separate numbers at every joint."""
        at, blocks = self._columns, np.asarray(grams[..., -1, -1])
        before = blocks.sum(axis=0)
        for name, columns in (
            ("friction", lambda joint: at.friction),
            ("offset", lambda joint: [at.offset]),
            ("motor_inertia", lambda joint: [at.motor]),
            ("effort_scale", lambda joint: [at.model[joint]]),
        ):
            fits: dict[int, Fit] = {}
            unseen, weights = blocks.copy(), self.weights({})
            for joint in np.flatnonzero(before).tolist():
                one = self._own(name, joint, grams[:, joint : joint + 1], steady[:, joint : joint + 1])
                if one is not None and before[joint] - one.left[0] > 0.5 * LEAST * before.sum():
                    fits[joint] = one
                    unseen[:, joint] = one.unseen[:, 0]
                    weights[joint, list(columns(joint))] = -one.values
            if fits:
                yield Tried(self._sentences.by_joint(name, fits, before - unseen.sum(axis=0)), weights, unseen)

    def _own(self, name: str, joint: int, grams: FloatArray, steady: FloatArray) -> Fit | None:
        """Numbers of one joint, from its own sums; `None` if the recording leaves them open, or no joint has them."""
        at, possible, evidence = self._columns, self._possible, self._evidence
        if name == "friction":
            return fit(grams, at.friction, possible.friction[joint]) if evidence.moves(joint) else None
        if name == "motor_inertia":
            if not evidence.motor(joint):
                return None
            # With friction, as a load: a joint that turns round fast changes friction and acceleration together.
            lowest = np.array([possible.motor[joint], *possible.friction[joint]])
            found = fit(grams, [at.motor], lowest, beside=at.friction)
            return None if found.values[0] <= lowest[0] else found
        if name == "effort_scale":
            found = fit(grams, [at.model[joint]], possible.scale)
            return None if found.values[0] <= possible.scale[0] else found
        if not evidence.offset(joint):
            return None
        # What both directions have in common: dry friction turns round with the motion, an offset does not.
        forwards, backwards = map(at.friction_of, DRY)
        least = dict(zip(at.friction, possible.friction[joint].tolist(), strict=True))
        dry = max(least.pop(forwards), least.pop(backwards))
        lowest = np.array([-np.inf, dry, *least.values()])
        turned = summed(steady, forwards, backwards)
        return fit(turned, [at.offset], lowest, beside=[forwards, *least], judged=grams)

    def _mixed_up(self, grams: FloatArray) -> Iterator[Tried]:
        """Efforts of the wrong sign, or of another joint: the best of either."""
        before, model = np.asarray(grams[..., -1, -1].sum(axis=0)), self._columns.model
        n = self._arm.n
        # An effort of the wrong sign leaves effort + model = residual + 2 model.
        turned = self.weights({})
        turned[range(n), model] = 2.0
        wrong = before - squares(grams, turned).sum(axis=0) > LEAST * before.sum()
        if wrong.any():
            weights = np.where(wrong[:, None], turned, self.weights({}))
            yield Tried(self._sentences.negated(np.flatnonzero(wrong).tolist()), weights, squares(grams, weights))
        exchanged = []
        for one, other in combinations(range(n), 2):
            weights = self.weights({})
            for joint, theirs in ((one, other), (other, one)):
                weights[joint, [model[joint], model[theirs]]] = 1.0, -1.0
            exchanged.append(Tried(self._sentences.swapped(one, other), weights, squares(grams, weights)))
        yield from sorted(exchanged, key=lambda one: float(one.left.sum()))[:1]

    def weights(self, values: Mapping[int, float]) -> FloatArray:
        """(n, p): the residual and so much of other columns, at every joint."""
        weights = np.zeros((self._arm.n, self._columns.count))
        weights[:, list(values)] = list(values.values())
        weights[:, -1] = 1.0
        return weights
