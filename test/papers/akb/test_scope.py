"""What the explicit model is and gains."""

from __future__ import annotations

import pytest

from puma560_dynamics.papers.akb import printed, scope
from puma560_dynamics.papers.akb.steps import crossed
from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.claim import ClaimVerdict, judge_entry


def test_the_symbols_are_the_non_zero_numbers_of_the_tables():
    found = scope.measured_symbols()
    assert {"m2", "rx2", "Izz1", "Ixx6", "Im6"} <= set(found)
    assert not {"m1", "rx3", "ry4", "Ixx1", "Iyy6"} & set(found)
    assert len(found) == 5 + 7 + 16 + 6


def test_a_parameter_that_the_tables_lack_is_noticed(monkeypatch: pytest.MonkeyPatch):
    bench = Bench()
    assert scope.all_parameters(bench).holds
    monkeypatch.setitem(printed.TABLE_5, "links.link4", (0.001, 0, -0.019))
    found = scope.all_parameters(bench)
    assert [row.name for row in found.rows if not row.agrees] == ["rx4"]
    assert judge_entry(found)[0] is ClaimVerdict.FAILED


def test_an_arm_with_crossed_axes_is_more_complex_by_measures_of_ours():
    bench = Bench()
    found = scope.as_complex_as_any(bench)
    assert judge_entry(found)[0] is ClaimVerdict.NOT_REPRODUCIBLE
    assert "12 symbols by the paper's count and 2 by ours" in found.obstacle
    assert scope.products(bench.chain) < scope.products(crossed(bench.chain))
    assert "127 products with q2 + q3 as one angle and 189 with single angles" in found.note


def test_single_angles_change_nothing_without_parallel_axes():
    other = crossed(Bench().chain)
    assert scope.products(other) == scope.products(other, single=True)


def test_what_is_counted_with_and_without_motors_is_named():
    assert "without motor inertia" in scope.sizes_vary(Bench()).note


def test_no_parameter_depends_on_a_constant_that_cannot_be_read():
    """The symbols of I8 and I10 occur in other constants, too."""
    entry = next(entry for entry in scope.CHAPTER.entries if entry.compute.__name__ == "all_parameters")
    found = entry.compute(Bench())
    assert found.holds and not found.corrected


def test_bodies_without_zeros_have_no_zeros():
    chain = scope.full_bodies(Bench().chain)
    numbers = [number for body in chain.bodies for number in (body.mass, *body.center, *body.inertia)]
    assert all(numbers) and len(set(numbers)) == len(numbers) == 60


def test_the_duration_of_the_swing_decides_what_changes_least(monkeypatch: pytest.MonkeyPatch):
    """With two durations of the same order, the note does not claim that the order depends on them."""
    bench = Bench()
    assert scope.slower_configuration(bench).note == (
        "by this measure, what changes least is the configuration in 0.25 s and in 2 s, and the velocity in 0.5 s and "
        "in 1 s; the order depends on the duration, which is our choice"
    )
    monkeypatch.setattr(scope, "DURATIONS", (0.5, 1.0))
    assert scope.slower_configuration(bench).note == (
        "by this measure, what changes least is the velocity in 0.5 s and in 1 s"
    )


@pytest.mark.parametrize("entry", [
    scope.sizes_vary, scope.slower_configuration, scope.zeros_simplify, scope.improved_accuracy,
], ids=lambda entry: entry.__name__)  # fmt: skip
def test_statements_without_a_measure_get_no_better_verdict(entry):
    assert judge_entry(entry(Bench()))[0] is ClaimVerdict.NOT_REPRODUCIBLE
