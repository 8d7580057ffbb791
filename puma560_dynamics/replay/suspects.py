"""Why model and arm disagree: simple causes, each fitted to the residual alone, ranked by what each would explain.

Every joint is measured in its maximum torque. To first order each cause is a sum of known columns:

* a load on the last link: its ten parameters times the regressor's columns of that link, fitted together with
  friction, which is seldom known and must not pass for a load;
* a tilted base: the change of the gravity torque;
* friction other than assumed, an offset, another motor inertia, an effort in another unit (a share of the model's
  torque): numbers of one joint alone;
* a late effort: minus the lag times the torque's derivative;
* two joints' efforts exchanged, or one of the wrong sign: no number at all, only other columns.

Those with numbers of one joint alone are taken only at joints where they explain something.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ..arm import Arm
from ..arm.arm import read_only
from ..arm.joint_friction import JointFriction
from ..payload.payload import Payload, attached
from ..recursive.newton_euler import NewtonEulerModel
from ..recursive.regressor import LINK_PARAMETERS
from .cause_words import Cause, Words
from .evaluation import Evaluated
from .friction import friction_basis
from .normal_equations import FEWEST, Blocks, Fit, fit, squares, without
from .result import Suspect

Numbers = NDArray[np.float64]

LEAST = 0.02
"""Share of the squared residual below which a cause is not worth naming."""

_PER_NUMBER = 0.002
"""Share that a cause must explain more for each number that it may choose, to come before a simpler one."""

SPACING = 0.004
"""s between the samples that are looked at: a residual says little new in less, and it is many columns."""

_PAYLOAD = len(LINK_PARAMETERS)


@dataclass(frozen=True)
class _Columns:
    """Where the columns are."""

    payload: range
    tilt: range
    friction: range
    offset: int
    motor: int
    lag: int
    model: range


def _columns(n: int) -> _Columns:
    payload, tilt = range(_PAYLOAD), range(_PAYLOAD, _PAYLOAD + 2)
    friction = range(tilt.stop, tilt.stop + 3)
    offset, motor, lag = range(friction.stop, friction.stop + 3)
    return _Columns(payload, tilt, friction, offset, motor, lag, range(lag + 1, lag + 1 + n))


class SuspectSums:
    """Adds up what every cause would do.

    Args:
        arm: without payload.
        payload: that the model carries.
        friction: that the model takes, one a joint.
    """

    def __init__(self, arm: Arm, payload: Payload, friction: Sequence[JointFriction]) -> None:
        self._arm = arm
        self._columns = _columns(arm.n)
        self._blocks = Blocks(arm.n, self._columns.model.stop + 1)
        self._words = Words(arm, friction)
        loaded = attached(arm, payload)
        self._tilted = [NewtonEulerModel(_pulled(loaded, axis)) for axis in tilt_axes(arm)]

    def add(self, piece: Evaluated) -> None:
        """Take a piece, whose `extra` holds the regressor's ten columns of the last link."""
        motion, at = piece.motion, self._columns
        if len(motion.time) < 2:
            return
        rows = slice(None, None, max(1, round(SPACING / float(np.median(np.diff(motion.time))))))
        residual = piece.residual[rows].T
        columns = np.empty((self._arm.n, at.model.stop + 1, residual.shape[1]))
        columns[:, at.payload] = piece.extra[rows].transpose(1, 2, 0)
        for column, model in zip(at.tilt, self._tilted, strict=True):
            columns[:, column] = model.gravity(motion.q[rows]).T
        columns[:, at.friction] = friction_basis(motion.qd[rows]).transpose(2, 0, 1)[:, :3]
        columns[:, at.offset] = 1.0
        columns[:, at.motor] = motion.qdd[rows].T
        columns[:, at.lag] = -np.gradient(piece.rigid, motion.time, axis=0)[rows].T
        columns[:, at.model] = piece.total[rows].T
        columns[:, -1] = np.nan_to_num(residual)
        columns *= (1.0 / self._arm.maximum_torque)[:, None, None]
        columns *= ~np.isnan(residual)[:, None, :]
        self._blocks.add(columns)

    def result(self) -> tuple[Suspect, ...]:
        """Causes that explain at least `LEAST`, the best first; none if there is too little to judge by."""
        grams = self._blocks.grams()
        if len(grams) < FEWEST:
            return ()
        before = grams[..., -1, -1].sum(axis=0)
        if not before.sum() > 0.0:
            return ()
        found = []
        for cause in (*self._shared(grams), *self._by_joint(grams, before), *self._mixed_up(grams, before)):
            share = 1.0 - cause.left.sum() / before.sum()
            if share >= LEAST:
                with np.errstate(invalid="ignore", divide="ignore"):
                    explained = np.where(before > 0.0, np.clip(1.0 - cause.left / before, 0.0, 1.0), 0.0)
                message = f"{cause.message} would explain {share:.0%} of the residual"
                suspect = Suspect(cause.kind, read_only(explained), float(share), message, cause.values)
                found.append((share - _PER_NUMBER * cause.numbers, suspect))
        return tuple(suspect for _, suspect in sorted(found, key=lambda pair: -pair[0]))

    def _shared(self, grams: Numbers) -> Iterator[Cause]:
        """Causes with one set of numbers for all joints."""
        at = self._columns
        # A load that moves slowly shows its mass and moments alone; guesses at its inertia fail on unseen blocks.
        free = without(grams, at.friction)
        best = min((fit(free, at.payload[:count]) for count in (4, _PAYLOAD)), key=lambda load: float(load.left.sum()))
        if best.left.sum() < free[..., -1, -1].sum():
            carried = dict(zip(at.payload, -best.values, strict=False))
            yield self._words.payload(replace(best, left=squares(grams.sum(axis=0), {-1: 1.0, **carried})))
        yield self._words.tilt(fit(grams, at.tilt), tilt_axes(self._arm))
        yield self._words.lag(fit(grams, [at.lag]))

    def _by_joint(self, grams: Numbers, before: Numbers) -> Iterator[Cause]:
        """Causes with numbers of their own at every joint."""
        at = self._columns
        for name, columns in (
            ("friction", lambda joint: at.friction),
            ("offset", lambda joint: [at.offset]),
            ("motor_inertia", lambda joint: [at.motor]),
            ("effort_scale", lambda joint: [at.model[joint]]),
        ):
            fits: dict[int, Fit] = {}
            left = before.copy()
            for joint in np.flatnonzero(before).tolist():
                one = fit(grams[:, joint : joint + 1], columns(joint))
                if before[joint] - one.left[0] > 0.5 * LEAST * before.sum():
                    fits[joint] = one
                    left[joint] = one.left[0]
            if fits:
                yield self._words.by_joint(name, fits, left, before)

    def _mixed_up(self, grams: Numbers, before: Numbers) -> Iterator[Cause]:
        """Efforts of the wrong sign, or of another joint: the best of either."""
        gram, model = grams.sum(axis=0), self._columns.model
        n = self._arm.n
        negated = np.array([squares(gram, {-1: 1.0, model[joint]: 2.0})[joint] for joint in range(n)])
        wrong = np.flatnonzero(before - negated > LEAST * before.sum())
        if len(wrong):
            yield self._words.negated(wrong.tolist(), np.where(np.isin(np.arange(n), wrong), negated, before))
        lefts = []
        for one, other in combinations(range(n), 2):
            left = before.copy()
            for joint, taken in ((one, other), (other, one)):
                left[joint] = squares(gram, {-1: 1.0, model[joint]: 1.0, model[taken]: -1.0})[joint]
            lefts.append((left.sum(), one, other, left))
        if lefts:
            _, one, other, left = min(lefts, key=lambda entry: entry[0])
            yield self._words.swapped(one, other, left)


def tilt_axes(arm: Arm) -> Numbers:
    """(2, 3) unit vectors of the base across gravity, about which it may be tilted; x and y of an upright arm."""
    down = arm.gravity_direction
    first = np.eye(3)[int(np.argmin(np.abs(down)))]
    first = first - (first @ down) * down
    first /= np.linalg.norm(first)
    return np.stack([first, np.cross(first, down)])


def _pulled(arm: Arm, axis: Numbers) -> Arm:
    """The arm under the change of gravity that a turn of its base about `axis` makes, per rad.

    The base turned by t sees gravity turned by -t.
    """
    pull = -np.cross(axis, arm.gravity_vector)
    size = float(np.linalg.norm(pull))
    return arm.with_(gravity=size, gravity_direction=pull / size if size else pull)
