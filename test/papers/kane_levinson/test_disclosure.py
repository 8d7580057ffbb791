"""Lines of ours, misreadings and undecided errata are disclosed by the equations that an entry evaluates."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import Any

import pytest

from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.claim import Claim
from puma560_dynamics.papers.entry import EntryResult, Paper
from puma560_dynamics.papers.kane_levinson import equations, motion_entries, step_entries, text
from puma560_dynamics.papers.kane_levinson.disclosure import (
    FORWARD,
    NO_G,
    contains_gravity,
    disclosing,
    equations_of,
    lines_of_ours,
    lost,
    reached,
    untested,
)
from puma560_dynamics.papers.kane_levinson.equations import MOMENTUM, TORQUES, texts
from puma560_dynamics.papers.kane_levinson.errata import stanford_errata


def test_equations_of_errata():
    by_entry = {e.entry: equations_of(e) for e in stanford_errata()}
    assert by_entry["Z55, Z58 to Z63"] == {"Z55", *(f"Z{n}" for n in range(58, 64))}
    assert by_entry["Z36, Z37"] == {"Z36", "Z37"}
    assert by_entry["m_B"] == {MOMENTUM}
    assert by_entry["g"] == frozenset()


def test_every_lost_line_is_part_of_the_dynamics():
    """No lost line escapes disclosure: torques and momentum need each one."""
    everything = {name for e in stanford_errata() for name in e.details.get("lost", ())}
    assert everything <= reached((*TORQUES, *FORWARD, MOMENTUM))
    assert everything <= set(lost(reached(TORQUES)))
    assert lost(reached(("X33",)))[-1] == "the end of X33"


def test_lines_are_named_with_the_rows_that_need_them():
    rows = {"(32)": ("Z26*u3",), "(18)": ("u1",)}
    assert lines_of_ours(reached(("Z26*u3", "u1")), rows) == ("lines not in the scan, derived by us: Z26; used in (32)")
    assert lines_of_ours(reached(("Z4",)), {"(24)": ("Z4",)}) == ""


def test_undecided_errata_without_a_reading_are_listed():
    assert [e.entry for e in untested(reached((MOMENTUM,))).errata] == [
        "W5, W8, W12, W15, W18, W21, W24, W28, W31", "m_B",
    ]  # fmt: skip
    assert [e.entry for e in untested(reached(TORQUES)).errata] == ["Z64"]


def test_a_note_is_kept_and_what_does_not_hold_is_not_corrected():
    entry = disclosing(MOMENTUM)(lambda _: EntryResult(1, 2, False, contradiction="table", note="seen"))
    found = entry(Bench())
    assert found.note.startswith("seen. ") and "Lines not in the scan" in found.note
    assert "undecided errata are read as corrected" in found.note
    assert found.corrected == ()


@pytest.mark.parametrize(
    "entry",
    [
        motion_entries.velocities, motion_entries.angular_velocities, motion_entries.angular_accelerations,
        motion_entries.accelerations, step_entries.direction_cosines, step_entries.derivatives_in_time,
        step_entries.steps_to_active_forces, text.inertia_forces, text.of_body_a, text.active_forces,
    ],
    ids=lambda entry: entry.__name__,
)  # fmt: skip
def test_all_lines_of_ours_that_are_evaluated_are_disclosed(
    entry: Callable[[Bench], EntryResult], monkeypatch: pytest.MonkeyPatch
):
    read: set[str] = set()
    needed = equations.needed

    def recorded(*given: Any) -> list[tuple[str, ast.expr]]:
        found = needed(*given)
        read.update(name for name, _ in found if name in texts())
        return found

    monkeypatch.setattr(equations, "needed", recorded)
    note = entry(Bench()).note
    assert read
    assert lines_of_ours(frozenset(read)).lower() in note.lower()


def test_every_undecided_erratum_of_an_equation_is_listed(claims: list[Claim]):
    """An erratum "equation (n)" without a reading to compute is in the list of every entry with n that holds."""
    wanted = {
        int(number): erratum
        for erratum in stanford_errata()
        if erratum.fault != "scan" and "instead" not in erratum.details
        for number in re.findall(r"(?:^|, )equation \((\d+)\)", erratum.entry)
    }
    assert 91 in wanted and 106 in wanted
    for claim in claims:
        found, place = claim.finding, claim.entry.place
        if claim.entry.paper is not Paper.KANE_LEVINSON or found is None or not found.holds or found.absent:
            continue
        if not place.startswith("equation"):
            continue
        numbers = {int(number) for number in re.findall(r"\((\d+)\)", place)}
        for first, last in re.findall(r"\((\d+)\) to \((\d+)\)", place):
            numbers |= set(range(int(first), int(last) + 1))
        for number in numbers & set(wanted):
            assert any(words.startswith(wanted[number].entry) for words in found.corrected), (place, number)


def test_the_assumed_g_is_disclosed_where_it_is_put_in():
    assert contains_gravity(reached(TORQUES))
    assert not contains_gravity(reached((MOMENTUM,)))
    result = EntryResult("equality", 0.0, True)
    assert NO_G[1:] in disclosing(*TORQUES)(lambda bench: result)(Bench()).note
    assert NO_G[1:] not in disclosing(*TORQUES, values=False)(lambda bench: result)(Bench()).note
    assert NO_G[1:] not in disclosing(MOMENTUM)(lambda bench: result)(Bench()).note


def test_a_misread_sign_of_z139_fails_at_one_radian():
    """The entry of the singular position, which has no number, shows that the equations are right elsewhere."""
    found = text.singular_position(Bench())
    assert found.holds is False and found.obstacle and found.shown
    assert "17 undecided errata" in found.note
    wrong = {**texts(), "Z139": texts()["Z139"].replace("-A2", "A2")}
    assert not text.singular_position(Bench(equations=wrong)).shown


def test_capital_letters_for_small_ones_are_misreadings_of_the_scan():
    """They are a habit of the scan; an erratum with another damage, too, is decided by that."""
    faults = {e.entry: e.fault for e in stanford_errata() if "case" in e.evidence.damage}
    assert faults["Z9"] == faults["Z117, Z118"] == "scan"
    assert faults["Z20"] == faults["Z64"] == faults["equation (120), equation (121)"] == "unknown"


def test_labels_of_appendix_3_are_disclosed(claims: list[Claim]):
    found = next(c.finding for c in claims if c.entry.paper is Paper.KANE_LEVINSON and c.entry.place == "appendix 3")
    assert found is not None
    assert [words.split(":")[0] for words in found.corrected] == [
        "C1", "F1", "m_D, m_E, m_F, A_2, A_3, B_1, C_1, D_2, D_3, E_2, F_3",
    ]  # fmt: skip
    assert found.note.startswith("1 misreading")
