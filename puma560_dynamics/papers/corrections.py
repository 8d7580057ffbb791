"""Errata of a place in a paper, and a test which undecided errata an entry needs.

An erratum is undecided if the error may be one of the print or of the scan. For the test, each reading of the
uncorrected text is put back into the equations, and the entry is computed again. If it fails with one of them, the
entry needs the correction, and its verdict is "corrected".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import wraps

import numpy as np

from ..errors import Puma560Error
from .bench import Bench
from .entry import Chapter, EntryKind, EntryResult, Paper
from .erratum import FAULTS, Erratum

Compute = Callable[[Bench], EntryResult]

UNDECIDED = FAULTS["unknown"]


def of_place(
    errata: Iterable[Erratum], *places: str, entries: Callable[[str], bool] = lambda name: True
) -> Corrections:
    """Return the errata of tables or sections.

    Args:
        errata: errata of a paper.
        places: values of `Erratum.table`.
        entries: function that returns whether an entry, by its name, is included.
    """
    return Corrections(tuple(e for e in errata if e.table in places and entries(e.entry)))


def of_full_expressions(errata: Iterable[Erratum], *places: str) -> Corrections:
    """Return the errata of tables like `of_place`, without those of abbreviated (≈) forms."""
    return Corrections(tuple(e for e in of_place(errata, *places).errata if "≈" not in e.text))


class Corrections:
    """Errata of one place.

    Attributes:
        errata: all errata of the place.
    """

    def __init__(self, errata: tuple[Erratum, ...]) -> None:
        self.errata = errata

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return the corrections of the text, one sentence each; undecided ones are marked."""
        return tuple(
            f"{e.entry}: {e.text} → {e.corrected}" + ("" if e.fault == "print" else f" ({UNDECIDED})")
            for e in self.errata
            if e.fault != "scan"
        )

    @property
    def note(self) -> str:
        """Return a phrase with the number of places that the scan damaged; empty if there are none."""
        count = sum(e.fault == "scan" for e in self.errata)
        return f"{count} misreading{'s' * (count != 1)} of the scan corrected (`puma560 paper errata`)" if count else ""


class OfEquations(Chapter):
    """Chapter whose entries use `equations`, `kane`, `tables` or `full` of the `Bench`."""

    def entry(
        self,
        place: str,
        words: str,
        command: str = "puma560 paper claims",
        *,
        criterion: str,
        kind: EntryKind = EntryKind.INDEPENDENT,
    ) -> Callable[[Compute], Compute]:
        """Register an entry like `Chapter.entry`; independent entries also list the undecided errata that they need."""
        register = super().entry(place, words, command, criterion=criterion, kind=kind)

        def add(compute: Compute) -> Compute:
            register(with_needed(compute, self.paper) if kind is EntryKind.INDEPENDENT else compute)
            return compute

        return add


def with_needed(compute: Compute, paper: Paper) -> Compute:
    """Return a function that adds the undecided errata that an entry needs to the corrections of its result."""

    @wraps(compute)
    def computed(bench: Bench) -> EntryResult:
        finding = compute(bench)
        if not finding.holds or finding.absent:
            return finding
        needed = Corrections(tuple(
            erratum
            for erratum, uncorrected in bench.uncorrected[paper.value]
            if not any(_holds(compute, reading) for reading in uncorrected)
        ))  # fmt: skip
        more = (words for words in needed.sentences if words not in finding.corrected)
        return replace(finding, corrected=(*finding.corrected, *more))

    return computed


def _holds(compute: Compute, bench: Bench) -> bool:
    """Return whether the claim of an entry holds; false if the computation fails."""
    with np.errstate(all="ignore"):
        try:
            return bool(compute(bench).holds)
        except (Puma560Error, ArithmeticError, np.linalg.LinAlgError):
            return False
