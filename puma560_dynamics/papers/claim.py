"""The verdict on an entry: it follows from what the entry computed (`EntryResult`), and nothing else decides."""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from ..errors import MissingDependencyError
from .entry import EntryKind, EntryResult, PaperEntry

if TYPE_CHECKING:
    from .bench import Bench


class ClaimVerdict(Enum):
    """Verdict on a claim; `meaning` defines each."""

    REPRODUCED = "reproduced"
    CORRECTED = "reproduced with the text corrected"
    CONTRADICTED = "contradicted"
    NOT_REPRODUCIBLE = "not reproducible"
    NOT_IN_SCAN = "not in the scan"
    FAILED = "failed"

    @property
    def good(self) -> bool:
        """Whether nothing is owed: what should come out does, or the reason why it cannot is given."""
        return self is not ClaimVerdict.FAILED

    @property
    def meaning(self) -> str:
        """The definition, one sentence."""
        return _MEANINGS[self]


_MEANINGS = {
    ClaimVerdict.REPRODUCED: "What the paper prints comes out here by the criterion of the entry.",
    ClaimVerdict.CORRECTED: "It comes out after the text was corrected where it is wrong or may be; the corrections "
    "are listed, and without them it does not come out or cannot be read.",
    ClaimVerdict.CONTRADICTED: "What is printed disagrees with what else the paper prints, and the computation shows "
    "it; either side may be at fault.",
    ClaimVerdict.NOT_REPRODUCIBLE: "Something that the computation needs is not printed, or the statement gives no "
    "number and no measure; what can be computed is shown next to it.",
    ClaimVerdict.NOT_IN_SCAN: "The figure or equation is not in the scan that we have; ours stands alone.",
    ClaimVerdict.FAILED: "It should come out and does not, or could not be computed on this machine.",
}


@dataclass(frozen=True)
class Claim:
    """An entry with its verdict.

    Attributes:
        entry: what was computed.
        verdict: what became of it; `None` for a round trip or a transcription that comes out.
        why: reason of the verdict; empty where there is nothing to say.
        finding: what was computed, `None` where something was missing.
        seconds: that it took.
    """

    entry: PaperEntry
    verdict: ClaimVerdict | None
    why: str
    finding: EntryResult | None
    seconds: float

    @property
    def good(self) -> bool:
        """Whether nothing is owed."""
        return self.verdict is None or self.verdict.good


def judge_entry(finding: EntryResult, kind: EntryKind = EntryKind.INDEPENDENT) -> tuple[ClaimVerdict | None, str]:
    """The verdict that follows from a finding, and its reason."""
    corrected = f"corrected: {'; '.join(finding.corrected)}" if finding.corrected else ""
    if kind is not EntryKind.INDEPENDENT:
        return (None if finding.holds else ClaimVerdict.FAILED), _sentences(corrected, finding.note)
    if finding.absent:
        verdict = ClaimVerdict.FAILED if finding.holds is False else ClaimVerdict.NOT_IN_SCAN
        return verdict, _sentences(finding.absent, finding.note)
    if finding.holds:
        verdict = ClaimVerdict.CORRECTED if finding.corrected else ClaimVerdict.REPRODUCED
        return verdict, _sentences(corrected, finding.note)
    reason = finding.contradiction or finding.obstacle
    if not (reason and finding.shown and finding.holds is False):
        return ClaimVerdict.FAILED, _sentences(reason, corrected, finding.note)
    verdict = ClaimVerdict.CONTRADICTED if finding.contradiction else ClaimVerdict.NOT_REPRODUCIBLE
    return verdict, _sentences(finding.contradiction, finding.obstacle, corrected, finding.note)


def _sentences(*words: str) -> str:
    """Join texts as sentences; a symbol at the beginning keeps its case."""
    return " ".join(f"{_capital(part).rstrip('. ')}." for part in words if part)


_SHORT_WORDS = {"a", "an", "as", "at", "by", "if", "in", "it", "no", "of", "on", "to", "up", "we"}


def _capital(part: str) -> str:
    first = part.split()[0].rstrip(":,")
    word = first in _SHORT_WORDS or (first.isalpha() and len(first) > 2)
    return part[0].upper() + part[1:] if word else part


def settle(entry: PaperEntry, bench: Bench) -> Claim:
    """Compute an entry and judge it; an entry that needs a missing package has failed."""
    began = time.perf_counter()
    try:
        finding = entry.compute(bench)
    except MissingDependencyError as error:
        return Claim(entry, ClaimVerdict.FAILED, str(error), None, time.perf_counter() - began)
    verdict, why = judge_entry(finding, entry.kind)
    return Claim(entry, verdict, why, finding, time.perf_counter() - began)
