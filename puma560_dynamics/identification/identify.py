"""From recordings to an arm that fits them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..arm import Arm, JointFriction, Link, Motor
from ..arrays import FloatArray
from ..errors import IdentificationError
from .base_parameters import BaseSet, base_set
from .bodies import from_linear, jacobian, tensor
from .equations import total
from .prior import Prior, prior
from .recorded import Recorded
from .solve import Estimate, solve
from .unknowns import FRICTION, Unknowns


@dataclass(frozen=True, eq=False)
class Identified:
    """An arm as recordings show it, compared with what was known before.

    Attributes:
        unknowns: names and places.
        base: which of them, in which sums, torque can distinguish.
        before: the arm file's numbers.
        estimate: the most probable numbers.
        train: recordings they come from.
        held_out: recordings they are only judged by.
    """

    unknowns: Unknowns
    base: BaseSet
    before: Prior
    estimate: Estimate
    train: Sequence[Recorded]
    held_out: Sequence[Recorded]

    def rms(self, x: FloatArray, recordings: Sequence[Recorded]) -> FloatArray:
        """(n,) RMS of measured less predicted torque over recordings, N·m, windows in which the joint moves."""
        return total([part for recording in recordings for part in recording.parts]).rms(x)

    @cached_property
    def arm(self) -> Arm:
        """The identified arm, without the load."""
        arm = self.unknowns.arm
        x = self.estimate.x
        return arm.with_(
            name=f"{arm.name}_identified",
            links=tuple(
                _link(link.name, x[place]) for link, place in zip(arm.links, self.unknowns.bodies, strict=False)
            ),
            motors=tuple(
                Motor(float(inertia), motor.gear_ratio, motor.maximum_torque, motor.break_away_torque)
                for motor, inertia in zip(arm.motors, x[self.unknowns.motors], strict=True)
            ),
            friction=tuple(
                JointFriction(*map(float, values)) for values in x[self.unknowns.friction].reshape(arm.n, len(FRICTION))
            ),
            quantities={},
        )

    def body(self, index: int) -> tuple[FloatArray, FloatArray]:
        """Measured form (10,) of a body (the load last) and its standard errors; a load of no mass gives zeros."""
        place = self.unknowns.bodies[index]
        values = self.estimate.x[place]
        if values[0] < 1e-6:
            return np.zeros(len(values)), self.estimate.error[place]
        found = from_linear(values)
        back = np.linalg.inv(jacobian(found))
        return found, np.sqrt(np.diag(back @ self.estimate.covariance[place, place] @ back.T))


def identify(unknowns: Unknowns, train: Sequence[Recorded], held_out: Sequence[Recorded] = ()) -> Identified:
    """Fit the unknowns to the recordings in `train`; those in `held_out` are kept for judging.

    Raises:
        IdentificationError: no recording, or not enough motion in it.
        MissingDependencyError: cvxpy is needed and not installed.
        UnphysicalArmError: the arm has no possible bodies of the same torque.
    """
    if not train:
        raise IdentificationError("no recording to identify from; give one or more bags")
    for recording in held_out:
        if not recording.parts or not total(recording.parts).count.any():
            raise IdentificationError(f"{recording.name}: held out, but no joint moves in it; give another bag")
    base = base_set(unknowns.arm)
    before = prior(unknowns)
    parts = [part for recording in train for part in recording.parts]
    return Identified(unknowns, base, before, solve(parts, before, unknowns, base), tuple(train), tuple(held_out))


def _link(name: str, body: FloatArray) -> Link:
    found = from_linear(body)
    return Link(name, float(found[0]), found[1:4], tensor(found[4:]))
