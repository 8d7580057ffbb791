"""Armstrong, Khatib and Burdick: counts of calculations in tables 1 and 3."""

from __future__ import annotations

from dataclasses import replace

from ...models.tables.table import read_table
from ..bench import Bench
from ..entry import SAME_EXPRESSIONS, Chapter, EntryResult, Paper, counted
from ..kane_levinson.counted_algorithms import OTHERS_IN_THE_PAPER
from ..walker_orin import printed_count
from . import izaguirre_paul

CHAPTER = Chapter(Paper.AKB)

NO_LIST = "the paper prints the number, but not the operations that it counts"

NOT_PRINTED = "the algorithm that was counted is not printed"

OWN_OBJECTS = (
    "the paper's printed tables, as corrected, against the recursion for any arm of six revolute joints (the paper's "
    "recursion is not printed; we use ours), all of ours with motor inertias; sines and cosines, also of sums of "
    "angles, are not counted"
)


def derived_forms(*tables: str) -> str:
    """Return a phrase with the number of abbreviated forms of tables that are not in the scan."""
    forms = [entry for table in tables for entry in read_table(table).values() if entry.abbreviated is not None]
    lost = sum(entry.inserted for entry in forms)
    return f"{lost} of the {len(forms)} ≈ forms are not in the scan; they were derived by the paper's rule"


DERIVED_FORMS = derived_forms("a4", "a5", "a6", "a7")


def _printed_tables(bench: Bench, table: str, method: str) -> EntryResult:
    """Return the result for a count of printed expressions, where only conventions of counting can differ."""
    row = bench.count_rows[table, method]
    return EntryResult(
        row.paper,
        row.ours.total,
        row.ours.total == row.paper,
        "calculations",
        obstacle=NO_LIST,
        shown=counted(row.ours.total, row.paper),
        note=row.why,
    )


@CHAPTER.entry(
    "table 1",
    "calculations of the recursive Newton-Euler method",
    "puma560 paper tables",
    criterion="equal counts. The recursion is not printed, so there is no basis for a bound on the difference; "
    "the entry shows that a recursion with no more calculations exists",
)
def table_1_recursion(bench: Bench) -> EntryResult:
    row = bench.count_rows["1", "Recursive Newton-Euler"]
    return EntryResult(
        row.paper,
        row.ours.total,
        row.ours.total == row.paper,
        "calculations",
        obstacle=row.why,
        shown=row.ours.total <= row.paper,
        note=f"both of ours include {bench.motor_calculations} for motor inertias",
    )


@CHAPTER.entry("table 1", "calculations of the full explicit model", "puma560 paper tables", criterion=SAME_EXPRESSIONS)
def table_1_full(bench: Bench) -> EntryResult:
    return _printed_tables(bench, "1", "Full explicit model")


@CHAPTER.entry(
    "table 1",
    "calculations of the abbreviated explicit model",
    "puma560 paper tables",
    criterion=f"{SAME_EXPRESSIONS}. {DERIVED_FORMS}",
)
def table_1_abbreviated(bench: Bench) -> EntryResult:
    return _printed_tables(bench, "1", "Abbreviated explicit model")


@CHAPTER.entry(
    "table 3",
    "calculations of A by Walker and Orin's repeated recursion",
    "puma560 paper tables",
    criterion="equal counts. The entry shows that one interpretation of the method for any arm, chosen for its "
    "number, differs from the printed one by less than 10 % (our choice)",
)
def table_3_recursion(bench: Bench) -> EntryResult:
    row = bench.count_rows["3", "Walker and Orin"]
    nearest = printed_count.nearest_reading(bench.arm)
    finding = EntryResult(
        row.paper,
        row.ours.total,
        row.ours.total == row.paper,
        "calculations",
        obstacle=row.why,
        shown=abs(nearest.excess) < 0.1,
    )
    quoted = OTHERS_IN_THE_PAPER["Newton-Euler, Walker and Orin"]
    if quoted.total != finding.printed:
        return finding
    words = (
        f"{quoted.multiplications} multiplications and {quoted.additions} additions, which Kane and Levinson quote "
        "for inverse dynamics by a Newton-Euler method reported by Walker and Orin, "
        "have the same sum: the number may be theirs, and not a count for "
        "this arm"
    )
    return replace(finding, note=words)


@CHAPTER.entry(
    "table 3", "calculations of A by the full explicit model", "puma560 paper tables", criterion=SAME_EXPRESSIONS
)
def table_3_full(bench: Bench) -> EntryResult:
    return _printed_tables(bench, "3", "Full explicit model")


@CHAPTER.entry(
    "table 3",
    "calculations of A by Izaguirre and Paul's simplified model",
    "puma560 paper tables",
    criterion="none: that model is not printed. Our model was made to need no more calculations than that count; "
    "the entry only shows that such a model exists",
)
def table_3_simplified(bench: Bench) -> EntryResult:
    row = bench.count_rows["3", "Izaguirre and Paul, simplified"]
    return EntryResult(
        row.paper,
        f"a model of {row.ours.total}",
        False,
        "calculations",
        obstacle="that model is not printed",
        shown=row.ours.total <= izaguirre_paul.PAPER_SIMPLIFIED,
        note=row.why,
    )


@CHAPTER.entry(
    "table 3",
    "calculations of A by the abbreviated explicit model",
    "puma560 paper tables",
    criterion=f"{SAME_EXPRESSIONS}. {derived_forms('a4')}",
)
def table_3_abbreviated(bench: Bench) -> EntryResult:
    return _printed_tables(bench, "3", "Abbreviated explicit model")
