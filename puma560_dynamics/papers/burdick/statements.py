"""Burdick's statements about efficiency and about manipulators, most of them without a number."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import prod

import numpy as np

from ...arm import Arm
from ...arrays import FloatArray
from ...emdeg import (
    RULES,
    Chain,
    Poly,
    Ring,
    angle_values,
    chain_jacobian,
    inverse_jacobian,
    kinetic_energy_matrix,
    rule_savings,
)
from ...models.recursive.newton_euler import NewtonEulerModel
from ...models.sampling import sample_states
from ...models.tables.table import names_in, parse
from ..bench import Bench
from ..entry import NO_NUMBER, ROUNDING, Chapter, EntryResult, EntryRow, Paper
from ..link_motion import links_in_motion
from ..walker_orin.model import matrix_count
from .appendix_lines import NAMES_READ, appendix_lines
from .counts import TORQUE
from .rules import RULES_COMMAND

CHAPTER = Chapter(Paper.BURDICK)

WRIST = 3
"""Number of joints of a wrist (section 4)."""

TOUCHING = 1e-9
"""Distance below which two axes meet, m; the arms' lengths are exact decimals."""


@CHAPTER.entry(
    "section 1",
    "analytical approaches can be more efficient than numerical ones for a given manipulator",
    "puma560 paper tables",
    criterion="one example proves it, by the number of calculations of inverse dynamics, our measure: for the PUMA "
    "without motor inertia, the equations that our generator derives need fewer than our recursion, although it leaves "
    "out the arm's zeros; sines and cosines of single angles are not counted",
)
def analytical_is_efficient(bench: Bench) -> EntryResult:
    program = bench.generated_rows["inverse dynamics"].without_motors
    ours = program.count_single_angles.total
    recursion = NewtonEulerModel(bench.motorless).operation_counts()["torque"].total
    return EntryResult(
        "more efficient",
        f"{ours} against {recursion} by the recursion",
        ours < recursion,
        "calculations",
        note=f"both with AKB's parameters; ours takes {program.count.total} if the sine and cosine of q2 + q3 are not "
        f"counted either. The equations printed in appendix II, {TORQUE.multiplications} + {TORQUE.additions} "
        "calculations by section 6, need "
        f"{'more' if TORQUE.total > recursion else 'fewer'} than that recursion",
    )


@CHAPTER.entry(
    "section 1",
    "earlier programs use Lagrangian formulations, and their expressions are less efficient than recursive procedures",
    "puma560 paper tables",
    criterion="none, because neither the programs nor their expressions are printed",
)
def earlier_programs(bench: Bench) -> EntryResult:
    return EntryResult("no number", "nothing to compare", False,
                   obstacle="neither the programs nor their expressions are printed")  # fmt: skip


@CHAPTER.entry(
    "section 3",
    "c and b by the Christoffel symbol can be simplified substantially",
    RULES_COMMAND,
    criterion=f"{NO_NUMBER}. The entry reports how many of the Christoffel symbols of an arm with six joints are left "
    "by the symmetry of M and AKB's (8), from which (27) and (28) follow, with multiples counted as one, and shows "
    "that these rules eliminate some",
)
def christoffel_is_useful(bench: Bench) -> EntryResult:
    before, after = bench.steps[0].symbols, bench.steps[2].symbols
    return EntryResult(
        "no number", f"{after} of {before} symbols left", False,
        obstacle="“substantial” is not a number", shown=after < before,
    )  # fmt: skip


@CHAPTER.entry(
    "section 4",
    "in almost all industrial manipulators, successive joints are parallel or orthogonal; most with six degrees of "
    "freedom have a wrist in the last three joints; many have two successive parallel revolute joints",
    "puma560 arm check",
    criterion="none, because the paper counts no manipulators. The entry shows that both arms of the three papers have "
    "regular axes and a wrist (we read: the last three axes meet in a point), and that one of them, the PUMA, has two "
    "successive parallel revolute joints",
)
def regular_geometries(bench: Bench) -> EntryResult:
    rows = []
    for name, arm in (("PUMA", bench.arm), ("Stanford Arm", bench.stanford)):
        regular, parallel, meeting = _geometry(arm)
        rows.append(EntryRow(f"{name}: successive axes parallel or orthogonal", None, regular, f"of {arm.n - 1} pairs"))
        rows.append(EntryRow(f"{name}: successive revolute joints with parallel axes", None, parallel, "pairs"))
        rows.append(EntryRow(f"{name}: last three axes meet in a point", None, "yes" if meeting else "no"))
    shown = all(_geometry(arm)[0] == arm.n - 1 and _geometry(arm)[2] for arm in (bench.arm, bench.stanford))
    shown = shown and _geometry(bench.arm)[1] > 0
    return EntryResult(
        "almost all; most; many",
        "both arms have regular axes and a wrist; the PUMA has two successive parallel revolute joints",
        False,
        obstacle="“almost all”, “most” and “many” are not numbers, and no manipulators are listed",
        shown=shown,
        rows=tuple(rows),
    )


def _geometry(arm: Arm) -> tuple[int, int, bool]:
    """Return the number of regular pairs of axes, of parallel revolute pairs, and whether the last three axes meet."""
    links = links_in_motion(arm, np.full(arm.n, 0.3), np.zeros(arm.n))
    axes = [link.rotation[:, 2] for link in links]
    cosines = [abs(float(first @ second)) for first, second in pairwise(axes)]
    parallel = [
        abs(cosine - 1.0) < TOUCHING and not (first.slides or second.slides)
        for cosine, (first, second) in zip(cosines, pairwise(arm.joints), strict=True)
    ]
    regular = sum(cosine < TOUCHING or abs(cosine - 1.0) < TOUCHING for cosine in cosines)
    last = links[-WRIST:]
    point = _nearest_point([(link.origin, link.rotation[:, 2]) for link in last])
    distances = [np.linalg.norm(np.cross(point - link.origin, link.rotation[:, 2])) for link in last]
    return regular, sum(parallel), bool(max(distances) < TOUCHING)


def _nearest_point(lines: list[tuple[FloatArray, FloatArray]]) -> FloatArray:
    """Return the point with the smallest sum of squared distances to lines, each given by a point and a direction."""
    normals = [np.eye(3) - np.outer(axis, axis) for _, axis in lines]
    right = sum(normal @ origin for normal, (origin, _) in zip(normals, lines, strict=True))
    return np.asarray(np.linalg.lstsq(sum(normals), right, rcond=None)[0])


@CHAPTER.entry(
    "section 4",
    "regular geometries can reduce the complexity of the dynamics significantly",
    "puma560 derive",
    criterion=f"{NO_NUMBER}. The entry reports the terms in the upper triangle of the PUMA's M with AKB's parameters, "
    "multiplied out, with 1 - c² for squares of sines, with q2 + q3 as one angle and with single angles, against those "
    "of an arm with the same links and a twist of 53.13° (cosine 0.6, sine 0.8; our choice) between successive axes, "
    "which has no such sum, and shows that they are fewer in both forms",
)
def reduced_complexity(bench: Bench) -> EntryResult:
    joints = [replace(joint, cos_alpha=Fraction(3, 5), sin_alpha=Fraction(4, 5)) for joint in bench.chain.joints[1:]]
    irregular = replace(bench.chain, joints=(bench.chain.joints[0], *joints))
    regular, others = terms_of_matrix(bench.chain), terms_of_matrix(irregular)
    singly = terms_by_single_angles(bench.chain)
    return EntryResult(
        "no number",
        f"{regular} terms (with q2 + q3 as one angle) or {singly} (single angles) against {others}",
        False,
        obstacle="“significant” is not a number",
        shown=regular < others and singly < others,
    )


def terms_of_matrix(chain: Chain) -> int:
    """Return the number of terms in the upper triangle of M, multiplied out."""
    a = kinetic_energy_matrix(chain, Ring())
    return sum(len(a[i][j]) for i in range(chain.n) for j in range(i, chain.n))


def terms_by_single_angles(chain: Chain) -> int:
    """Return the number of terms in the upper triangle of the PUMA's M, where c23 and s23 are multiplied out."""
    a, ring = kinetic_energy_matrix(chain, Ring()), Ring()
    values = {}
    for i in range(chain.n):
        values[f"c{i + 1}"], values[f"s{i + 1}"] = ring.angle(str(i + 1), ((i, 1),))
    values["c23"] = values["c2"] * values["c3"] - values["s2"] * values["s3"]
    values["s23"] = values["s2"] * values["c3"] + values["c2"] * values["s3"]

    def by_single(element: Poly) -> Poly:
        total = ring.constant(Fraction(0))
        for monomial, coefficient in element.items():
            factors = [values[name] ** exponent for name, exponent in element.ring.factors(monomial)]
            total = total + prod(factors, start=ring.constant(coefficient))
        return total

    return sum(len(by_single(a[i][j])) for i in range(chain.n) for j in range(i, chain.n))


@CHAPTER.entry(
    "section 4",
    "the factorizations (19) to (21) are not necessarily the most efficient for special geometries",
    "puma560 paper tables",
    criterion="none, because signs and factors of (19) to (21) are not in the scan, so that they cannot be counted. "
    "Our comparison, of calculations of M of the PUMA without motor inertia: by composite bodies as Walker and Orin "
    "have them, without the arm's zeros, it takes more than by the equations of our generator; sines and cosines of "
    "single angles are not counted",
)
def not_most_efficient(bench: Bench) -> EntryResult:
    recursion = matrix_count(bench.motorless, composite=True).total
    ours = bench.generated_rows["kinetic energy matrix"].without_motors.count_single_angles.total
    return EntryResult(
        None,
        f"{recursion} by composite bodies against {ours}",
        recursion > ours,
        "calculations",
        absent="signs and factors of (19) to (21) are not in the scan; our comparison with other composite bodies "
        "stands alone",
    )


@CHAPTER.entry(
    "section 4",
    "the best method of recursion depends on the manipulator's geometry",
    RULES_COMMAND,
    criterion="none: no count of one method against another is printed",
)
def best_recursion(bench: Bench) -> EntryResult:
    return EntryResult("no number", "nothing to compare", False,
                   obstacle="neither the methods' counts nor the rule of choice are printed")  # fmt: skip


@CHAPTER.entry(
    "section 5",
    "simplification and pattern matching are based on a canonical sorting of sums of products, which vastly "
    "simplifies the design of the post-processing; that finds further common factors; pattern matching is rule-based "
    "and hierarchical",
    "puma560 derive",
    criterion="none: the form of a term is printed, the order of terms and the patterns are not",
)
def sorting_rules(bench: Bench) -> EntryResult:
    return EntryResult("constant × (inertia term) × (trigonometric terms)", "nothing to compute", False,
                   obstacle="“vastly” is not a number; the order of the terms of a sum and the patterns are not "
                   "printed")  # fmt: skip


@CHAPTER.entry(
    "section 4",
    "special geometries give a substantial amount of simplification of the Coriolis and centripetal terms",
    RULES_COMMAND,
    criterion=f"{NO_NUMBER}. The entry reports how many unique Christoffel symbols of the PUMA (34) and (35) eliminate "
    "after symmetry and (26) to (28), and shows that they eliminate some",
)
def saved_by_geometry(bench: Bench) -> EntryResult:
    rules = [rule for rule in RULES if rule.name == "symmetry" or "EMDEG" in rule.equations]
    _, _, general, *_, special = rule_savings(bench.chain, rules)
    return EntryResult(
        "no number", f"{general.symbols - special.symbols} of {general.symbols} symbols", False,
        obstacle="“substantial” is not a number", shown=special.symbols < general.symbols,
    )  # fmt: skip


@CHAPTER.entry(
    "section 5",
    "EMDEG computes as many elements as possible by the special rules, and the others by (19) to (21)",
    "puma560 derive",
    criterion="none, because the program is not available, and the paper does not print what it derives by which rule. "
    "The entry reports in how many of the 6 elements of M that (24) and (25) give from others for the PUMA's parallel "
    f"joints 2 and 3 appendix II names such another element; {NAMES_READ}",
)
def special_rules_first(bench: Bench) -> EntryResult:
    by_rule = {"M12": "M13", "M22": "M23", "M23": "M33", "M24": "M34", "M25": "M35", "M26": "M36"}
    written = [name for name, other in by_rule.items() if other in names_in(parse(appendix_lines()[name].printed))]
    return EntryResult("no output", f"{len(written)} of {len(by_rule)} elements", False,
                   obstacle="the program is not available, and no intermediate result is printed")  # fmt: skip


@CHAPTER.entry(
    "section 5",
    "EMDEG also gives kinematics, Jacobian and its analytic inverse",
    "puma560 derive",
    criterion="none, because EMDEG's output is not printed. The entry shows that a Jacobian and its inverse can be "
    "generated: at 10 random configurations of the PUMA, the generator's J against the velocity of the last frame by "
    f"elementary kinematics, and its J⁻¹ times J against 1, both to {ROUNDING:.0e}",
)
def analytic_inverse(bench: Bench) -> EntryResult:
    ring = Ring()
    rows, found = chain_jacobian(bench.chain, ring), inverse_jacobian(bench.chain, ring)
    # The origin of the last frame is the center of an arm whose last body has its center there.
    *links, last = bench.arm.links
    arm = bench.arm.with_(links=(*links, replace(last, center_of_gravity=np.zeros(3))))
    worst, moving = 0.0, 0.0
    for q in sample_states(bench.arm, 10)[0]:
        values = angle_values(bench.chain, q)
        matrix = np.array([[float(entry.evaluate(values)) for entry in row] for row in rows])
        worst = max(worst, float(np.abs(found.matrix(values) @ matrix - np.eye(6)).max()))
        ends = [links_in_motion(arm, q, unit)[-1] for unit in np.eye(arm.n)]
        expected = np.array([[*end.velocity, *end.angular] for end in ends]).T
        moving = max(moving, float(np.abs(matrix - expected).max()))
    return EntryResult(
        "no output",
        worst,
        False,
        obstacle="EMDEG's output for them is not printed; forward kinematics is not computed here",
        shown=max(worst, moving) < ROUNDING,
        note=f"J⁻¹ J - 1; singular where one of {len(found.singularities)} factors is 0",
    )


@CHAPTER.entry(
    "conclusion",
    "the method and EMDEG have proven to be useful for generating equations in a very efficient form",
    "puma560 derive",
    criterion=NO_NUMBER,
)
def useful(bench: Bench) -> EntryResult:
    return EntryResult("no number", "nothing to compare", False,
                   obstacle="“useful” and “very efficient” are not numbers; section 6 has the counts")  # fmt: skip
