"""Entries: a chapter keeps them in their order, a table agrees only as a whole."""

from __future__ import annotations

from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.entry import (
    SAME_EXPRESSIONS,
    Chapter,
    EntryKind,
    EntryResult,
    EntryRow,
    Paper,
    all_rows,
    counted,
)


def test_rows_agree_only_together():
    rows = [EntryRow("a", 1, 1), EntryRow("b", 1, 2, agrees=False)]
    assert all_rows(rows, "numbers") == ("2 numbers", "1 agree", False)
    assert all_rows(rows[:1])[2]


def test_a_chapter_keeps_its_entries_in_order_and_leaves_the_functions_as_they_are():
    chapter = Chapter(Paper.BURDICK)

    @chapter.entry("table 2", "two", criterion="equal", kind=EntryKind.TRANSCRIPTION)
    def second(bench: Bench) -> EntryResult:
        return EntryResult(2, 2, True)

    @chapter.entry("table 1", "one", "puma560 arm check", criterion="near")
    def first(bench: Bench) -> EntryResult:
        return EntryResult(1, 1, True)

    assert [entry.place for entry in chapter.entries] == ["table 2", "table 1"]
    two, one = chapter.entries
    assert two.compute is second and one.compute is first
    assert (two.kind, one.kind) == (EntryKind.TRANSCRIPTION, EntryKind.INDEPENDENT)
    assert one.command == "puma560 arm check" and two.command.startswith("puma560 paper")
    assert {entry.paper for entry in chapter.entries} == {Paper.BURDICK}


def test_definitions_are_sentences():
    for kind in EntryKind:
        assert kind.meaning[0].isupper() and kind.meaning.endswith(".")
    assert len({paper.title for paper in Paper}) == len(Paper)


def test_a_tenth_is_the_limit():
    assert counted(1113, 1165) and counted(27, 25)
    assert not counted(1047, 1560) and not counted(120, 100)
    assert "10 %" in SAME_EXPRESSIONS
