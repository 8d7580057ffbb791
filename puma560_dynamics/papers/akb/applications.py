"""Armstrong, Khatib and Burdick, sections 3 and 4 and the appendix: uses of an explicit model."""

from __future__ import annotations

import numpy as np

from ...arrays import FloatArray
from ...emdeg import PAPER_RULE
from ...models.generated.general_link6 import BODY
from ...models.payload.payload import Payload, attached
from ...models.payload.payload_counts import payload_counts
from ...models.payload.with_payload import WithPayload
from ...models.sampling import sample_states
from ...models.tables.constants import printed_constants
from ...models.tables.table import names_in, read_table
from ...models.terms import Elements
from ..bench import Bench
from ..corrections import OfEquations
from ..decomposition import table_2
from ..decomposition.table_2 import parts_of
from ..entry import EQUALITY, NO_NUMBER, ROUNDING, TO_ROUNDING, EntryResult, EntryRow, Paper
from .significance import factored_terms, terms_of
from .tables import DATA_TABLES, NO_ENTRY, misreadings

CHAPTER = OfEquations(Paper.AKB)

RANGES = (3, 10, 30, 100)
"""Ratios of the largest to the smallest term of an expression for which numbers are reported."""


@CHAPTER.entry(
    "section 2",
    "over a range of configurations the explicit solution agrees exactly with the recursion, extended to give the "
    "elements of B and C",
    "puma560 paper tables",
    criterion="tables A4 to A7, with constants by table A2 from tables 4 to 6 and A1, against torques of our recursion "
    "at unit accelerations, at unit velocities and with gravity alone: largest difference at 200 random "
    f"configurations, for each of A, B, C and g {TO_ROUNDING}",
)
def element_by_element(bench: Bench) -> EntryResult:
    q = sample_states(bench.arm, 200)[0]
    rows = []
    for name, ours, expected in (
        ("A", bench.full.kinetic_energy_matrix(q), bench.recursive.kinetic_energy_matrix(q)),
        ("B", bench.full.coriolis_coefficients(q), bench.recursive.coriolis_coefficients(q)),
        ("C", bench.full.centrifugal_coefficients(q), bench.recursive.centrifugal_coefficients(q)),
        ("g", bench.full.gravity(q), bench.recursive.gravity(q)),
    ):
        error = float(np.abs(ours - expected).max() / np.abs(expected).max())
        rows.append(EntryRow(name, EQUALITY, error, "relative", error < ROUNDING))
    worst = max(float(row.computed) for row in rows)  # type: ignore[arg-type]
    return EntryResult(
        EQUALITY, worst, all(row.agrees for row in rows), "relative", rows=tuple(rows),
        note=f"{misreadings(*DATA_TABLES, 'A2', 'A4', 'A5', 'A6', 'A7')}; {NO_ENTRY}",
    )  # fmt: skip


@CHAPTER.entry(
    "section 2",
    "the recursion was coded in 5 hours, 2 % of the time for the full explicit model (steps 2 to 4: five weeks)",
    criterion="none, because neither the hours of a week nor the time of step 1 are printed. The entry reports the "
    "hours of a week with which 5 hours are 1.5 to 2.5 % of five weeks, without step 1",
)
def five_hours(bench: Bench) -> EntryResult:
    least, most = (5 / share / 5 for share in (0.025, 0.015))
    return EntryResult(
        "2 %", f"1.5 to 2.5 % with {least:.0f} to {most:.0f} hours a week", False,
        obstacle="neither the hours of a week nor the time of step 1 are printed",
    )  # fmt: skip


@CHAPTER.entry(
    "section 3",
    "a tremendous range between the largest and the smallest term of most equations",
    "puma560 paper tables",
    criterion=f"{NO_NUMBER}. The entry reports the ratio of the largest to the smallest term, for the expressions "
    "of tables A4 to A7, as corrected, with table A3. A term is a constant with its sine and cosine factors, which "
    "count as 1; plain constants together are one term. Expressions with one term, and those that name another "
    f"element, are left out. It shows that the ratio is at least {RANGES[0]} (our choice) in most expressions",
)
def range_of_terms(bench: Bench) -> EntryResult:
    spans = {}
    for table in ("a4", "a5", "a6", "a7"):
        for name, entry in read_table(table).items():
            if any("_" in part for part in names_in(entry.tree)):
                continue  # defined by another entry
            sizes = [size for size in factored_terms(entry.tree, printed_constants()).values() if size]
            if len(sizes) > 1:
                spans[name] = max(sizes) / min(sizes)
    values = list(spans.values())
    ranges = ", ".join(f"{sum(span >= limit for span in values)} of {limit} or more" for limit in RANGES)
    return EntryResult(
        "most equations",
        f"of {len(spans)} expressions {ranges.replace(' of ', ' with a ratio of ', 1)}",
        False,
        obstacle="“tremendous” is not a number",
        shown=sum(span >= RANGES[0] for span in values) > len(values) / 2,
        note=f"median {np.median(values):.0f}, largest {max(values):.0f}",
    )


@CHAPTER.entry(
    "section 3",
    "all elements of A, B and C are retained in the abbreviated model",
    "puma560 paper tables",
    criterion="the sentence taken literally: no element of tables A4 to A6 has a ≈ form of 0. The forms in the scan "
    "are counted (“≈ O -” of a_15 is read as ≈ 0), but not those that the scan has lost and that we derived by the "
    "rule",
)
def retained(bench: Bench) -> EntryResult:
    forms = {
        name: entry.abbreviated
        for table in ("a4", "a5", "a6")
        for name, entry in read_table(table).items()
        if entry.abbreviated is not None and not entry.inserted
    }
    dropped = [name for name, form in forms.items() if form.strip().rstrip(".") == "0"]
    constants = printed_constants()
    terms = {name: terms_of(name, constants) for name in dropped}
    by_equation, by_joint = ([name for name in dropped if max(pair[i] for pair in terms[name].values()) < limit]
                             for i, limit in enumerate((PAPER_RULE.within_equation, PAPER_RULE.of_joint)))  # fmt: skip
    neither = [name for name in dropped if name not in (*by_equation, *by_joint)]
    return EntryResult(
        "all",
        f"{len(dropped)} of {len(forms)} forms are ≈ 0: {', '.join(dropped)}",
        not dropped,
        contradiction="tables A4 to A6 put these elements to zero. Read as “only terms of one equation are compared”, "
        "which the paper's next clause, “the significance test is applied on an equation by equation basis”, allows, "
        "it is "
        f"contradicted as well: by the {100 * float(PAPER_RULE.within_equation):.0f} % of the greatest term of an "
        "element no "
        "element "
        "becomes 0, "
        f"because that term is 100 %; {len(by_joint)} of the {len(dropped)} are 0 by the "
        f"{100 * float(PAPER_RULE.of_joint):.1f} % "
        "of the "
        f"joint's constant, which belongs to a_ii, and {' '.join(neither)} by neither",
        shown=bool(dropped) and not by_equation and len(neither) == 1,
    )


_MORE = (
    "The entry shows that table 2 counts more than table 1: the printed 78 Hz, from 77.5 to 78.5 Hz, needs more than "
    f"{table_2.PAPER_WHOLE} calculations"
)


@CHAPTER.entry(
    "table 2",
    "78 Hz with 100,000 operations per second, the whole model each time",
    "puma560 paper tables",
    criterion="the rate by our count of the full model (tables A4 to A7, as corrected), rounded to whole hertz as in "
    f"print. {_MORE}",
)
def table_2_whole(bench: Bench) -> EntryResult:
    return _rates(bench, 1)


@CHAPTER.entry(
    "table 2",
    "50 Hz and 200 Hz, configuration terms once in four",
    "puma560 paper tables",
    criterion="both rates by our count of both parts of tables A4 to A7, as corrected, the first rounded to whole "
    "hertz as in print, the second four "
    "times "
    f"that, as 200 = 4 × 50 in print. {_MORE}",
)
def table_2_split(bench: Bench) -> EntryResult:
    return _rates(bench, table_2.DIVIDER)


@CHAPTER.entry(
    "section 3",
    "the decomposition slows the elements by one third and speeds the torque up 2.5 times",
    "puma560 paper multirate",
    criterion="both ratios by our count of both parts of tables A4 to A7, as corrected. They may "
    "differ from the words as much as those of table 2 "
    "do: 50 / 78 differs from two thirds by 0.026, and 200 / 78 from 2.5 by 0.064",
)
def ratios(bench: Bench) -> EntryResult:
    ours = table_2.reading("our count", parts_of(bench.full)).ratio
    whole, split_up = table_2.PRINTED[1], table_2.PRINTED[table_2.DIVIDER]
    slack = abs(split_up.configuration / whole.configuration - 2 / 3), abs(split_up.torque / whole.torque - 2.5)
    off = abs(ours.configuration - 2 / 3), abs(ours.torque - 2.5)
    return EntryResult(
        "“by one third” less, “a factor of two and one half”",
        f"× {ours.configuration:.2f} and × {ours.torque:.2f}",
        off[0] <= slack[0] and off[1] <= slack[1],
        obstacle="what table 2 counts is not printed (see there); by our count the products with the motion take a "
        "larger share than by the rates of table 2",
        shown=ours.configuration < 1.0 < ours.torque,
    )


@CHAPTER.entry(
    "section 3",
    "explicit models suit several processors: much computation for little communication",
    "puma560 paper multirate --processes",
    criterion=f"{NO_NUMBER}. The entry reports calculations per number that is passed on, by our counts, with motor "
    "inertias: of the elements of A, B, C and g (tables A4 to A7, as corrected), per element that is not zero "
    "at 64 random configurations; of our recursion for any "
    "arm, per link and number",
)
def multiprocessing(bench: Bench) -> EntryResult:
    parts = parts_of(bench.full)
    q = sample_states(bench.arm, 64)[0]
    elements = bench.full.elements(q)
    values = sum(int(np.any(part != 0.0, axis=0).sum()) for part in elements)
    below = int(np.any(np.tril(elements.kinetic_energy, -1) != 0.0, axis=0).sum())
    different = _different(elements)
    link = bench.recursive.general_counts()["torque"].total / bench.arm.n
    explicit, recursive = parts.configuration / values, link / 15
    return EntryResult(
        "no number",
        f"{explicit:.1f} calculations a number handed over; a link of the recursion {recursive:.1f}",
        False,
        obstacle="the paper gives no figure and names an implementation elsewhere; the result depends on what is "
        f"counted: {explicit:.1f} if each of the {values} elements that are not zero is handed over, both halves of A "
        f"and equal elements; {parts.configuration / (values - below):.1f} with A's upper half; "
        f"{parts.configuration / different:.1f} with the {different} that differ in more than the sign. A link of the "
        f"recursion, which passes on 15 numbers (ω, ω̇, v̇, f and n with three components each), has {recursive:.1f}. "
        f"{_below(recursive, explicit, parts.configuration / (values - below), parts.configuration / different)}",
    )


def _below(limit: float, *ratios: float) -> str:
    """Return a sentence on how many ratios are below that of the recursion."""
    below = sum(ratio < limit for ratio in ratios)
    return f"{below} of the {len(ratios)} are below that and so do not support the claim"


def _different(elements: Elements) -> int:
    """Return the number of elements at sampled configurations that are not zero and differ in more than the sign."""
    columns = np.concatenate([part.reshape(len(part), -1) for part in elements], axis=1).T
    found: list[FloatArray] = []
    for column in columns[np.any(columns != 0.0, axis=1)]:
        size = 1e-12 * np.abs(column).max()
        if not any(min(np.abs(column - one).max(), np.abs(column + one).max()) <= size for one in found):
            found.append(column)
    return len(found)


@CHAPTER.entry(
    "appendix",
    "a load with its center of gravity on axis 6 and Ixx = Iyy is represented by the parameters of link 6",
    "puma560 arm check",
    criterion="torque at 200 random states by the printed tables, with link 6 and a load of 2 kg as one body "
    "(one load: 0.11 m out on axis 6, Ixx = Iyy = 4×10^-3 and Izz = 3×10^-3 kg·m²: our choice), "
    f"against our recursion with the load added by its partial velocities: {TO_ROUNDING}",
)
def load_on_link_6(bench: Bench) -> EntryResult:
    load = Payload.of(2.0, (0.0, 0.0, 0.11), (4e-3, 4e-3, 3e-3, 0.0, 0.0, 0.0))
    q, qd, qdd = sample_states(bench.arm, 200)
    ours = bench.full_of(attached(bench.arm, load)).torque(q, qd, qdd)
    expected = WithPayload(bench.recursive, load).torque(q, qd, qdd)
    error = float(np.abs(ours - expected).max() / np.abs(expected).max())
    return EntryResult(
        None, error, error < ROUNDING, "relative",
        note=f"{misreadings(*DATA_TABLES, 'A2', 'A4', 'A5', 'A6', 'A7')}; {NO_ENTRY}",
    )  # fmt: skip


@CHAPTER.entry(
    "appendix",
    "a more general load, by Izaguirre and Paul's method, is computationally more expensive",
    "puma560 paper tables",
    criterion="none: that method is not printed. The entry reports how many calculations a general load, no parameter "
    "of which is zero, adds to the torque by another method, ours (partial velocities; operations with zeros of the "
    "arm are not counted). It shows that it adds some. A load that changes the parameters of link 6 adds none",
)
def general_load(bench: Bench) -> EntryResult:
    body = Payload(BODY.mass, BODY.center_of_gravity, BODY.inertia)
    more = payload_counts(bench.arm, body, added=True)["torque"].total
    return EntryResult(
        "more", f"{more} more (ours)", False, "calculations",
        obstacle="that method is not printed here", shown=more > 0,
    )  # fmt: skip


def _rates(bench: Bench, divider: int) -> EntryResult:
    tried = table_2.table_2_readings(bench.full)
    ours, printed = tried[0].rates[divider], table_2.PRINTED[divider]
    least, fitted = table_2.implied().whole[0], tried[2]
    second, once = fitted.rates[table_2.DIVIDER], tried[3].rates[table_2.DIVIDER]
    rounded = once.printed(table_2.DIVIDER)
    rows = tuple(
        EntryRow(
            reading.name,
            f"{printed.configuration:g} and {printed.torque:g}",
            f"{reading.rates[divider].configuration:.2f} and {reading.rates[divider].torque:.2f}",
            "Hz",
            reading.rates[divider].printed(divider) == printed,
        )
        for reading in tried
    )
    return EntryResult(
        f"{printed.configuration:g} and {printed.torque:g}",
        f"{ours.configuration:.1f} and {ours.torque:.1f}",
        ours.printed(divider) == printed,
        "Hz",
        obstacle=f"table 1's own {table_2.PAPER_WHOLE} calculations would be {table_2.SPEED / table_2.PAPER_WHOLE:.0f} "
        f"Hz; 78 Hz is at least {least:.0f} calculations, and the paper does not say what it counts in addition",
        shown=least > table_2.PAPER_WHOLE,
        note=f"with {fitted.name.removeprefix('the same and ')} to 78 Hz, the second line is "
        f"{second.configuration:.2f} and {second.torque:.2f} Hz. If the sums with gravity are formed once in four, "
        "too, "
        f"it is {once.configuration:.2f} and {once.torque:.2f} Hz, that is {rounded.configuration:g} and "
        f"{table_2.DIVIDER} × {rounded.configuration:g}, at the very edge: {table_2.at_the_edge(bench.full)}. "
        "Two fits to two lines are no evidence",
        rows=rows,
    )
