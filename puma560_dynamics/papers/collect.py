"""List of all entries, and their computation one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from . import akb_forward
from .akb import (
    abbreviated_tables,
    applications,
    constant_tolerances,
    count_statements,
    derivation,
    eliminations,
    figures,
    measurement,
    parameters,
    reduction,
    scope,
    steps,
    tables,
)
from .akb import counts as akb_counts
from .bench import Bench
from .burdick import appendix, appendix_i, equations_of_motion, rules, section_6, statements, velocity_rules
from .burdick import counts as burdick_counts
from .burdick import text as burdick
from .claim import Claim, settle
from .entry import Paper, PaperEntry
from .kane_levinson import counts as kane_levinson_counts
from .kane_levinson import efficiency, figure_entries, motion_entries, step_entries
from .kane_levinson import text as kane_levinson

CHAPTERS = (
    akb_counts.CHAPTER,
    count_statements.CHAPTER,
    derivation.CHAPTER,
    eliminations.CHAPTER,
    steps.CHAPTER,
    reduction.CHAPTER,
    applications.CHAPTER,
    akb_forward.CHAPTER,
    measurement.CHAPTER,
    constant_tolerances.CHAPTER,
    parameters.CHAPTER,
    scope.CHAPTER,
    figures.CHAPTER,
    tables.CHAPTER,
    abbreviated_tables.CHAPTER,
    burdick.CHAPTER,
    equations_of_motion.CHAPTER,
    rules.CHAPTER,
    velocity_rules.CHAPTER,
    appendix_i.CHAPTER,
    statements.CHAPTER,
    section_6.CHAPTER,
    burdick_counts.CHAPTER,
    appendix.CHAPTER,
    motion_entries.CHAPTER,
    step_entries.CHAPTER,
    kane_levinson.CHAPTER,
    figure_entries.CHAPTER,
    kane_levinson_counts.CHAPTER,
    efficiency.CHAPTER,
)
"""Chapters with the entries, in the order of the papers."""


def paper_entries(papers: Sequence[Paper] = tuple(Paper)) -> list[PaperEntry]:
    """Return the entries of some papers, paper by paper."""
    return [entry for paper in papers for chapter in CHAPTERS if chapter.paper is paper for entry in chapter.entries]


def settled(
    bench: Bench, chosen: Sequence[PaperEntry], progress: Callable[[float, str], None] = lambda share, words: None
) -> list[Claim]:
    """Compute entries, and return their claims.

    Args:
        bench: arms and models.
        chosen: entries from `paper_entries`.
        progress: called with the fraction that is done, 0 to 1, and the next entry.
    """
    found = []
    for number, entry in enumerate(chosen):
        progress(number / len(chosen), f"{entry.paper.value}: {entry.place}")
        found.append(settle(entry, bench))
    return found
