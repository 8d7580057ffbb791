"""Armstrong, Khatib and Burdick, section 2: from the kinetic energy matrix to the Coriolis and centrifugal terms."""

from __future__ import annotations

from itertools import product

import numpy as np

from ..emdeg.christoffel import coriolis_and_centrifugal, pairs
from ..emdeg.ring import Poly
from ..emdeg.rules import last_link_is_symmetric
from ..explicit.comparison import sample_states
from ..explicit.errata import errata
from .bench import Bench
from .claim import ROUNDING, Chapter, Finding, Paper
from .mends import of_place

CHAPTER = Chapter(Paper.AKB)

RULES = "puma560 derive --rules"

N = 6
"""Joints."""


@CHAPTER.entry(
    "equation (1)", "torque = A q̈ + B [q̇q̇] + C [q̇²] + g, exactly as by recursive Newton-Euler", "puma560 tables"
)
def equation_1(bench: Bench) -> Finding:
    states = sample_states(bench.arm, 2000)
    full, recursive = bench.full.torque(*states), bench.recursive.torque(*states)
    error = float(np.abs(full - recursive).max() / np.abs(recursive).max())
    mends = of_place(errata(), "section 2", entries=lambda name: "(1)" in name or "products" in name)
    note = f"largest difference over {len(states[0])} random states; {mends.note}"
    return Finding(0, error, error < ROUNDING, "relative", mended=mends.words, note=note)


@CHAPTER.entry("section 2", "link 6 is symmetric and every inertia diagonal", "puma560 arm")
def assumptions(bench: Bench) -> Finding:
    crossed = max(float(np.abs(link.inertia - np.diag(np.diag(link.inertia))).max()) for link in bench.arm.links)
    symmetric = last_link_is_symmetric(bench.chain)
    mends = of_place(errata(), "section 2", entries=lambda name: name == "assumptions")
    return Finding(
        "Ixx6 = Iyy6, products 0",
        f"link 6 {'' if symmetric else 'not '}symmetric, largest product {crossed:g} kg·m²",
        symmetric and crossed == 0.0,
        note=mends.note,
    )


@CHAPTER.entry("section 2", "EMDEG's output before simplification: 15,000 multiplications and 3,500 additions", RULES)
def before_simplification(bench: Bench) -> Finding:
    own = bench.rederivation
    additions = sum(max(len(element) - 1, 0) for element in own.elements.values())
    multiplications = sum(
        sum(exponent for _, exponent in own.ring.factors(monomial)) - 1 + (abs(coefficient) != 1)
        for element in own.elements.values()
        for monomial, coefficient in element.items()
    )
    return Finding(
        "15000 + 3500",
        f"{multiplications} + {additions}",
        False,
        "× and +",
        obstacle="the form of that output is not printed; ours is every element multiplied out in parameters, "
        "cosines and sines, with squares of sines replaced",
        bounded=1 / 3 < multiplications / 15000 < 3 and 1 / 3 < additions / 3500 < 3,
    )


@CHAPTER.entry("equations (4) to (6)", "B and C are Christoffel symbols of A", RULES)
def christoffel(bench: Bench) -> Finding:
    own = bench.rederivation
    printed = own.table_elements()
    b, c = coriolis_and_centrifugal(_table_a4(bench))
    wrong = [f"b_{i + 1}{j + 1}{k + 1}" for i in range(N) for p, (j, k) in enumerate(pairs(N))
             if b[i][p] != printed[f"b_{i + 1}{j + 1}{k + 1}"]]  # fmt: skip
    wrong += [f"c_{i + 1}{j + 1}" for i, j in product(range(N), repeat=2) if c[i][j] != printed[f"c_{i + 1}{j + 1}"]]
    count = N * len(pairs(N)) + N * N
    return Finding(
        f"{count} elements",
        f"{count - len(wrong)} agree",
        not wrong,
        note="tables A5 and A6 against derivatives of table A4, multiplied out exactly",
    )


@CHAPTER.entry("equation (7)", "∂A_ij/∂q_k = ∂A_ji/∂q_k", RULES)
def equation_7(bench: Bench) -> Finding:
    q = sample_states(bench.arm, 1000)[0]
    a = bench.recursive.kinetic_energy_matrix(q)
    error = float(np.abs(a - np.swapaxes(a, 1, 2)).max() / np.abs(a).max())
    return Finding(0, error, error < ROUNDING, "relative", note="A by unit accelerations, which know no symmetry")


@CHAPTER.entry("equation (8)", "∂A_ij/∂q_k = 0 for i ≥ k and j ≥ k", RULES)
def equation_8(bench: Bench) -> Finding:
    a = _table_a4(bench)
    triples = [(i, j, k) for i, j, k in product(range(N), repeat=3) if i >= k and j >= k]
    broken = sum(bool(a[i][j].derivative(k)) for i, j, k in triples)
    return Finding(0, broken, not broken, "derivatives", note=f"all {len(triples)}, exactly")


@CHAPTER.entry("equation (9)", "∂A_ij/∂q_6 = 0", RULES)
def equation_9(bench: Bench) -> Finding:
    a = _table_a4(bench)
    broken = sum(bool(a[i][j].derivative(N - 1)) for i, j in product(range(N), repeat=2))
    note = of_place(errata(), "section 2", entries=lambda name: "(9)" in name).note
    return Finding(0, broken, not broken, "derivatives", note=note)


@CHAPTER.entry("equation (10)", "∂A_13/∂q_2 = ∂A_13/∂q_3 = ∂A_12/∂q_3 (printed: ∂A_12/∂q_2)", RULES)
def equation_10(bench: Bench) -> Finding:
    a = _table_a4(bench)
    first, second, mended, printed = (a[0][j].derivative(k) for j, k in ((2, 1), (2, 2), (1, 2), (1, 1)))
    mends = of_place(errata(), "section 2", entries=lambda name: "(10)" in name)
    return Finding(
        "equal",
        "equal" if first == second == mended else "different",
        first == second == mended and first != printed,
        mended=mends.words,
        note=f"as printed it is off by {len(first - printed)} terms",
    )


@CHAPTER.entry("section 2", "(7) and (8) leave 65 of 126 Christoffel symbols (61 eliminated)", RULES)
def general_eliminations(bench: Bench) -> Finding:
    return _eliminated(bench, 61, 1, 2)


@CHAPTER.entry("section 2", "(9) eliminates 14 more", RULES)
def eliminations_by_9(bench: Bench) -> Finding:
    return _eliminated(bench, 14, 2, 3)


@CHAPTER.entry("section 2", "(10) eliminates 12 more", RULES)
def eliminations_by_10(bench: Bench) -> Finding:
    return _eliminated(bench, 12, 3, 5)


@CHAPTER.entry("section 2", "of 126 Christoffel symbols 39 are left", RULES)
def symbols_left(bench: Bench) -> Finding:
    before, after = bench.steps[1], bench.steps[5]
    return Finding(
        "126 → 39",
        f"{before.symbols} → {after.symbols}",
        (before.symbols, after.symbols) == (126, 39),
        "symbols",
        obstacle=_NO_READING,
        bounded=before.symbols == 126 and after.symbols <= 39 and after.symbols_nonzero == _own_expressions(bench),
        note=f"{after.symbols_nonzero} without what vanishes in this arm: as many expressions as tables A5 and A6 "
        "have that are neither zero nor defined by another",
    )


@CHAPTER.entry("section 2", "of 126 derivatives of A 46 are needed", RULES)
def derivatives_needed(bench: Bench) -> Finding:
    before, after = bench.steps[1].derivatives, bench.steps[4].derivatives_nonzero
    return Finding("126 → 46", f"{before} → {after}", (before, after) == (126, 46), "derivatives",
                   note="by (7) to (10), without the two that vanish in this arm")  # fmt: skip


_NO_READING = (
    "we found no reading of “unique” that gives the printed partial counts; ours follow from exact elimination, and "
    "B and C come out of what is left"
)


def _eliminated(bench: Bench, printed: int, before: int, after: int) -> Finding:
    ours = bench.steps[before].symbols - bench.steps[after].symbols
    return Finding(printed, ours, ours == printed, "symbols", obstacle=_NO_READING, bounded=abs(ours - printed) <= 6)


def _own_expressions(bench: Bench) -> int:
    """Different expressions in B and C, up to a factor, that are not zero."""
    shapes = set()
    for name, element in bench.rederivation.table_elements().items():
        if name[0] in "bc" and element:
            first = next(iter(sorted(element.items())))[1]
            shapes.add(tuple(sorted((monomial, value / first) for monomial, value in element.items())))
    return len(shapes)


def _table_a4(bench: Bench) -> tuple[tuple[Poly, ...], ...]:
    """A of the printed table, whole, multiplied out."""
    printed = bench.rederivation.table_elements()
    return tuple(tuple(printed[f"a_{min(i, j) + 1}{max(i, j) + 1}"] for j in range(N)) for i in range(N))
