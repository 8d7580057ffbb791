"""Armstrong, Khatib and Burdick, sections 5 and 6: what no number is printed of, and what the torque leaves open."""

from __future__ import annotations

import numpy as np

from ...arm.parts import DAC_STEPS
from ...models.tables.table import names_in, read_table
from ..bench import Bench
from ..entry import Chapter, EntryKind, EntryResult, Paper
from . import printed

CHAPTER = Chapter(Paper.AKB)


@CHAPTER.entry(
    "section 5",
    "the wrist's inertias are those of thin shells",
    "puma560 arm check",
    criterion="none, because the dimensions are not printed; shown is that the inertias of links 4 to 6 are those of "
    "bodies that "
    "can exist",
)
def thin_shells(bench: Bench) -> EntryResult:
    principal = [np.diag(link.inertia) for link in bench.arm.links[3:]]
    real = all(sum(moments) - 2 * max(moments) > -1e-15 for moments in principal)
    return EntryResult(
        "no dimensions",
        f"{'all' if real else 'not all'} three are bodies that can exist",
        False,
        obstacle="the outside dimensions are not printed, so that no shell can be computed from them",
        shown=real,
    )


@CHAPTER.entry(
    "section 5",
    "centers of gravity were located by balancing each link on a knife edge, once orthogonal to each axis",
    "puma560 measure",
    criterion="none: no reading of a balance is printed, only the results (table 5)",
)
def knife_edge(bench: Bench) -> EntryResult:
    return EntryResult("no reading", "nothing to compute", False, obstacle="the readings are not printed")


@CHAPTER.entry(
    "section 6",
    "link 1 needs no mass: its parameters appear in a11 alone, and do not depend on the configuration",
    "puma560 paper constants",
    criterion="the sentence against tables A2 and A4 to A7: m1, ry1 and Izz1 stand in I1 alone, and I1 in a_11 alone",
)
def link_1(bench: Bench) -> EntryResult:
    lumped = read_table("a2")
    own = {name for name, entry in lumped.items() if {"m1", "ry1", "Izz1"} & set(names_in(entry.tree))}
    tables = {
        name: names_in(entry.tree) for table in ("a4", "a5", "a6", "a7") for name, entry in read_table(table).items()
    }
    used = sorted(name for name, names in tables.items() if own & set(names))
    return EntryResult("a_11", ", ".join(used), own == {"I1"} and used == ["a_11"], note="through I1")


@CHAPTER.entry(
    "section 6",
    "total inertia of link 1 = Izz1 + Imotor",
    "puma560 arm check",
    criterion="the sum of the arm file's numbers against the sum of table 6's, to 1e-12; the paper prints no sum",
    kind=EntryKind.TRANSCRIPTION,
)
def total_of_link_1(bench: Bench) -> EntryResult:
    total = float(bench.arm.links[0].inertia[2, 2]) + bench.arm.motors[0].inertia
    own, motor = printed.TABLE_6["links.link1"][2], printed.MOTOR_INERTIA[0]
    return EntryResult(f"{own} + {motor}", total, abs(total - own - motor) < 1e-12, "kg·m²")


@CHAPTER.entry(
    "section 6",
    "torque resolution = maximum torque / 2048",
    "puma560 arm check",
    criterion="our number of steps against the printed one",
    kind=EntryKind.TRANSCRIPTION,
)
def resolution(bench: Bench) -> EntryResult:
    return EntryResult(2048, DAC_STEPS, DAC_STEPS == 2048, "steps")
