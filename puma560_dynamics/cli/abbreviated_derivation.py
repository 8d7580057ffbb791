"""Derive the programs of an abbreviated model for `puma560 derive --abbreviate CRITERION`, and bound its errors."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..arm import Arm
from ..arm.with_followers import refuse_followers
from ..emdeg import (
    Abbreviated,
    Chain,
    Criterion,
    Friction,
    OmittedTerm,
    Provenance,
    Reading,
    SearchEffort,
    SignificanceRule,
    abbreviate,
    abbreviated_names,
    abbreviated_system,
    check_exact_terms,
    derive,
    guaranteed_shares,
    omitted_terms,
    program_of,
    task_of,
    with_friction,
)
from ..errors import AbbreviationError
from ..models.assumed_limits import AssumedLimits, assumed_limits, with_assumed_limits
from ..models.generated.abbreviated_programs import MOVES, ROUNDS
from ..models.generated.factored_programs import is_kept, programs_of
from ..models.sampling import ACCELERATION_RANGE, VELOCITY_FRACTION, ranges_of
from .derivation import WRITTEN_OUT, Made, ShowShare, provenance, references

FORWARD = ("torque", "kinetic_energy_matrix")
"""Programs from which emitted code computes forward dynamics."""


@dataclass(frozen=True)
class AbbreviatedDerivation:
    """Programs of an abbreviated model with its errors, which are fractions of each joint's maximum torque.

    Attributes:
        model: the model.
        made: the programs, compared with the terms of the model.
        omitted: terms that the model omits, the largest first.
        rms: RMS error over sampled states, by joint.
        largest: largest error over sampled states, by joint.
        guaranteed: bound of the error at every state in the ranges, by joint.
        assumed: limits that the arm lacks and that are assumed, by name of the joint.
        exact: number of calculations of the exact torque.
    """

    model: Abbreviated
    made: list[Made]
    omitted: tuple[OmittedTerm, ...]
    rms: tuple[float, ...]
    largest: tuple[float, ...]
    guaranteed: tuple[float, ...]
    assumed: Mapping[str, AssumedLimits]
    exact: int

    @property
    def kept(self) -> str:
        """Sentence on the criterion and the number of kept terms."""
        criterion, exact = self.model.criterion, len(self.model.exact.terms)
        if isinstance(criterion, SignificanceRule):
            rule = (
                "by the rule of Armstrong, Khatib and Burdick (1986): terms below "
                f"{100 * float(criterion.within_equation):g} % of the greatest term of their element, or below "
                f"{100 * float(criterion.of_joint):g} % of the joint's largest constant term, are left out"
            )
        else:
            rule = (
                f"for a torque error of at most {100 * criterion:g} % of maximum torque at the sampled states with "
                "which the terms were chosen"
            )
        return f"Abbreviated {rule}; {len(self.model.kept.terms)} of {exact} terms are kept"

    @property
    def limits(self) -> str:
        """Sentence on the ranges of states for which the errors hold."""
        assumed = f"; assumed, because the input has none: limits of {', '.join(self.assumed)}" if self.assumed else ""
        return (
            f"The errors hold for positions within the joint limits, velocities to {100 * VELOCITY_FRACTION:g} % of "
            f"theirs and accelerations to {ACCELERATION_RANGE:g} rad/s^2 (m/s^2){assumed}"
        )


def abbreviated_derivation(
    reading: Reading,
    arm: Arm,
    criterion: Criterion,
    names: Sequence[str],
    seed: int = 0,
    friction: Sequence[Friction] = (),
    progress: ShowShare = lambda share, words: None,
) -> AbbreviatedDerivation:
    """Choose the terms of an abbreviated model, factor its programs, compare them with the terms, and bound its error.

    Args:
        reading: the arm as it was read.
        arm: the same arm, with the limits that the ranges and fractions of maximum torque come from.
        criterion: criterion by which terms are dropped.
        names: names of the programs.
        seed: seed of the search.
        friction: friction of each joint, added to the torque; empty for none.
        progress: called with the fraction that is done.

    Raises:
        AbbreviationError: a program has no abbreviated form, too many terms remain, or the forward dynamics of the
            abbreviated equations would be wrong at some states.
        UnsupportedArmError: the arm has mimic joints.
    """
    refuse_followers(arm, "an abbreviated model")
    if unknown := [name for name in names if name not in abbreviated_names()]:
        raise AbbreviationError(
            f"{', '.join(unknown)}: there is no abbreviated form, because the terms are those of A, B, C and g; "
            f"--programs takes {', '.join(abbreviated_names())} with --abbreviate"
        )
    limited = with_assumed_limits(arm)
    chain, torques = reading.chain, limited.maximum_torque.tolist()

    def chosen(share: float, cost: int) -> None:
        progress(0.4 * share, f"choice of terms: {cost} calculations")

    model = abbreviate(chain, ranges_of(limited), torques, criterion, MOVES, seed, chosen)
    check_exact_terms(model.exact)
    if set(FORWARD) <= set(names) and not model.is_positive_definite():
        raise AbbreviationError(
            "the kinetic energy matrix of the abbreviated model is not positive definite at some positions, so that "
            "its forward dynamics would be wrong: give smaller thresholds or a smaller error, or leave forward "
            "dynamics out with --programs torque,gravity"
        )
    made = []
    for number, name in enumerate(names):
        progress(0.4 + 0.3 * number / len(names), name.replace("_", " "))
        began = time.monotonic()
        system = abbreviated_system(model, name, ROUNDS, seed)
        program = program_of(chain, name, system, model.exact.variables)
        if task_of(name).with_friction:
            program = with_friction(program, friction)
        made.append(Made(program, time.monotonic() - began, WRITTEN_OUT))

    def bounded(share: float) -> None:
        progress(0.7 + 0.2 * share, "bound of the error")

    guaranteed = guaranteed_shares(model.exact, model.kept.terms, model.ranges, torques, progress=bounded)
    rms, largest = (tuple(each.tolist()) for each in model.torque_error())
    progress(0.9, "exact model, for comparison")
    return AbbreviatedDerivation(
        model, made, omitted_terms(model), rms, largest, guaranteed, assumed_limits(arm), exact_operations(chain)
    )


def exact_operations(chain: Chain, progress: ShowShare = lambda share, words: None) -> int:
    """Return the number of calculations of the exact inverse dynamics."""
    if is_kept(chain):
        return programs_of(chain, names=("torque",))["torque"].count.total
    found = derive(
        chain,
        ("torque",),
        SearchEffort(rounds=2000),
        progress=lambda name, share, cost: progress(share, f"exact model: {cost} calculations"),
    )
    return found.programs["torque"].count.total


def abbreviated_provenance(
    reading: Reading, found: AbbreviatedDerivation, friction: Sequence[Friction] = ()
) -> Provenance:
    """Return the provenance for the header of the emitted files, with criterion, errors and their ranges."""
    joints = reading.chain.joints
    bounds = ", ".join(
        f"{joint.name} {rounded_up(share * torque)} ({rounded_up(100 * share)} %)"
        for joint, share, torque in zip(joints, found.guaranteed, found.model.maximum_torque, strict=True)
    )
    sentences = [
        f"{found.kept}.",
        f"The torque differs from the exact torque by at most, in N m (N) and % of maximum torque: {bounds}.",
        f"{found.limits}.",
    ]
    if set(FORWARD) <= {one.program.name for one in found.made}:
        sentences.append("The error of the acceleration, which solves the abbreviated equations, is not bounded.")
    return provenance(reading, found.made, friction, _proof(found), sentences)


def rounded_up(bound: float) -> str:
    """Format a positive bound with three significant digits, rounded up so that it remains a bound."""
    text = f"{bound:.3g}"
    if float(text) >= bound:
        return text
    step = 10.0 ** (math.floor(math.log10(bound)) - 2)
    return f"{bound + step:.3g}"


def _proof(found: AbbreviatedDerivation) -> str:
    return (
        "Compared exactly, coefficient by coefficient, with the kept terms of the equations of motion. Before terms "
        f"are left out, these agree with {references(found.made)} by an identity test whose probability of error is "
        "below 2^-100"
    )
