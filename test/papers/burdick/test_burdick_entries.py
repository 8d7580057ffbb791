"""Entries of Burdick notice a rule, a sign or a term that is not his."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import load_arm
from puma560_dynamics.emdeg import Body
from puma560_dynamics.models.recursive.newton_euler import NewtonEulerModel
from puma560_dynamics.models.tables.table import evaluate, parse
from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.burdick import counts, rules, text
from puma560_dynamics.papers.burdick.appendix import (
    CENTRIPETAL,
    ELEMENTS,
    GRAVITY,
    NOT_ZERO,
    RELATIONS,
    holding,
    pairs_of,
)
from puma560_dynamics.papers.burdick.errata import ERRATA, corrected_constants
from puma560_dynamics.papers.burdick.extended import extended, first_moment, matrix_of_extended, of_the_recursion, tilde
from puma560_dynamics.papers.burdick.long_expressions import (
    CORRECTED,
    UNCORRECTED,
    SignedTerms,
    fitting,
    identical,
    known,
    legible,
    lines,
)
from puma560_dynamics.papers.link_motion import links_in_motion


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


def test_a_wrong_sign_is_noticed(monkeypatch: pytest.MonkeyPatch):
    bench = Bench()
    assert counts.rotations(bench).holds
    wrong = tuple(text.replace("-s5 -c5", "s5 c5") for text in counts.ROTATIONS)
    monkeypatch.setattr(counts, "ROTATIONS", wrong)
    found = counts.rotations(bench)
    assert [row.name for row in found.rows if not row.agrees] == ["frame 5"]


def test_a_body_between_the_axes_has_no_mass(monkeypatch: pytest.MonkeyPatch):
    """With a separate inertia it would count."""
    assert counts.phantom_bodies(Bench()).holds
    light = Body
    monkeypatch.setattr(
        counts,
        "Body",
        lambda mass, center, inertia: light(mass, center, inertia if any(inertia) else (0, 0, 1, 0, 0, 0)),
    )
    assert not counts.phantom_bodies(Bench()).holds


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


LINES = [line for part in (ELEMENTS, CENTRIPETAL, RELATIONS) for line in part.strip().splitlines()]


@pytest.mark.parametrize("line", LINES)
def test_every_line_counts(line: str):
    """As it stands it holds; with one term more it does not."""
    assert holding(line, {})[0].agrees
    assert not holding(f"{line} + Izz6*s5", {})[0].agrees


def test_each_correction_is_needed():
    assert all(row.agrees for row in holding(GRAVITY, corrected_constants()))
    for name in corrected_constants():
        others = {key: text for key, text in corrected_constants().items() if key != name}
        assert not all(row.agrees for row in holding(GRAVITY, others))


def test_errata_are_of_this_paper():
    assert {erratum.proof for erratum in ERRATA} == {"model", "text"}
    assert all(erratum.fault in ("scan", "print", "unknown") for erratum in ERRATA)
    assert len(set(NOT_ZERO.split())) == 19


@pytest.mark.parametrize("line", lines(), ids=lambda line: line[0])
def test_one_pattern_of_signs_fits(line: SignedTerms):
    (signs,) = fitting(line)
    assert legible(line, signs)


@pytest.mark.parametrize("name", ["M13", "c311", "D154"])
def test_a_line_with_another_term_fits_with_no_signs(name: str):
    line = next(line for line in lines() if line[0] == name)
    assert fitting((name, (*line[1][:-1], ("+", "K1113*T13")))) == []


def test_a_legible_sign_that_is_wrong_is_seen():
    line = next(line for line in lines() if line[0] == "c233")
    (signs,) = fitting(line)
    assert not legible((line[0], tuple(("-", text) for _, text in line[1])), signs)


@pytest.mark.parametrize("name, text", pairs_of(CORRECTED))
def test_a_corrected_line_holds_and_with_the_factor_of_the_scan_it_does_not(name: str, text: str):
    assert identical(name, text)
    corrected, uncorrected = UNCORRECTED[name]
    assert corrected in text
    assert not identical(name, text.replace(corrected, uncorrected))


def test_no_product_of_the_lists_completes_c211_as_the_scan_has_it():
    text = dict(pairs_of(CORRECTED))["c211"].replace(*UNCORRECTED["c211"])
    without = known()["c211"] - evaluate(parse(text.replace(" + V8*s2*s23", "")), known())
    products = [known()[f"V{i}"] * known()[f"T{j}"] for i in range(1, 15) for j in range(1, 23)]
    assert not [product for product in products if not without - product or not without + product]
