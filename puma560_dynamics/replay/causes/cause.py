"""What a cause of a difference between model and arm is: `Cause`, and `JointCause` with separate numbers at each joint.

Columns are torques, (n, N) N·m each, that a number of the cause multiplies to first order. Sums over the products of
all columns (`CauseSamples`) are what causes are fitted to.
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
"""Share of the squared residual below which a cause is not worth naming."""

_NAMED = 2
"""Joints that a sentence names with their numbers."""


@dataclass(frozen=True, eq=False)
class ComparedModel:
    """What the recording is compared with.

    Attributes:
        arm: without payload.
        payload: that it carries.
        friction: one a joint.
        fitted: whether friction was fitted to this effort.
    """

    arm: Arm
    payload: Payload
    friction: Sequence[JointFriction]
    fitted: bool = False


@dataclass(frozen=True, eq=False)
class Example:
    """The robot whose recording shows a cause, for tests.

    Attributes:
        robot: that makes the recording.
        values: true values of the fitted cause, by their names.
        effort: what the recording has of the true effort (N, n) N·m, at an even rate of samples.
        relative: fraction by which the values may differ where the first order is not enough; by default they are
            within four standard errors.
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
        message: a few words, before which "would explain" may stand or after.
        values: by name with unit; ``…_error`` is the standard error.
        numbers: how many it could choose.
        faults: how many separate things are wrong.
    """

    kind: str
    message: str
    values: Mapping[str, float]
    numbers: int
    faults: int = 1


@dataclass(frozen=True, eq=False)
class Tried:
    """A fitted cause, and what it leaves of the residual.

    Attributes:
        fitted: its sentence and its numbers.
        weights: (n, p) sum of columns that it leaves of each joint's residual.
        unseen: (blocks, n) squares of that, in blocks that it was not fitted to.
        share: of all joints' squares that it explains.
        indistinguishable: whether the recording does not distinguish it from the first.
    """

    fitted: FittedCause
    weights: FloatArray
    unseen: FloatArray
    share: float = 0.0
    indistinguishable: bool = False

    @property
    def left(self) -> FloatArray:
        """(n,) squares that it leaves."""
        return np.asarray(self.unseen.sum(axis=0))


@dataclass(frozen=True, eq=False)
class CauseSamples:
    """Sums over blocks of a recording, to which causes are fitted; torques are in maximum torques of their joint.

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
        """Places of the columns of a cause."""
        return self.places[cause]

    @property
    def residual(self) -> FloatArray:
        """(blocks, n) squares of what is to be explained."""
        return np.asarray(self.grams[..., -1, -1])

    def weights(self, places: Sequence[int] = (), values: Sequence[float] | FloatArray = ()) -> FloatArray:
        """(n, p): the residual and so much of other columns, at every joint."""
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
        set_at_once: whether one setting removes it: it is named before others, and when it adds less.
        resembles_friction: whether doubt about friction is enough to explain it.
        resembles_masses: whether other masses of the links look alike.
        contained_in: causes with more numbers that contain it, and so are no other explanation.
        fault: false for what is expected of a controller.
        width: number of its columns; one that fits columns of other causes alone has none.

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
        """(10 m + n, k) directions of the regressor's parameters whose effects its columns need."""
        return np.zeros((10 * len(self.arm.links) + self.arm.n, 0))

    def columns(self, samples: ResidualSamples) -> FloatArray:
        """(n, width, N) torques, N·m, of one of each of its numbers."""
        return np.empty((self.arm.n, 0, len(samples.residual)))

    @abstractmethod
    def tried(self, sums: CauseSamples) -> Iterator[Tried]:
        """Fit it alone: one or nothing, if what fits best is not possible or the recording cannot show it."""

    @abstractmethod
    def shows(self) -> Example:
        """Return a robot whose recording shows this cause first, where it is compared with `model`."""


class JointCause(Cause):
    """A cause with separate numbers at each joint, taken at joints where they explain something.

    Attributes:
        begin: the message's first words, before the joints.
        needs_motion: whether a joint has to move for it.
        not_shown: why joints that move may still not show it; ``{}`` is for their names.
    """

    begin: ClassVar[str]
    needs_motion: ClassVar[bool] = True
    not_shown: ClassVar[str] = ""

    def shown(self, evidence: Evidence, joint: int) -> bool:
        """Whether the recording can show it at a joint."""
        return not self.needs_motion or evidence.moves(joint)

    def places(self, sums: CauseSamples, joint: int) -> Sequence[int]:
        """Places of the columns that its numbers multiply at a joint."""
        return sums.at(type(self))

    @abstractmethod
    def own(self, joint: int, grams: FloatArray, steady: FloatArray, sums: CauseSamples) -> Fit | None:
        """Fit the numbers of one joint to sums (blocks, 1, p, p) of that joint; `None` if they are not possible."""

    @abstractmethod
    def phrase(self, joint: int, found: Fit) -> tuple[str, dict[str, float]]:
        """Numbers of a joint in words, and by name with unit; as a whole, not as a change of what the model takes."""

    def tried(self, sums: CauseSamples) -> Iterator[Tried]:
        """Fit it at each joint alone; joints that gain little are left out."""
        before = sums.residual.sum(axis=0)
        fits: dict[int, Fit] = {}
        unseen, weights = sums.residual.copy(), sums.weights()
        for joint in np.flatnonzero(before).tolist():
            if not self.shown(sums.evidence, joint):
                continue
            found = self.own(joint, sums.grams[:, joint : joint + 1], sums.steady[:, joint : joint + 1], sums)
            if found is not None and before[joint] - found.left[0] > 0.5 * LEAST * before.sum():
                fits[joint] = found
                unseen[:, joint] = found.unseen[:, 0]
                weights[joint, list(self.places(sums, joint))] = -found.values
        if fits:
            yield Tried(self._described(fits, before - unseen.sum(axis=0)), weights, unseen)

    def _described(self, fits: Mapping[int, Fit], gain: FloatArray) -> FittedCause:
        """The message names those joints where it explains most, by `gain` (n,)."""
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
    """``2.13 ± 0.02``: one digit of the error, and as many places of the value."""
    if not (math.isfinite(error) and error > 0.0):
        text = f"{value:.3g}"
    else:
        places = min(6, max(0, -math.floor(math.log10(error))))
        text = f"{value:.{places}f} ± {error:.{places}f}"
    return text.replace("-", "−")


def and_joined(names: Sequence[str]) -> str:
    """``a, b and c``."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
