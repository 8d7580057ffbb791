"""Errata of a place in a paper, and which of the undecided ones an entry needs: without them it does not come out.

Each reading of the uncorrected text is put back into the equations and the entry computed again. What the print has and
what the scan has damaged cannot be distinguished there; an entry that needs such a correction is "corrected".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import wraps

import numpy as np

from ..errors import Puma560Error
from .akb.errata import Erratum
from .bench import Bench
from .entry import Chapter, EntryKind, EntryResult, Paper

Compute = Callable[[Bench], EntryResult]

UNDECIDED = "print or scan, undecided"


def of_place(
    errata: Iterable[Erratum], *places: str, entries: Callable[[str], bool] = lambda name: True
) -> Corrections:
    """The errata of tables or sections.

    Args:
        errata: of a paper.
        places: as `Erratum.table` names them.
        entries: which entries.
    """
    return Corrections(tuple(e for e in errata if e.table in places and entries(e.entry)))


class Corrections:
    """Errata of one place.

    Attributes:
        errata: all of them.
    """

    def __init__(self, errata: tuple[Erratum, ...]) -> None:
        self.errata = errata

    @property
    def sentences(self) -> tuple[str, ...]:
        """Corrections of the text, one sentence each; those that may be the scan's are marked."""
        return tuple(
            f"{e.entry}: {e.text} → {e.corrected}" + ("" if e.fault == "print" else f" ({UNDECIDED})")
            for e in self.errata
            if e.fault != "scan"
        )

    @property
    def note(self) -> str:
        """Number of places that the scan damaged, in words; empty if there is none."""
        count = sum(e.fault == "scan" for e in self.errata)
        return f"{count} misreading{'s' * (count != 1)} of the scan set right (`puma560 paper errata`)" if count else ""


class OfEquations(Chapter):
    """Entries that compute with equations of `Bench`: `equations`, `kane`, `tables`, `full`."""

    def entry(
        self,
        place: str,
        words: str,
        command: str = "puma560 paper claims",
        *,
        criterion: str,
        kind: EntryKind = EntryKind.INDEPENDENT,
    ) -> Callable[[Compute], Compute]:
        """Register an entry as `Chapter.entry` does; an independent entry lists the undecided errata that it needs."""
        register = super().entry(place, words, command, criterion=criterion, kind=kind)

        def add(compute: Compute) -> Compute:
            register(with_needed(compute, self.paper) if kind is EntryKind.INDEPENDENT else compute)
            return compute

        return add


def with_needed(compute: Compute, paper: Paper) -> Compute:
    """The same finding, with the paper's undecided errata that it needs among its corrections."""

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
        return replace(finding, corrected=(*finding.corrected, *needed.sentences))

    return computed


def _holds(compute: Compute, bench: Bench) -> bool:
    """Return whether an entry comes out; a motion that cannot be integrated is none that comes out."""
    with np.errstate(all="ignore"):
        try:
            return bool(compute(bench).holds)
        except (Puma560Error, ArithmeticError, np.linalg.LinAlgError):
            return False
