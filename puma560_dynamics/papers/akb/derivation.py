"""Armstrong, Khatib and Burdick, section 2: from the kinetic energy matrix to the Coriolis and centrifugal terms."""

from __future__ import annotations

from itertools import product

import numpy as np

from ...emdeg import Poly, coriolis_and_centrifugal
from ...models.sampling import ACCELERATION_RANGE, VELOCITY_FRACTION, sample_states
from ...models.tables.table import names_in, read_table
from ...models.terms import velocity_pairs
from ..bench import Bench
from ..corrections import Corrections, OfEquations, of_full_expressions, of_place
from ..entry import EQUALITY, EXACTLY, ROUNDING, TO_ROUNDING, EntryResult, Paper
from . import printed
from .errata import akb_errata
from .rederived import constant_names
from .steps import in_single_angles, multiplied_out
from .tables import DATA_TABLES, NO_ENTRY, misreadings

CHAPTER = OfEquations(Paper.AKB)

RULES = "puma560 derive --rules"

N = 6
"""Number of joints."""

ORDER_OF_MAGNITUDE = 10

ANY_CONSTANTS = f"with a symbol for each constant of table A2 and each motor inertia, {EXACTLY}"
"""Criterion of relations that hold for any values of the constants, so that table A2 is not used."""

STATES = 2000
"""Number of random states at which equation (1) is compared."""

_OF_TABLE_A4 = f"In table A4: {misreadings('A4')}"


@CHAPTER.entry(
    "equation (1)",
    "torque = A q̈ + B [q̇q̇] + C [q̇²] + g, exactly as by recursive Newton-Euler; the elements depend only on q",
    "puma560 paper tables",
    criterion="torque by elements of tables A4 to A7, computed from q and multiplied with the motion, against our "
    "recursion, both on tables 4 to 6 and A1 (the constants by table A2, not A3): largest difference over "
    f"{STATES} random states (our choice: within the joint ranges, up to {100 * VELOCITY_FRACTION:.0f} % of the "
    "velocity "
    f"limits and {ACCELERATION_RANGE:g} rad/s²), {TO_ROUNDING}",
)
def equation_1(bench: Bench) -> EntryResult:
    q, qd, qdd = sample_states(bench.arm, STATES)
    full, recursive = bench.full.elements(q).terms(qd, qdd).total, bench.recursive.torque(q, qd, qdd)
    error = float(np.abs(full - recursive).max() / np.abs(recursive).max())
    corrections = of_place(akb_errata(), "section 2", entries=lambda name: "(1)" in name or "products" in name)
    return EntryResult(
        EQUALITY, error, error < ROUNDING, "relative", corrected=corrections.sentences,
        note=f"{misreadings(*DATA_TABLES, 'A2', 'A4', 'A5', 'A6', 'A7')}; {NO_ENTRY}",
    )  # fmt: skip


@CHAPTER.entry(
    "section 2",
    "link 6 is assumed to be symmetric, Ixx = Iyy, and only the moments of inertia Ixx, Iyy and Izz are considered",
    "puma560 arm check",
    criterion="the sentence against table 6 (Ixx6 = Iyy6) and tables A2 and A4 to A7 (no symbol of a product "
    "of inertia)",
)
def assumptions(bench: Bench) -> EntryResult:
    xx, yy, _ = printed.TABLE_6["links.link6"]
    symbols = {name for table in ("a2", "a4", "a5", "a6", "a7") for e in read_table(table).values()
               for name in names_in(e.tree)}  # fmt: skip
    products = sorted(name for name in symbols if name[:3] in ("Ixy", "Ixz", "Iyz"))
    misread = of_place(akb_errata(), "section 2", entries=lambda name: name == "assumptions").errata
    product = tuple(e for e in of_place(akb_errata(), "A2").errata if "I_xz5" in e.text)
    header = of_place(akb_errata(), "6", entries=lambda name: name == "header").errata
    corrections = Corrections((*misread, *product, *header))
    why = "".join(f"; I_xz5 in {e.entry} of table A2 is Ixx3 ({e.why})" for e in product)
    return EntryResult(
        "Ixx = Iyy of link 6; Ixx, Iyy and Izz only",
        f"table 6: {xx:g} and {yy:g} kg·m²; {len(products)} symbols of products in the tables",
        xx == yy and not products,
        note=corrections.note + why,
    )


@CHAPTER.entry(
    "section 2",
    "EMDEG's output before simplification: 15,000 multiplications and 3,500 additions",
    RULES,
    criterion="equal counts; the entry shows that the order of magnitude is right (a factor of ten, our choice)",
)
def before_simplification(bench: Bench) -> EntryResult:
    own = bench.rederivation
    multiplications, additions = multiplied_out(own.elements.values())
    without_g = multiplied_out(element for name, element in own.elements.items() if not name.startswith("g"))
    single = multiplied_out(in_single_angles(element) for element in own.elements.values())
    ratios = (multiplications / 15000, additions / 3500)
    return EntryResult(
        "15000 + 3500",
        f"{multiplications} + {additions}",
        (multiplications, additions) == (15000, 3500),
        "× and +",
        obstacle="the form of that output is not printed; ours is the upper half of A, and every element of B, C and "
        "g, multiplied out in parameters, cosines and sines, with q2 + q3 as one angle and squares of sines replaced",
        note="without g it is {} + {}; with single angles instead of q2 + q3, and g, {} + {}".format(
            *without_g, *single
        ),
        shown=all(1 / ORDER_OF_MAGNITUDE < ratio < ORDER_OF_MAGNITUDE for ratio in ratios),
    )


@CHAPTER.entry(
    "equations (4) to (6)",
    "b_ij = 2β^{i,kl} and c_ij = β^{i,jj} with the Christoffel symbols β of A (Burdick's (14) says it of b; his (15) "
    "is not in the scan)",
    RULES,
    criterion=f"every element of tables A5 and A6 against derivatives of table A4, {ANY_CONSTANTS}",
)
def christoffel(bench: Bench) -> EntryResult:
    own = bench.rederivation
    elements = own.table_elements(bench.tables, constant_names(bench.tables))
    b, c = coriolis_and_centrifugal(_table_a4(bench))
    wrong = [f"b_{i + 1}{j + 1}{k + 1}" for i in range(N) for p, (j, k) in enumerate(velocity_pairs(N))
             if b[i][p] != elements[f"b_{i + 1}{j + 1}{k + 1}"]]  # fmt: skip
    wrong += [f"c_{i + 1}{j + 1}" for i, j in product(range(N), repeat=2) if c[i][j] != elements[f"c_{i + 1}{j + 1}"]]
    count = N * len(velocity_pairs(N)) + N * N
    return EntryResult(
        EQUALITY,
        f"{count - len(wrong)} of {count} elements agree",
        not wrong,
        note=f"the tables as corrected, see tables A4 to A6: {misreadings('A4', 'A5', 'A6')}; {NO_ENTRY}",
    )


@CHAPTER.entry(
    "equation (7)",
    "∂A_ij/∂q_k = ∂A_ji/∂q_k",
    RULES,
    criterion="A, whose symmetry at every q implies (7), by unit accelerations of our recursion, which does not use "
    f"it, against its transpose at 1000 random configurations within the joint ranges (our choice), {TO_ROUNDING}",
)
def equation_7(bench: Bench) -> EntryResult:
    q = sample_states(bench.arm, 1000)[0]
    a = bench.recursive.kinetic_energy_matrix(q)
    error = float(np.abs(a - np.swapaxes(a, 1, 2)).max() / np.abs(a).max())
    return EntryResult(EQUALITY, error, error < ROUNDING, "relative")


@CHAPTER.entry(
    "equation (8)",
    "∂A_ij/∂q_k = 0 for i ≥ k and j ≥ k",
    RULES,
    criterion=f"all such derivatives of table A4, {ANY_CONSTANTS}",
)
def equation_8(bench: Bench) -> EntryResult:
    a = _table_a4(bench)
    triples = [(i, j, k) for i, j, k in product(range(N), repeat=3) if i >= k and j >= k]
    broken = sum(bool(a[i][j].derivative(k)) for i, j, k in triples)
    return EntryResult(
        0,
        broken,
        not broken,
        "derivatives",
        note=f"all {len(triples)} derivatives are zero for any values of the constants. {_OF_TABLE_A4}"
        if not broken
        else "",
    )


@CHAPTER.entry("equation (9)", "∂A_ij/∂q_6 = 0", RULES, criterion=f"all 36 derivatives of table A4, {ANY_CONSTANTS}")
def equation_9(bench: Bench) -> EntryResult:
    a = _table_a4(bench)
    broken = sum(bool(a[i][j].derivative(N - 1)) for i, j in product(range(N), repeat=2))
    corrections = of_place(akb_errata(), "section 2", entries=lambda name: "(9)" in name)
    return EntryResult(
        0, broken, not broken, "derivatives", corrected=corrections.sentences,
        note=f"as corrected it holds for any values of the constants. {_OF_TABLE_A4}" if not broken else "",
    )  # fmt: skip


@CHAPTER.entry(
    "equation (10)",
    "∂A_13/∂q_2 = ∂A_13/∂q_3 = ∂A_12/∂q_3 (printed: ∂A_12/∂q_2)",
    RULES,
    criterion=f"the three derivatives of table A4 against each other, and the fourth as printed, {ANY_CONSTANTS}",
)
def equation_10(bench: Bench) -> EntryResult:
    a = _table_a4(bench)
    first, second, corrected, as_printed = (a[0][j].derivative(k) for j, k in ((2, 1), (2, 2), (1, 2), (1, 1)))
    corrections = of_place(akb_errata(), "section 2", entries=lambda name: "(10)" in name)
    elements = Corrections(tuple(e for e in of_full_expressions(akb_errata(), "A4").errata
                                 if e.entry in ("a_12", "a_13")))  # fmt: skip
    return EntryResult(
        "equal",
        "equal" if first == second == corrected else "different",
        first == second == corrected and first != as_printed,
        corrected=corrections.sentences,
        note="as corrected it holds for any values of the constants; as printed it is off by "
        f"{len(first - as_printed)} terms. In a_12 and a_13: {elements.note}",
    )


def _table_a4(bench: Bench) -> tuple[tuple[Poly, ...], ...]:
    """Return the matrix A of table A4 as expanded polynomials, with the constants of table A2 as symbols."""
    elements = bench.rederivation.table_elements(bench.tables, constant_names(bench.tables))
    return tuple(tuple(elements[f"a_{min(i, j) + 1}{max(i, j) + 1}"] for j in range(N)) for i in range(N))
