"""Base classes of causes: `Cause`, and `JointCause` with separate numbers for each joint.

A column is a torque, (n, N) N·m, that a number of the cause multiplies to first order. Causes are fitted to sums over
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
"""Largest number of joints that a sentence names with their numbers."""


@dataclass(frozen=True, eq=False)
class ComparedModel:
    """The model that the recording is compared with.

    Attributes:
        arm: without payload.
        payload: payload of the model.
        friction: friction of each joint.
        fitted: whether friction was fitted to this effort.
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
        robot: produces the recording.
        values: true values of the fitted cause, by their names.
        effort: makes the recorded effort from the true one (N, n) N·m, evenly sampled.
        relative: largest relative error of the values if the first order is not accurate enough; by default the values
            are within four standard errors.
        noise: of the effort, as a fraction of each joint's maximum torque.
    """

    robot: ComparedModel
    values: Mapping[str, float]
    effort: Callable[[FloatArray], FloatArray] = np.asarray
    relative: float = 0.0
    noise: float = 0.004


@dataclass(frozen=True, eq=False)
class FittedCause:
    """A cause with the numbers that fit best, in a sentence and as values.

    Attributes:
        kind: as in `Cause`.
        message: a noun phrase that fits before "would explain".
        values: by name with unit; ``…_error`` is the standard error.
        numbers: how many numbers were fitted.
        faults: how many separate faults it assumes.
    """

    kind: str
    message: str
    values: Mapping[str, float]
    numbers: int
    faults: int = 1


@dataclass(frozen=True, eq=False)
class Tried:
    """A fitted cause, and the residual that remains.

    Attributes:
        fitted: its sentence and its numbers.
        weights: (n, p) weights of the columns in the remaining residual of each joint.
        unseen: (blocks, n) squares of the remaining residual, in blocks that it was not fitted to.
        share: fraction of all joints' squares that it explains.
        indistinguishable: whether the recording does not distinguish it from the first.
    """

    fitted: FittedCause
    weights: FloatArray
    unseen: FloatArray
    share: float = 0.0
    indistinguishable: bool = False

    @property
    def left(self) -> FloatArray:
        """Remaining squares (n,) of each joint."""
        return np.asarray(self.unseen.sum(axis=0))


@dataclass(frozen=True, eq=False)
class CauseSamples:
    """Sums over blocks of a recording, to which causes are fitted; torques are relative to the joint's maximum torque.

    Attributes:
        grams: (blocks, n, p, p) of the columns of all causes, over all samples; the last column is the residual.
        steady: the same over samples between two reversals of a joint.
        places: which of the p columns belong to which cause.
        evidence: what the recording can show.
        period: s between joint states.
    """

    grams: FloatArray
    steady: FloatArray
    places: Mapping[type[Cause], range]
    evidence: Evidence
    period: float

    def at(self, cause: type[Cause]) -> range:
        """Return the places of a cause's columns."""
        return self.places[cause]

    @property
    def residual(self) -> FloatArray:
        """Squares (blocks, n) of the residual to be explained."""
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
        kind: its name in JSON and tables.
        headline: a clause that names it.
        advice: what to do about it.
        set_at_once: whether one setting removes it. Such a cause is named before others, even if it adds less.
        resembles_friction: whether the uncertainty of friction is enough to explain it.
        resembles_masses: whether it cannot be distinguished from other masses of the links.
        contained_in: causes with more numbers that include it, and so are not alternative explanations.
        fault: false for the normal behaviour of a controller.
        width: number of its columns; 0 if it only uses columns of other causes.

    Args:
        model: what the recording is compared with.
    """

    kind: ClassVar[str]
    headline: ClassVar[str]
    advice: ClassVar[str]
    set_at_once: ClassVar[bool] = False
    resembles_friction: ClassVar[bool] = False
    resembles_masses: ClassVar[bool] = False
    contained_in: ClassVar[tuple[type[Cause], ...]] = ()
    fault: ClassVar[bool] = True
    width: int = 0

    def __init__(self, model: ComparedModel) -> None:
        self.model = model
        self.arm = model.arm

    @property
    def directions(self) -> FloatArray:
        """Directions (10 m + n, k) of the regressor's parameters whose effects the columns need."""
        return np.zeros((10 * len(self.arm.links) + self.arm.n, 0))

    def columns(self, samples: ResidualSamples) -> FloatArray:
        """Return the torques (n, width, N), N·m, of a unit of each number."""
        return np.empty((self.arm.n, 0, len(samples.residual)))

    @classmethod
    def spoils_effort(cls, values: Mapping[str, float]) -> bool:
        """Return whether no arm may be identified from an effort with this cause.

        Args:
            values: those of `FittedCause`.
        """
        return False

    @abstractmethod
    def candidates(self, sums: CauseSamples) -> Iterator[Tried]:
        """Fit the cause alone; yield nothing if the best fit is impossible or the recording cannot show it."""

    @abstractmethod
    def example(self) -> Example | None:
        """Return a robot whose recording shows this cause first, where it is compared with `model`.

        `None` if no recording of this arm can show it.
        """


class JointCause(Cause):
    """A cause with separate numbers for each joint, used at the joints where they explain something.

    Attributes:
        begin: first words of the message, before the joints.
        needs_motion: whether a joint has to move to show it.
        not_shown: why joints that move may still not show it; ``{}`` stands for their names.
    """

    begin: ClassVar[str]
    needs_motion: ClassVar[bool] = True
    not_shown: ClassVar[str] = ""

    def can_show(self, evidence: Evidence, joint: int) -> bool:
        """Return whether the recording can show the cause at a joint."""
        return not self.needs_motion or evidence.moves(joint)

    def places(self, sums: CauseSamples, joint: int) -> Sequence[int]:
        """Return the places of the columns that the numbers of a joint multiply."""
        return sums.at(type(self))

    @abstractmethod
    def fit_joint(self, joint: int, grams: FloatArray, steady: FloatArray, sums: CauseSamples) -> Fit | None:
        """Fit the numbers of one joint to sums (blocks, 1, p, p) of that joint; `None` if they are not possible."""

    @abstractmethod
    def phrase(self, joint: int, found: Fit) -> tuple[str, dict[str, float]]:
        """Return the numbers of a joint in words, and by name with unit; absolute, not as changes of the model."""

    def candidates(self, sums: CauseSamples) -> Iterator[Tried]:
        """Fit the cause to each joint separately; joints that gain little are left out."""
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
        """Describe the cause; the message names the joints where it explains most, by `gain` (n,)."""
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
