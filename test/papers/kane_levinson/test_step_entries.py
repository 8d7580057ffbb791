"""A scalar, a derivative or a vector between the numbered results that is wrong is noticed."""

from __future__ import annotations

import pytest

from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.kane_levinson import step_entries as steps
from puma560_dynamics.papers.kane_levinson.equations import texts


@pytest.fixture(scope="module")
def bench() -> Bench:
    """One for all."""
    return Bench()


def test_wrong_direction_cosines_are_noticed(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    assert steps.direction_cosines(bench).holds
    monkeypatch.setitem(steps.COSINES, "(38)", ("0", "C22", "C22"))
    assert [row.name for row in steps.direction_cosines(bench).rows if not row.agrees] == ["(38)"]


@pytest.mark.parametrize("equation", steps.DERIVATIVES)
def test_a_wrong_derivative_is_noticed(equation: str, bench: Bench, monkeypatch: pytest.MonkeyPatch):
    assert steps.derivatives_in_time(bench).holds
    monkeypatch.setitem(steps.DERIVATIVES, equation, dict.fromkeys(steps.DERIVATIVES[equation], "Z1"))
    assert [row.name for row in steps.derivatives_in_time(bench).rows if not row.agrees] == [equation]


@pytest.mark.parametrize("equation", steps.LOST_DERIVATIVES)
def test_a_wrong_derivative_of_ours_is_noticed(equation: str, bench: Bench, monkeypatch: pytest.MonkeyPatch):
    found = steps.lost_derivatives(bench)
    assert found.holds and found.absent and found.printed is None
    wrong = dict.fromkeys(steps.LOST_DERIVATIVES[equation], "Z1")
    monkeypatch.setitem(steps.LOST_DERIVATIVES, equation, wrong)
    found = steps.lost_derivatives(bench)
    assert not found.holds and [row.name for row in found.rows if not row.agrees] == [equation]


def test_an_uncorrected_derivative_is_noticed():
    """Z90 with c5, as in the scan."""
    wrong = {**texts(), "Z90": "-Z87*c5 + Z84*s4"}
    assert [row.name for row in steps.derivatives_in_time(Bench(equations=wrong)).rows if not row.agrees] == ["(64)"]


@pytest.mark.parametrize("number", range(len(steps.STEPS)))
def test_a_wrong_step_is_noticed(number: int, bench: Bench, monkeypatch: pytest.MonkeyPatch):
    assert steps.steps_to_active_forces(bench).holds
    name, basis, kind, (first, *rest) = steps.STEPS[number]
    wrong = (name, basis, kind, (f"1 + {first}", *rest))
    monkeypatch.setattr(steps, "STEPS", (*steps.STEPS[:number], wrong, *steps.STEPS[number + 1 :]))
    assert [row.name for row in steps.steps_to_active_forces(bench).rows if not row.agrees] == [name]
