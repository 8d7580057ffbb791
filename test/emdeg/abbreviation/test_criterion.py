"""Criteria as text: what is read, what is written, what is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.abbreviation.criterion import (
    PAPERS_ERROR,
    Criterion,
    criterion_of,
    criterion_text,
    is_criterion,
)
from puma560_dynamics.emdeg.abbreviation.significance_rule import PAPER_RULE, SignificanceRule
from puma560_dynamics.errors import AbbreviationError


@pytest.mark.parametrize(
    ("text", "criterion"),
    [
        ("paper", PAPER_RULE),
        ("paper=0.01,0.001", PAPER_RULE),
        ("paper=1%,0.1%", PAPER_RULE),
        ("paper=0,0.5", SignificanceRule(Fraction(0), Fraction(1, 2))),
        ("torque-error", PAPERS_ERROR),
        ("torque-error=0.02", 0.02),
        ("torque-error=2%", 0.02),
    ],
)
def test_what_is_read(text: str, criterion: Criterion):
    assert is_criterion(text)
    assert criterion_of(text) == criterion
    assert criterion_of(criterion) == criterion


@given(st.integers(0, 1000), st.integers(0, 1000))
def test_what_is_written_is_read_again(first: int, second: int):
    for criterion in (SignificanceRule(Fraction(first, 1000), Fraction(second, 1000)), (first + 1) / 1001.0):
        again = criterion_of(criterion_text(criterion))
        assert again == (criterion if isinstance(criterion, SignificanceRule) else pytest.approx(criterion, rel=1e-5))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "criterion '' is not known"),
        ("papers", "criterion 'papers' is not known"),
        ("paper=", "is not known"),
        ("paper=0.01", "has 1 number"),
        ("paper=a,b", "cannot be read"),
        ("paper=1,nan", "cannot be read"),
        ("paper=2,0.1", "fractions from 0 to 1"),
        ("torque-error=0", "the permitted error is 0"),
        ("torque-error=150%", "the permitted error is 1.5"),
        ("torque-error=1/0", "cannot be read"),
        ("torque-error=0.1,0.1", "has 2 number"),
        (1.5, "the permitted error is 1.5"),
        (float("nan"), "the permitted error is nan"),
        (None, "criterion None is not known"),
        (["paper"], "a SignificanceRule or a number"),
    ],
)
def test_what_is_refused(text: Any, words: str):
    with pytest.raises(AbbreviationError, match=words):
        criterion_of(text)
