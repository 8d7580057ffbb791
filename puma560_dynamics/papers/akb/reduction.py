"""Armstrong, Khatib and Burdick, equations (2) and (3): calculations saved by combining constants, for 3 joints."""

from __future__ import annotations

import re

import numpy as np

from ...emdeg import Ring
from ...models.sampling import sample_states
from ...models.tables import FullModel
from ...models.tables.constants import PRINTED
from ...models.tables.table import names_in, read_table
from ..bench import Bench
from ..corrections import Corrections, of_place
from ..entry import EXACTLY, ROUNDING, Chapter, EntryResult, EntryRow, Paper
from .errata import akb_errata
from .rederived import lumped, rank
from .three_joints import (
    CROSS,
    JOINTS,
    REDUCED,
    SCANNED,
    SCANNED_FIRST,
    calculations,
    corrected,
    errata_of,
    expanded,
    grouped_terms,
    of_the_mass,
)

CHAPTER = Chapter(Paper.AKB)

_COUNT = (
    "a product (also doubling, and each square of a parameter) counts as a multiplication, a sum as an addition. "
    "Squares of cosines and the product cos q2 · cos(q2 + q3) are available, because only then (3) takes the printed 3 "
    "multiplications. Equal counts, whether squares of sines are available or formed each time, which the paper does "
    "not state. The text is that of the scan"
)


def counts_of_2() -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the count of (2) with squares of sines available, and the count with them formed each time."""
    text = SCANNED.replace(*CROSS)
    return calculations(text), calculations(text.replace("SS23", "S23*S23").replace("SS2", "S2*S2"))


def _which(counts: tuple[tuple[int, int], tuple[int, int]]) -> str:
    return f"it takes {_sum(counts[0])} if the squares of sines are available, and {_sum(counts[1])} if they are formed"


@CHAPTER.entry("equation (2)", "a11 of a 3 dof arm takes 37 multiplications and 18 additions", criterion=_COUNT)
def equation_2(bench: Bench) -> EntryResult:
    found = counts_of_2()
    return EntryResult(
        "37 + 18",
        " or ".join(map(_sum, found)),
        set(found) == {(37, 18)},
        "× and +",
        contradiction="the sentence below (3) counts 35 multiplications in the same expression. The full scan has "
        "both numbers; of the second scans one has only the 37, the other only the 35",
        shown=set(found) == {(35, 18), (37, 18)},
        note=_which(found),
    )


@CHAPTER.entry(
    "equation (2)",
    "(2) is a11 of the arm with 3 joints of Murray and Neuman [1984]",
    criterion="none, because the paper defines neither the symbols nor the frames of that arm. The entry shows that "
    "(2), as corrected, is the squared distance of every particle to the vertical axis, integrated over the three "
    f"links, {EXACTLY}; and that (2) as in the scan is not. The definitions are ours and were chosen so that it holds: "
    "J are second moments such as ∫x² dm and M first moments; the frame of a link is at its outer end, with x along "
    "the link; axes 2 and 3 are horizontal; mixed second moments, first moments across the links (M_y, M_z) and the "
    "first moment of link 1 are zero",
)
def expression_2(bench: Bench) -> EntryResult:
    ring = Ring()
    truth, ours = of_the_mass(ring), expanded(corrected(SCANNED, "equation (2)"), ring)
    scan = expanded(SCANNED, ring)
    return EntryResult(
        f"{calculations(SCANNED)[1] + 1} terms",
        f"the same by our definitions, multiplied out {len(truth)} terms" if ours == truth else "another expression",
        False,
        corrected=errata_of("equation (2)").sentences,
        obstacle="the paper defines neither the symbols nor the frames of that arm",
        shown=ours == truth and scan != truth,
        note=errata_of("equation (2)").note,
    )


@CHAPTER.entry(
    "equation (3)",
    "combining constants takes a11 from 35 to 3 multiplications, from 18 to 3 additions",
    criterion=_COUNT,
)
def equation_3(bench: Bench) -> EntryResult:
    before, after = counts_of_2(), calculations(REDUCED.replace(*CROSS))
    return EntryResult(
        "35 + 18 → 3 + 3",
        f"{' or '.join(map(_sum, before))} → {_sum(after)}",
        set(before) == {(35, 18)} and after == (3, 3),
        "× and +",
        contradiction="under (2) the paper counts 37 multiplications in the same expression",
        shown=set(before) == {(35, 18), (37, 18)} and after == (3, 3),
        note=f"{_which(before)}; that (3) takes 3 is no test, because it decides what is available",
    )


@CHAPTER.entry(
    "equation (3)",
    "(2) can be reduced to (3), four constants with the factors 1, cos² q2, cos q2 · cos(q2+q3) and cos²(q2+q3)",
    criterion="the products of cosines that occur in (2) as in the scan, with sin² = 1 - cos² for q2 and also for "
    f"q2 + q3, which the paper does not mention, against those of (3), {EXACTLY}. The constants are not compared: "
    "I2 to I4 are not printed, and I1 has an entry",
)
def four_expressions(bench: Bench) -> EntryResult:
    found, expected = grouped_terms(SCANNED), grouped_terms(REDUCED)
    return EntryResult(len(expected), len(found), set(found) == set(expected), "constants")


@CHAPTER.entry(
    "equation (3)", "I1 is the constant part of (2)",
    criterion=f"term by term, {EXACTLY}; also that it fails for the texts of the scan",
)  # fmt: skip
def first_constant(bench: Bench) -> EntryResult:
    ring = Ring()
    printed = grouped_terms(corrected(SCANNED_FIRST, "I1 below (3)"), ring)[()]
    ours = grouped_terms(corrected(SCANNED, "equation (2)"), ring)[()]
    unread = grouped_terms(SCANNED_FIRST, ring)[()] != grouped_terms(SCANNED, ring)[()]
    return EntryResult(
        f"{len(printed)} terms", f"{len(ours)} terms", ours == printed and unread,
        corrected=errata_of("equation (2)", "I1 below (3)").sentences,
        note=f"{errata_of('equation (2)', 'I1 below (3)').note}; that the last two terms are J_1zz + J_1xx, and not "
        "another pair, follows from our definitions of the second moments (see equation (2))",
    )  # fmt: skip


@CHAPTER.entry(
    "section 2", "computing I1 takes 18 calculations",
    criterion="a product (also doubling, and each square) counts as a multiplication, a sum as an addition; equal "
    "counts. The text is that of the scan, as written",
)  # fmt: skip
def cost_of_the_first_constant(bench: Bench) -> EntryResult:
    ours = sum(calculations(SCANNED_FIRST))
    return EntryResult(18, ours, ours == 18, "calculations")


@CHAPTER.entry(
    "section 2",
    "the full model needs 34 lumped constants",
    "puma560 paper constants",
    criterion="none, because the paper does not state when a constant is needed. The entry reports three numbers: the "
    "constants that table A3 lists, with the motor inertias; those that are independent for all "
    "parameters, that is, of which none is a sum of others with fixed factors (rank of their polynomials, "
    f"{EXACTLY}); and those that are left if I1 + Im1 and I2 + Im2 are one constant each",
)
def lumped_constants(bench: Bench) -> EntryResult:
    own = bench.rederivation
    constants = [own.constants[name] for name in own.constants]
    motors = [own.ring.variable(f"Im{i}") for i in range(1, JOINTS + 1)]
    listed, independent = len(PRINTED), rank([*constants, *motors])
    torque = rank([*(own.constants[name] for name in own.constants if name not in ("I1", "I2")), *motors[2:],
                   own.constants["I1"] + motors[0], own.constants["I2"] + motors[1]])  # fmt: skip
    # These constants come from the elements of the generator, not from table A2.
    derived = sum(len(lumped(own, kind)) for kind in "ag") + len(motors)
    related = own.constants["I19"] + own.constants["I20"] + own.constants["I21"]
    printed_sum = sum(PRINTED[name].value for name in ("I19", "I20", "I21"))
    own_value = bench.full.constants["I19"]
    return EntryResult(
        34,
        f"{listed} listed, {independent} independent, {torque} with both sums",
        False,
        "constants",
        obstacle="the paper does not state when a constant is needed. 34 is the number that table A3 lists. "
        "Fewer would do: by table A2 I19 + I20 + I21 = 0 for all parameters, and I1 + Im1 and "
        "I2 + Im2 occur as sums only",
        shown=listed == 34
        and not related
        and independent == derived == 33
        and _sums_only(bench)
        and abs(printed_sum) > 0.015e-4,
        note=f"the values of the three in table A3 add up to {1e4 * printed_sum:.2f}×10^-4, more than the rounding of "
        f"three numbers with two decimals (0.015×10^-4): from tables 4 to 6, I19 is {1e4 * own_value:.2f}×10^-4, not "
        f"{1e4 * PRINTED['I19'].value:.2f}×10^-4. The elements of A and g, derived again in our form, have {derived} "
        "constants that are not multiples of others, with the motor inertias",
        rows=(
            EntryRow("listed in table A3", 34, listed, "constants", listed == 34),
            EntryRow("independent of each other", None, independent, "constants"),
            EntryRow("with I1 + Im1 and I2 + Im2 as one constant each", None, torque, "constants"),
        ),
    )


def _sums_only(bench: Bench) -> bool:
    """Return whether no element changes if 1 kg·m² is moved from I1 to Im1 and from I2 to Im2."""
    own = bench.full.constants
    moved = {"I1": own["I1"] - 1.0, "Im1": own["Im1"] + 1.0, "I2": own["I2"] - 1.0, "Im2": own["Im2"] + 1.0}
    q = sample_states(bench.arm, 20)[0]
    pairs = zip(bench.full.elements(q), FullModel(bench.arm, changes=moved).elements(q), strict=True)
    return all(float(np.abs(one - other).max()) < ROUNDING for one, other in pairs)


@CHAPTER.entry(
    "section 2",
    "42 simple parameters describe the arm, 8 more than lumped constants",
    "puma560 arm check",
    criterion="none, because the paper does not list them. The entry shows that a list of ours, made with the number "
    "known, has as many; it reports the parts",
)
def simple_parameters(bench: Bench) -> EntryResult:
    lumped = read_table("a2")
    names = {name for entry in lumped.values() for name in names_in(entry.tree) if name not in lumped}
    motors = {name for name in PRINTED if name.startswith("Im")}
    parts = (
        ("table A2, as corrected, without g", names - {"g"}),
        ("g", {"g"}),
        ("motor inertias", motors),
        ("Iyy6, which table A2 has as Ixx6", {"Iyy6"}),
    )
    total = sum(len(symbols) for _, symbols in parts)
    renamed = Corrections(tuple(e for e in of_place(akb_errata(), "A2").errata if _symbols(e.text) - names))
    return EntryResult(
        42,
        f"{total} by our list",
        False,
        "parameters",
        obstacle="the paper does not list them, and whether g, the motor inertias, Iyy6, m1 and ry1 count is our "
        "choice",
        shown=total == 42,
        corrected=renamed.sentences,
        note=f"names of table A2: {renamed.note}",
        rows=tuple(EntryRow(f"{name}: {' '.join(sorted(symbols))}", None, len(symbols)) for name, symbols in parts),
    )


def _symbols(text: str) -> set[str]:
    """Return the symbols with an index in a text of table A2, without underscores."""
    return {name.replace("_", "") for name in re.findall(r"[A-Za-z]_\w+", text)}


def _sum(count: tuple[int, int]) -> str:
    return f"{count[0]} + {count[1]}"
