"""Corrected, the equations agree with Newton-Euler; with an uncorrected reading, or without a derived line, not."""

from __future__ import annotations

import pytest
from helpers.models.stanford_arms import random_stanford, states
from helpers.oracle import EXACT

from puma560_dynamics.papers.kane_levinson.equations import texts
from puma560_dynamics.papers.kane_levinson.errata import disagreement, stanford_errata, uncorrected_equations

ALL = stanford_errata()
PROVEN = [erratum for erratum in ALL if erratum.proof == "model"]
SEEN = 1e-7
"""A reading that is wrong differs by much more than rounding."""


@pytest.mark.parametrize("seed", range(5))
def test_corrected_equations_hold_for_any_numbers(seed: int):
    assert disagreement(texts(), random_stanford(seed), *states(seed, 1000)) < EXACT


@pytest.mark.parametrize("erratum", PROVEN, ids=lambda erratum: erratum.entry)
def test_every_uncorrected_reading_disagrees(erratum):
    found = list(uncorrected_equations(erratum))
    assert found
    for equations in found:
        assert min(disagreement(equations, random_stanford(seed), *states(seed, 50)) for seed in (0, 1)) > SEEN


def test_the_list_is_well_formed():
    assert {erratum.proof for erratum in ALL} == {"model", "text"}
    assert {erratum.fault for erratum in ALL} <= {"scan", "print", "unknown"}
    assert not [erratum.entry for erratum in ALL if erratum.proof == "text" and list(uncorrected_equations(erratum))]


def test_a_fragment_that_is_not_there_is_noticed():
    erratum = next(erratum for erratum in ALL if erratum.entry == "Z20")
    broken = type(erratum)(**{**vars(erratum), "details": {"equation": "Z20", "instead": [["u6", "u4"]]}})
    with pytest.raises(ValueError, match="Z20 does not hold 'u6'"):
        list(uncorrected_equations(broken))
