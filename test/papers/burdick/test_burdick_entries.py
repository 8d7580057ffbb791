"""Entries of Burdick notice a rule, a sign or a term that is not his."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics import load_arm
from puma560_dynamics.arm import Arm
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg import Body, chain_jacobian, christoffel_symbol
from puma560_dynamics.models.recursive.newton_euler import NewtonEulerModel
from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.burdick import (
    appendix_i,
    counts,
    equations_of_motion,
    partial_velocities,
    rules,
    section_6,
    statements,
    text,
    velocity_rules,
)
from puma560_dynamics.papers.burdick.errata import ERRATA
from puma560_dynamics.papers.burdick.extended import extended, first_moment, matrix_of_extended, of_the_recursion, tilde
from puma560_dynamics.papers.claim import ClaimVerdict, judge_entry
from puma560_dynamics.papers.link_motion import LinkMotion, links_in_motion


def test_another_lever_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """(33) with the first moment of the link before."""
    bench = Bench()
    assert velocity_rules.derivative_of_later_joints(bench).holds
    monkeypatch.setattr(velocity_rules, "first_moment", lambda arm, links, k: first_moment(arm, links, k - 1))
    assert not velocity_rules.derivative_of_later_joints(bench).holds


def test_35_needs_its_condition(monkeypatch: pytest.MonkeyPatch):
    bench = Bench()
    assert velocity_rules.parallel_across(bench).holds
    monkeypatch.setattr(velocity_rules, "_skew_chain", lambda: bench.chain)
    assert not velocity_rules.parallel_across(bench).holds


def test_c_and_b_exchanged_are_noticed(monkeypatch: pytest.MonkeyPatch):
    bench = Bench()
    assert equations_of_motion.sum_of_forces(bench).holds
    terms = equations_of_motion._velocity_terms
    monkeypatch.setattr(equations_of_motion, "_velocity_terms", lambda elements, qd: terms(elements, qd)[::-1])
    assert not equations_of_motion.sum_of_forces(bench).holds


def test_14_needs_its_factor(monkeypatch: pytest.MonkeyPatch):
    bench = Bench()
    found = equations_of_motion.coriolis_by_symbols(bench)
    assert found.holds and found.corrected
    monkeypatch.setattr(
        equations_of_motion, "christoffel_symbol", lambda a, i, j, k: christoffel_symbol(a, i, j, k) * 2
    )
    assert not equations_of_motion.coriolis_by_symbols(bench).holds


def test_each_form_of_the_kinetic_energy_is_tested(monkeypatch: pytest.MonkeyPatch):
    """Without angular velocities the sum with partial velocities is another; the other form does not use them."""
    assert text.kinetic_energy(Bench()).holds
    own = partial_velocities.partial_velocities
    monkeypatch.setattr(text, "partial_velocities", lambda arm, q: (0 * own(arm, q)[0], own(arm, q)[1]))
    rows = text.kinetic_energy(Bench()).rows
    assert [row.name for row in rows if not row.agrees] == ["by partial velocities"]


def test_a_body_between_the_axes_has_no_mass(monkeypatch: pytest.MonkeyPatch):
    """With a separate inertia it would count."""
    assert section_6.phantom_bodies(Bench()).holds
    light = Body
    monkeypatch.setattr(
        section_6,
        "Body",
        lambda mass, center, inertia: light(mass, center, inertia if any(inertia) else (0, 0, 1, 0, 0, 0)),
    )
    assert not section_6.phantom_bodies(Bench()).holds


def test_tilde_is_the_cross_product():
    a, b = np.array([1.0, -2.0, 3.0]), np.array([0.5, 4.0, -1.0])
    np.testing.assert_array_equal(tilde(a) @ b, np.cross(a, b))


def test_the_last_link_alone():
    arm = load_arm("akb1986")
    links = links_in_motion(arm, np.full(6, 0.3), np.zeros(6))
    last = arm.links[5]
    lever = links[5].center - links[5].origin
    np.testing.assert_allclose(first_moment(arm, links, 5), last.mass * lever)
    about_origin = links[5].rotation @ last.inertia @ links[5].rotation.T + last.mass * (
        lever @ lever * np.eye(3) - np.outer(lever, lever)
    )
    np.testing.assert_allclose(extended(arm, links, 5, 5), about_origin, atol=1e-15)


def test_a_sliding_joint_and_what_a_wrong_recursion_gives():
    arm = load_arm("stanford1983")
    q = np.array([0.2, 1.0, 0.4, -0.3, 0.7, 0.1])
    expected = NewtonEulerModel(arm).kinetic_energy_matrix(q) - np.diag(arm.motor_inertia)
    np.testing.assert_allclose(matrix_of_extended(arm, q), expected, atol=1e-13)
    ours, sums = of_the_recursion(arm, q, "down")
    assert len(ours) == 10
    assert all(np.abs(one - other).max() < 1e-13 for one, other in zip(ours, sums, strict=True))


def test_what_the_scan_lacks_is_not_reproduced():
    """The left side of (26), and the signs of (19) to (21), which cannot be counted."""
    bench = Bench()
    for entry in (rules.zero_derivatives, text.recursion_of_extended, statements.not_most_efficient):
        found = entry(bench)
        assert found.holds and found.absent and found.printed is None


def test_errata_are_of_this_paper():
    assert {erratum.proof for erratum in ERRATA} == {"model", "text"}
    assert all(erratum.fault in ("scan", "print", "unknown") for erratum in ERRATA)


def test_only_what_34_claims_counts():
    """For i = 1, 4, 5, 6 and k = 4, 5, 6; other relations are shown only."""
    found = velocity_rules.parallel_rules(Bench())
    assert judge_entry(found)[0] is ClaimVerdict.CORRECTED and found.computed == "12 of 12"
    assert [row.computed for row in found.rows] == ["3 of 3", "9 of 9", "4 of 4", "8 of 8"]
    assert [row.printed is None for row in found.rows] == [False, False, True, True]


def test_theta_is_measured_too(monkeypatch: pytest.MonkeyPatch):
    """Links at the zero position have the same a, α and d, and other angles."""
    found = counts.definitions(Bench())
    assert found.holds and len(found.rows) == 24

    def still(arm: Arm, q: FloatArray, qd: FloatArray) -> list[LinkMotion]:
        return links_in_motion(arm, 0 * q, qd)

    monkeypatch.setattr("puma560_dynamics.papers.burdick.counts.links_in_motion", still)
    wrong = [row.name for row in counts.definitions(Bench()).rows if not row.agrees]
    assert len(wrong) == 6 and all(name.startswith("θ") for name in wrong)


def test_the_time_is_an_upper_limit():
    found = counts.derivation_time(Bench())
    assert found.printed == "approximately 10 minutes"
    assert re.match(r"less than \d+ s of CPU time", str(found.computed))


def test_a_chain_without_parallel_axes_fails_34(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(velocity_rules, "P", 0)
    assert not velocity_rules.parallel_rules(Bench()).holds


def test_each_line_of_25_is_tested(monkeypatch: pytest.MonkeyPatch):
    assert rules.parallel_inertia(Bench()).holds
    assert [row.name for row in rules.parallel_inertia(Bench()).rows if "both sides are 0" in row.name] == [
        "fourth line, i = 6, where both sides are 0"
    ]
    own = rules._eta
    monkeypatch.setattr(rules, "_eta", lambda links, bench, i: 2 * own(links, bench, i))
    found = rules.parallel_inertia(Bench())
    assert [row.name.split(",")[0] for row in found.rows if not row.agrees] == ["first line", "second line"] + [
        "fourth line"
    ] * 2


def test_text_that_is_read_in_a_damaged_line_is_not_simply_reproduced():
    bench = Bench()
    for entry in (rules.eta, rules.general_rules, rules.parallel_inertia, velocity_rules.derivative_of_later_joints,
                  text.partial_velocity_equations, text.extended_bodies, velocity_rules.derivative_by_middle_joint,
                  text.kinetic_energy, equations_of_motion.gravity, appendix_i.rotation_derivative):  # fmt: skip
        found = entry(bench)
        assert found.holds and found.corrected


def test_each_equation_of_partial_velocities_is_tested(monkeypatch: pytest.MonkeyPatch):
    """No angular velocity fails (4) and (2), and a lever without R_i r_i fails (5) and (2), for both arms."""
    assert text.partial_velocity_equations(Bench()).holds
    own = partial_velocities.partial_velocities

    def failing() -> set[str]:
        found = text.partial_velocity_equations(Bench())
        assert not found.holds
        return {row.name.partition(", ")[2] for row in found.rows if not row.agrees}

    with monkeypatch.context() as patch:
        patch.setattr(text, "partial_velocities", lambda arm, q: (0 * own(arm, q)[0], own(arm, q)[1]))
        assert failing() == {"(4)", "(2)"}
    with monkeypatch.context() as patch:
        patch.setattr(partial_velocities, "lever", lambda arm, links, q, j, i: links[i].origin - links[j].origin)
        assert failing() == {"(5) with (6)", "(2)"}


def test_32_needs_both_terms(monkeypatch: pytest.MonkeyPatch):
    assert velocity_rules.derivative_by_middle_joint(Bench()).holds
    monkeypatch.setattr(velocity_rules, "extended", lambda arm, links, i, j: 0 * extended(arm, links, i, j))
    assert not velocity_rules.derivative_by_middle_joint(Bench()).holds


def test_a_wrong_inverse_is_noticed(monkeypatch: pytest.MonkeyPatch):
    assert statements.analytic_inverse(Bench()).shown
    monkeypatch.setattr(statements, "chain_jacobian", lambda chain, ring: chain_jacobian(chain, ring)[::-1])
    assert not statements.analytic_inverse(Bench()).shown


def test_a_wrong_jacobian_with_its_inverse_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """For another arm, J and its inverse fit each other, but not the velocities."""
    bench = Bench()
    longer = replace(bench.chain.joints[2], a=bench.chain.joints[2].a * 2)
    bench.chain = replace(bench.chain, joints=(*bench.chain.joints[:2], longer, *bench.chain.joints[3:]))
    found = statements.analytic_inverse(bench)
    assert isinstance(found.computed, float) and found.computed < 1e-12 and not found.shown


def test_wrong_derivatives_of_appendix_i_are_noticed(monkeypatch: pytest.MonkeyPatch):
    assert appendix_i.lever_derivative(Bench()).holds and appendix_i.rotation_derivative(Bench()).holds
    monkeypatch.setattr(appendix_i, "STEP", 2e-5)
    assert not appendix_i.lever_derivative(Bench()).holds
    monkeypatch.setattr(appendix_i, "_about_z", lambda angle: np.diag([1.0, np.cos(angle), 1.0]))
    assert not appendix_i.rotation_derivative(Bench()).holds
