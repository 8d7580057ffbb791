"""Armstrong, Khatib and Burdick, section 2: what the steps of the derivation gain, and for which arms they hold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import atan2, degrees

import numpy as np

from ...arm import Arm
from ...emdeg import Body, Chain, Poly, Ring, kinetic_energy_matrix
from ...models.counting import Tally
from ...models.recursive.newton_euler import NewtonEulerModel
from ...models.sampling import sample_states
from ...models.tables.table import evaluate, names_in, read_table
from ..bench import Bench
from ..corrections import Corrections, of_place
from ..entry import EXACTLY, ROUNDING, TO_ROUNDING, Chapter, EntryResult, EntryRow, Paper
from ..erratum import Erratum
from .errata import akb_errata
from .rederived import collected

CHAPTER = Chapter(Paper.AKB)

RULES = "puma560 derive --rules"

TWIST = (Fraction(3, 5), Fraction(4, 5))
"""Cosine and sine of a twist between axes 2 and 3, for an arm whose axes are not parallel; our choice."""

_ANGLE = atan2(TWIST[1], TWIST[0])

CROSSED = f"{degrees(_ANGLE):.2f}° instead of parallel, our choice"
"""Text of the angle, for criteria."""

OTHER_ARM = "the Stanford Arm of Kane and Levinson, (7) and (8) only"
"""Name of a row."""

SAMPLED = 200
"""Number of random configurations at which (7) is tested."""


def multiplied_out(elements: Iterable[Poly]) -> tuple[int, int]:
    """Return the multiplications and additions of elements that are written as sums of products."""
    multiplications = additions = 0
    for element in elements:
        additions += max(len(element) - 1, 0)
        multiplications += sum(
            sum(exponent for _, exponent in element.ring.factors(monomial)) - 1 + (abs(coefficient) != 1)
            for monomial, coefficient in element.items()
        )
    return multiplications, additions


def combined(elements: Iterable[Poly]) -> tuple[int, int]:
    """Return the multiplications and additions if the parameters in front of each product of angles are one constant.

    The constants are computed beforehand, as in step 2.
    """
    multiplications = additions = 0
    for element in elements:
        angles = collected(element)
        additions += max(len(angles) - 1, 0)
        multiplications += sum(sum(exponent for _, exponent in angle) for angle in angles)
    return multiplications, additions


@CHAPTER.entry(
    "section 2",
    "step 2, combining inertia constants, is the greatest source of computational efficiency",
    "puma560 paper constants",
    criterion="none, because the paper prints no common measure of the steps: for step 2 it prints 35 + 18 → 3 + 3 "
    "calculations (37 + 18 under (2)) of one element of another arm, for step 3 126 → 39 symbols of this arm. The "
    "entry reports two ratios of different things: calculations of A, multiplied out and with combined constants, and "
    "non-zero Christoffel symbols before and after (7) to (10). It shows that the first is larger, which decides "
    "nothing",
)
def greatest_source(bench: Bench) -> EntryResult:
    a = [element for name, element in bench.rederivation.elements.items() if name.startswith("a")]
    before, after = sum(multiplied_out(a)), sum(combined(a))
    symbols, left = bench.steps[1].symbols_nonzero, bench.steps[4].symbols_nonzero
    return EntryResult(
        "greatest",
        f"A: {before} → {after} calculations ({before / after:.1f} times); symbols: {symbols} → {left} "
        f"({symbols / left:.1f} times)",
        False,
        obstacle="the paper does not print the calculations after each step",
        shown=before / after > symbols / left,
        note="the forms are ours: the upper half of A as sums of products of parameters, cosines and sines, with q2 + "
        "q3 as one angle and squares of sines replaced",
    )


@CHAPTER.entry(
    "section 2",
    "EMDEG's result before simplification is comparable in form and size to that of ARM",
    RULES,
    criterion="none, because neither result is printed; the paper prints two numbers of calculations for EMDEG and, in "
    "(2), one element of a model in Murray and Neuman's paper on ARM, for another arm",
)
def comparable_to_arm(bench: Bench) -> EntryResult:
    return EntryResult(
        "comparable",
        "nothing to compare",
        False,
        obstacle="neither ARM's result for this arm nor its size is printed",
    )


@CHAPTER.entry(
    "section 2",
    "the recursion effectively computes I1 anew on every pass, a considerable unnecessary computation",
    "puma560 paper constants",
    criterion="none, because the paper prints no number of unnecessary calculations (18 calculations for I1 of "
    "another arm, with 3 joints), and the recursion is not printed. The entry reports the calculations of the "
    "constants of table A2, with g1 to g5, from the parameters, each expression as written in the corrected table; "
    "squares and doublings count as multiplications",
)
def recomputed_constants(bench: Bench) -> EntryResult:
    cost = {}
    for name, entry in read_table("a2").items():
        tally = Tally(skip_known=False)
        evaluate(entry.tree, {symbol: tally.variable() for symbol in names_in(entry.tree)})
        cost[name] = tally.count.total
    return EntryResult(
        "considerable",
        f"I1 of the PUMA {cost['I1']}, all {len(cost)} constants {sum(cost.values())}",
        False,
        "calculations",
        obstacle="the recursion is not printed, so that its unnecessary calculations cannot be counted. Ours, for any "
        f"arm, takes {bench.recursive.general_counts()['torque'].total} calculations on every pass and does not form "
        "I1 itself",
    )


@CHAPTER.entry(
    "section 2",
    "(7) and (8) are general; (9) is due to the symmetry of link 6, and (10) to parallel axes 2 and 3",
    RULES,
    criterion=f"(8) to (10) for the PUMA, for the PUMA with axes 2 and 3 not parallel ({CROSSED}) and for the PUMA "
    "with "
    f"twice Iyy6 (our choice), by the generator, {EXACTLY}; (7) for the same arms, as symmetry of A at {SAMPLED} "
    f"random configurations by our recursion, {TO_ROUNDING}; (7) and (8) also for the Stanford Arm, without (9) and "
    "(10), of which the paper states nothing for other arms. (9) must fail "
    "without symmetry only, (10) without parallel axes only, (7) and (8) never",
)
def general_and_specific(bench: Bench) -> EntryResult:
    puma = bench.chain
    expected = {
        "the PUMA": (bench.arm, puma, {7, 8, 9, 10}),
        "axes 2 and 3 not parallel": (crossed_arm(bench.arm), crossed(puma), {7, 8, 9}),
        "Ixx6 and Iyy6 different": (unsymmetric_arm(bench.arm), unsymmetric(puma), {7, 8, 10}),
        OTHER_ARM: (bench.stanford, bench.stanford.exact_chain, {7, 8}),
    }
    rows = []
    for name, (arm, chain, rules) in expected.items():
        found = {7} if _symmetric(NewtonEulerModel(arm)) else set()
        found |= relations(chain)
        if name == OTHER_ARM:
            found -= {9, 10}
        printed = _listed(rules) if name == "the PUMA" else None
        label = name if printed else f"{name}: {_listed(rules)} expected"
        rows.append(EntryRow(label, printed, _listed(found), "", found == rules))
    corrections = of_place(akb_errata(), "section 2", entries=lambda name: "(9)" in name or "(10)" in name)
    return EntryResult(
        "(7) to (10)",
        f"as stated for {sum(row.agrees for row in rows)} of {len(rows)} arms",
        all(row.agrees for row in rows),
        corrected=corrections.sentences,
        note="; ".join(filter(None, (corrections.note, f"“general” is tested on these {len(rows)} arms only"))),
        rows=tuple(rows),
    )


@CHAPTER.entry(
    "appendix",
    "B may also be written as a 6 × 15 array: one column for each of the 15 combinations of two joint velocities",
    "puma560 paper tables",
    criterion="the labels b_ijk of table A5, with the errata of labels corrected: each combination of a joint i with a "
    "pair j < k once, and no other label",
)
def combinations_of_velocities(bench: Bench) -> EntryResult:
    labels = list(read_table("a5"))
    expected = {f"b_{i}{j}{k}" for i, j, k in product(range(1, 7), repeat=3) if j < k}
    columns = {label[-2:] for label in labels}
    corrections = Corrections(tuple(e for e in of_place(akb_errata(), "A5").errata if _changes_labels(e)))
    related = of_place(akb_errata(), "section 2", entries=lambda name: name == "velocity products").sentences
    return EntryResult(
        "6 × 15",
        f"6 × {len(columns)}",
        len(labels) == len(expected) and set(labels) == expected and len(columns) == 15,
        corrected=corrections.sentences,
        note=f"{corrections.note}. Related, but not needed here: {'; '.join(related)}",
    )


def _changes_labels(erratum: Erratum) -> bool:
    """Return whether the scan has another label than the correction, or no entry."""
    label = erratum.text.partition(" = ")[0]
    return erratum.text == "no entry" or (label.startswith("b_") and label != erratum.entry)


def crossed(chain: Chain) -> Chain:
    """Return the arm with axes 2 and 3 at the angle of `TWIST`."""
    joints = list(chain.joints)
    joints[2] = replace(joints[2], cos_alpha=TWIST[0], sin_alpha=TWIST[1])
    return replace(chain, joints=tuple(joints))


def unsymmetric(chain: Chain) -> Chain:
    """Return the arm with twice the moment Iyy of link 6."""
    last = chain.bodies[-1]
    xx, yy, *others = last.inertia
    return replace(chain, bodies=(*chain.bodies[:-1], Body(last.mass, last.center, (xx, 2 * yy, *others))))


def crossed_arm(arm: Arm) -> Arm:
    """Return the arm of `crossed`."""
    joints = list(arm.joints)
    joints[2] = replace(joints[2], alpha=_ANGLE)
    return arm.with_(joints=tuple(joints))


def unsymmetric_arm(arm: Arm) -> Arm:
    """Return the arm of `unsymmetric`."""
    last = arm.links[-1]
    return arm.with_(links=(*arm.links[:-1], replace(last, inertia=last.inertia * np.diag([1.0, 2.0, 1.0]))))


def relations(chain: Chain) -> set[int]:
    """Return which of (8), (9) and the corrected (10) the kinetic energy matrix of a chain satisfies."""
    a = kinetic_energy_matrix(chain, Ring())
    n = chain.n
    prior = [a[i][j].derivative(k) for i, j, k in product(range(n), repeat=3) if i >= k and j >= k]
    last = [a[i][j].derivative(n - 1) for i, j in product(range(n), repeat=2)]
    first, second, third = (a[0][j].derivative(k) for j, k in ((2, 1), (2, 2), (1, 2)))
    found = {8: not any(prior), 9: not any(last), 10: first == second == third}
    return {number for number, holds in found.items() if holds}


def _symmetric(model: NewtonEulerModel) -> bool:
    a = model.kinetic_energy_matrix(sample_states(model.arm, SAMPLED)[0])
    return float(np.abs(a - np.swapaxes(a, 1, 2)).max() / np.abs(a).max()) < ROUNDING


def _listed(numbers: set[int]) -> str:
    return " ".join(f"({number})" for number in sorted(numbers))


def in_single_angles(element: Poly) -> Poly:
    """Return an element of the paper's ring with the sine and cosine of q2 + q3 written by those of q2 and q3."""
    ring = Ring()
    names = {f"{f}{k}": value for k in range(1, 7)
             for f, value in zip("cs", ring.angle(str(k), ((k - 1, 1),)), strict=True)}  # fmt: skip
    c2, s2, c3, s3 = (names[name] for name in ("c2", "s2", "c3", "s3"))
    names |= {"c23": c2 * c3 - s2 * s3, "s23": s2 * c3 + c2 * s3}
    terms = []
    for monomial, scale in element.items():
        term = ring.constant(scale)
        for name, exponent in element.ring.factors(monomial):
            for _ in range(exponent):
                term = term * (names[name] if name in names else ring.variable(name))
        terms.append(term)
    return ring.sum(terms)
