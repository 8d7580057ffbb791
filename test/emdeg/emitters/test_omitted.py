"""Lists of omitted terms in LaTeX and in the text table: every term, with its numbers."""

from __future__ import annotations

import pytest

from puma560_dynamics.arm import Arm
from puma560_dynamics.emdeg.abbreviation.abbreviate import abbreviate
from puma560_dynamics.emdeg.abbreviation.omitted_terms import OmittedTerm, omitted_terms
from puma560_dynamics.emdeg.abbreviation.significance_rule import PAPER_RULE
from puma560_dynamics.emdeg.emitters.omitted import OMITTED_HEADINGS, omitted_latex, omitted_row, omitted_table
from puma560_dynamics.models.sampling import ranges_of


@pytest.fixture(scope="module")
def omitted(arm: Arm) -> tuple[OmittedTerm, ...]:
    return omitted_terms(abbreviate(arm.exact_chain, ranges_of(arm), arm.maximum_torque.tolist(), PAPER_RULE))


def test_the_table_has_a_line_for_each_term(omitted: tuple[OmittedTerm, ...]):
    lines = omitted_table(omitted).splitlines()
    assert f"omitted terms: {len(omitted)}" in lines
    head = next(i for i, line in enumerate(lines) if line.startswith(OMITTED_HEADINGS[0]))
    rows = [line.split() for line in lines[head + 1 :]]
    assert len(rows) == len(omitted)
    for row, each in zip(rows, omitted, strict=True):
        element, product, *numbers = row
        coefficient, _, factors = product.partition("*")
        assert element == each.term.label
        assert float(coefficient) == pytest.approx(float(each.term.coefficient), rel=1e-6)
        assert sorted(factors.split("*")) == sorted(n for n, e in each.term.factors for _ in range(e)) or not factors
        of_joint = each.of_joint
        assert of_joint is not None
        expected = [100 * each.of_equation, 100 * of_joint, each.largest_torque, 100 * each.fraction]
        assert [float(number) for number in numbers] == pytest.approx(expected, rel=5e-3)


def test_the_papers_own_terms_are_listed(omitted: tuple[OmittedTerm, ...]):
    """I12·C2·C23 of a_11, 2.19·10⁻² kg·m² and 0.7 % of the equation, is omitted in print, too."""
    (row,) = [
        omitted_row(each)
        for each in omitted
        if (each.term.label, each.term.factors) == ("a_11", (("c2", 1), ("c23", 1)))
    ]
    assert row[:3] == ("a_11", "-0.02191385*c2*c23", "0.732")


def test_latex_has_a_row_for_each_term_in_math(omitted: tuple[OmittedTerm, ...]):
    text = omitted_latex(omitted)
    rows = [line for line in text.splitlines() if line.startswith("$")]
    assert len(rows) == len(omitted)
    assert all(
        row.count("$") == 4 and row.count("&") == len(OMITTED_HEADINGS) - 1 and row.endswith(r"\\") for row in rows
    )
    assert all(row.count("{") == row.count("}") for row in rows)
    assert r"$a_{11}$ & $-0.02191385\,c_{2}\,c_{23}$ & 0.732" in text
    assert r"c_{23}^{2}" in text
    assert text.count(r"\begin{longtable}") == text.count(r"\end{longtable}") == 1
    assert text.replace(r"\%", "").count("%") == 0
