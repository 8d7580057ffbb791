"""Equation (2) of Armstrong, Khatib and Burdick from the mass of the links."""

from __future__ import annotations

import pytest

from puma560_dynamics.emdeg.algebra.ring import Ring
from puma560_dynamics.papers.akb import reduction
from puma560_dynamics.papers.akb.errata import Erratum, akb_errata
from puma560_dynamics.papers.akb.expressions_of_section_2 import expanded, grouped_terms

CORRECTIONS = [erratum for erratum in akb_errata() if erratum.proof == "derivation"]


def test_the_moments_of_one_link():
    """With the other links massless a11 is that of link 3 alone, turned into the angles of its ends."""
    ring = Ring()
    truth = reduction.of_the_mass(ring)
    values = dict.fromkeys(ring.names, 0.0) | {"c2": 0.6, "s2": 0.8, "c23": 0.8, "s23": -0.6}
    values |= {"m3": 2.0, "a2": 0.5, "a3": 0.25, "d2": 0.1, "d3": 0.3}
    assert truth.evaluate(values) == pytest.approx(2.0 * ((0.5 * 0.6 + 0.25 * 0.8) ** 2 + 0.4**2))


@pytest.mark.parametrize("erratum", CORRECTIONS, ids=lambda e: e.text)
def test_each_correction_is_needed(erratum: Erratum):
    """With one of them taken back, (2) is not what the mass gives, or I1 is not its constant part."""
    ring = Ring()
    right = reduction.corrected(reduction.SCANNED, "equation (2)")
    truth = reduction.of_the_mass(ring)
    assert expanded(right, ring) == truth
    old, new = erratum.details["replace"]
    if erratum.entry == "equation (2)":
        position = right.index(new)
        wrong = right[:position] + old + right[position + len(new) :]
        assert expanded(wrong, ring) != truth
    else:
        constant = grouped_terms(right, ring)[()]
        assert grouped_terms(reduction.SCANNED_FIRST.replace(old, new), ring)[()] == constant
        assert grouped_terms(reduction.SCANNED_FIRST, ring)[()] != constant
