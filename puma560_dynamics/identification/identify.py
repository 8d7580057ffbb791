"""Fit of an arm to recordings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ..arm import Arm, JointFriction, Link
from ..arm.friction_terms import FULL
from ..arrays import FloatArray
from ..errors import IdentificationError
from .base_parameters import BaseSet, base_set
from .bodies import from_linear, linear_form_jacobian, seen_from, tensor
from .cross_validation import FOLDS, Guess, choose_guess, left_out
from .dry_friction import moving_scale
from .effort_lead import find_lead
from .friction_choice import FrictionState, choose_distances, without_full
from .joint_equations import equations_of_parts, stretches, total
from .prediction_band import band_noise
from .presliding import DISTANCES
from .prior import Prior, is_guess, prior
from .recorded import Recorded
from .solve import Estimate, solve
from .unknowns import Unknowns

ROUNDS = 3
"""Number of fits, each with the transmitted torque of the previous fit."""


@dataclass(frozen=True, eq=False, repr=False)
class Identified:
    """An identified arm, compared with its prior.

    Attributes:
        unknowns: names and indices of the unknowns.
        base: base parameters, the combinations of unknowns that torque can distinguish.
        before: prior from the arm file.
        estimate: the most probable values.
        train: recordings that were fitted.
        held_out: recordings that were only used to judge the result.
        guess: width of the prior by cross-validation; `None` if the arm file has tolerances.
        error: (n,) RMS error when each stretch is predicted by a fit to the others (`cross_validation`), N·m.
        noise: (n,) noise of the band around predicted torque (`prediction_band`), N·m; NaN if the recordings are too
            short for a band.
        state: friction law and effort lead.
        cut_off: cut-off of the positions' filter with which torque is predicted best, Hz; 0 if it was not chosen.
    """

    unknowns: Unknowns
    base: BaseSet
    before: Prior
    estimate: Estimate
    train: Sequence[Recorded]
    held_out: Sequence[Recorded]
    guess: Guess | None
    error: FloatArray
    noise: FloatArray
    state: FrictionState
    cut_off: float = 0.0

    @property
    def lead(self) -> float:
        """Return the time by which the effort is ahead of the motion (`effort_lead`), s."""
        return self.state.lead

    @property
    def presliding(self) -> FloatArray:
        """Return the distance (n,) over which each motor's dry friction reverses, rad (m); 0 without one."""
        return np.asarray(np.array(DISTANCES)[self.state.distances] * self.unknowns.arm.motion_scale)

    def complete(self, recording: Recorded) -> Recorded:
        """Return a recording with the columns of the identified friction law, and without the effort's lead.

        Args:
            recording: a recording as it was read (`recorded`).

        Returns:
            The recording for `rms`, and for the band and plots.
        """
        return replace(recording, rows=tuple(self.state.judged(recording.rows, self.unknowns)))

    def __repr__(self) -> str:
        name, counts = self.unknowns.arm.name, f"{len(self.train)} recordings, {len(self.held_out)} held out"
        return f"Identified({name}: {len(self.base.columns)} base parameters from {counts})"

    def rms(self, x: FloatArray, recordings: Sequence[Recorded]) -> FloatArray:
        """Return the RMS of measured minus predicted torque, over windows in which the joint moves.

        Args:
            x: (p,) values of all unknowns, such as `estimate.x` or `before.mean`.
            recordings: recordings to sum over, such as `train` or `held_out`.

        Returns:
            ``(n,)`` N·m.
        """
        return total([part for recording in recordings for part in recording.parts]).rms(x)

    @cached_property
    def consistency_cost(self) -> FloatArray:
        """Return the ratio (n,) of the errors of predicted stretches, with and without physical constraints on the fit.

        A ratio above 1 shows that no possible arm explains the recordings; near 1, the constraints only decide what the
        motion does not show.
        """
        parts = [part for recording in self.train for part in recording.parts]
        free, possible = (left_out(parts, self.before, self.estimate.variance, only) for only in (None, self.unknowns))
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(possible / free)

    @cached_property
    def arm(self) -> Arm:
        """Return the identified arm, without the payload."""
        arm = self.unknowns.arm
        x = self.estimate.x
        return arm.with_(
            name=f"{arm.name}_identified",
            links=tuple(
                _link(link.name, x[place]) for link, place in zip(arm.links, self.unknowns.bodies, strict=False)
            ),
            motors=tuple(
                replace(motor, inertia=float(inertia))
                for motor, inertia in zip(arm.motors, x[self.unknowns.motors], strict=True)
            ),
            friction=self.friction,
            quantities={},
        )

    @property
    def friction(self) -> tuple[JointFriction, ...]:
        """Return the friction of each joint; parameters that were not identified have their default values."""
        unknowns, x = self.unknowns, self.estimate.x
        columns = {name: x[unknowns.place_of(name)].tolist() for name in unknowns.sought}
        columns["presliding"] = self.presliding.tolist()
        return tuple(
            JointFriction(**{name: values[joint] for name, values in columns.items()}) for joint in range(unknowns.n)
        )

    def body(self, index: int) -> tuple[FloatArray, FloatArray]:
        """Return the identified parameters of a body in the measured form (see `bodies`), in the link's frame.

        Args:
            index: index of the link; the unknown payload, if any, is last.

        Returns:
            Parameters (10,) in kg, m and kg·m², and their standard errors; zeros for a payload without mass.
        """
        place = self.unknowns.bodies[index]
        values = self.estimate.x[place]
        if values[0] < 1e-6:
            return np.zeros(len(values)), self.estimate.error[place]
        return _measured(values, self.estimate.covariance[place, place])

    def load_body(self) -> tuple[FloatArray, FloatArray]:
        """Return the unknown payload in the measured form, in the frame of the tip, in which payloads are given.

        Returns:
            Parameters (10,) in kg, m and kg·m², and their standard errors; zeros for a payload without mass.
        """
        place = self.unknowns.bodies[-1]
        turn = seen_from(self.unknowns.arm.frames[-1])
        values = turn @ self.estimate.x[place]
        if values[0] < 1e-6:
            return self.body(-1)
        return _measured(values, turn @ self.estimate.covariance[place, place] @ turn.T)

    def described_body(self, index: int) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return the identified parameters of a link in the measured form, in the link's frame of the description.

        Args:
            index: index of the link.

        Returns:
            Parameters (10,), their standard errors, and the widths of the prior.
        """
        place = self.unknowns.bodies[index]
        turn = seen_from(self.unknowns.arm.frames[index])
        before, now = self.before.covariance[place, place], self.estimate.covariance[place, place]
        _, widths = _measured(turn @ self.before.mean[place], turn @ before @ turn.T)
        return *_measured(turn @ self.estimate.x[place], turn @ now @ turn.T), widths


def fit_unknowns(
    unknowns: Unknowns,
    train: Sequence[Recorded],
    held_out: Sequence[Recorded] = (),
    *,
    lead: float | None = None,
    choose: bool = False,
) -> Identified:
    """Fit the unknowns of an arm to recordings.

    Args:
        unknowns: unknowns of the arm.
        train: recordings to fit.
        held_out: recordings that are only used to judge the result.
        lead: time by which the effort is ahead of the motion, s; `None` to find it.
        choose: whether the friction parameters `FULL` are only fitted if left-out stretches are then predicted better.

    Raises:
        IdentificationError: there is no recording, or not enough motion.
        MissingDependencyError: cvxpy is needed and not installed.
        UnphysicalArmError: no physically possible bodies have the torque of the arm file.
    """
    if not train:
        raise IdentificationError("no recording to identify from; give one or more bags")
    for recording in held_out:
        if not recording.parts or not total(recording.parts).count.any():
            raise IdentificationError(f"{recording.name}: held out, but no joint moves in it; give another bag")
    moving = [part for recording in train for part in recording.parts if part.count.any()]
    if moving and not any(part.square.any() for part in moving):
        raise IdentificationError("effort is exactly 0 in every joint: it was not measured; record the effort, N·m")
    found = _fit(unknowns, train, lead)
    if choose and any(name in unknowns.sought for name in FULL):
        fewer, rows = without_full([each.rows for each in train], unknowns)
        simple = _fit(fewer, [replace(each, rows=some) for each, some in zip(train, rows, strict=True)], lead)
        if _score(simple) < _score(found):
            _, rows = without_full([each.rows for each in held_out], unknowns)
            found, held_out = simple, [replace(each, rows=some) for each, some in zip(held_out, rows, strict=True)]
    return replace(found, held_out=tuple(found.complete(each) for each in held_out))


def _fit(unknowns: Unknowns, train: Sequence[Recorded], given: float | None) -> Identified:
    """Fit the unknowns, with presliding distances and, if it is not given, the effort's lead."""
    base = base_set(unknowns.arm)
    before = prior(unknowns)
    parts = [part for recording in train for part in recording.parts]
    estimate = solve(parts, before, unknowns, base)
    guess = None
    if is_guess(unknowns.arm):
        guess = choose_guess(parts, unknowns, estimate.variance)
        before = prior(unknowns, guess.width)
        estimate = solve(parts, before, unknowns, base)
    recordings = [recording.rows for recording in train]
    rows = [piece for some in recordings for piece in some]
    scale = moving_scale(rows, estimate.x)
    state = FrictionState(estimate.x, np.zeros(unknowns.n, dtype=np.intp), scale, given or 0.0)
    for _ in range(ROUNDS):
        state = replace(state, distances=choose_distances(rows, state, unknowns, before, estimate.variance))
        if given is None:
            still = replace(state, lead=0.0)
            timed = [still.fitted(still.judged(some, unknowns), unknowns) for some in recordings]
            state = replace(state, lead=find_lead(timed, before, estimate.variance))
        judged = [state.judged(some, unknowns) for some in recordings]
        fits = [part for some in judged for part in stretches(state.fitted(some, unknowns))]
        estimate = solve(fits, before, unknowns, base)
        scale = moving_scale([piece for some in judged for piece in some], estimate.x)
        state = replace(state, x=estimate.x, scale=scale)
    together = [piece for some in judged for piece in some]
    fitted = state.fitted(together, unknowns)
    noise = band_noise(together, fitted, before, estimate.variance, unknowns.n)
    folds, others = (equations_of_parts(some, FOLDS) for some in (together, fitted))
    error = left_out(folds, before, estimate.variance, fitted=others)
    found = Identified(unknowns, base, before, estimate, train, (), guess, error, noise, state)
    return replace(found, train=tuple(found.complete(each) for each in train))


def _score(found: Identified) -> float:
    """Return the error of predicted stretches, comparable between fits to the same recordings."""
    return float(np.nansum(np.log(np.maximum(found.error, 1e-300))))


def _measured(values: FloatArray, covariance: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Convert a body from the linear to the measured form, with its standard errors."""
    found = from_linear(values)
    back = np.linalg.inv(linear_form_jacobian(found))
    return found, np.sqrt(np.diag(back @ covariance @ back.T))


def _link(name: str, body: FloatArray) -> Link:
    found = from_linear(body)
    return Link(name, float(found[0]), found[1:4], tensor(found[4:]))
