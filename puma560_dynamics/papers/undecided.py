"""Which undecided errata an entry needs: those without which it does not come out.

Each reading of the uncorrected text is put back into the equations and the entry computed again. What the print has and
what the scan has damaged cannot be distinguished there; an entry that needs such a correction is "corrected".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps

import numpy as np

from ..errors import Puma560Error
from .bench import Bench
from .corrections import Corrections
from .entry import Chapter, EntryKind, EntryResult, Paper

Compute = Callable[[Bench], EntryResult]


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
        """As `Chapter.entry`; an independent entry lists the undecided errata that it needs."""
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
    """Whether an entry comes out; a motion that cannot be integrated is none that comes out."""
    with np.errstate(all="ignore"):
        try:
            return bool(compute(bench).holds)
        except (Puma560Error, ArithmeticError, np.linalg.LinAlgError):
            return False
