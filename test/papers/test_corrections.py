"""Corrections of a place, and the undecided ones that an entry needs."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from puma560_dynamics.errors import StateError
from puma560_dynamics.papers.akb import applications, derivation, tables
from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.corrections import UNDECIDED, of_place, with_needed
from puma560_dynamics.papers.entry import EntryResult, Paper
from puma560_dynamics.papers.erratum import Erratum, Evidence
from puma560_dynamics.papers.kane_levinson import motion_entries, text
from puma560_dynamics.papers.kane_levinson.equations import texts


def erratum(table: str, entry: str, fault: str) -> Erratum:
    """An erratum."""
    return Erratum(table, entry, "old", "new", "text", "because", Evidence(("term",)), MappingProxyType({}), fault)


LIST = (erratum("A2", "I1", "scan"), erratum("A2", "I3", "print"), erratum("A2", "I4", "unknown"),
        erratum("A3", "I3", "print"))  # fmt: skip


def test_words_and_note():
    corrections = of_place(LIST, "A2")
    assert corrections.sentences == ("I3: old → new", f"I4: old → new ({UNDECIDED})")
    assert corrections.note.startswith("1 misreading ")


def test_places_and_entries_are_chosen():
    assert len(of_place(LIST, "A2", "A3").errata) == 4
    assert of_place(LIST, "A2", entries=lambda name: name == "I1").sentences == ()
    assert of_place(LIST, "A9").note == ""


KL = Paper.KANE_LEVINSON


@pytest.fixture(scope="module")
def bench() -> Bench:
    """One for all."""
    return Bench()


def needed(finding: EntryResult) -> list[str]:
    return [words.split(":")[0] for words in finding.corrected]


def test_only_what_changes_the_entry_is_listed(bench: Bench):
    assert needed(with_needed(motion_entries.angular_velocities, KL)(bench)) == ["Z20"]
    assert needed(with_needed(text.gravity_terms, KL)(bench)) == []


def test_the_model_follows_the_uncorrected_text(bench: Bench):
    """X13 is in no velocity, but in the matrix."""
    assert "X13" in needed(with_needed(text.appendix_2, KL)(bench))
    assert "X13" not in needed(with_needed(motion_entries.velocities, KL)(bench))


def test_the_tables_follow_the_uncorrected_text(bench: Bench):
    """I8 and I10 are constants of A and B, the others elements of B, C and g."""
    found = needed(with_needed(applications.element_by_element, Paper.AKB)(bench))
    assert found == ["I8", "I10", "b_316", "c_12", "c_15", "g_2"]
    assert needed(with_needed(derivation.equation_1, Paper.AKB)(bench))[-6:] == found


def test_relations_of_any_constants_need_no_table_of_constants(bench: Bench):
    for entry, expected in (
        (derivation.equation_8, []),
        (derivation.equation_9, ["equation (9)"]),
        (derivation.equation_10, ["equation (10)"]),
        (derivation.christoffel, ["b_316", "c_12", "c_15"]),
    ):
        assert needed(with_needed(entry, Paper.AKB)(bench)) == expected


def test_tables_also_need_the_constants_that_they_use(bench: Bench):
    """I8 and I10 are in tables A4 to A6, but in no gravity term; what a table lists itself is listed once."""
    for entry, expected in (
        (tables.table_a4, ["I8", "I10"]),
        (tables.table_a5, ["b_116", "b_316", "I8", "I10"]),
        (tables.table_a6, ["c_12", "c_15", "I8", "I10"]),
        (tables.table_a7, ["g_2"]),
    ):
        assert needed(with_needed(entry, Paper.AKB)(bench)) == expected


def test_a_motion_that_cannot_be_integrated_does_not_come_out(bench: Bench):
    def compute(given: Bench) -> EntryResult:
        if given.equations is not texts():
            raise StateError("the motion cannot be integrated")
        return EntryResult(1, 1, True)

    assert len(needed(with_needed(compute, KL)(bench))) == len(bench.uncorrected[KL.value]) > 0


def test_what_does_not_hold_lists_nothing(bench: Bench):
    assert with_needed(lambda _: EntryResult(1, 2, False, contradiction="table 1"), KL)(bench).corrected == ()
