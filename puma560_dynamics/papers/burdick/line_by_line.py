"""Exact tests of lines of Burdick's appendix II, and the text about their readings."""

from __future__ import annotations

from collections.abc import Iterable

from ...models.tables.table import names_in, parse
from ..corrections import of_place
from ..entry import EXACTLY, EntryResult, EntryRow
from .appendix_constants import DOUBLINGS
from .appendix_lines import READING, AppendixLine, read_in
from .appendix_polynomials import difference, holding_signs, other_names
from .errata import APPENDIX, ERRATA

ARM = (
    "the arm of section 6, with a symbol for each parameter (frames by table A1 of AKB, as P_1 to P_4 are not in the "
    "scan; coordinates and moments as read in the entry on r_1 to r_6)"
)

LINE_BY_LINE = (
    f"each line is an identity with what the generator derives for {ARM}, {EXACTLY}. "
    f"{READING}, with other fitting names that hold as well at a random point. Of all "
    "patterns of lost signs, only ours may hold. A corrected line must not hold as printed"
)


def line_row(line: AppendixLine) -> EntryRow:
    """Return the row of a line: the text of the scan, and whether the line holds as read and corrected."""
    missing = len(difference(line.name, line.text))
    agrees = not missing and len(holding_signs(line)) == 1
    if line.is_corrected:
        agrees = agrees and bool(difference(line.name, line.printed))
    words = [line.text, "identical" if agrees else f"another polynomial: {missing} terms differ"]
    if line.is_corrected:
        words.append(f"corrected from {line.printed}, with {', '.join(map(str, line.replaced))}")
    if readings := read_in(line):
        words.append(readings)
    if others := other_names(line):
        words.append(f"holds as well with {', '.join(others)}")
    return EntryRow(line.name, line.scan, "; ".join(words), "", agrees)


def needed_readings(lines: Iterable[AppendixLine]) -> tuple[str, ...]:
    """Return the corrections that names and signs of some lines had to be read; empty if none had to be."""
    lines = tuple(lines)
    unknown = sum(bool(line.lost_signs or any(not one.is_misread for one in line.needed)) for line in lines)
    misread = [f"{one} ({line.name})" for line in lines for one in line.needed if one.is_misread]
    names = {line.name: {*DOUBLINGS}.intersection(names_in(parse(line.text))) for line in lines}
    doubled = [name for name, used in names.items() if used]
    constants = sorted(set().union(*names.values()))
    found = {
        f"{unknown} of {len(lines)} lines: names or signs that the scan does not determine are read (rows)": unknown,
        f"{len(misread)} names with characters that are taken as misread: {', '.join(misread)}": misread,
        f"{' and '.join(constants)} read as twice {' and '.join(name[:-1] for name in constants)} "
        f"({', '.join(doubled)}); for {' or '.join(DOUBLINGS)} the scan has one line, “K111s2 = 2K111s”": doubled,
    }
    return tuple(text for text, needed in found.items() if needed)


def line_by_line(lines: Iterable[AppendixLine], what: str) -> EntryResult:
    """Return the result for lines of the appendix; lines that the scan does not have are named in the note."""
    lines = tuple(lines)
    shown = [line for line in lines if line.in_scan]
    rows = tuple(line_row(line) for line in shown)
    agree = sum(row.agrees for row in rows)
    lost = [
        line.name + "".join(f" (of it, only “{text}” is)" for text in line.fragments)
        for line in lines
        if not line.in_scan
    ]
    names = {line.name for line in shown if line.is_corrected}
    return EntryResult(
        f"{len(rows)} {what}",
        f"{agree} identical",
        agree == len(rows),
        corrected=of_place(ERRATA, APPENDIX, entries=names.__contains__).sentences + needed_readings(shown),
        note=f"not in the scan: {', '.join(lost)}" if lost else "",
        rows=rows,
    )
