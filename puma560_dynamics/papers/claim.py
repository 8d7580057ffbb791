"""What a paper says in one place, what comes out here, and the verdict that follows from both.

An entry is a function that computes a `Finding`; nothing else decides: `judge` makes the verdict from it.
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

Value = float | int | str | None
"""A number, words where a number would say too little, or nothing."""

ROUNDING = 1e-12
"""Relative difference that is rounding."""


class Paper(Enum):
    """The papers, by the names that `puma560 papers --paper` takes."""

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


class Verdict(Enum):
    """What became of a claim."""

    REPRODUCED = "reproduced"
    MENDED = "reproduced, the text mended"
    NOT_REPRODUCIBLE = "not reproducible"
    FAILED = "should be reproduced and is not"
    NOT_COMPUTED = "not computed"

    @property
    def good(self) -> bool:
        """Whether nothing is owed: it comes out, or it cannot come out and the reason is told."""
        return self not in (Verdict.FAILED, Verdict.NOT_COMPUTED)


@dataclass(frozen=True)
class Row:
    """One line of a table: what is printed, what comes out, whether they agree."""

    name: str
    printed: Value
    computed: Value
    unit: str = ""
    agrees: bool = True


@dataclass(frozen=True)
class Finding:
    """What an entry computed.

    Attributes:
        printed: what the paper prints; `None` where it gives no number.
        computed: what comes out here.
        holds: whether the claim holds, as computed.
        unit: of both.
        mended: errors of the paper (not of its scan) that had to be mended for it to hold.
        obstacle: why the print cannot come out, or does not hold; makes a claim that does not hold "not
            reproducible", if `bounded`.
        bounded: whether what can be checked all the same (an order of magnitude, a counterexample) comes out.
        note: what to know about the reproduction.
        rows: the lines of a table.
        figure: the paper's figure drawn again, SVG.
    """

    printed: Value
    computed: Value
    holds: bool
    unit: str = ""
    mended: tuple[str, ...] = ()
    obstacle: str = ""
    bounded: bool = True
    note: str = ""
    rows: tuple[Row, ...] = ()
    figure: str = ""


@dataclass(frozen=True)
class Entry:
    """A place in a paper and how to compute it again.

    Attributes:
        paper: which.
        place: table, figure, equation or section; tables and figures as ``"table A3"``.
        words: what is claimed there, in our words.
        command: the command that shows more; `puma560 papers` itself where there is none.
        compute: the computation.
    """

    paper: Paper
    place: str
    words: str
    command: str
    compute: Callable[[Bench], Finding]


@dataclass(frozen=True)
class Claim:
    """An entry with its verdict.

    Attributes:
        entry: what was computed.
        verdict: what became of it.
        why: reason of the verdict; empty where there is nothing to say.
        finding: what was computed, `None` where something was missing.
        seconds: that it took.
    """

    entry: Entry
    verdict: Verdict
    why: str
    finding: Finding | None
    seconds: float


def judge(finding: Finding) -> tuple[Verdict, str]:
    """The verdict that follows from a finding, and its reason."""
    if finding.holds:
        verdict = Verdict.MENDED if finding.mended else Verdict.REPRODUCED
        return verdict, _sentences(f"mended: {'; '.join(finding.mended)}" if finding.mended else "", finding.note)
    verdict = Verdict.NOT_REPRODUCIBLE if finding.obstacle and finding.bounded else Verdict.FAILED
    return verdict, _sentences(finding.obstacle, finding.note)


def _sentences(*words: str) -> str:
    """What is said, as sentences."""
    return " ".join(f"{part[0].upper()}{part[1:].rstrip('. ')}." for part in words if part)


def settle(entry: Entry, bench: Bench) -> Claim:
    """Compute an entry and judge it; what is missing on this machine is said, not passed over."""
    began = time.perf_counter()
    try:
        finding = entry.compute(bench)
    except MissingDependencyError as error:
        return Claim(entry, Verdict.NOT_COMPUTED, str(error), None, time.perf_counter() - began)
    verdict, why = judge(finding)
    return Claim(entry, verdict, why, finding, time.perf_counter() - began)


class Chapter:
    """Collects the entries of one part of a paper, in the order in which they are written down."""

    def __init__(self, paper: Paper) -> None:
        self.paper = paper
        self.entries: list[Entry] = []

    def entry(
        self, place: str, words: str, command: str = "puma560 papers"
    ) -> Callable[[Callable[[Bench], Finding]], Callable[[Bench], Finding]]:
        """Decorator: the function computes this entry."""

        def add(compute: Callable[[Bench], Finding]) -> Callable[[Bench], Finding]:
            self.entries.append(Entry(self.paper, place, words, command, compute))
            return compute

        return add


def all_rows(rows: list[Row], unit: str = "entries") -> tuple[str, str, bool]:
    """Printed and computed in words for a table by its rows, and whether all agree."""
    agree = sum(row.agrees for row in rows)
    return f"{len(rows)} {unit}", f"{agree} agree", agree == len(rows)
