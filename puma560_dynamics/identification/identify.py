"""Fit of an arm to recordings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ..arm import Arm, JointFriction, Link
from ..arrays import FloatArray
from ..errors import IdentificationError
from .base_parameters import BaseSet, base_set
from .bodies import from_linear, linear_form_jacobian, seen_from, tensor
from .cross_validation import Guess, choose_guess, left_out
from .dry_friction import choose_presliding, with_load_friction
from .effort_lead import find_lead, with_lead
from .joint_equations import stretches, total
from .prior import Prior, is_guess, prior
from .recorded import Recorded
from .solve import Estimate, solve
from .unknowns import Unknowns
from .windows import Rows

ROUNDS = 3
"""Number of fits to kept windows, each with the transmitted torque and effort lead of the previous fit."""


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
        noise: (n,) RMS error when each stretch is predicted by a fit to the others (`cross_validation`), N·m.
        presliding: (n,) distance over which each motor's dry friction reverses, rad; NaN if windows were not kept.
        lead: time by which the effort is ahead of the motion (`effort_lead`), s; 0 if windows were not kept.
    """

    unknowns: Unknowns
    base: BaseSet
    before: Prior
    estimate: Estimate
    train: Sequence[Recorded]
    held_out: Sequence[Recorded]
    guess: Guess | None
    noise: FloatArray
    presliding: FloatArray
    lead: float

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
        columns["presliding"] = np.nan_to_num(self.presliding).tolist()
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
    unknowns: Unknowns, train: Sequence[Recorded], held_out: Sequence[Recorded] = (), *, lead: float | None = None
) -> Identified:
    """Fit the unknowns of an arm to recordings.

    Args:
        unknowns: unknowns of the arm.
        train: recordings to fit.
        held_out: recordings that are only used to judge the result.
        lead: time by which the effort is ahead of the motion, s; `None` to find it from the kept windows.

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
    base = base_set(unknowns.arm)
    before = prior(unknowns)
    parts = [part for recording in train for part in recording.parts]
    estimate = solve(parts, before, unknowns, base)
    guess = None
    if is_guess(unknowns.arm):
        guess = choose_guess(parts, unknowns, estimate.variance)
        before = prior(unknowns, guess.width)
        estimate = solve(parts, before, unknowns, base)
    fitted, judged, given, lead = tuple(train), tuple(held_out), lead, 0.0
    if _windows_kept(unknowns, (*fitted, *judged)):
        for _ in range(ROUNDS):
            complete = [_rows_of(recording, estimate.x, unknowns) for recording in train]
            lead = find_lead(complete, before, estimate.variance) if given is None else given
            fitted = tuple(_early(*pair, lead) for pair in zip(train, complete, strict=True))
            parts = [part for recording in fitted for part in recording.parts]
            estimate = solve(parts, before, unknowns, base)
        judged = tuple(_early(each, _rows_of(each, estimate.x, unknowns), lead) for each in held_out)
    noise = left_out(parts, before, estimate.variance)
    rows = [rows for recording in fitted for rows in recording.rows]
    presliding = choose_presliding(rows, estimate.x, unknowns) if rows else np.full(unknowns.n, np.nan)
    return Identified(unknowns, base, before, estimate, fitted, judged, guess, noise, presliding, lead)


def _windows_kept(unknowns: Unknowns, recordings: Sequence[Recorded]) -> bool:
    """Return whether all recordings have kept their windows; raise if load-dependent friction needs missing ones."""
    without = [recording.name for recording in recordings if not recording.rows]
    if without and "load" in unknowns.sought:
        raise IdentificationError(f"{without[0]}: load-dependent friction needs its windows; read it with `keep`")
    return not without


def _rows_of(recording: Recorded, x: FloatArray, unknowns: Unknowns) -> Sequence[Rows]:
    """Return a recording's windows; columns of load-dependent friction are computed with the torque of `x`."""
    if "load" in unknowns.sought:
        return with_load_friction(recording.rows, x, unknowns)
    return recording.rows


def _early(recording: Recorded, rows: Sequence[Rows], lead: float) -> Recorded:
    """Return a recording with the windows `rows`, after correction of an effort that is `lead` s ahead."""
    rows = with_lead(rows, lead)
    return replace(recording, parts=stretches(rows), rows=tuple(rows))


def _measured(values: FloatArray, covariance: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Convert a body from the linear to the measured form, with its standard errors."""
    found = from_linear(values)
    back = np.linalg.inv(linear_form_jacobian(found))
    return found, np.sqrt(np.diag(back @ covariance @ back.T))


def _link(name: str, body: FloatArray) -> Link:
    found = from_linear(body)
    return Link(name, float(found[0]), found[1:4], tensor(found[4:]))
