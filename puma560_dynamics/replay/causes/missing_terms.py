"""Efforts that do not contain a part of the torque, as many drivers report them.

Some drivers report the effort without gravity, others only the torque of a contact, and sensors behind the gears
measure nothing of the motors. Such an effort is complete in itself: the part is missing as a whole and at all joints,
and no number is fitted.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

import numpy as np

from ...arrays import FloatArray
from ..analysis.evaluation import Evaluated
from ..analysis.normal_equations import SURE, fit, freed_of, squares
from ..analysis.residual_samples import ResidualSamples
from .cause import Cause, CauseSamples, Example, FittedCause, Tried
from .effort_calibration import EffortOffset
from .wrong_friction import WrongFriction
from .wrong_motor_inertia import seldom_known

WHOLE = 0.25
"""Largest difference from 1 of the fraction of the part that is missing, from a fit with `seldom_known` columns."""

_PROPORTIONAL = 0.5
"""Squared correlation of effort and model, weighted by the squares of the model, from which they are proportional."""

_SHOWN = 0.02
"""Fraction of the part's squares, of all joints, from which a joint has to lack it."""


class MissingTerm(Cause):
    """A part of the torque that the effort does not contain.

    Attributes:
        message: a noun phrase for it.
    """

    message: ClassVar[str]
    set_at_once = True
    misleading = True
    width = 1

    def together_with(self, sums: CauseSamples) -> list[int]:
        """Return the places of the columns that are fitted at the same time."""
        return seldom_known(sums)

    @abstractmethod
    def missing(self, piece: Evaluated) -> FloatArray:
        """Return the part (N, n) N·m that the effort would lack."""

    def columns(self, samples: ResidualSamples) -> FloatArray:
        """Return the part."""
        return np.asarray(self.missing(samples.piece)[samples.rows].T[:, None])

    def candidates(self, sums: CauseSamples) -> Iterator[Tried]:
        """Yield the cause if every joint that has the part lacks it as a whole."""
        places = sums.at(type(self))
        part = sums.grams[..., places[0], places[0]].sum(axis=0)
        if not part.any():
            return
        free = freed_of(sums.grams, self.together_with(sums))
        has_part = part > _SHOWN * part.sum()
        fits = [fit(free[:, joint : joint + 1], places) for joint in np.flatnonzero(has_part).tolist()]
        if all(abs(found.values[0] + 1.0) <= WHOLE + SURE * found.errors[0] for found in fits):
            weights = sums.weights(places, [1.0])
            yield Tried(FittedCause(self.kind, self.message, {}, 0), weights, squares(sums.grams, weights))


class WithoutGravity(MissingTerm):
    """An effort from which the driver has subtracted gravity."""

    kind = "without_gravity"
    headline = "The effort does not contain gravity"
    advice = "Use it as such with `effort: {without: gravity}` in the column map, or record the effort of the motors."
    message = "an effort without gravity"

    def missing(self, piece: Evaluated) -> FloatArray:
        """Return the gravity torque."""
        return piece.terms["gravity"]

    def example(self) -> Example:
        """Return a robot without weight."""
        return Example(replace(self.model, arm=self.arm.with_(gravity=1e-9)), {})


class ExternalTorqueOnly(MissingTerm):
    """An effort that is the torque of contacts alone, which some drivers estimate and report."""

    kind = "external_only"
    headline = "The effort is only the torque of external forces"
    advice = "Record the effort of the motors or of the joint torque sensors: this one says nothing about the model."
    message = "an effort that contains only the torque of external forces"

    def candidates(self, sums: CauseSamples) -> Iterator[Tried]:
        """Yield the cause if the effort is not a small multiple of the model's torque, as in another unit."""
        (place,) = sums.at(type(self))
        free = freed_of(sums.grams, self.together_with(sums)).sum(axis=0)
        effort = squares(free, sums.weights([place], [1.0]))
        own, shared = free[:, place, place], free[:, place, place] + free[:, place, -1]
        there = (effort > 0.0) & (own > 0.0)
        if (shared[there] ** 2 / effort[there]).sum() < _PROPORTIONAL * own.sum():
            yield from super().candidates(sums)

    def missing(self, piece: Evaluated) -> FloatArray:
        """Return the whole torque of the model."""
        return piece.total

    def example(self) -> Example:
        """Return a robot that nothing touches."""
        noise = 0.004 * self.arm.maximum_torque
        return Example(self.model, {}, lambda effort: noise * np.random.default_rng(3).standard_normal(effort.shape))


class WithoutMotorInertia(MissingTerm):
    """An effort that is measured behind the gears, where the inertia of the motors does not act."""

    kind = "without_motor_inertia"
    headline = "The effort does not contain the inertia of the motors"
    advice = "Torque sensors behind the gears measure none: use an arm file without `motors: … inertia`."
    message = "an effort without the inertia of the motors"
    misleading = False  # identification finds motors without inertia

    def together_with(self, sums: CauseSamples) -> list[int]:
        """Return the places of friction and offset."""
        return [*sums.at(WrongFriction), *sums.at(EffortOffset)]

    def missing(self, piece: Evaluated) -> FloatArray:
        """Return the torque that accelerates the motors."""
        return piece.terms["motor_inertia"]

    def example(self) -> Example:
        """Return a robot with motors that have next to no inertia."""
        motors = tuple(replace(motor, inertia=1e-12) for motor in self.arm.motors)
        return Example(replace(self.model, arm=self.arm.with_(motors=motors)), {})
