"""Burdick's simplification rules: parallel joints, and which Coriolis and centripetal terms follow from others."""

from __future__ import annotations

from itertools import product

from ..emdeg.chain import Body, Chain, ChainJoint
from ..emdeg.christoffel import symbol
from ..emdeg.kane import kinetic_energy_matrix
from ..emdeg.ring import Ring
from ..emdeg.rules import RULES, Rule
from .bench import Bench
from .burdick_errata import ERRATA
from .claim import Chapter, Finding, Paper
from .mends import of_place

CHAPTER = Chapter(Paper.BURDICK)

RULES_COMMAND = "puma560 derive --rules"
_, ZERO_DERIVATIVES, _, ACROSS, PARALLEL, _ = RULES


@CHAPTER.entry(
    "equations (22) to (25)", "parallel joints 2 and 3: M22, M23 and M33 differ by η and a constant", RULES_COMMAND
)
def parallel_inertia(bench: Bench) -> Finding:
    a = kinetic_energy_matrix(bench.chain, Ring())
    eta = a[1][2] - a[2][2]
    constant = a[1][1] - 2 * a[1][2] + a[2][2]
    free = [not constant.derivative(k) for k in range(bench.arm.n)]
    shifted = [not (a[1][j] - a[2][j]).derivative(1) for j in range(2, bench.arm.n)]
    return Finding(
        "η of q3 … q6; constant",
        f"η has {len(eta)} terms; z·K·z is {'' if all(free) else 'not '}constant",
        all(free) and all(shifted),
        note="exactly, in the ring; η = M23 - M33, z·K·z = M22 - 2 M23 + M33",
    )


@CHAPTER.entry("equation (26)", "∂M_ij/∂q_k = 0 for k ≤ min(i, j)", RULES_COMMAND)
def zero_derivatives(bench: Bench) -> Finding:
    return _relations(bench, ZERO_DERIVATIVES)


@CHAPTER.entry(
    "equations (27) to (29)", "what follows for c and b: c_ii = 0, b_iik = -2 c_kii, b_ijk = -b_kji", RULES_COMMAND
)
def general_rules(bench: Bench) -> Finding:
    a = kinetic_energy_matrix(bench.chain, Ring())
    n = bench.arm.n
    checks = [not symbol(a, i, i, i) for i in range(n)]
    checks += [symbol(a, i, i, k) == -symbol(a, k, i, i) for i in range(n) for k in range(i + 1, n)]
    checks += [not symbol(a, k, j, k) for j in range(n) for k in range(j + 1, n)]
    checks += [symbol(a, i, j, k) == -symbol(a, k, j, i) for i, j, k in product(range(n), repeat=3) if j < k < i]
    return Finding(len(checks), sum(checks), all(checks), "relations", note="exactly, in the ring")


@CHAPTER.entry("equations (30) to (34)", "parallel joints p, p+1: b_ipk = b_i,p+1,k", RULES_COMMAND)
def parallel_rules(bench: Bench) -> Finding:
    return _relations(bench, PARALLEL)


@CHAPTER.entry("equation (35)", "parallel joints p, p+1: b_p,i,p+1 = 0", RULES_COMMAND)
def parallel_across(bench: Bench) -> Finding:
    of_the_puma = _relations(bench, ACROSS)
    counterexample = symbol(kinetic_energy_matrix(_skew_chain(), Ring()), 1, 0, 2)
    return Finding(
        of_the_puma.printed,
        of_the_puma.computed,
        of_the_puma.holds and bool(counterexample),
        "relations",
        mended=of_place(ERRATA, "section 4").words,
        note=f"with axis i at another angle b_p,i,p+1 has {len(counterexample)} terms; the PUMA's axes do cross at "
        "right angles",
    )


def _relations(bench: Bench, rule: Rule) -> Finding:
    a = kinetic_energy_matrix(bench.chain, Ring())
    ring = a[0][0].ring
    relations = list(rule.relations(bench.chain))
    kept = sum(not ring.sum(a[i][j].derivative(k) * f for (i, j, k), f in form.items()) for form in relations)
    return Finding(len(relations), kept, 0 < kept == len(relations), "relations", note="exactly, in the ring")


def _skew_chain() -> Chain:
    """Joints 2 and 3 parallel, joint 1 neither parallel nor at a right angle to them."""
    body = Body(2, (0.1, -0.2, 0.3), (3, 4, 5, 0.1, 0.2, 0.3))
    joints = (
        ChainJoint("1", a=0.1, d=0.2),
        ChainJoint("2", cos_alpha=0.6, sin_alpha=0.8, a=0.3, d=0.4),
        ChainJoint("3", a=0.5, d=0.6),
    )
    return Chain("skew", joints, (body,) * 3)
