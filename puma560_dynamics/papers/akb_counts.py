"""Armstrong, Khatib and Burdick: tables 1 and 3 and what sections 1, 3 and 4 say of calculations."""

from __future__ import annotations

from dataclasses import replace

from ..explicit import izaguirre_paul
from ..explicit.paper_tables import PAPER_FULL
from ..kane_levinson.counts import OTHERS_IN_THE_PAPER
from ..recursive import walker_orin_counts
from .bench import Bench
from .claim import Chapter, Finding, Paper

CHAPTER = Chapter(Paper.AKB)

WITHIN = 0.1
"""Share by which a count may differ from the print before we say that it cannot be the same algorithm."""

NO_LIST = "the paper prints the number and not what it counts"

RECONSTRUCTED = "the model is not printed: ours is made to cost no more than was counted, which proves nothing"


def _row(bench: Bench, table: str, method: str, bounded: bool, obstacle: str = NO_LIST) -> Finding:
    row = bench.count_rows[table, method]
    return Finding(
        row.paper,
        row.ours.total,
        row.ours.total == row.paper and not obstacle.startswith(RECONSTRUCTED),
        "calculations",
        obstacle=obstacle,
        bounded=bounded,
        note=row.why,
    )


def _near(bench: Bench, table: str, method: str, share: float) -> bool:
    """Whether our count differs from the print by no more than another convention of counting may."""
    row = bench.count_rows[table, method]
    return abs(row.ours.total / row.paper - 1.0) < share


@CHAPTER.entry("table 1", "calculations of the recursive Newton-Euler method", "puma560 tables")
def table_1_recursion(bench: Bench) -> Finding:
    return _row(bench, "1", "Recursive Newton-Euler", _near(bench, "1", "Recursive Newton-Euler", 0.35))


@CHAPTER.entry("table 1", "calculations of the full explicit model", "puma560 tables")
def table_1_full(bench: Bench) -> Finding:
    return _row(bench, "1", "Full explicit model", _near(bench, "1", "Full explicit model", WITHIN))


@CHAPTER.entry("table 1", "calculations of the abbreviated explicit model", "puma560 tables")
def table_1_abbreviated(bench: Bench) -> Finding:
    return _row(bench, "1", "Abbreviated explicit model", _near(bench, "1", "Abbreviated explicit model", WITHIN))


@CHAPTER.entry("table 3", "calculations of A by Walker and Orin's repeated recursion", "puma560 tables")
def table_3_recursion(bench: Bench) -> Finding:
    finding = _row(bench, "3", "Walker and Orin", abs(walker_orin_counts.nearest(bench.arm).excess) < WITHIN)
    quoted = OTHERS_IN_THE_PAPER["Newton-Euler, Walker and Orin"]
    if quoted.total != finding.printed:
        return finding
    words = (
        f"the same number is {quoted.multiplications} multiplications and {quoted.additions} additions in Kane and "
        "Levinson, who quote it from Walker and Orin for inverse dynamics: it is likely theirs, and not a count for "
        "this arm"
    )
    return replace(finding, note=f"{words}. {finding.note}")


@CHAPTER.entry("table 3", "calculations of A by the full explicit model", "puma560 tables")
def table_3_full(bench: Bench) -> Finding:
    return _row(bench, "3", "Full explicit model", _near(bench, "3", "Full explicit model", WITHIN))


@CHAPTER.entry("table 3", "calculations of A by Izaguirre and Paul's simplified model", "puma560 tables")
def table_3_simplified(bench: Bench) -> Finding:
    ours = bench.count_rows["3", "Izaguirre and Paul, simplified"].ours.total
    return _row(bench, "3", "Izaguirre and Paul, simplified", ours <= izaguirre_paul.PAPER_SIMPLIFIED, RECONSTRUCTED)


@CHAPTER.entry("table 3", "calculations of A by the abbreviated explicit model", "puma560 tables")
def table_3_abbreviated(bench: Bench) -> Finding:
    return _row(bench, "3", "Abbreviated explicit model", _near(bench, "3", "Abbreviated explicit model", WITHIN))


@CHAPTER.entry("section 1", "the full model takes 739 multiplications and 426 additions", "puma560 tables")
def split_of_1165(bench: Bench) -> Finding:
    ours = bench.full.operation_counts()["torque"]
    return Finding(
        f"{PAPER_FULL.multiplications} + {PAPER_FULL.additions} = {PAPER_FULL.total}",
        f"{ours.multiplications} + {ours.additions} = {ours.total}",
        ours == PAPER_FULL,
        "calculations",
        obstacle=f"{NO_LIST}; ours counts the printed tables A4 to A7 and equation (1) as they stand",
        bounded=abs(ours.total / PAPER_FULL.total - 1.0) < WITHIN,
    )


@CHAPTER.entry("section 1", "the full model takes 25 % fewer calculations than the recursion", "puma560 tables")
def a_quarter_fewer(bench: Bench) -> Finding:
    ours = 1.0 - bench.full.operation_counts()["torque"].total / bench.recursive.general_counts()["torque"].total
    customised = bench.recursive.operation_counts()["torque"].total
    return Finding(
        25,
        round(100 * ours, 1),
        round(100 * ours) == 25,
        "%",
        obstacle="it does not hold against our recursion, which takes fewer calculations; the paper does not print "
        "its own",
        bounded=ours < 0.25 and _near(bench, "1", "Full explicit model", WITHIN),
        note=f"Against a recursion that leaves out this arm's zeros ({customised} calculations) the full tables save "
        "nothing",
    )


@CHAPTER.entry("abstract", "the abbreviated model takes one fifth of the recursion's calculations", "puma560 tables")
def one_fifth(bench: Bench) -> Finding:
    ours = bench.abbreviated.operation_counts()["torque"].total / bench.recursive.general_counts()["torque"].total
    return Finding(
        round(305 / 1560, 3),
        round(ours, 3),
        ours < 0.25,
        obstacle="the paper does not print its recursion, and ours takes fewer calculations; the abbreviated model's "
        "count is the paper's but for a few per cent",
        bounded=_near(bench, "1", "Abbreviated explicit model", WITHIN),
    )


@CHAPTER.entry(
    "section 3", "the significance test reduces the calculations by roughly a factor of four", "puma560 tables"
)
def factor_of_four(bench: Bench) -> Finding:
    ours = bench.full.operation_counts()["torque"].total / bench.abbreviated.operation_counts()["torque"].total
    return Finding(4, round(ours, 2), 3.0 < ours < 5.0)


@CHAPTER.entry("section 1", "nested factorizations give more compact models (Renaud, Burdick)", "puma560 derive")
def more_compact(bench: Bench) -> Finding:
    row = bench.generated_rows["inverse dynamics"]
    ours = row.without_motors.count.total
    return Finding(
        f"{row.published.emdeg} (Burdick) < {row.published.akb}",
        f"{ours} < {bench.full.operation_counts()['torque'].total}",
        ours < bench.full.operation_counts()["torque"].total,
        "calculations",
        note="ours: the generator's program for the same arm, proven exactly",
    )


@CHAPTER.entry("conclusion", "explicit models can be more economical than recursion", "puma560 tables")
def more_economical(bench: Bench) -> Finding:
    explicit = bench.generated_rows["inverse dynamics"].without_motors.count.total
    recursive = bench.recursive.operation_counts()["torque"].total
    return Finding(
        "1165 < 1560",
        f"{explicit} < {recursive}",
        explicit < recursive,
        "calculations",
        note="here both leave out the arm's zeros: the harder comparison",
    )


@CHAPTER.entry("section 4", "all explicit kinetic energy matrices need far fewer calculations than by recursion",
               "puma560 tables")  # fmt: skip
def tremendous_advantage(bench: Bench) -> Finding:
    explicit = bench.full.operation_counts()["kinetic_energy_matrix"].total
    recursive = walker_orin_counts.matrix_count(bench.arm, skip_known=False).total
    customised = walker_orin_counts.matrix_count(bench.arm).total
    composite = walker_orin_counts.matrix_count(bench.arm, composite=True).total
    return Finding(
        f"{2737 / 278:.1f}",
        round(recursive / explicit, 1),
        recursive > 5 * explicit,
        "times",
        note=f"Customised to this arm the recursion takes {customised}, composite bodies {composite}",
    )
