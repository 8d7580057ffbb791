"""A component, a law or a state that is wrong is noticed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.entry import EntryResult
from puma560_dynamics.papers.kane_levinson import feedback
from puma560_dynamics.papers.kane_levinson import motion_entries as motion
from puma560_dynamics.papers.kane_levinson.claims import StanfordClaim, claims
from puma560_dynamics.papers.kane_levinson.model import KaneLevinsonModel
from puma560_dynamics.papers.kane_levinson.printed_vectors import PARTIAL
from puma560_dynamics.papers.kane_levinson.states import loss_of_digits


@pytest.fixture(scope="module")
def bench() -> Bench:
    """One for all."""
    return Bench()


@pytest.mark.parametrize(
    "table, number, old, new, entry",
    [
        ("ANGULAR", "(22)", "u5", "u4", motion.angular_velocities),
        ("VELOCITIES", "(31)", "Z24", "Z23", motion.velocities),
        ("VELOCITIES", "(29)", "-L1*qd1", "L1*qd1", motion.velocities),
        ("ANGULAR_ACCELERATIONS", "(60)", "Z82", "Z83", motion.angular_accelerations),
        ("ACCELERATIONS", "(71)", "Z94", "Z95", motion.accelerations),
        ("ACCELERATIONS", "(73)", "Z35*ud3", "Z35*ud2", motion.accelerations),
        ("ACCELERATIONS", "(69)", "Z1*Z24", "Z1*Z23", motion.accelerations),
        ("ANGULAR_ACCELERATIONS", "(49)", "-Z3*s3", "c3", motion.angular_accelerations),
    ],
)
def test_a_wrong_component_is_noticed(
    table: str, number: str, old: str, new: str, entry: Callable[[Bench], EntryResult], bench: Bench,
    monkeypatch: pytest.MonkeyPatch,
):  # fmt: skip
    assert entry(bench).holds
    wrong = tuple(
        vector._replace(components=tuple(part.replace(old, new) for part in vector.components))
        if vector.equation == number
        else vector
        for vector in getattr(motion, table)
    )
    assert wrong != getattr(motion, table)
    monkeypatch.setattr(motion, table, wrong)
    found = entry(bench)
    assert not found.holds
    assert [row.name.split()[0] for row in found.rows if not row.agrees] == [number]


def test_a_wrong_coefficient_of_equation_1_is_noticed(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    """With A_25 = 1, as if the list after (6) had it, u2 would be another; the corrections are listed."""
    found = motion.generalized_speeds(bench)
    assert found.holds and [words.split(":")[0] for words in found.corrected] == [
        "after equation (6)", "after equation (7)",
    ]  # fmt: skip
    monkeypatch.setitem(motion.FORM_OF_1, "by_A_2", "c2*qd1 + qd3 + qd5")
    found = motion.generalized_speeds(bench)
    assert [row.name for row in found.rows if not row.agrees] == ["(1) with A_rs and B_r"]


def test_each_printed_rate_is_tested(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    """(10) is written with u1 and u3, Z3 with Z1: each has its row."""
    monkeypatch.setitem(motion.RATES, "(10)", "u2 + (u3*c3 + u1*s3)*c2/s2")
    found = motion.generalized_speeds(bench)
    assert [row.name for row in found.rows if not row.agrees] == ["(10)"]


def test_a_wrong_partial_velocity_is_noticed(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(PARTIAL, "A", {1: ("0", "Z4", "0")})
    found = motion.partial_angular_velocities(bench)
    assert [row.name for row in found.rows if not row.agrees] == ["u3: A"]


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


def test_torques_lose_two_digits_a_decade():
    found = loss_of_digits(KaneLevinsonModel())
    assert found.inverse[0] < 1e-14 and found.inverse[-1] > 1e-8
    near = found.q2 < 0.05
    slope = np.polyfit(np.log10(found.q2[near]), np.log10(found.inverse[near]), 1)[0]
    assert -2.3 < slope < -1.7
    # Rounding times 1 / sin² is the ceiling.
    assert (found.inverse < 10 * np.finfo(float).eps / np.sin(found.q2) ** 2).all()


def test_180_degrees_loses_as_many_digits_as_0():
    found = loss_of_digits(KaneLevinsonModel(), [np.pi - 1e-4, np.pi / 2], states=50)
    assert found.inverse[0] > 1e4 * found.inverse[1]


def test_corrections_of_the_accelerations_are_listed(bench: Bench):
    """None of them is a habit of the scan, so that the entry is reproduced only after them."""
    found = motion.accelerations(bench)
    assert [words.split(":")[0] for words in found.corrected] == [
        "equation (73)", "equation (74)", "Z64",
    ]  # fmt: skip
