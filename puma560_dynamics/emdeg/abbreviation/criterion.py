"""Read and write the criteria by which terms are dropped: the paper's rule, or a permitted torque error."""

from __future__ import annotations

from fractions import Fraction

from ...errors import AbbreviationError
from .significance_rule import PAPER_RULE, SignificanceRule

Criterion = SignificanceRule | float
"""The paper's rule, or a permitted torque error as a fraction of maximum torque."""

PAPERS_ERROR = 0.00436
"""Default permitted error: that of the paper's abbreviated model over the joint ranges of its arm."""

PAPER, TORQUE_ERROR = "paper", "torque-error"
"""Names of the criteria."""

FORMS = f"{PAPER}, {PAPER}=0.01,0.001, {TORQUE_ERROR} or {TORQUE_ERROR}=0.01"
"""Forms of a criterion, for messages."""


def is_criterion(text: str) -> bool:
    """Return whether a text begins with the name of a criterion."""
    return text.partition("=")[0] in (PAPER, TORQUE_ERROR)


def criterion_of(text: str | Criterion) -> Criterion:
    """Return the criterion that a text names; a criterion is returned as it is.

    Args:
        text: ``"paper"``, with other thresholds ``"paper=0.02,0.001"`` (`SignificanceRule`), or ``"torque-error"``,
            with a permitted error other than `PAPERS_ERROR` ``"torque-error=0.01"``. A number may end in ``%``.

    Raises:
        AbbreviationError: the text is not one of these forms, or a number is out of range.
    """
    if isinstance(text, SignificanceRule):
        return text
    if isinstance(text, (int, float)):
        return _permitted(text)
    if not isinstance(text, str):
        raise AbbreviationError(f"criterion {text!r:.80} is not known; use {FORMS}, a SignificanceRule or a number")
    name, given, rest = text.partition("=")
    if not is_criterion(text) or (given and not rest):
        raise AbbreviationError(f"criterion {text!r:.80} is not known; use {FORMS}")
    try:
        numbers = [_fraction(part) for part in rest.split(",")] if given else []
    except (ValueError, ZeroDivisionError):
        raise AbbreviationError(f"criterion {text!r:.80} has a number that cannot be read; use {FORMS}") from None
    if name == PAPER and len(numbers) in (0, 2):
        return SignificanceRule(*numbers)
    if name == TORQUE_ERROR and len(numbers) <= 1:
        return _permitted(numbers[0]) if numbers else PAPERS_ERROR
    raise AbbreviationError(f"criterion {text!r:.80} has {len(numbers)} number(s); use {FORMS}")


def criterion_text(criterion: Criterion) -> str:
    """Return the text from which `criterion_of` reads a criterion."""
    if not isinstance(criterion, SignificanceRule):
        return f"{TORQUE_ERROR}={criterion:g}"
    if criterion == PAPER_RULE:
        return PAPER
    return f"{PAPER}={float(criterion.within_equation):g},{float(criterion.of_joint):g}"


def _permitted(error: float | Fraction) -> float:
    """Return a permitted error, which is a fraction above 0 and at most 1."""
    if not 0 < error <= 1:
        raise AbbreviationError(
            f"the permitted error is {float(error):g}; give a fraction of maximum torque, e.g. 0.01"
        )
    return float(error)


def _fraction(text: str) -> Fraction:
    """Return a number as an exact fraction; `1%` is 1/100."""
    return Fraction(text.removesuffix("%").strip()) / (100 if text.endswith("%") else 1)
