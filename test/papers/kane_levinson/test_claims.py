"""The paper's claims: what holds, what does not, and that a verdict follows from its numbers."""

from __future__ import annotations

import pytest

from puma560_dynamics.models.kane_levinson.model import KaneLevinsonModel
from puma560_dynamics.papers.kane_levinson import feedback
from puma560_dynamics.papers.kane_levinson.claims import StanfordClaim, claims


@pytest.fixture(scope="module")
def found() -> dict[str, StanfordClaim]:
    return {claim.claim: claim for claim in claims(KaneLevinsonModel())}


def test_all_hold_but_the_unequal_comparison(found: dict[str, StanfordClaim]):
    assert [claim.claim for claim in found.values() if not claim.holds] == ["fewer calculations than Newton-Euler"]
    unequal = found["fewer calculations than Newton-Euler"]
    assert unequal.printed is not None and unequal.ours < unequal.printed


def test_a_law_that_does_not_bring_the_arm_there_is_noticed(monkeypatch: pytest.MonkeyPatch):
    slow = feedback.GAINS.copy()
    slow[2] = 0.1
    law = feedback.law
    monkeypatch.setattr(feedback, "law", lambda symbols, goal: law(symbols, goal, slow.tolist()))
    late = [claim.claim for claim in claims(KaneLevinsonModel()) if not claim.holds]
    assert "q1 to q5 come to 60°" in late
