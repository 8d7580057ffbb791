"""What a paper says in one place, what comes out here, and the verdict that follows from both.

An entry is a function that computes a `EntryResult`; nothing else decides: `judge_entry` makes the verdict from it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from ..errors import MissingDependencyError

if TYPE_CHECKING:
    from .bench import Bench

Printed = float | int | str | None
"""A number, words where a number would say too little, or nothing."""

ROUNDING = 1e-12
"""Relative difference that is rounding."""

TO_ROUNDING = f"relative to the largest number, below {ROUNDING:.0e}: some thousand roundings of double precision"
"""The tolerance in words, for criteria."""

EXACTLY = "multiplied out in the ring of cosines, sines and parameters: exact, no tolerance"
"""How identities are held, for criteria."""

EQUALITY = "equality"
"""Printed side of an equation: both its sides are the same; the computed side is by how much they differ."""

NO_NUMBER = "none, for the paper gives no number and no measure"
"""Where no criterion can be had."""

NOT_IN_SCAN = "the figure is not in the scan; ours stands alone"
"""Of a figure."""

DRAWN = "none, for the figure is not in the scan"
"""Criterion of a figure that is not in the scan."""


class Paper(Enum):
    """The papers, by the names that `puma560 paper claims --paper` takes."""

    AKB = "akb"
    BURDICK = "burdick"
    KANE_LEVINSON = "kane_levinson"

    @property
    def title(self) -> str:
        """Authors, year and title."""
        return _TITLES[self]


_TITLES = {
    Paper.AKB: "Armstrong, Khatib and Burdick (1986): The Explicit Dynamic Model and Inertial Parameters of the "
    "PUMA 560 Arm",
    Paper.BURDICK: "Burdick (1986): An Algorithm for Generation of Efficient Manipulator Dynamic Equations",
    Paper.KANE_LEVINSON: "Kane and Levinson (1983): The Use of Kane's Dynamical Equations in Robotics",
}


class ClaimVerdict(Enum):
    """What became of a claim; the definition of each is `meaning`."""

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


class EntryKind(Enum):
    """How the computed side of an entry is related to the printed one; only independent entries get a verdict."""

    INDEPENDENT = "independent"
    ROUND_TRIP = "round trip"
    TRANSCRIPTION = "transcription"

    @property
    def meaning(self) -> str:
        """The definition, one sentence."""
        return _KINDS[self]


_KINDS = {
    EntryKind.INDEPENDENT: "Both sides have different sources, so that they can disagree.",
    EntryKind.ROUND_TRIP: "The computed side is obtained from the printed one and taken back; it shows that our code "
    "is consistent and says nothing about the paper.",
    EntryKind.TRANSCRIPTION: "The computed side was copied from the paper; it shows that nothing was copied wrong.",
}


@dataclass(frozen=True)
class EntryRow:
    """One line of a table: what is printed, what comes out, whether they agree."""

    name: str
    printed: Printed
    computed: Printed
    unit: str = ""
    agrees: bool = True


@dataclass(frozen=True)
class EntryResult:
    """What an entry computed.

    Attributes:
        printed: what the paper prints; `None` where it gives no number.
        computed: what comes out here.
        holds: whether the claim holds by the entry's criterion, as computed; `None` where there is nothing to hold it
            against because it is not in the scan.
        unit: of both.
        corrected: corrections of the text without which it does not hold.
        contradiction: where the paper disagrees with itself; a claim that does not hold is then "contradicted", if
            `shown`.
        obstacle: why the print cannot come out; a claim that does not hold is then "not reproducible", if `shown`.
        absent: what is not in the scan; the verdict is then "not in the scan", unless `holds` is false.
        shown: whether the reason given is borne out by the computation (the contradiction is found, the order of
            magnitude or the direction is right); if not, the claim has failed.
        note: what to know about the reproduction.
        rows: the lines of a table.
        figure: the paper's figure drawn again, SVG.
    """

    printed: Printed
    computed: Printed
    holds: bool | None
    unit: str = ""
    corrected: tuple[str, ...] = ()
    contradiction: str = ""
    obstacle: str = ""
    absent: str = ""
    shown: bool = True
    note: str = ""
    rows: tuple[EntryRow, ...] = ()
    figure: str = ""


@dataclass(frozen=True)
class PaperEntry:
    """A place in a paper and how to compute it again.

    Attributes:
        paper: which.
        place: table, figure, equation or section; tables and figures as ``"table A3"``.
        words: what is claimed there, in our words.
        command: the command that shows more; `puma560 paper claims` itself where there is none.
        kind: how the computed side is related to the printed one.
        criterion: what is compared, with which tolerance, and why that one.
        compute: the computation.
    """

    paper: Paper
    place: str
    words: str
    command: str
    kind: EntryKind
    criterion: str
    compute: Callable[[Bench], EntryResult]


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
    """What is said, as sentences; a symbol at the beginning keeps its case."""
    return " ".join(f"{_capital(part).rstrip('. ')}." for part in words if part)


_SHORT_WORDS = {"a", "an", "as", "at", "by", "if", "in", "it", "no", "of", "on", "to", "up", "we"}


def _capital(part: str) -> str:
    first = part.split()[0].rstrip(":,")
    word = first in _SHORT_WORDS or (first.isalpha() and len(first) > 2)
    return part[0].upper() + part[1:] if word else part


def settle(entry: PaperEntry, bench: Bench) -> Claim:
    """Compute an entry and judge it; what is missing on this machine is said, not passed over."""
    began = time.perf_counter()
    try:
        finding = entry.compute(bench)
    except MissingDependencyError as error:
        return Claim(entry, ClaimVerdict.FAILED, str(error), None, time.perf_counter() - began)
    verdict, why = judge_entry(finding, entry.kind)
    return Claim(entry, verdict, why, finding, time.perf_counter() - began)


class Chapter:
    """Collects the entries of one part of a paper, in the order in which they are written down."""

    def __init__(self, paper: Paper) -> None:
        self.paper = paper
        self.entries: list[PaperEntry] = []

    def entry(
        self,
        place: str,
        words: str,
        command: str = "puma560 paper claims",
        *,
        criterion: str,
        kind: EntryKind = EntryKind.INDEPENDENT,
    ) -> Callable[[Callable[[Bench], EntryResult]], Callable[[Bench], EntryResult]]:
        """Decorator: the function computes this entry."""

        def add(compute: Callable[[Bench], EntryResult]) -> Callable[[Bench], EntryResult]:
            self.entries.append(PaperEntry(self.paper, place, words, command, kind, criterion, compute))
            return compute

        return add


def all_rows(rows: list[EntryRow], unit: str = "entries") -> tuple[str, str, bool]:
    """Printed and computed in words for a table by its rows, and whether all agree."""
    agree = sum(row.agrees for row in rows)
    return f"{len(rows)} {unit}", f"{agree} agree", agree == len(rows)
