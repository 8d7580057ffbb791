"""Kane and Levinson's statements about efficiency and other methods, most of them without a number."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping

import numpy as np

from ...emdeg import Ring, christoffel_symbol, gravity_torque, kinetic_energy_matrix
from ...models.recursive.newton_euler import NewtonEulerModel
from ..bench import Bench
from ..entry import NO_NUMBER, Chapter, EntryResult, Paper
from ..link_motion import STANFORD_AXES, links_in_motion
from .disclosure import disclosing
from .equation_code import DERIVATIVES, SPEEDS, any_numbers, of_torques
from .equations import TORQUES, needed
from .states import MORE, SAMPLE, chain_states

CHAPTER = Chapter(Paper.KANE_LEVINSON)

PRODUCTS_OF_70 = ("Z1*Z24", "(Z4*u1 + Z5*u3)*(Z22*u1 + Z23*u3)")
"""ω^A × v^B* along a1 by the implicit forms (14) and (31), and by the explicit forms (15) and (30)."""

Z_LAST = 196
"""Number of the last Z of the paper."""

ZERO = 1e-12
"""Size below which a component of a unit vector's multiple is zero up to rounding."""


@CHAPTER.entry(
    "abstract",
    "general-purpose programs for multibody dynamics compute forces and motions slowly; explicit equations are faster",
    MORE,
    criterion="none, because no program is named and no time is printed. The entry reports the calculations of inverse "
    "dynamics by our recursion for any arm with joints of these kinds, and by the paper's equations",
)
@disclosing(*TORQUES, tested=False, values=False)
def general_purpose_programs(bench: Bench) -> EntryResult:
    recursion = NewtonEulerModel(bench.stanford).general_counts()["torque"].total
    equations = of_torques(any_numbers()).total
    return EntryResult(
        "no number",
        f"{recursion} by the recursion, {equations} by the paper's equations",
        False,
        "calculations",
        obstacle="no program is named, and “slow” is not a number",
        note=f"by these counts the paper's equations need {'more' if equations > recursion else 'fewer'} calculations "
        f"({equations}) than the recursion ({recursion})"
        + (", so the entry does not support the claim" if equations > recursion else ""),
    )


@CHAPTER.entry(
    "section 1",
    "Lagrange's method tends to lead to many unnecessary operations; Newton-Euler can force unnecessary eliminations "
    "of interaction forces",
    MORE,
    criterion="none, because no such equations are printed and no operations are named",
)
def other_methods(bench: Bench) -> EntryResult:
    return EntryResult("no number", "nothing to compare", False,
                   obstacle="neither the equations nor the unnecessary operations are printed; section 3 quotes "
                   "totals, but not which of those operations are unnecessary")  # fmt: skip


@CHAPTER.entry(
    "section 1",
    "intermediate expressions of symbol manipulation frequently exceed the storage of the largest computers",
    "puma560 derive",
    criterion="none, because neither a program nor the size of an expression is printed. The entry reports the terms "
    "of A (upper triangle), of the Christoffel symbols and of gravity for this arm, multiplied out in our ring of "
    "cosines, sines and numbers, and the number of the paper's Z",
)
def storage(bench: Bench) -> EntryResult:
    chain, ring = bench.stanford.exact_chain, Ring()
    a = kinetic_energy_matrix(chain, ring)
    n = range(chain.n)
    terms = sum(len(a[i][j]) for i in n for j in n if i <= j)
    terms += sum(len(christoffel_symbol(a, i, j, k)) for i in n for j in n for k in n if j <= k)
    terms += sum(len(element) for element in gravity_torque(chain, ring))
    return EntryResult(
        "no number",
        f"{terms} terms; {Z_LAST} quantities Z",
        False,
        obstacle="neither the program nor the size of its expressions is printed; the entry counts the final "
        "equations, not intermediate expressions",
    )


@CHAPTER.entry(
    "section 3",
    "the Z obviate repetitious calculations",
    MORE,
    criterion="(118) to (126) from u and its derivatives need fewer products, quotients, sums and differences with Z "
    "computed once than with its expression in place of each Z; X, C, Y and the torques are computed once in both. "
    "Every printed operation counts",
)
@disclosing(*TORQUES, tested=False, values=False)
def repetition(bench: Bench) -> EntryResult:
    trees = dict(needed(TORQUES, bench.equations, given=(*SPEEDS, *DERIVATIVES)))
    once = sum(operations(tree) for tree in trees.values())
    cost = expanded_operations(trees)
    repeated = sum(cost[name] for name in trees if not name.startswith("Z"))
    return EntryResult(
        "“obviating repetitious calculations”", f"{once} against {repeated}", once < repeated, "calculations"
    )


def operations(tree: ast.expr) -> int:
    """Return the number of products, quotients, sums and differences of an expression; a square is one product."""
    return sum(isinstance(node, ast.BinOp) for node in ast.walk(tree))


def expanded_operations(trees: Mapping[str, ast.expr]) -> dict[str, int]:
    """Return the operations of each equation with the expression of every Z in its place.

    Args:
        trees: expressions by name, each after those that it uses.
    """
    cost: dict[str, int] = {}
    for name, tree in trees.items():
        used = Counter(node.id for node in ast.walk(tree) if isinstance(node, ast.Name))
        cost[name] = operations(tree) + sum(
            times * cost[other] for other, times in used.items() if other in cost and other.startswith("Z")
        )
    return cost


@CHAPTER.entry(
    "section 2",
    "angular velocities along unit vectors of the own body facilitate later work, where these are principal axes",
    MORE,
    criterion=f"{NO_NUMBER}. The entry shows which inertia tensors differ along the Newtonian frame's unit vectors at "
    f"2 {SAMPLE}; those of the arm file, which were written from this text, are diagonal along the body's own",
)
def body_fixed_bases(bench: Bench) -> EntryResult:
    q, _, _ = chain_states(count=2)
    states = [links_in_motion(bench.stanford, state, np.zeros(6)) for state in q]
    varying = []
    for body, link, first, second in zip("ABCDEF", bench.stanford.links, *states, strict=True):
        one, other = (motion.rotation @ link.inertia @ motion.rotation.T for motion in (first, second))
        if np.abs(one - other).max() > ZERO * np.abs(one).max():
            varying.append(body)
    diagonal = all(not (link.inertia - np.diag(np.diag(link.inertia))).any() for link in bench.stanford.links)
    return EntryResult(
        "no number",
        f"in the Newtonian frame, the inertia of {', '.join(varying)} varies",
        False,
        obstacle="“facilitate” is not a number",
        shown=diagonal and len(varying) > 0,
    )


@CHAPTER.entry(
    "section 2",
    "for velocities, another body's unit vectors may give the simplest expression",
    MORE,
    criterion="an example proves it, that of the paper: the velocity of B* has fewer components that are not 0 along "
    f"the unit vectors of A, as in (30), than along those of B, at 20 {SAMPLE}; this measure of simple is ours",
)
def simplest_basis(bench: Bench) -> EntryResult:
    q, qd, _ = chain_states(count=20)
    counts = []
    for basis in (0, 1):
        components = [
            (links := links_in_motion(bench.stanford, *state, STANFORD_AXES))[basis].rotation.T @ links[1].velocity
            for state in zip(q, qd, strict=True)
        ]
        counts.append(int((np.abs(components).max(axis=0) > ZERO).sum()))
    return EntryResult(
        "“the simplest expression”", f"{counts[0]} against {counts[1]}", counts[0] < counts[1], "components"
    )


@CHAPTER.entry(
    "equation (70)",
    "the implicit forms are desirable, because they make products such as ω^A × v^B* short",
    MORE,
    criterion="the paper's own example: the product of (14) and (31) takes fewer calculations than that of (15) and "
    "(30), once the Z are known, which other equations need, too; other products are not compared",
)
def implicit_forms(bench: Bench) -> EntryResult:
    implicit, explicit = (operations(ast.parse(text, mode="eval").body) for text in PRODUCTS_OF_70)
    return EntryResult("“desirable”", f"{implicit} against {explicit}", implicit < explicit, "calculations")


@CHAPTER.entry(
    "section 2",
    "generalized speeds that are components of an angular velocity or velocity give equations of a simple form",
    MORE,
    criterion=f"{NO_NUMBER}. The entry reports the calculations of the angular velocity of D: none by (18), and those "
    "of (5) to (7), its components by rates, which would be u = q̇",
)
def simple_form(bench: Bench) -> EntryResult:
    rates = sum(operations(tree) for _, tree in needed(("u1", "u2", "u3"), bench.equations))
    return EntryResult(
        "no number", f"0 against {rates}", False, "calculations",
        obstacle="“a particular simple form” is not a number", shown=rates > 0,
    )  # fmt: skip


@CHAPTER.entry(
    "section 3",
    "Silver: a proper choice of the Lagrangian formulation is equivalent to Newton-Euler, and akin to Kane's equations",
    MORE,
    criterion="none, because Silver's formulation is quoted and not printed",
)
def silver(bench: Bench) -> EntryResult:
    return EntryResult("no equations", "nothing to compare", False,
                   obstacle="Silver's choice is quoted, and none of its equations is printed")  # fmt: skip


@CHAPTER.entry(
    "footnote 1",
    "Hollerbach: a Lagrangian approach with stored tables needs fewer operations than two other methods, but is "
    "impracticable",
    MORE,
    criterion="none, because the approach is quoted and neither its count nor its tables are printed",
)
def tables_in_storage(bench: Bench) -> EntryResult:
    return EntryResult("no number", "nothing to compare", False,
                   obstacle="neither the count of that approach nor its tables are printed")  # fmt: skip
