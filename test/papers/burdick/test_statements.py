"""Burdick's statements and data of section 6: another geometry, count or parameter is noticed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from puma560_dynamics import load_arm
from puma560_dynamics.arm import Arm
from puma560_dynamics.models.recursive.newton_euler import NewtonEulerModel
from puma560_dynamics.models.terms import OperationCount
from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.burdick import counts, section_6, statements
from puma560_dynamics.papers.burdick.appendix_lines import appendix_lines
from puma560_dynamics.papers.link_motion import links_in_motion


@pytest.fixture(scope="module")
def bench() -> Bench:
    """One for all."""
    return Bench()


def with_alpha(index: int, alpha: float) -> Arm:
    """The PUMA with another twist of one joint."""
    arm = load_arm("akb1986")
    joints = tuple(replace(joint, alpha=alpha) if i == index else joint for i, joint in enumerate(arm.joints))
    return arm.with_(joints=joints)


def test_geometry_of_the_arms(bench: Bench):
    """Regular pairs of axes, parallel pairs, wrist."""
    assert statements._geometry(bench.arm) == (5, 1, True)
    assert statements._geometry(bench.stanford) == (5, 0, True)
    assert statements._geometry(with_alpha(3, 0.4))[0] == 4
    joints = tuple(replace(joint, a=0.1) if i == 5 else joint for i, joint in enumerate(bench.arm.joints))
    assert statements._geometry(bench.arm.with_(joints=joints))[2] is False


def test_irregular_axes_are_noticed(bench: Bench):
    assert statements.regular_geometries(bench).shown
    assert not statements.regular_geometries(Bench(with_alpha(3, 0.4))).shown


def test_an_arm_that_is_not_simpler_is_noticed(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    assert statements.reduced_complexity(bench).shown
    assert statements.terms_by_single_angles(bench.chain) == 165
    with monkeypatch.context() as patch:
        patch.setattr(statements, "terms_by_single_angles", lambda chain: 1199)
        assert not statements.reduced_complexity(bench).shown
    monkeypatch.setattr(statements, "terms_of_matrix", lambda chain: 100)
    assert not statements.reduced_complexity(bench).shown


def test_single_angles_give_the_same_matrix(bench: Bench):
    """Without q2 + q3 in a chain, both forms have as many terms."""
    joint = replace(bench.chain.joints[2], cos_alpha=Fraction(3, 5), sin_alpha=Fraction(4, 5))
    skew = replace(bench.chain, joints=(*bench.chain.joints[:2], joint, *bench.chain.joints[3:]))
    assert statements.terms_by_single_angles(skew) == statements.terms_of_matrix(skew)


def test_only_rules_of_this_paper_are_applied(bench: Bench):
    """AKB's rule (9), of a symmetric last link, is not one of them: 70 - 55."""
    assert statements.saved_by_geometry(bench).computed == "15 of 70 symbols"


def test_elements_by_the_rules_of_parallel_joints(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    assert statements.special_rules_first(bench).computed == "6 of 6 elements"
    wrong = dict(appendix_lines()) | {"M24": appendix_lines()["M14"]}
    monkeypatch.setattr(statements, "appendix_lines", lambda: wrong)
    assert statements.special_rules_first(bench).computed == "5 of 6 elements"


def test_motors_are_left_out_on_both_sides(bench: Bench):
    """With motor inertia the recursion takes more, and counts of programs without it are no measure."""
    assert (bench.arm.motor_inertia > 0).all()
    bare = bench.motorless
    assert not bare.motor_inertia.any()
    found = statements.analytical_is_efficient(bench)
    assert found.computed == "265 against 489 by the recursion"
    assert NewtonEulerModel(bare).operation_counts()["torque"].total == 489
    assert bench.recursive.operation_counts()["torque"].total == 501
    other = counts.less_than_recursion(bench)
    assert other.computed == "646 (our count of the printed equations) against 1035 (our recursion)"
    assert "takes 489" in other.note and "259 (265 with" in other.note and "259 if" in found.note
    assert bench.recursive.general_counts()["torque"].total - bench.motor_calculations == 1035


def test_a_cheaper_recursion_is_noticed(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    assert statements.not_most_efficient(bench).holds
    monkeypatch.setattr(statements, "matrix_count", lambda arm, composite: OperationCount(10, 10))
    assert not statements.not_most_efficient(bench).holds


def test_statements_without_a_measure_never_hold(bench: Bench):
    for entry in (
        statements.earlier_programs, statements.reduced_complexity, statements.christoffel_is_useful,
        statements.best_recursion, statements.sorting_rules, statements.saved_by_geometry,
        statements.special_rules_first, statements.useful,
    ):  # fmt: skip
        assert entry(bench).holds is False and entry(bench).obstacle


def test_a_parameter_that_section_6_does_not_have_is_noticed(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    assert section_6.centers_and_inertia(bench).holds
    others = {name: scan for name, scan in section_6.SECTION_6.items() if name != "ry5"}
    monkeypatch.setattr(section_6, "SECTION_6", others)
    assert [row.name for row in section_6.centers_and_inertia(bench).rows if not row.agrees] == ["ry5"]


def test_a_parameter_that_the_appendix_leaves_out_is_noticed(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    text = section_6._appendix().replace("Iyz3", "0")
    monkeypatch.setattr(section_6, "_appendix", lambda: text)
    assert [row.name for row in section_6.centers_and_inertia(bench).rows if not row.agrees] == ["Iyz3"]


def test_a_wrong_rotation_matrix_is_noticed(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    assert section_6.rotations(bench).holds
    wrong = tuple(text.replace("-s5 -c5", "s5 c5") for text in section_6.ROTATIONS)
    monkeypatch.setattr(section_6, "ROTATIONS", wrong)
    found = section_6.rotations(bench)
    assert [row.name for row in found.rows if not row.agrees] == ["frame 5"]


def test_entries_of_the_matrices_are_counted(bench: Bench):
    """Two zeros of frame 1, one of the others each."""
    assert [text.split().count("0") for text in section_6.ROTATIONS] == [2, 1, 1, 1, 1, 1]
    assert section_6.rotations(bench).printed == "26 entries of 6 matrices"


def test_the_vectors_p_are_those_of_the_frames(bench: Bench):
    links = links_in_motion(bench.arm, np.zeros(6), np.zeros(6))
    found = section_6.vectors_p(bench)
    assert found.absent and [row.printed for row in found.rows] == [None] * 6
    step = links[2].rotation.T @ (links[3].origin - links[2].origin)
    assert str(found.rows[3].computed) == ", ".join(f"{value:g}" for value in step.round(12) + 0.0)


def test_what_is_not_legible_in_section_6_is_listed(bench: Bench):
    (words,) = section_6.centers_and_inertia(bench).corrected
    assert words.startswith("21 of 30 names are read")


def test_identities_need_their_signs(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    assert section_6.identities(bench).holds
    monkeypatch.setattr(section_6, "tilde", lambda a: np.abs(a) * np.eye(3))
    assert not section_6.identities(bench).holds
