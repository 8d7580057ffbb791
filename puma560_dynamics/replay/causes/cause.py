"""Base classes of causes: `Cause`, and `JointCause` with separate values for each joint.

A column is a torque (n, N) N·m per unit of a fitted value of the cause, to first order. Causes are fitted to sums over
the products of all columns (`CauseSamples`).
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ...arm import Arm
from ...arm.joint_friction import JointFriction
from ...arrays import FloatArray
from ...models.payload.payload import Payload
from ..analysis.evidence import Evidence
from ..analysis.normal_equations import Fit
from ..analysis.residual_samples import ResidualSamples

LEAST = 0.02
"""Fraction of the squared residual below which a cause is not reported."""

_NAMED = 2
"""Largest number of joints that a sentence lists with their values."""


@dataclass(frozen=True, eq=False)
class ComparedModel:
    """The model that the recording is compared with.

    Attributes:
        arm: arm without payload.
        payload: payload of the model.
        friction: friction of each joint.
        fitted: whether friction was fitted to the effort of this recording.
        quarter_turns: (n,) each, numbers of quarter turns of the joints' zeros that are to be tried.
    """

    arm: Arm
    payload: Payload
    friction: Sequence[JointFriction]
    fitted: bool = False
    quarter_turns: Sequence[FloatArray] = ()


@dataclass(frozen=True, eq=False)
class Example:
    """A robot whose recording shows a cause, for tests.

    Attributes:
        robot: robot that produces the recording.
        values: true values of the cause, by name.
        effort: function that converts the true effort (N, n) N·m, evenly sampled, to the recorded one.
        relative: largest relative error of the fitted values if the first-order fit is not accurate enough; by default
            the values must be within four standard errors.
        noise: noise of the effort as a fraction of each joint's maximum torque.
    """

    robot: ComparedModel
    values: Mapping[str, float]
    effort: Callable[[FloatArray], FloatArray] = np.asarray
    relative: float = 0.0
    noise: float = 0.004


@dataclass(frozen=True, eq=False)
class FittedCause:
    """A cause with the values that fit best.

    Attributes:
        kind: `Cause.kind`.
        message: noun phrase that describes the cause with its values, and can precede "would explain".
        values: fitted values by name with unit; ``…_error`` is the standard error.
        numbers: number of fitted values.
        faults: number of separate faults that the cause assumes.
    """

    kind: str
    message: str
    values: Mapping[str, float]
    numbers: int
    faults: int = 1


@dataclass(frozen=True, eq=False)
class Tried:
    """A fitted cause and the residual that remains after it.

    Attributes:
        fitted: message and values of the cause.
        weights: (n, p) weights of the columns whose weighted sum is the remaining residual of each joint.
        unseen: (blocks, n) squares of the remaining residual, in blocks that the cause was not fitted to.
        share: fraction of the squared residual of all joints that the cause explains.
        indistinguishable: whether the recording cannot distinguish the cause from the first one.
    """

    fitted: FittedCause
    weights: FloatArray
    unseen: FloatArray
    share: float = 0.0
    indistinguishable: bool = False

    @property
    def left(self) -> FloatArray:
        """Return the squares (n,) of the remaining residual of each joint."""
        return np.asarray(self.unseen.sum(axis=0))


@dataclass(frozen=True, eq=False)
class CauseSamples:
    """Sums over blocks of a recording, to which causes are fitted. Torques are relative to the joint's maximum torque.

    Attributes:
        grams: (blocks, n, p, p) Gram matrices of the columns of all causes; the last column is the residual.
        steady: (blocks, n, p, p) Gram matrices over samples between reversals of a joint only.
        places: indices of the columns of each cause.
        evidence: evidence about causes in the recording.
        period: time between joint states, s.
    """

    grams: FloatArray
    steady: FloatArray
    places: Mapping[type[Cause], range]
    evidence: Evidence
    period: float

    def at(self, cause: type[Cause]) -> range:
        """Return the indices of a cause's columns."""
        return self.places[cause]

    @property
    def residual(self) -> FloatArray:
        """Return the squares (blocks, n) of the residual to be explained."""
        return np.asarray(self.grams[..., -1, -1])

    def weights(self, places: Sequence[int] = (), values: Sequence[float] | FloatArray = ()) -> FloatArray:
        """Return weights (n, p): 1 for the residual and `values` for the columns at `places`, at every joint."""
        weights = np.zeros(self.grams.shape[1:3])
        weights[:, list(places)[: len(values)]] = values
        weights[:, -1] = 1.0
        return weights


class Cause(ABC):
    """A cause of a difference between model and arm; `cause_types` finds its subclasses in this folder.

    Attributes:
        kind: name of the cause in JSON and tables.
        headline: clause that names the cause.
        advice: advice to the user.
        set_at_once: whether a single setting removes the cause. Such a cause precedes others in the headline, even if
            it explains less.
        resembles_friction: whether uncertain friction alone can explain the cause.
        resembles_masses: whether the cause cannot be distinguished from wrong masses of the links.
        contained_in: causes that include this one as a special case, and so are not alternative explanations.
        fault: false for the normal behaviour of a controller.
        misleading: whether an arm that is identified from an effort with this cause is wrong.
        width: number of columns; 0 if the cause only uses columns of other causes.

    Args:
        model: model that the recording is compared with.
    """

    kind: ClassVar[str]
    headline: ClassVar[str]
    advice: ClassVar[str]
    set_at_once: ClassVar[bool] = False
    resembles_friction: ClassVar[bool] = False
    resembles_masses: ClassVar[bool] = False
    contained_in: ClassVar[tuple[type[Cause], ...]] = ()
    fault: ClassVar[bool] = True
    misleading: ClassVar[bool] = False
    width: int = 0

    def __init__(self, model: ComparedModel) -> None:
        self.model = model
        self.arm = model.arm

    @property
    def directions(self) -> FloatArray:
        """Return k directions (10 m + n, k) of the regressor's parameters whose torques the columns need."""
        return np.zeros((10 * len(self.arm.links) + self.arm.n, 0))

    def columns(self, samples: ResidualSamples) -> FloatArray:
        """Return the columns (n, width, N): the torque in N·m per unit of each fitted value."""
        return np.empty((self.arm.n, 0, len(samples.residual)))

    @classmethod
    def spoils_effort(cls, values: Mapping[str, float]) -> bool:
        """Return whether no arm may be identified from an effort with this cause: `misleading` unless overridden.

        Args:
            values: numbers of the cause, as in `FittedCause.values`.
        """
        return cls.misleading

    @abstractmethod
    def candidates(self, sums: CauseSamples) -> Iterator[Tried]:
        """Fit the cause alone. Yield nothing if the best fit is impossible or the recording cannot show the cause."""

    @abstractmethod
    def example(self) -> Example | None:
        """Return a robot whose recording shows this cause first, where it is compared with `model`.

        `None` if no recording of this arm can show it.
        """


class JointCause(Cause):
    """A cause with separate values for each joint, applied only to the joints where it explains something.

    Attributes:
        begin: first words of the message, before the joints.
        needs_motion: whether a joint has to move to show the cause.
        not_shown: reason why joints that move may still not show the cause; ``{}`` is replaced by their names.
    """

    begin: ClassVar[str]
    needs_motion: ClassVar[bool] = True
    not_shown: ClassVar[str] = ""

    def can_show(self, evidence: Evidence, joint: int) -> bool:
        """Return whether the recording can show the cause at a joint."""
        return not self.needs_motion or evidence.moves(joint)

    def places(self, sums: CauseSamples, joint: int) -> Sequence[int]:
        """Return the indices of the columns that belong to the values of a joint."""
        return sums.at(type(self))

    @abstractmethod
    def fit_joint(self, joint: int, grams: FloatArray, steady: FloatArray, sums: CauseSamples) -> Fit | None:
        """Fit the values of one joint to its sums (blocks, 1, p, p); return `None` if the values are not possible."""

    @abstractmethod
    def phrase(self, joint: int, found: Fit) -> tuple[str, dict[str, float]]:
        """Return the values of a joint as text, and by name with unit; absolute values, not changes of the model."""

    def candidates(self, sums: CauseSamples) -> Iterator[Tried]:
        """Fit the cause to each joint separately, and omit joints where it explains little."""
        before = sums.residual.sum(axis=0)
        fits: dict[int, Fit] = {}
        unseen, weights = sums.residual.copy(), sums.weights()
        for joint in np.flatnonzero(before).tolist():
            if not self.can_show(sums.evidence, joint):
                continue
            found = self.fit_joint(joint, sums.grams[:, joint : joint + 1], sums.steady[:, joint : joint + 1], sums)
            if found is not None and before[joint] - found.left[0] > 0.5 * LEAST * before.sum():
                fits[joint] = found
                unseen[:, joint] = found.unseen[:, 0]
                weights[joint, list(self.places(sums, joint))] = -found.values
        if fits:
            yield Tried(self._described(fits, before - unseen.sum(axis=0)), weights, unseen)

    def _described(self, fits: Mapping[int, Fit], gain: FloatArray) -> FittedCause:
        """Describe the cause; the message lists the joints where it explains most according to `gain` (n,)."""
        values: dict[str, float] = {}
        phrases = []
        for joint, one in sorted(fits.items(), key=lambda pair: -float(gain[pair[0]])):
            name = self.arm.joint_names[joint]
            phrase, numbers = self.phrase(joint, one)
            phrases.append(f"{name}: {phrase}")
            values.update({f"{name}.{key}": float(value) for key, value in numbers.items()})
        if len(phrases) > _NAMED:
            more = len(phrases) - _NAMED
            phrases[_NAMED:] = [f"and at {more} more joint{'s' if more > 1 else ''}"]
        chosen = sum(len(one.values) for one in fits.values())
        return FittedCause(self.kind, f"{self.begin} ({'; '.join(phrases)})", values, chosen, len(fits))


def with_error(value: float, error: float) -> str:
    """Format a value and its error as ``2.13 ± 0.02``: one digit of the error, and as many decimals of the value."""
    if not (math.isfinite(error) and error > 0.0):
        text = f"{value:.3g}"
    else:
        places = min(6, max(0, -math.floor(math.log10(error))))
        text = f"{value:.{places}f} ± {error:.{places}f}"
    return text.replace("-", "−")


def and_joined(names: Sequence[str]) -> str:
    """Join names as ``a, b and c``."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
