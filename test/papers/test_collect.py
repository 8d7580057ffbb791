"""Nothing of the papers is left out, everything computes, and another arm makes the right entries fail."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics import load_arm
from puma560_dynamics.arm import Arm
from puma560_dynamics.cli.command import parser
from puma560_dynamics.cli.tree import command_words, leaves
from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.claim import Claim, ClaimVerdict, settle
from puma560_dynamics.papers.collect import paper_entries
from puma560_dynamics.papers.entry import EntryKind, Paper

TABLES_AND_FIGURES = {
    Paper.AKB: [
        *(f"table {i}" for i in range(1, 8)), *(f"table A{i}" for i in range(1, 8)), "figure 1", "figure 2",
    ],
    Paper.BURDICK: ["figure 1", "figure 2", "appendix II"],
    Paper.KANE_LEVINSON: ["figure 1", "figure 2", "figure 3", *(f"appendix {i}" for i in range(1, 5))],
}  # fmt: skip
"""What the papers number."""

EQUATIONS = {Paper.AKB: range(1, 12), Paper.BURDICK: range(1, 36), Paper.KANE_LEVINSON: range(1, 139)}
"""Numbered equations that each have an entry."""

ELSEWHERE = {Paper.AKB: (), Paper.BURDICK: (), Paper.KANE_LEVINSON: (127, 128)}
"""Those whose entry stands under another place: figures 1 and 3."""

NUMBERS = {
    Paper.AKB: ["739", "25 %", "one fifth", "15,000", "37", "35", "34", "42", "126", "61", "14", "12", "39", "46",
                "5 hours", "78 Hz", "50 Hz", "2048"],
    Paper.BURDICK: ["291", "131", "110", "123", "401", "254", "852", "738", "10 minutes"],
    Paper.KANE_LEVINSON: ["646", "394", "2195", "1541", "852", "1e-9"],
}  # fmt: skip
"""Numbers in the text that an entry must give."""


@pytest.mark.parametrize("paper", Paper, ids=lambda paper: paper.value)
def test_every_table_figure_and_number_has_an_entry(paper: Paper):
    own = paper_entries([paper])
    places = {entry.place for entry in own}
    assert [
        what for what in TABLES_AND_FIGURES[paper] if not any(re.search(rf"{what}\b", place) for place in places)
    ] == []
    said = " ".join(entry.statement for entry in own)
    assert [number for number in NUMBERS[paper] if number not in said] == []


@pytest.mark.parametrize("paper", Paper, ids=lambda paper: paper.value)
def test_every_numbered_equation_has_an_entry(paper: Paper):
    found: set[int] = set()
    for entry in paper_entries([paper]):
        if entry.place.startswith("equation"):
            for first, last in re.findall(r"\((\d+)\) to \((\d+)\)", entry.place):
                found |= set(range(int(first), int(last) + 1))
            found |= {int(number) for number in re.findall(r"\((\d+)\)", entry.place)}
    assert set(EQUATIONS[paper]) - found == set(ELSEWHERE[paper])
    said = " ".join(entry.statement for entry in paper_entries())
    assert all(f"({number})" in said for number in ELSEWHERE[paper])


def test_every_entry_computes_and_nothing_is_owed(claims: list[Claim]):
    assert len(claims) == len(paper_entries())
    assert [(c.entry.place, c.entry.statement, c.why) for c in claims if not c.good] == []


def test_all_verdicts_occur_and_none_goes_without_a_reason(claims: list[Claim]):
    verdicts = {claim.verdict for claim in claims}
    assert set(ClaimVerdict) - {ClaimVerdict.FAILED} | {None} == verdicts
    assert all(claim.why for claim in claims if claim.verdict not in (ClaimVerdict.REPRODUCED, None))
    assert all((claim.verdict is None) == (claim.entry.kind is not EntryKind.INDEPENDENT) for claim in claims)


def test_every_entry_states_a_criterion():
    for entry in paper_entries():
        assert len(entry.criterion) > 20 and not entry.criterion.endswith("."), entry.place


def test_no_claim_is_computed_twice():
    computed = [entry.compute for entry in paper_entries()]
    assert len(set(computed)) == len(computed)
    assert len({(e.paper, e.place, e.statement) for e in paper_entries()}) == len(computed)


def test_the_papers_known_errors_are_corrected(claims: list[Claim]):
    corrected = {
        (claim.entry.paper, claim.entry.place): claim.why for claim in claims if claim.verdict is ClaimVerdict.CORRECTED
    }
    assert "q_3" in corrected[Paper.AKB, "equation (10)"]
    assert "perpendicular" in corrected[Paper.BURDICK, "equation (35)"]
    assert any("Z32" in why for (_, place), why in corrected.items() if "appendix 1" in place)


def test_contradictions_are_reported(claims: list[Claim]):
    contradicted = {claim.entry.place: claim.why for claim in claims if claim.verdict is ClaimVerdict.CONTRADICTED}
    assert "I1 and I3" in contradicted["table A3"]
    assert "Z5" in contradicted["equation (86)"]
    assert "1.00 kg" in contradicted["table 4"]


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
        (heavier, {"table 4", "table A3"}, {"table 7", "table A1", "table A2"}),
        (longer, {"table A1", "table A3"}, {"table 4", "table A2"}),
        (other_motor, {"table 6", "table A3"}, {"table 7", "table A4"}),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_another_arm_fails_where_it_differs(change: Callable[[Arm], Arm], failing: set[str], standing: set[str]):
    bench = Bench(change(load_arm("akb1986")))
    chosen = [entry for entry in paper_entries([Paper.AKB]) if entry.place in failing | standing]
    failed = {entry.place for entry in chosen if settle(entry, bench).verdict is ClaimVerdict.FAILED}
    assert failed == failing


def test_another_stanford_arm_fails_in_its_appendix():
    arm = load_arm("stanford1983")
    bench = Bench(stanford=_link(arm, 4, mass=0.7))
    places = {"appendix 3", "appendix 2", "equations (134) to (138) and appendix 4"}
    chosen = [entry for entry in paper_entries([Paper.KANE_LEVINSON]) if entry.place in places]
    failed = {entry.place for entry in chosen if settle(entry, bench).verdict is ClaimVerdict.FAILED}
    assert failed == {"appendix 3"}


def test_wrong_equations_are_noticed(monkeypatch: pytest.MonkeyPatch):
    """A model with one term more is not what the papers' equations give."""
    bench = Bench()
    monkeypatch.setattr(type(bench.kane), "torque", lambda self, q, qd, qdd: np.asarray(qd) + 1.0)
    (entry,) = [entry for entry in paper_entries([Paper.KANE_LEVINSON]) if entry.place.endswith("and appendix 1")]
    assert settle(entry, bench).verdict is ClaimVerdict.FAILED


def test_the_commands_that_show_more_exist():
    for command in {entry.command for entry in paper_entries()}:
        program, *given = command.split()
        named = command_words(given)
        assert program == "puma560"
        assert named in leaves() or [*named] == given, command
        with pytest.raises(SystemExit), redirect_stdout(io.StringIO()) as out:
            parser(named).parse_args([*named, "--help"])
        for option in given[len(named) :]:
            assert option in out.getvalue() or not option.startswith("-"), command
