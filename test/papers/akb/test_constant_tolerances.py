"""Tolerances of table A3 by the readings that section 5 names."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics import load_arm
from puma560_dynamics.models.tables.constants import PRINTED
from puma560_dynamics.papers.akb import constant_tolerances
from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.claim import ClaimVerdict, judge_entry


def test_g2_is_the_moment_of_link_3_with_wrist():
    """The weight of 6.04 kg at 0.143 m: RMS of ±0.0704 kg and ±0.003 m by hand."""
    arm = load_arm("akb1986")
    found = constant_tolerances.constant_budget(arm, ["g2"])
    by_hand = arm.gravity * np.hypot(0.143 * 0.0704, 6.04 * 0.003)
    assert found.half_width[0] == pytest.approx(by_hand, rel=0.01)
    alone = constant_tolerances.constant_budget(arm, ["g2"], of_link_3=True)
    assert alone.half_width[0] > 4 * found.half_width[0]


def test_constants_of_link_2_do_not_depend_on_how_link_3_was_measured():
    arm = load_arm("akb1986")
    whole, alone = (constant_tolerances.constant_budget(arm, ["I9", "I11", "g3"], own) for own in (False, True))
    np.testing.assert_allclose(whole.half_width, alone.half_width, rtol=1e-12)


def test_the_contradiction_names_constants_without_the_wrist():
    found = constant_tolerances.combined_tolerances(Bench())
    assert judge_entry(found)[0] is ClaimVerdict.CONTRADICTED
    named = found.contradiction.partition("tolerance of ")[2].partition(" is ")[0].split(", ")
    assert named == ["g1"]  # I1 contains Izz1, and lengths could enlarge I2, I5, I6 and I7
    assert "I3, I4, I8" in found.note and "(I14, " in found.note


def test_tolerances_that_could_be_enlarged_are_no_contradiction(monkeypatch: pytest.MonkeyPatch):
    changed = dict(PRINTED)
    changed["g1"] = replace(changed["g1"], tolerance=1.2)
    monkeypatch.setattr(constant_tolerances, "PRINTED", changed)
    assert judge_entry(constant_tolerances.combined_tolerances(Bench()))[0] is ClaimVerdict.FAILED
