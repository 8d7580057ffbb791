"""Verdict of a replay: whether model and arm agree as well as expected, and what to do if they do not.

The expected residual is the uncertainty of the torque: the root of the sum of squares of the uncertainty from
tolerances, a fraction of friction, the change of a torque that a controller holds for a period, the noise of the effort
and the resolution of the converters. A joint's excess is its RMS residual divided by the expected one: up to 1.2 is
good, up to 2 is a warning.

Friction is by far the largest of these uncertainties. So a cause that does not resemble friction is compared with the
other uncertainties only. If the cause explains most of a joint's residual, and more than the other uncertainties, the
verdict is a warning even if the residual is within the uncertainty of friction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ...arm import Arm
from ...arrays import FloatArray
from ...control.observer.contact_events import Contact
from ...report.formatting import number, percent
from ..analysis.unknown import Unknown
from ..causes import cause_type
from ..contacts.contact_words import contacts_sentence
from ..result import Agreement, FoundCause, ModelDifference, Verdict

AGREES = 1.2
"""Excess up to which model and arm agree. The excess of a correct arm scatters about 1, because the expected RMS is an
estimate and the residuals of neighbouring samples are correlated."""

WARNING = 2.0
"""Excess above which the verdict is bad."""

EXACT = 1e-9
"""Fraction of the maximum torque by which exact models may differ from Pinocchio; rounding is much smaller."""

_MAIN = 0.5
"""Fraction of the squared residual that causes must explain together to be named in the headline."""

_SET_AT_ONCE = 0.05
"""Fraction that a second cause must explain in addition to be named in the headline, if one setting removes it."""

_OTHER = 0.2
"""The same fraction for other causes."""

_MARGIN = 0.02
"""Fraction by which an additional cause may explain less than the best one and still be an alternative."""

_AGREE = "Model and arm agree"

_STALE = "Joint states are repeated under new stamps"

_STALE_ADVICE = (
    "Accelerations are wrong, so causes are not searched. Record the states where they are measured, with the stamps "
    "of the measurement, or give the driver more processor time."
)

_GUESS = (
    "Masses in a robot description are seldom measured: identify the arm (puma560 identify) before you change anything "
    "else."
)


def judge_agreement(
    arm: Arm,
    target: str,
    agreement: Agreement | None,
    unknown: Unknown,
    causes: Sequence[FoundCause],
    models: Mapping[str, ModelDifference],
    poor: str = "",
    undecided: Sequence[str] = (),
    contacts: Sequence[Contact] = (),
    stale: str = "",
) -> Verdict:
    """Judge how well model and arm agree outside contacts.

    Args:
        arm: arm with joint names and maximum torques.
        target: ``"effort"`` or ``"command"``.
        agreement: agreement of the target with the model; `None` if the target is missing or always zero.
        unknown: result of `unknown_torque`.
        causes: causes of the residual, the best first.
        models: differences from Pinocchio by kind of model.
        poor: reason why the recording cannot show causes; empty if it can.
        undecided: reasons why a small residual does not show that model and arm agree.
        contacts: contacts, whose samples `agreement` and `causes` do not contain.
        stale: sentence that repeated joint states make accelerations wrong, which then explains any residual and
            contact; empty if they do not.
    """
    found = _without_contacts(arm, target, agreement, unknown, causes, models, poor, undecided, stale)
    if not contacts or stale:
        return found
    agrees = found.headline.startswith(_AGREE)
    headline = f"{found.headline} except while something touched the arm" if agrees else found.headline
    words = f"{contacts_sentence(arm, contacts)} All other results are without these times."
    parts = (words, found.sentence) if agrees else (found.sentence, words)
    return Verdict(found.level, headline, " ".join(parts))


def _without_contacts(
    arm: Arm,
    target: str,
    agreement: Agreement | None,
    unknown: Unknown,
    causes: Sequence[FoundCause],
    models: Mapping[str, ModelDifference],
    poor: str,
    undecided: Sequence[str],
    stale: str,
) -> Verdict:
    """Judge agreement; see `judge_agreement`."""
    broken = [kind for kind, one in models.items() if one.exact and one.relative > EXACT]
    if broken:
        return Verdict(
            "bad",
            "A model contradicts Pinocchio",
            f"{', '.join(broken)} should be exact and is not. This is a defect of this package; please report it "
            "together with the bag.",
        )
    if agreement is None or not agreement.count.any():
        return Verdict(
            "warning",
            "Nothing to compare with",
            "No sample has an effort or a command to compare with: they are missing, exactly 0 while the arm moves, "
            "or too few for the filter; see the warnings. Record the measured efforts of a motion of some seconds.",
        )
    excess = np.nan_to_num(agreement.rms / unknown.total)
    worst = int(np.argmax(excess))
    only = " Only commands were recorded, not the measured effort." if target == "command" else ""
    joint = arm.joints[worst]
    measure = (
        f"{joint.name} has an RMS residual of {number(agreement.rms[worst], joint.effort_text)} "
        f"({percent(agreement.rms[worst] / arm.maximum_torque[worst])} of its maximum torque), {excess[worst]:.1f} "
        "times the uncertainty from tolerances, friction, noise and resolution"
    )
    if stale:
        return Verdict("warning", _STALE, f"{_capitalised(stale)}. {_STALE_ADVICE} {_capitalised(measure)}.{only}")
    held = not all(one.fault for one in causes)
    causes = [one for one in causes if one.fault]
    main = _main(causes, worst)
    if excess[worst] <= AGREES:
        likeliest = main or list(causes[:1])
        if not (likeliest and _unlike_friction(likeliest[0], agreement.rms, unknown.without_friction)):
            if undecided:
                return _cannot_tell(measure, undecided, only)
            within = f" {_capitalised(_explaining(main, held))}." if main else ""
            sentence = f"No residual is larger than expected: {measure}.{within}{only}"
            return Verdict("good", _AGREE, sentence)
        main = likeliest
        measure += ", which does not include this cause"
    level = "bad" if excess[worst] > WARNING else "warning"
    cause, alternatives = _alternatives(causes, main)
    if not main and level == "warning" and undecided:
        return _cannot_tell(measure, undecided, only)
    if not main:
        none = f" {_capitalised(poor)}." if poor else " No simple cause explains it."
        first = (
            f" Of the simple causes, {_explaining(causes[:1], held)}.{_as_good(cause, alternatives)}"
            if causes
            else none
        )
        headline = f"{_AGREE} roughly" if level == "warning" else "Model and arm disagree"
        return Verdict(level, headline, f"{measure}.{first}{only}")
    headline = "; ".join(_headline(one, cause, alternatives) for one in main)
    advice = " ".join(cause_type(one.kind).advice for one in main)
    described = arm.origin is not None and not any(name.startswith("links.") for name in arm.quantities)
    if described and any(cause_type(one.kind).resembles_masses for one in main):
        advice += " " + _GUESS
    text = _capitalised(_explaining(main, held))
    return Verdict(level, headline, f"{text}. {advice}{_as_good(cause, alternatives)} {measure}.{only}")


def _cannot_tell(measure: str, undecided: Sequence[str], only: str) -> Verdict:
    reasons = " ".join(f"{_capitalised(each)}." for each in undecided)
    return Verdict("warning", "Cannot tell whether model and arm agree", f"{reasons} {_capitalised(measure)}.{only}")


def _main(causes: Sequence[FoundCause], worst: int) -> list[FoundCause]:
    """Return the causes for the headline: the first one and at most one that explains much in addition.

    The result is empty if they explain less than `_MAIN` together. A cause that one setting removes is first.

    A cause that one setting removes has to explain most at the `worst` joint only: others may have further causes.
    """
    added = [one for one in causes[1:] if one.in_addition >= (_SET_AT_ONCE if _set_at_once(one) else _OTHER)]
    found = [*causes[:1], *sorted(added, key=lambda one: (not _set_at_once(one), -one.in_addition))[:1]]
    if sum(_part(one) for one in found) < _MAIN:
        first = causes[:1]
        return [one for one in first if _set_at_once(one) and one.explained[worst] >= _MAIN]
    return sorted(found, key=lambda one: not _set_at_once(one))


def _set_at_once(one: FoundCause) -> bool:
    return cause_type(one.kind).set_at_once


def _part(one: FoundCause) -> float:
    """Return the fraction that a cause explains, in addition to the first cause unless it is the first."""
    return one.in_addition if np.isfinite(one.in_addition) else one.share


def _explaining(causes: Sequence[FoundCause], held: bool) -> str:
    """Return a clause with the causes and the fraction of the residual that they explain together."""
    text = ", and ".join(one.message for one in causes)
    whole = "the residual that a held torque does not explain" if held else "the residual"
    return f"{text} would explain {percent(sum(_part(one) for one in causes))} of {whole}"


def _capitalised(text: str) -> str:
    return text[0].upper() + text[1:]


def _alternatives(
    causes: Sequence[FoundCause], main: Sequence[FoundCause]
) -> tuple[FoundCause | None, list[FoundCause]]:
    """Return a cause, and the alternative causes that the recording cannot distinguish from it."""
    first = causes[0] if causes else None
    named = [id(one) for one in main]
    equal = (one for one in causes[1:] if one.indistinguishable and id(one) not in named)
    others = [one for one in equal if not _same_explanation(causes[0], one)]
    if others:
        return first, sorted(others, key=lambda one: -one.share)
    for added in (one for one in main if np.isfinite(one.in_addition)):
        others = [one for one in causes[1:] if one.kind != added.kind and one.in_addition > added.in_addition - _MARGIN]
        if others:
            return added, sorted(others, key=lambda one: -one.in_addition)
    return first, []


def _same_explanation(first: FoundCause, other: FoundCause) -> bool:
    return cause_type(other.kind) in cause_type(first.kind).contained_in


def _as_good(cause: FoundCause | None, alternatives: Sequence[FoundCause]) -> str:
    """Return a sentence that lists the alternatives to a cause; empty without alternatives."""
    if cause is None or not alternatives:
        return ""
    second = np.isfinite(cause.in_addition)
    others = (
        f"{one.message}, which would explain {percent(one.in_addition if second else one.share)}"
        + (" of the residual in addition to the first" if second else "")
        for one in alternatives
    )
    return f" This recording does not distinguish {cause.message if second else 'it'} from {'; or from '.join(others)}."


def _headline(one: FoundCause, cause: FoundCause | None, alternatives: Sequence[FoundCause]) -> str:
    """Return the headline of a cause, with the headlines of its alternatives if `one` is `cause`."""
    headlines = [
        cause_type(one.kind).headline,
        *(cause_type(other.kind).headline for other in alternatives if one is cause),
    ]
    return ", or ".join([headlines[0], *(f"{each[0].lower()}{each[1:]}" for each in headlines[1:])])


def _unlike_friction(cause: FoundCause, rms: FloatArray, other: FloatArray) -> bool:
    """Return whether a cause that does not resemble friction explains most of a joint's residual, and over `other`.

    Args:
        cause: cause of the residual.
        rms: (n,) RMS residual, N·m.
        other: (n,) uncertainty without friction, N·m.
    """
    part = np.sqrt(cause.explained) * np.nan_to_num(rms)
    return not cause_type(cause.kind).resembles_friction and bool(np.any((cause.explained >= _MAIN) & (part > other)))
