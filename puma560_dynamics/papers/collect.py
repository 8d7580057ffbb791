"""All entries of the page, and their computation one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from . import (
    akb_counts,
    akb_derivation,
    akb_figures,
    akb_forward,
    akb_measurement,
    akb_parameters,
    akb_reduction,
    akb_tables,
    akb_uses,
    burdick,
    burdick_appendix,
    burdick_counts,
    burdick_data,
    burdick_long,
    burdick_rules,
    kane_levinson,
    kane_levinson_appendices,
    kane_levinson_counts,
    kane_levinson_figures,
    kane_levinson_motion,
)
from .bench import Bench
from .claim import Claim, Entry, Paper, settle

CHAPTERS = (
    akb_counts.CHAPTER,
    akb_derivation.CHAPTER,
    akb_reduction.CHAPTER,
    akb_uses.CHAPTER,
    akb_forward.CHAPTER,
    akb_measurement.CHAPTER,
    akb_parameters.CHAPTER,
    akb_figures.CHAPTER,
    akb_tables.CHAPTER,
    burdick.CHAPTER,
    burdick_rules.CHAPTER,
    burdick_data.CHAPTER,
    burdick_counts.CHAPTER,
    burdick_appendix.CHAPTER,
    burdick_long.CHAPTER,
    kane_levinson_motion.CHAPTER,
    kane_levinson.CHAPTER,
    kane_levinson_figures.CHAPTER,
    kane_levinson_counts.CHAPTER,
    kane_levinson_appendices.CHAPTER,
)
"""In the order of the papers."""


def entries(papers: Sequence[Paper] = tuple(Paper)) -> list[Entry]:
    """The entries of some papers, paper by paper."""
    return [entry for paper in papers for chapter in CHAPTERS if chapter.paper is paper for entry in chapter.entries]


def settled(
    bench: Bench, chosen: Sequence[Entry], tell: Callable[[float, str], None] = lambda share, words: None
) -> list[Claim]:
    """Every entry computed and judged.

    Args:
        bench: arms and models.
        chosen: entries, as `entries` gives them.
        tell: told the share that is done, and what comes next.
    """
    found = []
    for number, entry in enumerate(chosen):
        tell(number / len(chosen), f"{entry.paper.value}: {entry.place}")
        found.append(settle(entry, bench))
    return found
