"""The verdict follows from the finding and from nothing else."""

from __future__ import annotations

import pytest

from puma560_dynamics.errors import MissingDependencyError
from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.claim import ClaimVerdict, judge_entry, settle
from puma560_dynamics.papers.entry import Chapter, EntryKind, EntryResult, Paper


@pytest.mark.parametrize(
    "finding, verdict",
    [
        (EntryResult(1, 1, True), ClaimVerdict.REPRODUCED),
        (EntryResult(1, 1, True, corrected=("b: 2 → 1",)), ClaimVerdict.CORRECTED),
        (EntryResult(1, 1, True, obstacle="nothing printed"), ClaimVerdict.REPRODUCED),
        (EntryResult(1, 2, False), ClaimVerdict.FAILED),
        (EntryResult(1, 2, False, corrected=("b: 2 → 1",)), ClaimVerdict.FAILED),
        (EntryResult(1, 2, False, obstacle="no count is listed"), ClaimVerdict.NOT_REPRODUCIBLE),
        (EntryResult(1, 9, False, obstacle="no count is listed", shown=False), ClaimVerdict.FAILED),
        (EntryResult(1, 2, False, contradiction="table 1 says 3"), ClaimVerdict.CONTRADICTED),
        (EntryResult(1, 2, False, contradiction="table 1 says 3", shown=False), ClaimVerdict.FAILED),
        (EntryResult(1, 1, True, contradiction="table 1 says 3"), ClaimVerdict.REPRODUCED),
        (EntryResult(None, 1, None, absent="lost"), ClaimVerdict.NOT_IN_SCAN),
        (EntryResult(None, 1, True, absent="lost"), ClaimVerdict.NOT_IN_SCAN),
        (EntryResult(None, 1, False, absent="lost"), ClaimVerdict.FAILED),
        (EntryResult(1, 1, None), ClaimVerdict.FAILED),
        (EntryResult(1, 1, None, obstacle="no count is listed"), ClaimVerdict.FAILED),
    ],
)
def test_verdict(finding: EntryResult, verdict: ClaimVerdict):
    assert judge_entry(finding)[0] is verdict


@pytest.mark.parametrize("kind", [EntryKind.ROUND_TRIP, EntryKind.TRANSCRIPTION])
def test_what_cannot_disagree_gets_no_verdict(kind: EntryKind):
    assert judge_entry(EntryResult(1, 1, True, corrected=("b: 2 → 1",)), kind)[0] is None
    assert judge_entry(EntryResult(1, 2, False, obstacle="none"), kind)[0] is ClaimVerdict.FAILED


def test_definitions_are_sentences():
    for word in ClaimVerdict:
        assert word.meaning.endswith(".")


def test_the_reason_is_given_in_sentences():
    words = judge_entry(EntryResult(1, 1, True, corrected=("b: 2 → 1", "c: 3 → 4"), note="by the rule"))[1]
    assert words == "Corrected: b: 2 → 1; c: 3 → 4. By the rule."
    assert judge_entry(EntryResult(1, 2, False, obstacle="no count is listed."))[1] == "No count is listed."
    assert judge_entry(EntryResult(1, 2, False, obstacle="rx is lost", note="g too"))[1] == "rx is lost. g too."


def test_a_missing_dependency_is_named_and_fails_the_claim():
    chapter = Chapter(Paper.AKB)

    @chapter.entry("table 9", "a table", criterion="equal")
    def table_9(bench: Bench) -> EntryResult:
        raise MissingDependencyError("needs a software; install it")

    (entry,) = chapter.entries
    claim = settle(entry, Bench())
    assert claim.verdict is ClaimVerdict.FAILED and not claim.good
    assert "install it" in claim.why
