"""Equations (2) and (3) of Armstrong, Khatib and Burdick: from the mass of the links, and counted as written."""

from __future__ import annotations

import pytest

from puma560_dynamics.emdeg.algebra.ring import Ring
from puma560_dynamics.papers.akb import three_joints
from puma560_dynamics.papers.akb.errata import akb_errata
from puma560_dynamics.papers.akb.three_joints import calculations, expanded, grouped_terms
from puma560_dynamics.papers.erratum import Erratum

CORRECTIONS = [erratum for erratum in akb_errata() if erratum.proof == "derivation"]


def test_the_moments_of_one_link():
    """With the other links massless a11 is that of link 3 alone, turned into the angles of its ends."""
    ring = Ring()
    truth = three_joints.of_the_mass(ring)
    values = dict.fromkeys(ring.names, 0.0) | {"c2": 0.6, "s2": 0.8, "c23": 0.8, "s23": -0.6}
    values |= {"m3": 2.0, "a2": 0.5, "a3": 0.25, "d2": 0.1, "d3": 0.3}
    assert truth.evaluate(values) == pytest.approx(2.0 * ((0.5 * 0.6 + 0.25 * 0.8) ** 2 + 0.4**2))


@pytest.mark.parametrize("erratum", CORRECTIONS, ids=lambda e: e.text)
def test_each_correction_is_needed(erratum: Erratum):
    """With one of them taken back, (2) is not what the mass gives, or I1 is not its constant part."""
    ring = Ring()
    right = three_joints.corrected(three_joints.SCANNED, "equation (2)")
    truth = three_joints.of_the_mass(ring)
    assert expanded(right, ring) == truth
    old, new = erratum.details["replace"]
    if erratum.entry == "equation (2)":
        position = right.index(new)
        wrong = right[:position] + old + right[position + len(new) :]
        assert expanded(wrong, ring) != truth
    else:
        constant = grouped_terms(right, ring)[()]
        assert grouped_terms(three_joints.SCANNED_FIRST.replace(old, new), ring)[()] == constant
        assert grouped_terms(three_joints.SCANNED_FIRST, ring)[()] != constant


def test_groups_by_cosines():
    ring = Ring()
    m, a = ring.variable("m"), ring.variable("a")
    found = grouped_terms("m*CC2 + 2*m*a*C2*C23 + a*CC2 + a", ring)
    assert found == {(("c2", 2),): m + a, (("c2", 1), ("c23", 1)): m * a * 2, (): a}


def test_squares_of_sines_are_written_by_cosines():
    ring = Ring()
    m = ring.variable("m")
    assert grouped_terms("m*SS2 + m*CC2", ring) == {(): m}
    assert grouped_terms("m*SS23", ring) == {(): m, (("c23", 2),): -m}


def test_multiplied_out_it_has_the_same_value():
    ring = Ring()
    values = {"m": 2.0, "a": 0.5, "c2": 0.6, "s2": 0.8, "c23": 0.28, "s23": 0.96}
    element = expanded("2*m*a*C2*C23 + a*a*SS2 + m*S2*S23", ring)
    expected = 2 * 2.0 * 0.5 * 0.6 * 0.28 + 0.25 * 0.64 + 2.0 * 0.8 * 0.96
    assert element.evaluate(values) == pytest.approx(expected)


@pytest.mark.parametrize(
    "text, count", [("m*CC2", (1, 0)), ("2*m*a*C2*C23 + a", (4, 1)), ("m + m + a*a", (1, 2)), ("m", (0, 0))]
)
def test_calculations_are_counted_as_written(text: str, count: tuple[int, int]):
    assert calculations(text) == count
