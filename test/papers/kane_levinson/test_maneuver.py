"""The manoeuvre and its torques, and that each erratum is needed."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.models.stanford_arms import random_stanford, states
from helpers.oracle import EXACT

from puma560_dynamics import load_model
from puma560_dynamics.papers.kane_levinson.equations import texts
from puma560_dynamics.papers.kane_levinson.errata import disagreement, stanford_errata, uncorrected_equations
from puma560_dynamics.papers.kane_levinson.maneuver import (
    DURATION,
    GOAL,
    START,
    as_printed,
    control_torques,
    in_chain,
    maneuver,
    manoeuvre_curves,
)
from puma560_dynamics.papers.kane_levinson.model import KaneLevinsonModel


def test_it_goes_from_rest_to_rest():
    ends = maneuver(np.array([0.0, DURATION]))
    np.testing.assert_allclose(ends.q, [START, GOAL], atol=1e-15)
    np.testing.assert_allclose([ends.qd, ends.qdd], 0.0, atol=1e-15)


def test_its_derivatives_are_derivatives():
    step = 1e-4
    time = np.linspace(0.1, 9.9, 50)
    before, here, after = (maneuver(time + shift) for shift in (-step, 0.0, step))
    np.testing.assert_allclose((after.q - before.q) / (2 * step), here.qd, atol=1e-9)
    np.testing.assert_allclose((after.qd - before.qd) / (2 * step), here.qdd, atol=1e-9)


def test_figure_1_agrees_with_pinocchio():
    pytest.importorskip("pinocchio")
    motion, torque = manoeuvre_curves(KaneLevinsonModel())
    engine = load_model("pinocchio", "stanford1983")
    expected = as_printed(engine.torque(*map(in_chain, (motion.q, motion.qd, motion.qdd))))
    np.testing.assert_allclose(torque, expected, rtol=0, atol=1e-12 * np.abs(expected).max())


def test_signs_are_the_papers_by_statics():
    """Held level, the arm beyond B pulls down: A must be turned up by B's reaction, so tau2 is positive.

    Held with q2 at 60° the slide's weight pulls C back towards B: the force on B along c2, sigma, is negative.
    """
    model = KaneLevinsonModel()
    p = model.symbols
    still = maneuver(np.array([0.0, DURATION]))
    start, end = control_torques(model, still)
    wrist = (p["mE"] + p["mF"]) * p["L2"]
    assert start[1] == pytest.approx(p["g"] * (p["mD"] * p["L5"] + wrist + p["mE"] * p["L6"] + p["mF"] * p["L3"]))
    assert end[5] == pytest.approx(-p["g"] * (p["mC"] + p["mD"] + p["mE"] + p["mF"]) * np.cos(np.pi / 3))
    assert start[[0, 2, 4, 5]] == pytest.approx(0.0, abs=1e-13)


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
    with pytest.raises(ValueError, match="Z20 does not contain the text to correct, 'u6'"):
        list(uncorrected_equations(broken))
