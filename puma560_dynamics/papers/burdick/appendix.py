"""Burdick's appendix II: exact tests of its lines, one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from ...models.tables.table import names_in, parse
from ..bench import Bench
from ..corrections import of_place
from ..entry import EXACTLY, Chapter, EntryResult, EntryRow, Paper
from .appendix_constants import CONSTANTS, SCANNED, UNLISTED, pairs_of
from .appendix_lines import AppendixLine, appendix_lines, lines_of, read_in
from .appendix_polynomials import (
    derived_coefficients,
    difference,
    holds_at_point,
    other_names,
    values,
    with_doubled,
    zero_coriolis_terms,
)
from .errata import APPENDIX, ERRATA, corrected_constants
from .line_by_line import ARM, LINE_BY_LINE, line_by_line, line_row, needed_readings

CHAPTER = Chapter(Paper.BURDICK)

INCOMPLETE = ("D134", "D135", "D145", "D153")
"""Derivatives whose lines are not the derivative with the names as read."""

COMPLETED = {
    "D134": "-(K1110*c4 - K1113*s4)*s23*s5",
    "D135": "+K112*s5*c23*T13 + K1122*T12*s23*T9",
    "D145": "-K1115*c2*T16 + K1122*T12*c23",
    "D153": "+K1110*s23*T15",
}
"""Terms of ours with which the lines of `INCOMPLETE` are the derivatives."""

CONTRADICTED = ("M22",)
"""Lines with an entry of their own."""

DEPENDENCE = (
    f"the lines of M, c, b, g and D, except {', '.join((*CONTRADICTED, *INCOMPLETE))} (entries of their own), as read "
    "and corrected in their entries (g with the factor -g), hold with each definition as read "
    "and corrected, and at least one of them does not hold at a random point if the "
    "definition is doubled; a definition on which none depends is not tested"
)

DEFINED = "TVe"
"""First letters of the names that lines of the appendix define for other lines: T, V and η."""

UNTESTED = "not tested: no line that holds depends on it"


@CHAPTER.entry(
    "appendix II",
    "elements of M by T, V and K, without M22, which has an entry of its own",
    "puma560 derive",
    criterion=LINE_BY_LINE,
)
def inertia(bench: Bench) -> EntryResult:
    return line_by_line((line for line in lines_of("M") if line.name not in CONTRADICTED), "elements")


@CHAPTER.entry(
    "appendix II",
    "M22 = K22 + M23 + η",
    "puma560 derive",
    criterion=f"the line with K22 as it is listed against what the generator derives for {ARM}, {EXACTLY}. The entry "
    "shows that the difference is K33, and that the line holds with no other name that fits in place of one of its "
    "names",
)
def m22(bench: Bench) -> EntryResult:
    line = appendix_lines()["M22"]
    excess = -difference("M22", line.text)
    shown = not (excess - difference("K33", "0"))
    return EntryResult(
        "M22",
        "M22" if not excess else "M22 + K33" if shown else f"{len(excess)} terms more",
        not excess,
        contradiction="K22 as listed holds all of K33 once more: with (25) the constant in its place is z·K·z = K22 "
        "- K33",
        shown=shown and not other_names(line),
        note=read_in(line),
    )


@CHAPTER.entry(
    "appendix II",
    "the vector of gravity forces",
    "puma560 derive",
    criterion=f"{LINE_BY_LINE}; with the names as read, each correction of a constant must be needed",
)
def gravity_forces(bench: Bench) -> EntryResult:
    found = line_by_line(lines_of("g"), "elements")
    wrong = [line.name for line in lines_of("g") if difference(line.name, line.text, printed_constants=True)]
    corrections = of_place(ERRATA, APPENDIX, entries=lambda name: name.startswith("g"))
    with_g313 = appendix_lines()["g5"].text.replace("g314", "g313")
    unused = "" if difference("g5", with_g313, printed_constants=True) else "; with g313 it holds, and g314 is not used"
    return replace(
        found,
        holds=bool(found.holds) and wrong == ["g3", "g5"],
        corrected=corrections.sentences + found.corrected,
        note="with g311 as printed, g3 would be wrong (and g2, which contains it); with g314 as printed, g5 would be "
        f"wrong where it names g314, as it is read here{unused}",
    )


@CHAPTER.entry(
    "appendix II",
    "which centripetal terms are not zero",
    "puma560 derive",
    criterion=f"the names under that heading against the terms that the generator derives for {ARM} and that are not "
    "zero for all parameters; equal sets. A name whose index has other characters in the scan is read as the term that "
    "its line gives",
)
def centripetal(bench: Bench) -> EntryResult:
    own = {name for name, value in derived_coefficients().items() if name[0] == "c" and value}
    lines = lines_of("c")
    printed = {line.name for line in lines}
    unread = [f"{line.scan_name} as {line.name}" for line in lines if line.scan_name[1:] != line.name[1:]]
    return EntryResult(
        f"{len(printed)} terms",
        f"{len(own)} terms{'' if own == printed else ': ' + ' '.join(sorted(own ^ printed))}",
        own == printed,
        corrected=(f"{len(unread)} of {len(lines)} names read: {', '.join(unread)}",) if unread else (),
    )


@CHAPTER.entry("appendix II", "centripetal terms by T, V and K", "puma560 derive", criterion=LINE_BY_LINE)
def centripetal_lines(bench: Bench) -> EntryResult:
    return line_by_line(lines_of("c"), "terms")


@CHAPTER.entry(
    "appendix II",
    "Coriolis terms by others and by D",
    "puma560 derive",
    criterion=f"{LINE_BY_LINE}. D_ijk stands for the derivative of M_ij by q_k, even where its own line does not hold",
)
def coriolis(bench: Bench) -> EntryResult:
    found = line_by_line(lines_of("b"), "terms")
    return replace(
        found, note=f"{found.note}. The terms stand under “The non-zero coriolis parameters”; {zero_coriolis_terms()}"
    )


@CHAPTER.entry(
    "appendix II",
    "DV25, DV55, and the derivatives D143, D154, D345 and D354, D_ijk of M_ij by q_k (the other four D have an entry "
    "of their own)",
    "puma560 derive",
    criterion=f"{LINE_BY_LINE}. DV25 and DV55 are the derivatives of V2 and V5 by q5; the meaning of D is not printed, "
    "and is read so that the lines hold",
)
def derivatives(bench: Bench) -> EntryResult:
    return line_by_line(_derivatives(lambda name: name not in INCOMPLETE), "lines")


@CHAPTER.entry(
    "appendix II",
    "D134, D135, D145 and D153",
    "puma560 derive",
    criterion="each line is the derivative of M_ij by q_k for D_ijk; the meaning of D is not printed, and is read as "
    "in the entry on the other four. The entry shows that it is not with the names as read, nor with another name that "
    "fits in place of one of them, and by how many terms, multiplied out in parameters, cosines and sines with s² as "
    "1 - c²; and that it is with terms of ours added, which the rows list. Names are read like those of the "
    "derivative, also with characters taken as misread where a term is the derivative's only so; the rows list them",
)
def incomplete_derivatives(bench: Bench) -> EntryResult:
    lines = list(_derivatives(lambda name: name in INCOMPLETE))
    rows = tuple(
        replace(row, computed=f"{row.computed}; with {COMPLETED[row.name]} added, it is the derivative")
        for row in map(line_row, lines)
    )
    agree = sum(row.agrees for row in rows)
    completed = not any(difference(line.name, line.text + COMPLETED[line.name]) for line in lines)
    return EntryResult(
        f"{len(rows)} lines",
        f"{agree} identical",
        agree == len(rows),
        obstacle="terms of these lines are not in the scan, or not in print; which of the two is not known, and more "
        "than one text could complete them",
        shown=agree == 0 and completed and not any(other_names(line) for line in lines),
        rows=rows,
    )


@CHAPTER.entry(
    "appendix II",
    "products T1 to T22, sums V1 to V14 and η",
    "puma560 derive",
    criterion=f"{DEPENDENCE}. Names that the scan does not determine, by the rule of the lines' entries, are read so "
    "that those lines hold, and are listed in the rows; where no fitting name makes them hold, digits and letters are "
    "taken as misread, which the corrections list",
)
def definitions_of_the_lines(bench: Bench) -> EntryResult:
    lines = [line for name, line in appendix_lines().items() if name[0] in DEFINED]
    shown = {line.name: line.scan or "not in the scan" for line in lines}
    found = _dependence(shown)
    rows = tuple(
        replace(row, computed="; ".join(filter(None, (str(row.computed), read_in(line)))))
        for row, line in zip(found.rows, lines, strict=True)
    )
    lost = [line.name for line in lines if not line.in_scan]
    return replace(
        found,
        printed=f"{len(lines)} definitions, {len(lost)} of them not in the scan",
        corrected=(*needed_readings(lines), f"{', '.join(lost)} are not in the scan; they are read, too (rows)"),
        rows=rows,
    )


@CHAPTER.entry(
    "appendix II",
    "constants K and g, which are independent of the configuration",
    "puma560 derive",
    criterion=f"{DEPENDENCE}. Letters and digits, also some that are legible (in g211, “m5a2 + m5a2” as m6*a2 + "
    "m5*a2), are read like those of other terms in a "
    "sum, names of constants so that the lines hold (such as K117 for “K 111”), and some sums over masses are written "
    "as products. “K111s2 = 2K111s” is read as K11152. g5 is read with g314; with g313 it holds, too, and g314 would "
    "not be tested",
)
def constants(bench: Bench) -> EntryResult:
    own = {name: " ".join(text.split()) for name, text in pairs_of(CONSTANTS) if name != UNLISTED}
    found = _dependence(own)
    rows = tuple(
        replace(row, printed=SCANNED[row.name], computed=f"read {own[row.name]}; {row.computed}") for row in found.rows
    )
    corrections = of_place(ERRATA, APPENDIX, entries=lambda name: name in corrected_constants())
    depends = [name for name, text in pairs_of(CONSTANTS) if {"s", "c"} & {part[0] for part in names_in(parse(text))}]
    return replace(
        found,
        holds=bool(found.holds) and not depends,
        corrected=(*corrections.sentences, "letters, digits and names are read (rows)"),
        rows=rows,
    )


def _dependence(definitions: Mapping[str, str]) -> EntryResult:
    """Return on which definitions lines that hold depend; the rows have the given texts, the note names the rest."""
    tested = [line for line in appendix_lines().values() if line.name[0] not in DEFINED and line.in_scan]
    holding = [line for line in tested if holds_at_point(line.name, line.text, values())]
    rows = []
    for name, text in definitions.items():
        doubled = with_doubled(name)
        users = sum(not holds_at_point(line.name, line.text, doubled) for line in holding)
        rows.append(EntryRow(name, text, f"lines that depend on it: {users}" if users else UNTESTED))
    used = sum(row.computed != UNTESTED for row in rows)
    failing = {line.name for line in tested} - {line.name for line in holding}
    return EntryResult(
        f"{len(rows)} definitions",
        f"{used} tested by lines that depend on them",
        used > 0 and failing == {*INCOMPLETE, *CONTRADICTED},
        note="; ".join(
            f"{row.name} is not tested: only {', '.join(_users(row.name, tested))} has it, which does not hold"
            for row in rows
            if row.computed == UNTESTED
        ),
        rows=tuple(rows),
    )


def _users(name: str, lines: Iterable[AppendixLine]) -> list[str]:
    """Return the names of the lines that have a name on their right side."""
    return [line.name for line in lines if name in names_in(parse(line.text))]


def _derivatives(chosen: Callable[[str], bool]) -> Iterable[AppendixLine]:
    return (line for name, line in appendix_lines().items() if name.startswith("D") and chosen(name))
