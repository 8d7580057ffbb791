"""Burdick's long expressions: one pattern of signs fits each line, and only with the text as it is read."""

from __future__ import annotations

import pytest

from puma560_dynamics.models.tables.evaluate import evaluate
from puma560_dynamics.models.tables.table import parse
from puma560_dynamics.papers.burdick.appendix import pairs_of
from puma560_dynamics.papers.burdick.long_expressions import (
    CORRECTED,
    UNCORRECTED,
    SignedTerms,
    fitting,
    identical,
    known,
    legible,
    lines,
)


@pytest.mark.parametrize("line", lines(), ids=lambda line: line[0])
def test_one_pattern_of_signs_fits(line: SignedTerms):
    (signs,) = fitting(line)
    assert legible(line, signs)


@pytest.mark.parametrize("name", ["M13", "c311", "D154"])
def test_a_line_with_another_term_fits_with_no_signs(name: str):
    line = next(line for line in lines() if line[0] == name)
    assert fitting((name, (*line[1][:-1], ("+", "K1113*T13")))) == []


def test_a_legible_sign_that_is_wrong_is_seen():
    line = next(line for line in lines() if line[0] == "c233")
    (signs,) = fitting(line)
    assert not legible((line[0], tuple(("-", text) for _, text in line[1])), signs)


@pytest.mark.parametrize("name, text", pairs_of(CORRECTED))
def test_a_corrected_line_holds_and_with_the_factor_of_the_scan_it_does_not(name: str, text: str):
    assert identical(name, text)
    corrected, uncorrected = UNCORRECTED[name]
    assert corrected in text
    assert not identical(name, text.replace(corrected, uncorrected))


def test_no_product_of_the_lists_completes_c211_as_the_scan_has_it():
    text = dict(pairs_of(CORRECTED))["c211"].replace(*UNCORRECTED["c211"])
    without = known()["c211"] - evaluate(parse(text.replace(" + V8*s2*s23", "")), known())
    products = [known()[f"V{i}"] * known()[f"T{j}"] for i in range(1, 15) for j in range(1, 23)]
    assert not [product for product in products if not without - product or not without + product]
