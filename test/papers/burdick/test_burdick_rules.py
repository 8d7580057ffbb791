"""A rule that is not Burdick's fails."""

from __future__ import annotations

import pytest

from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.burdick import rules, text
from puma560_dynamics.papers.burdick.extended import first_moment


def test_another_lever_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """(33) with the first moment of the link before."""
    bench = Bench()
    assert rules.derivative_of_later_joints(bench).holds
    monkeypatch.setattr(rules, "first_moment", lambda arm, links, k: first_moment(arm, links, k - 1))
    assert not rules.derivative_of_later_joints(bench).holds


def test_35_needs_its_condition(monkeypatch: pytest.MonkeyPatch):
    bench = Bench()
    assert rules.parallel_across(bench).holds
    monkeypatch.setattr(rules, "_skew_chain", lambda: bench.chain)
    assert not rules.parallel_across(bench).holds


def test_c_and_b_exchanged_are_noticed(monkeypatch: pytest.MonkeyPatch):
    bench = Bench()
    assert text.equations_of_motion(bench).holds
    terms = text._velocity_terms
    monkeypatch.setattr(text, "_velocity_terms", lambda elements, qd: terms(elements, qd)[::-1])
    assert not text.equations_of_motion(bench).holds
