"""The first thing to read: whether model and arm agree as well as can be expected, and what to do if not.

Expected is a residual as large as what is uncertain: the uncertainty band, a share of friction, what
becomes of the torque while a controller holds it for a period, the effort's noise and the resolution of the
converters, added as squares. A joint's excess is its residual's RMS over that: up to 1.2 is good, up to 2 a warning.

Friction is the largest of these by far. So what differs from friction is compared only with the others: a cause that
explains most of a joint's residual, and more than they leave open, is a warning within the doubt about friction too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ...arm import Arm
from ...arrays import FloatArray
from ...report.formatting import number, percent
from ..analysis.unknown import Unknown
from ..causes import cause_type
from ..result import Agreement, FoundCause, ModelDifference, Verdict

AGREES = 1.2
"""Excess up to which model and arm agree. What is expected is an RMS that was estimated, from noise of this recording
or errors in others, and residuals last for many samples: of a right arm it scatters about 1."""

WARNING = 2.0
"""Excess beyond which the verdict is bad."""

EXACT = 1e-9
"""Share of the maximum torque by which exact models may differ from Pinocchio: rounding, and much to spare."""

_MAIN = 0.5
"""Share of the residual that causes must explain to be named in the headline."""

_SET_AT_ONCE = 0.05
"""Share that a cause which one setting removes must explain in addition to the first to be named too."""

_OTHER = 0.2
"""The same for other causes."""

_MARGIN = 0.02
"""Share by which a cause that adds to the first may add less than the best of these and be as good."""

_GUESS = "Masses in a robot description are seldom measured: identify the arm (puma560 identify) before you change anything else."


def judge_agreement(
    arm: Arm,
    target: str,
    agreement: Agreement | None,
    unknown: Unknown,
    causes: Sequence[FoundCause],
    models: Mapping[str, ModelDifference],
    poor: str = "",
) -> Verdict:
    """The verdict.

    Args:
        arm: names and maximum torques.
        target: ``"effort"`` or ``"command"``.
        agreement: of the target with the model, `None` if there is neither, or nothing but zeros.
        unknown: as by `unknown_torque`.
        causes: the best first.
        models: differences from Pinocchio.
        poor: why the recording shows nothing about causes; empty if it does.
    """
    broken = [kind for kind, one in models.items() if one.exact and one.relative > EXACT]
    if broken:
        return Verdict(
            "bad",
            "A model contradicts Pinocchio",
            f"{', '.join(broken)} should be exact and is not. This is a defect of this package; please report it together with the bag.",
        )
    if agreement is None or not agreement.count.any():
        return Verdict(
            "warning",
            "Nothing to compare with",
            "No sample of the recording has an effort or a command that can be compared, or all of them are zero.",
        )
    excess = np.nan_to_num(agreement.rms / unknown.total)
    worst = int(np.argmax(excess))
    only = " Only commands were recorded, not the measured effort." if target == "command" else ""
    measure = (
        f"{arm.joint_names[worst]} has an RMS residual of {number(agreement.rms[worst], 'N·m')} "
        f"({percent(agreement.rms[worst] / arm.maximum_torque[worst])} of its maximum torque), {excess[worst]:.1f} "
        "times the uncertainty from tolerances, friction, noise and resolution"
    )
    held = not all(one.fault for one in causes)
    causes = [one for one in causes if one.fault]
    main = _main(causes)
    if excess[worst] <= AGREES:
        likeliest = main or list(causes[:1])
        if not (likeliest and _unlike_friction(likeliest[0], agreement.rms, unknown.without_friction)):
            within = f" Of the rest, {_explaining(main, held)}." if main else ""
            sentence = f"No residual is larger than expected: {measure}.{within}{only}"
            return Verdict("good", "Model and arm agree", sentence)
        main = likeliest
        measure += ", which does not include this cause"
    level = "bad" if excess[worst] > WARNING else "warning"
    cause, rivals = _rivals(causes, main)
    if not main:
        none = f" {poor[0].upper()}{poor[1:]}." if poor else " No simple cause explains it."
        first = f" Of the simple causes {_explaining(causes[:1], held)}.{_as_good(cause, rivals)}" if causes else none
        headline = "Model and arm agree roughly" if level == "warning" else "Model and arm disagree"
        return Verdict(level, headline, f"{measure}.{first}{only}")
    headline = "; ".join(_headline(one, cause, rivals) for one in main)
    advice = " ".join(cause_type(one.kind).advice for one in main)
    described = arm.origin is not None and not any(name.startswith("links.") for name in arm.quantities)
    if described and any(cause_type(one.kind).resembles_masses for one in main):
        advice += " " + _GUESS
    text = _explaining(main, held)
    return Verdict(level, headline, f"{text[0].upper()}{text[1:]}. {advice}{_as_good(cause, rivals)} {measure}.{only}")


def _main(causes: Sequence[FoundCause]) -> list[FoundCause]:
    """The first cause and one that adds much to it, if they explain most together; a load before others."""
    beside = [one for one in causes[1:] if one.beside >= (_SET_AT_ONCE if _set_at_once(one) else _OTHER)]
    found = [*causes[:1], *sorted(beside, key=lambda one: (not _set_at_once(one), -one.beside))[:1]]
    if sum(_part(one) for one in found) < _MAIN:
        return []
    return sorted(found, key=lambda one: not _set_at_once(one))


def _set_at_once(one: FoundCause) -> bool:
    return cause_type(one.kind).set_at_once


def _part(one: FoundCause) -> float:
    """What it explains, in addition to the first if it is not the first itself."""
    return one.beside if np.isfinite(one.beside) else one.share


def _explaining(causes: Sequence[FoundCause], held: bool) -> str:
    """Causes, each once, and the share that they explain together: of the residual, or of what a hold leaves of it."""
    text = ", and ".join(one.message for one in causes)
    whole = "the residual that a held torque does not explain" if held else "the residual"
    return f"{text} would explain {percent(sum(_part(one) for one in causes))} of {whole}"


def _rivals(causes: Sequence[FoundCause], main: Sequence[FoundCause]) -> tuple[FoundCause | None, list[FoundCause]]:
    """A cause, and the others that the recording does not distinguish from it; an empty list if there are none."""
    first = causes[0] if causes else None
    named = [id(one) for one in main]
    equal = (one for one in causes[1:] if one.indistinguishable and id(one) not in named)
    others = [one for one in equal if not _same_explanation(causes[0], one)]
    if others:
        return first, sorted(others, key=lambda one: -one.share)
    for added in (one for one in main if np.isfinite(one.beside)):
        others = [one for one in causes[1:] if one.kind != added.kind and one.beside > added.beside - _MARGIN]
        if others:
            return added, sorted(others, key=lambda one: -one.beside)
    return first, []


def _same_explanation(first: FoundCause, other: FoundCause) -> bool:
    return cause_type(other.kind) in cause_type(first.kind).contained_in


def _as_good(cause: FoundCause | None, rivals: Sequence[FoundCause]) -> str:
    """A sentence about the rivals of a cause."""
    if cause is None or not rivals:
        return ""
    beside = np.isfinite(cause.beside)
    others = (
        f"{one.message}, which would explain {percent(one.beside if beside else one.share)}"
        + (" of the residual in addition to the first" if beside else "")
        for one in rivals
    )
    return f" This recording does not distinguish {cause.message if beside else 'it'} from {'; or from '.join(others)}."


def _headline(one: FoundCause, cause: FoundCause | None, rivals: Sequence[FoundCause]) -> str:
    """The headline of a cause; with those of its rivals."""
    headlines = [cause_type(one.kind).headline, *(cause_type(rival.kind).headline for rival in rivals if one is cause)]
    return ", or ".join([headlines[0], *(f"{each[0].lower()}{each[1:]}" for each in headlines[1:])])


def _unlike_friction(cause: FoundCause, rms: FloatArray, other: FloatArray) -> bool:
    """Whether a cause explains most of what some joint leaves, and more than friction's doubt is needed for."""
    part = np.sqrt(cause.explained) * np.nan_to_num(rms)
    return not cause_type(cause.kind).resembles_friction and bool(np.any((cause.explained >= _MAIN) & (part > other)))
