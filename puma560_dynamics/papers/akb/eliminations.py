"""Armstrong, Khatib and Burdick, section 2: Christoffel symbols and derivatives that (7) to (10) eliminate."""

from __future__ import annotations

from ...emdeg import RULES as ALL_RULES
from ...emdeg import Reduction, Ring, coriolis_and_centrifugal, kinetic_energy_matrix
from ..bench import Bench
from ..corrections import OfEquations
from ..entry import EntryKind, EntryResult, Paper
from .derivation import RULES
from .steps import in_single_angles

CHAPTER = OfEquations(Paper.AKB)


AKB_RULES = ALL_RULES[:4]
"""Rules (7) to (10) of this paper; the other rules are Burdick's."""

ELIMINATED = (61, 14, 12)
"""Numbers of Christoffel symbols that (7) and (8), (9), and (10) eliminate according to the paper."""

_UNIQUE = (
    "number of Christoffel symbols that are neither zero by the rules nor a multiple of another by them, by exact "
    "elimination with AKB's own rules alone, (9) and (10) as corrected; symbols that are zero in this arm only are "
    "included, although the paper says “unique non-zero”. Equal counts. Shown is that B and C follow from the rest"
)


@CHAPTER.entry("section 2", "(7) and (8) eliminate 61 of 126 Christoffel symbols", RULES, criterion=_UNIQUE)
def general_eliminations(bench: Bench) -> EntryResult:
    return _eliminated(bench, ELIMINATED[0], 1, 2)


@CHAPTER.entry("section 2", "(9) eliminates 14 more", RULES, criterion=_UNIQUE)
def eliminations_by_9(bench: Bench) -> EntryResult:
    return _eliminated(bench, ELIMINATED[1], 2, 3)


@CHAPTER.entry("section 2", "(10) eliminates 12 more", RULES, criterion=_UNIQUE)
def eliminations_by_10(bench: Bench) -> EntryResult:
    return _eliminated(bench, ELIMINATED[2], 3, 4)


@CHAPTER.entry("section 2", "of 126 Christoffel symbols 39 are left", RULES, criterion=_UNIQUE)
def symbols_left(bench: Bench) -> EntryResult:
    before, after = bench.steps[1], bench.steps[4]
    path = ", ".join(str(step.symbols) for step in bench.steps[1:5])
    nonzero = ", ".join(str(step.symbols_nonzero) for step in bench.steps[1:5])
    return EntryResult(
        "126 → 39",
        f"{before.symbols} → {after.symbols}",
        (before.symbols, after.symbols) == (126, 39),
        "symbols",
        obstacle=_no_reading(bench),
        shown=before.symbols == 126 and _all_follow(bench),
        note=f"step by step {path}; without the symbols that are zero in this arm {nonzero}. With Burdick's (30) to "
        f"(34) as well, which are no rules of this paper, {bench.steps[5].symbols} are left",
    )


@CHAPTER.entry(
    "section 2",
    "61, 14 and 12 of 126 symbols are eliminated, 39 left",
    RULES,
    criterion="the arithmetic of the printed numbers; their sum is not printed",
    kind=EntryKind.TRANSCRIPTION,
)
def sum_of_eliminations(bench: Bench) -> EntryResult:
    left = 126 - sum(ELIMINATED)
    return EntryResult("39 left", f"{left} left", left == 39, "symbols", note=f"the sum is {sum(ELIMINATED)}")


@CHAPTER.entry(
    "section 2",
    "of 126 derivatives of A 46 are needed",
    RULES,
    criterion="number of derivatives in the symbols that remain after (7) to (10) as corrected, counted as these "
    "symbols are: those that are zero in this arm only are included; equal counts. Shown is that B and C follow from "
    "them",
)
def derivatives_needed(bench: Bench) -> EntryResult:
    before, after, nonzero = bench.steps[1].derivatives, bench.steps[4].derivatives, bench.steps[4].derivatives_nonzero
    return EntryResult(
        "126 → 46",
        f"{before} → {after}",
        (before, after) == (126, 46),
        "derivatives",
        obstacle="the paper does not state whether derivatives that are zero in this arm count as required",
        shown=before == 126 and _all_follow(bench),
        note=f"{nonzero} without the {after - nonzero} that are zero in this arm; the criterion includes them, because "
        "it must be that of the symbols",
    )


@CHAPTER.entry(
    "section 2",
    "the cost of the procedure grows most rapidly as p², with p products in the largest element of A",
    RULES,
    criterion="none: steps 2 to 4 of the procedure were carried out by hand",
)
def cost_of_the_procedure(bench: Bench) -> EntryResult:
    a = [element for name, element in bench.rederivation.elements.items() if name.startswith("a")]
    largest, single = max(map(len, a)), max(len(in_single_angles(element)) for element in a)
    return EntryResult(
        "p²", f"p = {largest} in our form of A", False, "products",
        obstacle="neither a program whose cost could be measured nor the form of A before simplification is printed",
        note="our form is multiplied out in parameters, cosines and sines, with q2 + q3 as one angle and squares of "
        f"sines replaced; with single angles p is {single}",
    )  # fmt: skip


_NO_READING = (
    "the paper does not define “unique”, and we found no reading that gives the printed counts. By exact elimination "
    "(7) and (8) leave {} of the {} symbols that (7) alone leaves, and {} of the {} that are not zero in this arm; the "
    "print's {} is neither. B and C follow from the rest"
)


def _no_reading(bench: Bench) -> str:
    before, after = bench.steps[1], bench.steps[2]
    left = before.symbols - ELIMINATED[0]
    return _NO_READING.format(
        after.symbols,
        before.symbols,
        after.symbols_nonzero,
        before.symbols_nonzero,
        f"{before.symbols} - {ELIMINATED[0]} = {left}",
    )


def _eliminated(bench: Bench, count: int, before: int, after: int) -> EntryResult:
    first, last = bench.steps[before], bench.steps[after]
    ours, nonzero = first.symbols - last.symbols, first.symbols_nonzero - last.symbols_nonzero
    return EntryResult(
        count,
        ours,
        ours == count,
        "symbols",
        obstacle=_no_reading(bench),
        shown=_all_follow(bench),
        note=f"without the symbols that are zero in this arm: {nonzero} ({first.symbols_nonzero} → "
        f"{last.symbols_nonzero})",
    )


def _all_follow(bench: Bench) -> bool:
    """Return whether B and C formed from the symbols that AKB's rules leave are the Christoffel symbols of A."""
    a = kinetic_energy_matrix(bench.chain, Ring())
    return Reduction(bench.chain, AKB_RULES).coriolis_and_centrifugal(a) == coriolis_and_centrifugal(a)
