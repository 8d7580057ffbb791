"""The verdict on an entry, which follows only from the result that the entry computed (`EntryResult`)."""

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
        """Return whether the claim is reproduced, or there is a stated reason why it cannot be reproduced."""
        return self is not ClaimVerdict.FAILED

    @property
    def meaning(self) -> str:
        """Definition of the verdict, one sentence."""
        return _MEANINGS[self]


_MEANINGS = {
    ClaimVerdict.REPRODUCED: "The computed result agrees with the paper by the criterion of the entry.",
    ClaimVerdict.CORRECTED: "The result agrees after corrections of text that is wrong or may be wrong; the "
    "corrections are listed, and without them the result does not agree or the text cannot be read.",
    ClaimVerdict.CONTRADICTED: "The computation shows that the printed statement disagrees with other parts of the "
    "same paper; either part may be wrong.",
    ClaimVerdict.NOT_REPRODUCIBLE: "The paper does not print something that the computation needs, or gives neither a "
    "number nor a measure; related results are shown instead.",
    ClaimVerdict.NOT_IN_SCAN: "The figure or equation is not in our scan of the paper; our result is shown alone.",
    ClaimVerdict.FAILED: "The result should agree and does not, or could not be computed on this machine.",
}


@dataclass(frozen=True)
class Claim:
    """An entry with its verdict.

    Attributes:
        entry: the entry.
        verdict: verdict on the entry; `None` for a round trip or a transcription that agrees.
        why: reason for the verdict; empty if there is none.
        finding: result of the computation; `None` if a package was missing.
        seconds: computing time, s.
    """

    entry: PaperEntry
    verdict: ClaimVerdict | None
    why: str
    finding: EntryResult | None
    seconds: float

    @property
    def good(self) -> bool:
        """Return whether the claim has no verdict or a good one."""
        return self.verdict is None or self.verdict.good


def judge_entry(finding: EntryResult, kind: EntryKind = EntryKind.INDEPENDENT) -> tuple[ClaimVerdict | None, str]:
    """Return the verdict that follows from a result, and the reason."""
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
    """Join texts as sentences, with a capital letter unless a text begins with a symbol."""
    return " ".join(f"{_capital(part).rstrip('. ')}." for part in words if part)


_SHORT_WORDS = {"a", "an", "as", "at", "by", "if", "in", "it", "no", "of", "on", "to", "up", "we"}


def _capital(part: str) -> str:
    first = part.split()[0].rstrip(":,")
    word = first in _SHORT_WORDS or (first.isalpha() and len(first) > 2)
    return part[0].upper() + part[1:] if word else part


def settle(entry: PaperEntry, bench: Bench) -> Claim:
    """Compute an entry and return its claim; the verdict is `FAILED` if a needed package is missing."""
    began = time.perf_counter()
    try:
        finding = entry.compute(bench)
    except MissingDependencyError as error:
        return Claim(entry, ClaimVerdict.FAILED, str(error), None, time.perf_counter() - began)
    verdict, why = judge_entry(finding, entry.kind)
    return Claim(entry, verdict, why, finding, time.perf_counter() - began)
