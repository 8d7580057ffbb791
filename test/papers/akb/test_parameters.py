"""Entries on the parameters of the arm notice a number that differs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puma560_dynamics.papers.akb import parameters, printed
from puma560_dynamics.papers.akb.rederived import package_tables
from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.claim import ClaimVerdict, judge_entry


def test_what_is_not_printed_is_not_called_reproduced():
    bench = Bench()
    for entry in (parameters.thin_shells, parameters.knife_edge):
        found = entry(bench)
        assert found.obstacle
        assert judge_entry(found)[0] is ClaimVerdict.NOT_REPRODUCIBLE


def test_link_1_and_the_resolution_are_computed():
    bench = Bench()
    for entry in (parameters.link_1, parameters.total_of_link_1, parameters.resolution):
        assert judge_entry(entry(bench))[0] is ClaimVerdict.REPRODUCED


def test_a_factor_of_the_inertia_of_link_1_would_be_seen():
    """With I1·CC2 in a_11, the parameters of link 1 would still be in a_11 alone, but depend on q2."""
    changed = package_tables()
    entry = changed["a_11"]
    assert "+ I1 +" in entry.text
    changed["a_11"] = replace(entry, text=entry.text.replace("+ I1 +", "+ I1*CC2 +"))
    assert not parameters.link_1(Bench(tables=changed)).holds


def test_the_wrist_would_be_right_with_other_numbers(monkeypatch: pytest.MonkeyPatch):
    """The contradictions of tables 4 and 5 are not there by construction."""
    bench = Bench()
    assert judge_entry(parameters.detached_wrist(bench))[0] is ClaimVerdict.CONTRADICTED
    monkeypatch.setitem(printed.TABLE_4, "assemblies.detached_wrist.mass", 1.24)
    monkeypatch.setitem(printed.TABLE_5, "assemblies.detached_wrist", (0, 0, -0.010))
    assert judge_entry(parameters.detached_wrist(bench))[0] is ClaimVerdict.REPRODUCED
    assert judge_entry(parameters.wrist_center(bench))[0] is ClaimVerdict.REPRODUCED


def test_the_wrist_by_difference_needs_both_lines(monkeypatch: pytest.MonkeyPatch):
    """If link 3 with wrist less link 3 also gave -0.064 m, table 5 would not contradict itself."""
    bench = Bench()
    found = parameters.wrist_center(bench)
    assert found.shown and "-0.008 ± 0.03 m" in found.note and "0.99 kg heavier" in found.contradiction
    monkeypatch.setitem(printed.TABLE_5, "assemblies.link3_with_wrist", (0, -0.1315, 0.014))
    assert not parameters.wrist_center(bench).shown


def test_the_uncertainty_of_joint_1_depends_on_the_pose():
    found = parameters.uncertain_joint_1(Bench())
    assert judge_entry(found)[0] is ClaimVerdict.NOT_REPRODUCIBLE
    low, high = (float(share) for share in str(found.rows[0].computed).split(" to "))
    other = float(str(found.rows[1].computed).split(" to ")[0])
    assert low < other < high


def test_links_5_is_no_body_with_the_number_of_the_scan(monkeypatch: pytest.MonkeyPatch):
    bench = Bench()
    assert parameters.thin_shells(bench).shown
    monkeypatch.setitem(printed.TABLE_6, "links.link5", (0.30e-3, 0.30e-3, 0.40e-3))
    assert not parameters.thin_shells(bench).shown


def test_the_cross_terms_of_rotors_are_not_in_the_tables():
    note = parameters.reflected_inertia(Bench()).note
    assert "no cross terms" in note and "0.044 kg·m² (a_12)" in note


def test_the_tolerance_of_joint_1_is_largest_as_a_share_of_its_motor():
    assert "24 % at joint 1 and 8 to 11 %" in parameters.uncertain_joint_1(Bench()).note
