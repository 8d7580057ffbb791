"""An entry: a place in a paper, what is printed there, and how it is computed here.

A `Chapter` collects entries; `claim` makes verdicts of what they compute.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

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

NO_NUMBER = "none, because the paper gives no number and no measure"
"""Where no criterion can be had."""

NOT_IN_SCAN = "the figure is not in the scan; ours stands alone"
"""Of a figure."""

DRAWN = "none, because the figure is not in the scan"
"""Criterion of a figure that is not in the scan."""

CONVENTIONS = 0.1
"""Share by which counts of the same expressions may differ. Chosen, not derived: the differences found are 3 to 8 %."""

SAME_EXPRESSIONS = (
    "equal counts. The expressions are printed and the convention of counting is not; shown is that the "
    f"difference is less than {CONVENTIONS:.0%} (our choice)"
)


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


class EntryKind(Enum):
    """Relation of an entry's computed side to the printed one; only independent entries get a verdict."""

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
    """Result of computing an entry.

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
        statement: what is claimed there, in our words.
        command: the command that shows more; `puma560 paper claims` itself where there is none.
        kind: how the computed side is related to the printed one.
        criterion: what is compared, with which tolerance, and why that one.
        compute: the computation.
    """

    paper: Paper
    place: str
    statement: str
    command: str
    kind: EntryKind
    criterion: str
    compute: Callable[[Bench], EntryResult]


class Chapter:
    """Collects the entries of one part of a paper, in the order in which they are written down."""

    def __init__(self, paper: Paper) -> None:
        self.paper = paper
        self.entries: list[PaperEntry] = []

    def entry(
        self,
        place: str,
        statement: str,
        command: str = "puma560 paper claims",
        *,
        criterion: str,
        kind: EntryKind = EntryKind.INDEPENDENT,
    ) -> Callable[[Callable[[Bench], EntryResult]], Callable[[Bench], EntryResult]]:
        """Decorator: the function computes this entry."""

        def add(compute: Callable[[Bench], EntryResult]) -> Callable[[Bench], EntryResult]:
            self.entries.append(PaperEntry(self.paper, place, statement, command, kind, criterion, compute))
            return compute

        return add


def all_rows(rows: list[EntryRow], unit: str = "entries") -> tuple[str, str, bool]:
    """Printed and computed in words for a table by its rows, and whether all agree."""
    agree = sum(row.agrees for row in rows)
    return f"{len(rows)} {unit}", f"{agree} agree", agree == len(rows)


def counted(ours: int, printed: int) -> bool:
    """Return whether two counts of the same expressions differ by no more than conventions of counting make."""
    return abs(ours / printed - 1.0) < CONVENTIONS
