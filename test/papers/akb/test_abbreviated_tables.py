"""Entries on the abbreviated tables compare terms, joints and printed digits."""

from __future__ import annotations

import re

import numpy as np
import pytest

from puma560_dynamics.models.tables.constants import printed_constants
from puma560_dynamics.models.tables.table import evaluate, parse, shorthand_values
from puma560_dynamics.papers.akb import abbreviated_tables, significance
from puma560_dynamics.papers.akb.significance import terms_of
from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.claim import ClaimVerdict, judge_entry


@pytest.mark.parametrize("text, half", [("0.60", 0.005), ("7.44e-1", 0.0005), (".333", 0.0005), ("-2.50e-3", 5e-6)])
def test_half_a_unit_of_the_last_digit(text: str, half: float):
    assert abbreviated_tables.half_unit(text) == pytest.approx(half)


def test_factors_of_cosines_and_sines_do_not_decide_which_term_is_larger(monkeypatch: pytest.MonkeyPatch):
    """A relative size changes by at most 2 if the largest magnitudes of all factors are between 0.5 and 1."""
    angles = np.pi / 4 * np.stack(np.meshgrid(*[np.arange(8)] * 4), axis=-1).reshape(-1, 4)
    q = np.zeros((len(angles), 6))
    q[:, 1:5] = angles
    for verdict in significance.verdicts(printed_constants()):
        for key in verdict.kept_by_rule | verdict.kept_in_print | set(terms_of(verdict.entry, printed_constants())):
            text = key.partition("·")[2]
            values = shorthand_values(re.findall(r"[SC]{1,2}\d+", text), q.T, np.sin, np.cos)
            assert key == "const" or 0.5 <= np.abs(evaluate(parse(text), values)).max() + 1e-12 <= 1.0 + 1e-9, key
    bench = Bench()
    assert judge_entry(abbreviated_tables.kept_terms(bench))[0] is ClaimVerdict.CONTRADICTED
    assert abbreviated_tables.MARGIN >= 2 * 2
    monkeypatch.setattr(abbreviated_tables, "MARGIN", 10.0)
    assert judge_entry(abbreviated_tables.kept_terms(bench))[0] is ClaimVerdict.FAILED


def test_other_joints_of_an_element_are_compared():
    """b_412 = -b_214, so that b_214 acts on joints 2 and 4; by one such reading the contradiction is not shown."""
    joints = significance.acting_joints()
    assert joints["b_214"] == {2, 4} and joints["a_14"] == {1, 4} and joints["g_2"] == {2}
    note = abbreviated_tables.kept_terms(Bench()).note
    assert "29 agree" in note and "33 agree, and it is not shown" in note


def test_readings_of_the_short_forms_are_named():
    for entry in (abbreviated_tables.abbreviated_coefficients, abbreviated_tables.kept_terms):
        note = entry(Bench()).note
        assert "19 misreadings" in note and "b_112: ≈" in note and "(1-2*SS23)" in note
