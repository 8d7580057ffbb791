"""What the steps of the derivation gain, and for which arms its relations hold."""

from __future__ import annotations

import pytest

from puma560_dynamics.models.tables.table import read_table
from puma560_dynamics.papers.akb import reduction, steps, three_joints
from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.claim import ClaimVerdict, judge_entry


def test_each_relation_needs_its_own_structure():
    puma = Bench().chain
    assert steps.relations(puma) == {8, 9, 10}
    assert steps.relations(steps.crossed(puma)) == {8, 9}
    assert steps.relations(steps.unsymmetric(puma)) == {8, 10}
    assert steps.relations(steps.crossed(steps.unsymmetric(puma))) == {8}


def test_the_arm_of_the_recursion_is_that_of_the_chain():
    bench = Bench()
    for made, chain in (
        (steps.crossed_arm(bench.arm), steps.crossed(bench.chain)),
        (steps.unsymmetric_arm(bench.arm), steps.unsymmetric(bench.chain)),
    ):
        other = made.exact_chain
        for one, two in zip(other.joints, chain.joints, strict=True):
            assert float(one.cos_alpha) == pytest.approx(float(two.cos_alpha), abs=1e-12)
            assert float(one.sin_alpha) == pytest.approx(float(two.sin_alpha), abs=1e-12)
        for first, second in zip(other.bodies, chain.bodies, strict=True):
            assert [float(x) for x in first.inertia] == pytest.approx([float(x) for x in second.inertia])


def test_an_unsymmetric_matrix_is_noticed_for_each_arm(monkeypatch: pytest.MonkeyPatch):
    bench = Bench()
    original = steps._symmetric
    monkeypatch.setattr(steps, "_symmetric", lambda model: model.arm.joints[2].alpha == 0 and original(model))
    rows = {row.name.partition(":")[0]: row.agrees for row in steps.general_and_specific(bench).rows}
    assert not rows["axes 2 and 3 not parallel"] and rows["the PUMA"] and rows["Ixx6 and Iyy6 different"]


def test_the_stanford_arm_in_place_of_the_puma_is_noticed():
    bench = Bench()
    assert steps.general_and_specific(bench).holds
    bench.chain = bench.stanford.exact_chain
    assert not steps.general_and_specific(bench).holds


def test_combined_constants_cost_less_than_products():
    ring = Bench().rederivation.ring
    a, b, cosine = ring.variable("m1"), ring.variable("m2"), ring.variable("c2")
    element = a * a * cosine + b * cosine + a * b
    assert steps.multiplied_out([element]) == (2 + 1 + 1, 2)
    assert steps.combined([element]) == (1, 1)


def test_statements_without_a_measure_get_no_better_verdict():
    bench = Bench()
    for entry in (steps.greatest_source, steps.comparable_to_arm, steps.recomputed_constants):
        assert judge_entry(entry(bench))[0] is ClaimVerdict.NOT_REPRODUCIBLE


def test_37_and_35_are_counts_of_the_same_expression():
    """Squares of sines available give 35 for (2), formed 37, with 3 for (3); each product formed 37, but 4 for (3)."""
    scanned, reduced = three_joints.SCANNED, three_joints.REDUCED
    assert three_joints.calculations(scanned.replace(*three_joints.CROSS)) == (35, 18)
    assert three_joints.calculations(reduced.replace(*three_joints.CROSS)) == (3, 3)
    assert three_joints.calculations(scanned) == (37, 18)
    assert three_joints.calculations(reduced) == (4, 3)
    bench = Bench()
    assert reduction.counts_of_2() == ((35, 18), (37, 18))
    for entry in (reduction.equation_2, reduction.equation_3):
        assert judge_entry(entry(bench))[0] is ClaimVerdict.CONTRADICTED


def test_definitions_that_are_not_printed_do_not_reproduce_an_equation(monkeypatch: pytest.MonkeyPatch):
    bench = Bench()
    assert judge_entry(reduction.expression_2(bench))[0] is ClaimVerdict.NOT_REPRODUCIBLE
    monkeypatch.setattr(reduction, "SCANNED", three_joints.SCANNED.replace("J3xx + d3", "J3yy + d3"))
    assert judge_entry(reduction.expression_2(bench))[0] is ClaimVerdict.FAILED


def test_lists_and_minimal_numbers_of_constants_differ():
    bench = Bench()
    found = reduction.lumped_constants(bench)
    assert [row.computed for row in found.rows] == [34, 33, 31]
    assert judge_entry(found)[0] is ClaimVerdict.NOT_REPRODUCIBLE
    assert "-0.02×10^-4" in found.note and "I19 is 3.02×10^-4, not 3.00×10^-4" in found.note
    simple = reduction.simple_parameters(bench)
    assert sum(row.computed for row in simple.rows if isinstance(row.computed, int)) == 42
    assert judge_entry(simple)[0] is ClaimVerdict.NOT_REPRODUCIBLE


def test_a_table_without_an_entry_has_not_15_columns(monkeypatch: pytest.MonkeyPatch):
    bench = Bench()
    found = steps.combinations_of_velocities(bench)
    assert judge_entry(found)[0] is ClaimVerdict.CORRECTED
    assert [words.partition(":")[0] for words in found.corrected] == ["b_116", "b_316"]
    assert found.note.startswith("2 misreadings")  # b_123 and b_534
    fewer = [name for name in read_table("a5") if name != "b_116"]  # as in the scan
    monkeypatch.setattr(steps, "read_table", lambda table: dict.fromkeys(fewer))
    assert not steps.combinations_of_velocities(bench).holds


def test_q2_plus_q3_as_one_angle_saves_products():
    ring = Bench().rederivation.ring
    one = ring.variable("m1") * ring.variable("c23")
    assert len(steps.in_single_angles(one)) == 2
