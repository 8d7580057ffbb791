"""Entries: a place in a paper, the printed statement, and the function that recomputes it.

A `Chapter` collects entries; `claim` derives verdicts from their results.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .bench import Bench

Printed = float | int | str | None
"""A printed or computed value: a number, a text, or `None` if there is none."""

ROUNDING = 1e-12
"""Relative difference below which two results agree up to rounding."""

TO_ROUNDING = f"relative to the largest number, below {ROUNDING:.0e}: some thousand roundings of double precision"
"""Text of the tolerance `ROUNDING`, for criteria."""

EXACTLY = "multiplied out in the ring of cosines, sines and parameters: exact, no tolerance"
"""Text about exact identities, for criteria."""

EQUALITY = "equality"
"""Printed value of an equation, whose two sides must be equal; the computed value is their difference."""

NO_NUMBER = "none, because the paper gives no number and no measure"
"""Criterion of a statement that has neither a number nor a measure."""

NOT_IN_SCAN = "the figure is not in the scan; our figure is shown alone"
"""Reason for the verdict on a figure that is not in the scan."""

DRAWN = "none, because the figure is not in the scan"
"""Criterion of a figure that is not in the scan."""

CONVENTIONS = 0.1
"""Largest relative difference between counts of the same expressions, chosen by us; the differences found are 3 to 8 %.
"""

SAME_EXPRESSIONS = (
    "equal counts. The expressions are printed, but the convention of counting is not; the entry shows that the "
    f"difference is less than {100 * CONVENTIONS:.0f} % (our choice)"
)


class Paper(Enum):
    """The papers, by the values of the option `puma560 paper claims --paper`."""

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
    """Relation between the computed and the printed value of an entry; only independent entries get a verdict."""

    INDEPENDENT = "independent"
    ROUND_TRIP = "round trip"
    TRANSCRIPTION = "transcription"

    @property
    def meaning(self) -> str:
        """Definition of the kind, one sentence."""
        return _KINDS[self]


_KINDS = {
    EntryKind.INDEPENDENT: "The printed and the computed value have different sources, so that they can disagree.",
    EntryKind.ROUND_TRIP: "The computed value is obtained from the printed one and converted back; it shows that our "
    "code is consistent, but nothing about the paper.",
    EntryKind.TRANSCRIPTION: "The computed value was copied from the paper; it shows that the copy has no errors.",
}


@dataclass(frozen=True)
class EntryRow:
    """One row of a table: the printed value, the computed value, and whether they agree."""

    name: str
    printed: Printed
    computed: Printed
    unit: str = ""
    agrees: bool = True


@dataclass(frozen=True)
class EntryResult:
    """Result of computing an entry.

    Attributes:
        printed: printed value; `None` if the paper gives no number.
        computed: computed value.
        holds: whether the claim holds by the entry's criterion; `None` if it cannot be tested because the scan does not
            contain it.
        unit: unit of both values.
        corrected: corrections of the text without which the claim does not hold.
        contradiction: contradiction within the paper; the verdict on a claim that does not hold is then
            "contradicted", if `shown`.
        obstacle: reason why the printed value cannot be reproduced; the verdict on a claim that does not hold is then
            "not reproducible", if `shown`.
        absent: part that is not in the scan; the verdict is then "not in the scan", unless `holds` is false.
        shown: whether the computation confirms the stated contradiction or obstacle; if not, the claim has failed.
        note: remark on the reproduction.
        rows: rows of a table.
        figure: our drawing of the paper's figure, SVG.
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
    """A place in a paper, and the function that recomputes its statement.

    Attributes:
        paper: the paper.
        place: table, figure, equation or section, such as ``"table A3"``.
        statement: statement of the paper, in our words.
        command: command that shows more; `puma560 paper claims` if there is no other.
        kind: relation between the computed and the printed value.
        criterion: quantities that are compared, and the tolerance with its reason.
        compute: function that computes the result.
    """

    paper: Paper
    place: str
    statement: str
    command: str
    kind: EntryKind
    criterion: str
    compute: Callable[[Bench], EntryResult]


class Chapter:
    """Collects the entries of one part of a paper, in the order of their definition."""

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
        """Return a decorator that registers a function as the computation of an entry."""

        def add(compute: Callable[[Bench], EntryResult]) -> Callable[[Bench], EntryResult]:
            self.entries.append(PaperEntry(self.paper, place, statement, command, kind, criterion, compute))
            return compute

        return add


def all_rows(rows: list[EntryRow], unit: str = "entries") -> tuple[str, str, bool]:
    """Return printed and computed value (as numbers of rows) of a table, and whether all rows agree."""
    agree = sum(row.agrees for row in rows)
    return f"{len(rows)} {unit}", f"{agree} agree", agree == len(rows)


def counted(ours: int, printed: int) -> bool:
    """Return whether two counts of the same expressions differ by less than `CONVENTIONS`."""
    return abs(ours / printed - 1.0) < CONVENTIONS
