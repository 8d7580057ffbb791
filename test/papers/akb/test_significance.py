"""The paper's significance rule."""

from __future__ import annotations

import pytest

from puma560_dynamics.arm import Arm
from puma560_dynamics.emdeg import PAPER_RULE, equations_of_motion
from puma560_dynamics.models.sampling import ranges_of
from puma560_dynamics.models.tables.constants import printed_constants, table_constants
from puma560_dynamics.models.tables.table import parse
from puma560_dynamics.papers.akb.significance import factored_terms, verdicts


def test_terms_by_hand():
    constants = {"I1": 3.0, "Im1": 1.0, "I5": 0.5}
    terms = factored_terms(parse("Im1 + I1 + 2*{I5*C2*S23}"), constants)
    assert terms == pytest.approx({"const": 4.0, "I5·C2*S23": 1.0})


def test_the_rule_explains_most_of_the_print():
    judged = verdicts(printed_constants())
    different = {verdict.entry for verdict in judged if not verdict.agrees}
    assert (len(judged), sum(not verdict.inserted for verdict in judged)) == (58, 46)
    assert not any(verdict.inserted for verdict in judged if not verdict.agrees)
    assert different == {
        "b_112", "b_114", "b_115", "b_214", "b_215", "b_224", "b_225", "b_314", "b_315", "b_415", "b_425", "b_445",
    }  # fmt: skip
    assert all(verdict.reason for verdict in judged if not verdict.agrees)


def test_a_verdict_can_change():
    """With a tenfold I10, its term in a_11 becomes significant and the print would lack it."""
    constants = {**printed_constants(), "I10": -2.13e-1}
    verdict = next(v for v in verdicts(constants) if v.entry == "a_11")
    assert "dropped in print" in verdict.reason


def monomial(product: str) -> tuple[tuple[str, int], ...] | None:
    """Factors of a derived term for a product of the tables, ``C2*S23``; None if the basis has no such term."""
    names = [f"{name[0].lower()}{name[1:]}" for name in product.split("*")]
    known = {f"{function}{label}" for function in "cs" for label in ("2", "23", "4", "5")}
    return tuple(sorted((name, 1) for name in names)) if set(names) <= known else None


def test_of_the_papers_arm_the_rule_keeps_what_it_keeps_of_the_papers_tables(arm: Arm):
    """Compare all entries without a square or a sum of products among their kept terms, which is the same term."""
    kept = PAPER_RULE.kept(equations_of_motion(arm.exact_chain), ranges_of(arm))
    judged, compared = verdicts(table_constants(arm)), 0
    assert len(judged) == 58
    for verdict in judged:
        own = {tuple(sorted(term.factors)) for term in kept if term.label == verdict.entry}
        assert bool(own) == bool(verdict.kept_by_rule), verdict.entry
        products = [() if key == "const" else monomial(key.partition("·")[2]) for key in verdict.kept_by_rule]
        if None not in products:
            assert own == set(products), verdict.entry
            compared += 1
    assert compared == 48
