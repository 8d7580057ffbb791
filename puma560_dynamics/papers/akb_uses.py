"""Armstrong, Khatib and Burdick, sections 3 and 4: what an explicit model is good for."""

from __future__ import annotations

import numpy as np

from ..decomposition import table_2
from ..decomposition.parts import parts_of
from ..explicit.comparison import sample_states, torque_effect
from ..explicit.constants import printed_constants
from ..explicit.significance import factored_terms
from ..explicit.table import names_in, read_table
from ..explicit.uncertainty import torque_uncertainty
from ..models import load_model
from ..simulation.agreement import SWUNG, acceleration_disagreement
from ..simulation.simulate import simulate
from .bench import Bench
from .claim import ROUNDING, Chapter, Finding, Paper, Row

CHAPTER = Chapter(Paper.AKB)

SWING = 10.0
"""Seconds of free swing."""

TREMENDOUS = 10
"""From this ratio on a range of terms counts as one: an order of magnitude."""


@CHAPTER.entry(
    "section 3", "a tremendous range between the largest and the smallest term of most equations", "puma560 tables"
)
def range_of_terms(bench: Bench) -> Finding:
    spans = {}
    for table in ("a4", "a5", "a6", "a7"):
        for name, entry in read_table(table).items():
            if any("_" in part for part in names_in(entry.tree)):
                continue  # defined by another entry
            sizes = [size for size in factored_terms(entry.tree, printed_constants()).values() if size]
            if len(sizes) > 1:
                spans[name] = max(sizes) / min(sizes)
    wide = sum(span >= TREMENDOUS for span in spans.values())
    return Finding(
        "most expressions",
        f"{wide} of {len(spans)} expressions",
        wide > len(spans) / 2,
        note=f"taken as {TREMENDOUS}-fold or more, for the paper gives no number; median "
        f"{np.median(list(spans.values())):.0f}, largest {max(spans.values()):.0f}",
    )


@CHAPTER.entry("section 3", "all elements of A, B and C are retained in the abbreviated model", "puma560 tables")
def retained(bench: Bench) -> Finding:
    dropped = [
        name
        for table in ("a4", "a5", "a6")
        for name, entry in read_table(table).items()
        if entry.abbreviated is not None and entry.abbreviated.strip().rstrip(".") in ("0", "0.0")
    ]
    return Finding(
        "all",
        f"{len(dropped)} are ≈ 0: {', '.join(dropped)}",
        not dropped,
        obstacle="the tables themselves put these elements to zero; what is meant is that no element is judged "
        "against another",
        bounded=bool(dropped),
    )


@CHAPTER.entry("section 3", "the abbreviated model is good for control: its error beside the measurements' tolerance",
               "puma560 abbreviate")  # fmt: skip
def abbreviated_error(bench: Bench) -> Finding:
    error, band = torque_effect(bench.abbreviated, bench.full, 5000), torque_uncertainty(bench.arm, 5000)
    rows = tuple(
        Row(name, float(limit), float(value), "N·m RMS", bool(value < limit))
        for name, value, limit in zip(bench.arm.joint_names, error.rms, band.rms, strict=True)
    )
    return Finding(
        "no number",
        f"{100 * error.share.max():.2g} % of maximum torque at most",
        all(row.agrees for row in rows),
        note="lines: RMS error of the abbreviation beside the RMS band that the tolerances of table A3 make",
        rows=rows,
    )


@CHAPTER.entry("table 2", "78 Hz with 100,000 operations per second, the whole model each time", "puma560 tables")
def table_2_whole(bench: Bench) -> Finding:
    return _rates(bench, 1)


@CHAPTER.entry("table 2", "50 Hz and 200 Hz, configuration terms once in four", "puma560 tables")
def table_2_split(bench: Bench) -> Finding:
    return _rates(bench, table_2.DIVIDER)


@CHAPTER.entry("section 3", "the decomposition slows the elements by one third and speeds the torque up 2.5 times",
               "puma560 multirate")  # fmt: skip
def ratios(bench: Bench) -> Finding:
    ours = table_2.reading("our count", parts_of(bench.full)).ratio
    return Finding(
        "× 0.67 and × 2.5",
        f"× {ours.configuration:.2f} and × {ours.torque:.2f}",
        round(3 * (1 - ours.configuration)) == 1 and round(2 * ours.torque) == 5,
        note="ours by our count of both parts, to be rounded to thirds and halves as the text does",
    )


@CHAPTER.entry("section 3", "elements depend on the configuration alone, the rest is their product with motion",
               "puma560 multirate")  # fmt: skip
def decomposition(bench: Bench) -> Finding:
    q, qd, qdd = sample_states(bench.arm, 1000)
    split = bench.full.elements(q).terms(qd, qdd).total
    whole = bench.recursive.torque(q, qd, qdd)
    error = float(np.abs(split - whole).max() / np.abs(whole).max())
    return Finding(
        0, error, error < ROUNDING, "relative", note="elements first, motion afterwards, against the recursion"
    )


@CHAPTER.entry("section 3", "explicit models suit several processors: much computation for little communication",
               "puma560 multirate --processes")  # fmt: skip
def multiprocessing(bench: Bench) -> Finding:
    parts = parts_of(bench.full)
    q = sample_states(bench.arm, 64)[0]
    values = sum(int(np.any(part != 0.0, axis=0).sum()) for part in bench.full.elements(q))
    # Inwards and outwards each link hands over ω, ω̇, v̇, f and n of three components.
    link = bench.recursive.general_counts()["torque"].total / bench.arm.n
    explicit, recursive = parts.configuration / values, link / 15
    return Finding(
        "no number",
        f"{explicit:.1f} calculations a number handed over; a link of the recursion {recursive:.1f}",
        explicit > recursive,
        obstacle="the paper gives no figure and names an implementation elsewhere; by plain counts every element is "
        "handed over, so that the elements have no more computation for a number than a link of the recursion. What "
        "is gained is that they need not be sent each time",
        bounded=parts.motion < parts.configuration,
    )


@CHAPTER.entry("section 4", "forward dynamics from the recursion (Walker and Orin) and from the explicit model agree",
               "puma560 simulate")  # fmt: skip
def forward_dynamics(bench: Bench) -> Finding:
    q, qd, tau = sample_states(bench.arm, 100)
    walker = load_model("walker_orin", bench.arm).acceleration(q, qd, tau)
    ours = bench.full.acceleration(q, qd, tau)
    error = float((np.abs(walker - ours).max(axis=1) / np.abs(ours).max(axis=1)).max())
    return Finding(0, error, error < 1e3 * ROUNDING, "relative")


@CHAPTER.entry(
    "section 4",
    "an explicit model is a direct way to simulate: agreement with Pinocchio and MuJoCo",
    "puma560 simulate",
)
def simulation_agreement(bench: Bench) -> Finding:
    found = {peer: acceleration_disagreement(bench.arm, peer, 200) for peer in ("pinocchio", "mujoco")}
    rows = tuple(Row(peer, 0, error, "relative", error < 1e-9) for peer, error in found.items())
    return Finding(0, max(found.values()), all(row.agrees for row in rows), "relative", rows=rows,
                   note="accelerations at 200 random states")  # fmt: skip


@CHAPTER.entry("section 4", "simulation by the explicit model keeps the energy", "puma560 simulate")
def simulation_energy(bench: Bench) -> Finding:
    drift = simulate(bench.generated, SWUNG, SWING).drift
    return Finding(
        0, drift, drift < 1e-9, "of the energy", note=f"free swing of {SWING:g} s; the paper gives no number"
    )


def _rates(bench: Bench, divider: int) -> Finding:
    tried = table_2.readings(bench.full)
    ours, printed = tried[0].rates[divider], table_2.PRINTED[divider]
    full = next((reading for reading in tried if reading.agrees), None)
    return Finding(
        f"{printed.configuration:g} and {printed.torque:g}",
        f"{ours.configuration:.1f} and {ours.torque:.1f}",
        ours.printed(divider) == printed,
        "Hz",
        obstacle="table 1's own 1165 calculations would be 86 Hz: the table counts more than table 1 does and does "
        "not say what",
        bounded=full is not None,
        note=f"both lines come out with {tried[2].name.removeprefix('the same and ')} besides" if full else "",
    )
