"""Causes for efforts that a driver reports with the wrong sign, or for the wrong joint."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from ..analysis.normal_equations import fit, squares, taken
from .cause import LEAST, Cause, CauseSamples, Example, FittedCause, Tried, and_joined
from .effort_calibration import EffortScale
from .wrong_friction import WrongFriction


class NegatedEffort(Cause):
    """Efforts with the wrong sign, at every joint where a negation reduces the residual."""

    kind = "negated"
    headline = "The effort has the wrong sign"
    advice = "Check the sign of the joint in the driver, or give a negative `effort.gain` for it in the column map."
    misleading = True
    contained_in = (EffortScale,)

    def candidates(self, sums: CauseSamples) -> Iterator[Tried]:
        """Negate the effort of each joint: the remainder is effort + model = residual + 2 model.

        Friction that was fitted to the effort of the wrong sign is fitted again.
        """
        before, weights, unseen = sums.residual.sum(axis=0), sums.weights(), sums.residual.copy()
        wrong = []
        for joint in range(self.arm.n):
            turned = sums.weights()[joint]
            turned[sums.at(EffortScale)[joint]] = 2.0
            rest = taken(sums.grams[:, joint : joint + 1], turned[None])
            left = rest[:, 0, -1, -1]
            if self.model.fitted:
                at = sums.at(WrongFriction)
                friction = fit(rest, at, np.zeros(len(at)))
                if friction.left[0] < left.sum():
                    left = friction.unseen[:, 0]
                    turned[list(at)] = -friction.values
            if before[joint] - left.sum() > LEAST * before.sum():
                wrong.append(joint)
                weights[joint], unseen[:, joint] = turned, left
        if wrong:
            yield Tried(self.describe(wrong), weights, unseen)

    def describe(self, joints: Sequence[int]) -> FittedCause:
        """Describe the cause with the names of the joints."""
        names = [self.arm.joint_names[joint] for joint in joints]
        message = f"the wrong sign of the effort of {and_joined(names)}"
        return FittedCause(self.kind, message, dict.fromkeys(names, 1.0), 0, len(names))

    def example(self) -> Example:
        """Return a robot with a negated effort of the third joint."""
        signs = 1.0 - 2.0 * np.eye(self.arm.n)[2]
        return Example(self.model, {self.arm.joint_names[2]: 1.0}, lambda effort: effort * signs)


class SwappedEfforts(Cause):
    """Exchanged efforts of two joints: the pair of joints that explains most."""

    kind = "swapped"
    headline = "Efforts of two joints are exchanged"
    advice = "Check the order of the joints in the driver and in --joint-map."
    misleading = True

    def candidates(self, sums: CauseSamples) -> Iterator[Tried]:
        """Exchange every pair and yield the best."""
        model, pairs = sums.at(EffortScale), []
        for one, other in combinations(range(self.arm.n), 2):
            weights = sums.weights()
            for joint, source in ((one, other), (other, one)):
                weights[joint, [model[joint], model[source]]] = 1.0, -1.0
            pairs.append(Tried(self.describe(one, other), weights, squares(sums.grams, weights)))
        yield from sorted(pairs, key=lambda pair: float(pair.left.sum()))[:1]

    def describe(self, one: int, other: int) -> FittedCause:
        """Describe the cause with the names of both joints."""
        names = [self.arm.joint_names[one], self.arm.joint_names[other]]
        return FittedCause(self.kind, f"exchanged efforts of {and_joined(names)}", dict.fromkeys(names, 1.0), 0)

    def example(self) -> Example:
        """Return a robot with exchanged efforts of the second and third joint."""
        order = [0, 2, 1, *range(3, self.arm.n)]
        return Example(self.model, dict.fromkeys(self.arm.joint_names[1:3], 1.0), lambda effort: effort[:, order])
