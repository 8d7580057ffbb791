"""Kane and Levinson: what the equations of an entry owe to us.

Some lines of the appendices are not in the scan, and others are misread. `disclosing` states in the note of an entry
which lines of ours its equations need, and adds the undecided errata of these equations that have no other reading to
compute with.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import wraps
from types import MappingProxyType

from ...models.tables.table import names_in
from ..bench import Bench
from ..corrections import Corrections
from ..entry import EntryResult
from ..erratum import Erratum
from .equations import ELEMENTS, GRAVITY, INERTIA, needed, tree
from .errata import stanford_errata

Compute = Callable[[Bench], EntryResult]

FORWARD = (*ELEMENTS, *INERTIA, *(name for name in GRAVITY if name), "a1", "a2", "a3")
"""Equations of forward dynamics: (8) to (11) with their derivatives, and (118) to (123)."""

NO_G = "the value of g, which these equations contain, is not in the scan; 9.81 m/s² is put in"
"""Phrase for entries that put in a value of g."""

_NUMBERS = re.compile(r"([ZXW])(\d+)(?: to [ZXW](\d+))?")


def disclosing(
    *uses: str, rows: Mapping[str, Iterable[str]] = MappingProxyType({}), tested: bool = True, values: bool = True
) -> Callable[[Compute], Compute]:
    """Return a decorator that adds what the equations of an entry owe to us to its note and corrections.

    Args:
        uses: names or expressions that the entry evaluates.
        rows: expressions that each row evaluates, by the row's equation; the note lists the rows with lines of ours.
        tested: whether `OfEquations` tests the undecided errata of the entry one by one; if not, and for an entry that
            does not hold or is not in the scan, the note has their number.
        values: whether the entry puts in numbers, so that the note names the assumed g if an equation contains it.
    """
    by_row = {name: tuple(texts) for name, texts in rows.items()}
    everything = (*uses, *(text for texts in by_row.values() for text in texts))

    def add(compute: Compute) -> Compute:
        @wraps(compute)
        def computed(bench: Bench) -> EntryResult:
            found = compute(bench)
            used = reached(everything)
            listed = tested and bool(found.holds) and not found.absent
            gravity = NO_G if values and contains_gravity(used) else ""
            parts = (
                found.note, gravity, _misread(used), lines_of_ours(used, by_row), "" if listed else _undecided(used)
            )  # fmt: skip
            corrected = untested(used).sentences if listed else ()
            return replace(
                found,
                note=". ".join(part[0].upper() + part[1:] if n else part for n, part in enumerate(filter(None, parts))),
                corrected=(*found.corrected, *corrected),
            )

        return computed

    return add


def contains_gravity(used: frozenset[str]) -> bool:
    """Return whether an equation among `used` contains g."""
    return any("g" in names_in(expression) for _, expression in needed(used))


def reached(texts: Iterable[str]) -> frozenset[str]:
    """Return the names of all equations that determine some names or expressions."""
    wanted = {name for text in texts for name in names_in(tree(text))}
    return frozenset(name for name, _ in needed(wanted))


def equations_of(erratum: Erratum) -> frozenset[str]:
    """Return the names of the equations that an erratum corrects; none for an erratum of the text."""
    found = {str(erratum.details["equation"])} if "equation" in erratum.details else set()
    for letter, first, last in _NUMBERS.findall(erratum.entry):
        found |= {f"{letter}{number}" for number in range(int(first), int(last or first) + 1)}
    return frozenset(found)


def untested(used: frozenset[str]) -> Corrections:
    """Return the undecided errata of these equations that have no uncorrected reading, so that no test decides them."""
    return Corrections(tuple(
        erratum
        for erratum in stanford_errata()
        if erratum.fault != "scan" and "instead" not in erratum.details and equations_of(erratum) & used
    ))  # fmt: skip


def lost(used: frozenset[str]) -> list[str]:
    """Return the equations among `used` whose line, or the end of it, is not in the scan, in the paper's order."""
    found = []
    for erratum in stanford_errata():
        found += [name for name in erratum.details.get("lost", ()) if name in used]
        found += [f"the end of {name}" for name in erratum.details.get("lost_end", ()) if name in used]
    return sorted(found, key=lambda name: (not name.startswith("Z"), int(re.sub(r"\D", "", name))))


def lines_of_ours(used: frozenset[str], rows: Mapping[str, Iterable[str]] = MappingProxyType({})) -> str:
    """Return a phrase with the lines of ours among `used`, and with the rows that need one; empty if there is none."""
    names = lost(used)
    if not names:
        return ""
    with_them = [name for name, texts in rows.items() if lost(reached(texts))]
    where = f"; used in {', '.join(with_them)}" if with_them else ""
    return f"lines not in the scan, derived by us: {', '.join(_ranges(names))}{where}"


def _undecided(used: frozenset[str]) -> str:
    count = sum(e.fault != "scan" and bool(equations_of(e) & used) for e in stanford_errata())
    what = "undecided errata are" if count > 1 else "undecided erratum is"
    return f"{count} {what} read as corrected (`puma560 paper errata`)" if count else ""


def _misread(used: frozenset[str]) -> str:
    return Corrections(tuple(
        erratum
        for erratum in stanford_errata()
        if not {"lost", "lost_end"} & set(erratum.details) and equations_of(erratum) & used
    )).note  # fmt: skip


def _ranges(names: list[str]) -> list[str]:
    """Return names with three or more successive numbers as one range."""
    runs: list[list[str]] = []
    for name in names:
        if runs and name.startswith("Z") and int(name[1:]) == int(runs[-1][-1][1:]) + 1:
            runs[-1].append(name)
        else:
            runs.append([name])
    return [text for run in runs for text in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else run)]
