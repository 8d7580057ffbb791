"""Joint positions that are counted from another zero than that of the description.

Small differences are fitted: a column is the change of the torque per radian. Differences of quarter turns, as between
a table of Denavit and Hartenberg and a robot description, are not small. They are searched at the beginning of a
recording (`quarter_turns`), and those that are found are tried over all of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product

import numpy as np

from ...arm import Arm
from ...arm.friction_terms import FITTED
from ...arm.joint_friction import MEASURED_SMOOTHING, friction_basis
from ...arrays import FloatArray
from ...models.at_hand import fast_exact_model
from ...models.payload.payload import Payload
from ..analysis.normal_equations import FLOOR, SURE, fit, freed_of, squares
from ..analysis.residual_samples import ResidualSamples
from ..motion.motion import Motion
from .cause import Cause, CauseSamples, ComparedModel, Example, FittedCause, Tried, and_joined, with_error
from .wrong_motor_inertia import seldom_known

LARGEST = 0.3
"""rad, multiplied by `Arm.motion_scale`; the columns are linear and hold for small differences only."""

LEAST = 0.002
"""rad, multiplied by `Arm.motion_scale`; smaller differences are those of any calibration."""

STEP = 1e-6
"""rad (m), of the difference quotient."""

QUARTER = 0.5 * np.pi
"""rad."""

TRIED = 3
"""Number of quarter turns of several joints that are tried over the whole recording."""

SAMPLES = 300
"""Samples of the search."""

CLEAR = 0.5
"""Decrease of the logarithm of the residual, summed over joints, from which turns are better than others."""

_SURE = 1.5
"""The same over the whole recording: the residual of a joint is less than a quarter, or of two joints than half."""

_WORSE = 1.1
"""Factor by which the residual of no joint may grow."""


class WrongZero(Cause):
    """A small difference of zero at every joint where it explains something."""

    kind = "zero"
    headline = "Joint positions have another zero than the description"
    advice = "Check the calibration of the encoders, or correct it with `offset` in the column map."

    def __init__(self, model: ComparedModel) -> None:
        super().__init__(model)
        self.width = self.arm.n
        self._model = fast_exact_model(self.arm, model.payload)

    def columns(self, samples: ResidualSamples) -> FloatArray:
        """Return the change (n, n, N) of the torque per rad (m) of each joint's zero."""
        q, qd, qdd = samples.q, samples.qd, samples.qdd
        here, columns = self._model.torque(q, qd, qdd), np.empty((self.arm.n, self.arm.n, len(q)))
        for joint, step in enumerate(STEP * np.eye(self.arm.n)):
            columns[:, joint] = (self._model.torque(q + step, qd, qdd) - here).T / STEP
        return columns

    def candidates(self, sums: CauseSamples) -> Iterator[Tried]:
        """Fit all zeros together with friction and offset, then those again that differ clearly."""
        at = sums.at(type(self))
        free = freed_of(sums.grams, seldom_known(sums))
        rough = fit(free, at)
        weighed = free / (rough.left + FLOOR * free[..., -1, -1].sum() / self.arm.n + 1e-300)[:, None, None]
        chosen, scale = list(range(self.arm.n)), self.arm.motion_scale
        while chosen:
            found = fit(weighed, [at[joint] for joint in chosen])
            clear = (np.abs(found.values) > SURE * found.errors) & (np.abs(found.values) > LEAST * scale[chosen])
            if clear.all():
                break
            chosen = [joint for joint, kept in zip(chosen, clear, strict=True) if kept]
        if not chosen or (np.abs(found.values) / scale[chosen]).max() > LARGEST:
            return
        places = [at[joint] for joint in chosen]
        judged = fit(weighed, places, judged=sums.grams)
        weights = sums.weights(places, -found.values)
        yield Tried(self.describe(chosen, found.values, found.errors), weights, judged.unseen)

    def describe(self, joints: Sequence[int], zeros: FloatArray, errors: FloatArray) -> FittedCause:
        """Describe by how much the zero of each joint differs."""
        values: dict[str, float] = {}
        shown = []
        for joint, zero, error in zip(joints, zeros, errors, strict=True):
            name, slides = self.arm.joint_names[joint], self.arm.joints[joint].slides
            key, factor, unit = ("m", 1e3, " mm") if slides else ("deg", 1.0, "°")
            size, doubt = (float(x if slides else np.degrees(x)) for x in (zero, error))
            values[f"{name}.zero_{key}"], values[f"{name}.zero_error_{key}"] = size, doubt
            shown.append(f"{with_error(factor * size, factor * doubt)}{unit} at {name}")
        message = f"positions that have to be offset by {and_joined(shown)}"
        return FittedCause(self.kind, message, values, len(joints), len(joints))

    def example(self) -> Example:
        """Return a robot whose second joint is 2° further than it reports."""
        joints = list(self.arm.joints)
        turn = np.radians(2.0)
        joints[1] = replace(joints[1], offset=joints[1].offset + turn)
        true = {f"{self.arm.joint_names[1]}.zero_deg": 2.0}
        return Example(replace(self.model, arm=self.arm.with_(joints=tuple(joints))), true, noise=0.001)


class QuarterTurns(Cause):
    """Zeros that differ by quarter turns at one joint or several, out of those that `quarter_turns` has found."""

    kind = "quarter_turns"
    headline = "Joint positions have another zero than the description"
    advice = (
        "Give `offset` in the column map: the recording counts from another zero, as a table of Denavit and Hartenberg "
        "does."
    )
    set_at_once = True
    misleading = True

    def __init__(self, model: ComparedModel) -> None:
        super().__init__(model)
        self.width = len(model.quarter_turns)
        self._turned = fast_exact_model(self.arm, model.payload)

    def columns(self, samples: ResidualSamples) -> FloatArray:
        """Return the change (n, width, N) of the torque by each of the turns."""
        q, qd, qdd = samples.q, samples.qd, samples.qdd
        rigid = samples.piece.rigid[samples.rows]
        changes = (self._turned.torque(q + QUARTER * turns, qd, qdd) - rigid for turns in self.model.quarter_turns)
        every = np.array([change.T for change in changes]).reshape(self.width, self.arm.n, len(q))
        return np.asarray(every.transpose(1, 0, 2))

    def candidates(self, sums: CauseSamples) -> Iterator[Tried]:
        """Yield the turns that explain most, if they leave much less at some joints and not more at any."""
        places = sums.at(type(self))
        free = freed_of(sums.grams, seldom_known(sums))
        before, tried = free[..., -1, -1].sum(axis=0), []
        floor = FLOOR * before.mean()
        for turns, place in zip(self.model.quarter_turns, places, strict=True):
            weights = sums.weights([place], [-1.0])
            ratio = (squares(free, weights).sum(axis=0) + floor) / (before + floor)
            if ratio.max() <= _WORSE and np.log(ratio).sum() <= -_SURE:
                tried.append(Tried(self.describe(turns), weights, squares(sums.grams, weights)))
        yield from sorted(tried, key=lambda one: float(one.left.sum()))[:1]

    def describe(self, turns: FloatArray) -> FittedCause:
        """Describe the turns of each joint."""
        degrees = (90.0 * np.where(turns == 3, -1.0, turns)).tolist()
        named = [(name, turn) for name, turn in zip(self.arm.joint_names, degrees, strict=True) if turn]
        words = and_joined([f"{turn:g}° at {name}".replace("-", "−") for name, turn in named])
        values = {f"{name}.zero_deg": turn for name, turn in named}
        return FittedCause(self.kind, f"positions that have to be offset by {words}", values, 0)

    def example(self) -> Example:
        """Return a robot whose second and third joints are a quarter turn from the zeros that they report."""
        joints = list(self.arm.joints)
        for joint, turn in ((1, -QUARTER), (2, QUARTER)):
            joints[joint] = replace(joints[joint], offset=joints[joint].offset + turn)
        names = self.arm.joint_names[1:3]
        true = {f"{names[0]}.zero_deg": -90.0, f"{names[1]}.zero_deg": 90.0}
        return Example(replace(self.model, arm=self.arm.with_(joints=tuple(joints))), true)


def quarter_turns(
    arm: Arm, payload: Payload, motions: Sequence[Motion], targets: Sequence[FloatArray]
) -> list[FloatArray]:
    """Search quarter turns of the joints' zeros that explain the torque better than none.

    Every turn of one revolute joint and of two is tried, then those of further joints in addition to the best.

    Args:
        arm: without payload.
        payload: payload of the model.
        motions: pieces of the recording.
        targets: (N, n) N·m for each piece; NaN where a sample does not count.

    Returns:
        At most `TRIED` vectors (n,) of 0 to 3 quarter turns, the best first.
    """
    search = _Search(arm, payload, motions, targets)
    if search.count < SAMPLES // 4:
        return []
    turning = np.flatnonzero(~arm.slides).tolist()
    singles = [{joint: turn} for joint, turn in product(turning, (1, 2, 3))]
    pairs = [
        {one: first, other: second}
        for one, other in combinations(turning, 2)
        for first, second in product((1, 2, 3), repeat=2)
    ]
    none = search.misfit({})
    best, found = none, []
    changes = [*singles, *pairs]
    chosen: dict[int, int] = {}
    while True:
        tried = sorted(
            ((search.misfit(chosen | change), chosen | change) for change in changes), key=lambda pair: pair[0]
        )
        if not chosen:
            found = [turns for misfit, turns in tried[:TRIED] if misfit < none - CLEAR]
        if not tried or not tried[0][0] < best - CLEAR:
            break
        best, chosen = tried[0]
        found = [chosen, *(turns for turns in found if turns != chosen)][:TRIED]
        changes = singles
    return [np.array([turns.get(joint, 0) for joint in range(arm.n)], dtype=np.float64) for turns in found]


class _Search:
    """Residual of a few samples without friction, offset and motor inertia, for any zeros.

    Attributes:
        count: number of samples.
    """

    def __init__(self, arm: Arm, payload: Payload, motions: Sequence[Motion], targets: Sequence[FloatArray]) -> None:
        self._model = fast_exact_model(arm, payload)
        q, qd, qdd = (np.concatenate([getattr(motion, name) for motion in motions]) for name in ("q", "qd", "qdd"))
        target = np.concatenate(targets)
        there = np.flatnonzero(np.isfinite(q + qd + qdd + target).all(axis=1))
        rows = there[np.linspace(0, len(there) - 1, min(SAMPLES, len(there))).astype(np.intp)] if len(there) else there
        self.count, self._n = len(rows), arm.n
        self._state, self._target = (q[rows], qd[rows], qdd[rows]), target[rows]
        bases = friction_basis(qd[rows], MEASURED_SMOOTHING * arm.motion_scale, names=FITTED).transpose(2, 1, 0)
        rotors = qdd[rows].T[:, :, None]
        self._bases = [_orthonormal(np.hstack(pair)) for pair in zip(bases, rotors, strict=True)]
        self._scale = 1.0 / arm.maximum_torque
        self._floor = FLOOR * float((self._rest(self._target) ** 2).sum()) / arm.n

    def _rest(self, torque: FloatArray) -> FloatArray:
        """Return a torque (N, n), relative to its maximum, without what `seldom_known` columns can explain."""
        torque = torque * self._scale
        return np.stack([y - basis @ (basis.T @ y) for y, basis in zip(torque.T, self._bases, strict=True)], axis=1)

    def misfit(self, turns: dict[int, int]) -> float:
        """Return the sum over joints of the logarithm of the residual's squares, for quarter turns of some joints."""
        shift = np.zeros(self._n)
        shift[list(turns)] = QUARTER * np.array(list(turns.values()), dtype=np.float64)
        q, qd, qdd = self._state
        left = (self._rest(self._target - self._model.torque(q + shift, qd, qdd)) ** 2).sum(axis=0)
        return float(np.log(left + self._floor + 1e-300).sum())


def _orthonormal(basis: FloatArray) -> FloatArray:
    """Return orthonormal columns that span those of (N, k)."""
    directions, sizes, _ = np.linalg.svd(basis, full_matrices=False)
    return np.asarray(directions[:, sizes > 1e-9 * max(float(sizes.max(initial=0.0)), 1e-300)])
