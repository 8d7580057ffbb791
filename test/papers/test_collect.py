"""Nothing of the papers is left out, everything computes, and another arm makes the right entries fail."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics import load_arm
from puma560_dynamics.arm import Arm
from puma560_dynamics.cli import parser
from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.claim import Claim, Paper, Verdict, settle
from puma560_dynamics.papers.collect import entries

TABLES_AND_FIGURES = {
    Paper.AKB: [
        *(f"table {i}" for i in range(1, 8)), *(f"table A{i}" for i in range(1, 8)), "figure 1", "figure 2",
    ],
    Paper.BURDICK: ["figure 1", "figure 2", "appendix II"],
    Paper.KANE_LEVINSON: ["figure 1", "figure 2", "figure 3", *(f"appendix {i}" for i in range(1, 5))],
}  # fmt: skip
"""What the papers number."""

EQUATIONS = {Paper.AKB: range(1, 12), Paper.BURDICK: range(1, 36), Paper.KANE_LEVINSON: ()}
"""Numbered equations that each have an entry; those of Kane and Levinson are steps of one derivation."""

NUMBERS = {
    Paper.AKB: ["739", "25 %", "one fifth", "15,000", "37", "35", "34", "42", "126", "61", "14", "12", "39", "46",
                "78 Hz", "50 Hz", "2048"],
    Paper.BURDICK: ["291", "401", "852", "10 minutes"],
    Paper.KANE_LEVINSON: ["646", "2195", "1e-9"],
}  # fmt: skip
"""Numbers in the text that an entry must speak of."""


@pytest.mark.parametrize("paper", Paper, ids=lambda paper: paper.value)
def test_every_table_figure_and_number_has_an_entry(paper: Paper):
    own = entries([paper])
    places = {entry.place for entry in own}
    assert set(TABLES_AND_FIGURES[paper]) <= places
    said = " ".join(entry.words for entry in own)
    assert [number for number in NUMBERS[paper] if number not in said] == []


@pytest.mark.parametrize("paper", Paper, ids=lambda paper: paper.value)
def test_every_numbered_equation_has_an_entry(paper: Paper):
    found: set[int] = set()
    for entry in entries([paper]):
        if entry.place.startswith("equation"):
            for first, last in re.findall(r"\((\d+)\)(?: to \((\d+)\)| and \(\d+\))?", entry.place):
                found |= set(range(int(first), int(last or first) + 1))
            found |= {int(number) for number in re.findall(r"\((\d+)\)", entry.place)}
    assert set(EQUATIONS[paper]) <= found


def test_every_entry_computes_and_nothing_is_owed(claims: list[Claim]):
    assert len(claims) == len(entries())
    assert [(c.entry.place, c.entry.words, c.why) for c in claims if not c.verdict.good] == []


def test_all_verdicts_occur_and_none_goes_without_a_reason(claims: list[Claim]):
    verdicts = {claim.verdict for claim in claims}
    assert {Verdict.REPRODUCED, Verdict.MENDED, Verdict.NOT_REPRODUCIBLE} == verdicts
    assert all(claim.why for claim in claims if claim.verdict is not Verdict.REPRODUCED)


def test_the_papers_known_errors_are_mended(claims: list[Claim]):
    mended = {claim.entry.place: claim.why for claim in claims if claim.verdict is Verdict.MENDED}
    assert "I3: 1.38" in mended["table A3"]
    assert "q_3" in mended["equation (10)"]
    assert "right angle" in mended["equation (35)"]
    assert "Z51" in mended["appendix 1"]


def heavier(arm: Arm) -> Arm:
    """Link 2 a tenth heavier."""
    return _link(arm, 1, mass=1.1 * arm.links[1].mass)


def longer(arm: Arm) -> Arm:
    """The forearm's offset of the other sign."""
    joints = tuple(replace(joint, d=-joint.d) if joint.name == "joint3" else joint for joint in arm.joints)
    return arm.with_(joints=joints)


def other_motor(arm: Arm) -> Arm:
    """Motor 4 with another inertia."""
    motors = tuple(replace(m, inertia=0.3) if i == 3 else m for i, m in enumerate(arm.motors))
    return arm.with_(motors=motors)


def _link(arm: Arm, index: int, **changes: float) -> Arm:
    links = tuple(replace(link, **changes) if i == index else link for i, link in enumerate(arm.links))  # type: ignore[arg-type]
    return arm.with_(links=links)


@pytest.mark.parametrize(
    "change, failing, standing",
    [
        (heavier, {"table 4", "table A3"}, {"table 5", "table A1", "table A2"}),
        (longer, {"table A1", "table A3"}, {"table 4", "table A2"}),
        (other_motor, {"table 6", "table A3"}, {"table 7", "table A4"}),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_another_arm_fails_where_it_differs(change: Callable[[Arm], Arm], failing: set[str], standing: set[str]):
    bench = Bench(change(load_arm("akb1986")))
    chosen = [entry for entry in entries([Paper.AKB]) if entry.place in failing | standing]
    failed = {entry.place for entry in chosen if settle(entry, bench).verdict is Verdict.FAILED}
    assert failed == failing


def test_another_stanford_arm_fails_in_its_appendix():
    arm = load_arm("stanford1983")
    bench = Bench(stanford=_link(arm, 4, mass=0.7))
    places = {"appendix 3", "appendix 2", "appendix 4"}
    chosen = [entry for entry in entries([Paper.KANE_LEVINSON]) if entry.place in places]
    failed = {entry.place for entry in chosen if settle(entry, bench).verdict is Verdict.FAILED}
    assert failed == {"appendix 3"}


def test_wrong_equations_are_noticed(monkeypatch: pytest.MonkeyPatch):
    """A model with one term more is not what the papers' equations give."""
    bench = Bench()
    monkeypatch.setattr(type(bench.kane), "torque", lambda self, q, qd, qdd: np.asarray(qd) + 1.0)
    (entry,) = [entry for entry in entries([Paper.KANE_LEVINSON]) if entry.place == "appendix 1"]
    assert settle(entry, bench).verdict is Verdict.FAILED


def test_the_commands_that_show_more_exist():
    known = parser().format_help()
    for command in {entry.command for entry in entries()}:
        program, name, *_ = command.split()
        assert program == "puma560"
        assert re.search(rf"^    {name}(?: |$)", known, re.MULTILINE), command
