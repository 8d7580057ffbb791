"""Armstrong, Khatib and Burdick, abstract, sections 1 and 3, conclusion: what the model is and gains."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np

from ...emdeg import Body, Chain, Ring, gravity_torque, kinetic_energy_matrix, rule_savings
from ...simulation.simulate import SWUNG, simulate
from ..bench import Bench
from ..corrections import OfEquations
from ..entry import EXACTLY, NO_NUMBER, EntryResult, EntryRow, Paper
from . import printed
from .eliminations import AKB_RULES
from .rederived import package_tables
from .steps import CROSSED, crossed, in_single_angles
from .tables import misreadings

CHAPTER = OfEquations(Paper.AKB)

DURATIONS = (0.25, 0.5, 1.0, 2.0)
"""Durations of the free swing, s; the order of the changes depends on them."""

STEP = 1e-3
"""Interval over which changes are compared, s."""

PRODUCTS = "the products of cosines and sines in A (upper half) and g multiplied out, constants included"
"""Text of the measure of `products`, for criteria."""


@CHAPTER.entry(
    "abstract",
    "the explicit model incorporates all of the non-zero measured parameters",
    "puma560 arm check",
    criterion="every number of tables 4 to 6 for links 1 to 6 that is not 0, also those of the wrist that were "
    "estimated: its symbol must occur in an element of "
    f"tables A4 to A7 with the constants of table A2, {EXACTLY}. Iyy6 counts as Ixx6, to which the paper sets it "
    "equal. A "
    "name that no table defines, such as r24 in the scan of I8, counts as another symbol",
)
def all_parameters(bench: Bench) -> EntryResult:
    own = bench.rederivation
    ring = own.ring
    tables = package_tables() if bench.tables is None else bench.tables
    used = {
        name
        for element in own.table_elements(tables, own.undefined(tables)).values()
        for monomial, _ in element.items()
        for name, _ in ring.factors(monomial)
    }
    rows = [EntryRow(symbol, None, "used" if symbol in used else "not used", "", symbol in used)
            for symbol in dict.fromkeys(measured_symbols())]  # fmt: skip
    return EntryResult(
        "all",
        f"{sum(row.agrees for row in rows)} of {len(rows)} symbols",
        all(row.agrees for row in rows),
        note=misreadings("A2", "A4", "A5", "A6", "A7"),
        rows=tuple(rows),
    )


def measured_symbols() -> list[str]:
    """Return the symbols of the non-zero numbers in tables 4 to 6 for links 1 to 6; Iyy6 as Ixx6."""
    found = [f"m{path.split('.')[1][-1]}" for path in printed.TABLE_4 if path.startswith("links.")]
    for path, center in printed.TABLE_5.items():
        if path.startswith("links."):
            found += [f"r{axis}{path[-1]}" for axis, value in zip("xyz", center, strict=True) if value]
    for path, moments in printed.TABLE_6.items():
        if path.startswith("links."):
            found += [f"I{axis}{axis}{path[-1]}" for axis, value in zip("xyz", moments, strict=True) if value]
    return ["Ixx6" if name == "Iyy6" else name for name in (*found, *(f"Im{i}" for i in range(1, 7)))]


@CHAPTER.entry(
    "section 1",
    "the sizes of the models that different programs generate vary widely",
    "puma560 derive",
    criterion=f"{NO_NUMBER}, and their models are not printed. The entry reports three models of the PUMA, none "
    "by a program that the paper lists there, and shows that their sizes differ",
)
def sizes_vary(bench: Bench) -> EntryResult:
    row = bench.generated_rows["inverse dynamics"]
    ours, with_motors = row.without_motors.count.total, row.with_motors.count.total
    sizes = {"this paper": row.published.akb or 0, "Burdick": row.published.emdeg or 0, "our generator": ours}
    return EntryResult(
        "widely",
        ", ".join(f"{size} ({name})" for name, size in sizes.items()),
        False,
        "calculations",
        obstacle="the models of the cited programs are not printed",
        shown=len(set(sizes.values())) == len(sizes),
        note="the first number and the parts of the second are printed, the third is our count. It is without motor "
        f"inertia, which the first includes; with it ours is {with_motors}",
    )


@CHAPTER.entry(
    "section 3",
    "the configuration changes more slowly than velocity and acceleration",
    "puma560 paper multirate",
    criterion=f"{NO_NUMBER}. The entry reports the largest change of each in {1000 * STEP:g} ms, as a share of its "
    "range over the motion, of all joints. The motion is a swing without torque and friction from rest at "
    f"({', '.join(f'{angle:g}' for angle in SWUNG)}) rad, for {', '.join(f'{time:g}' for time in DURATIONS[:-1])} and "
    f"{DURATIONS[-1]:g} s. Measure, motion and durations are our choice",
)
def slower_configuration(bench: Bench) -> EntryResult:
    shares = {time: _changes(bench, time) for time in DURATIONS}
    least = {time: min(found, key=lambda name: found[name]) for time, found in shares.items()}
    times: dict[str, list[str]] = {}
    for time, name in least.items():
        times.setdefault(name, []).append(f"{time:g} s")
    order = ", and ".join(f"the {name} in {' and in '.join(found)}" for name, found in times.items())
    return EntryResult(
        "more slowly",
        "; ".join(
            f"in {time:g} s: {', '.join(f'{name} {100 * share:.2g} %' for name, share in found.items())}"
            for time, found in shares.items()
        ),
        False,
        obstacle="neither a motion nor a measure is printed",
        shown=all(np.isfinite(share) for found in shares.values() for share in found.values()),
        note=f"by this measure, what changes least is {order}"
        + ("; the order depends on the duration, which is our choice" if len(times) > 1 else ""),
    )


def _changes(bench: Bench, duration: float) -> dict[str, float]:
    """Return the largest change of each quantity in `STEP`, as a share of its range over a swing, of all joints."""
    swing = simulate(bench.generated, SWUNG, duration, rate=1.0 / STEP)
    acceleration = bench.generated.acceleration(swing.q, swing.qd, np.zeros_like(swing.q))
    return {
        name: float((np.abs(np.diff(values, axis=0)).max(axis=0) / np.ptp(values, axis=0)).max())
        for name, values in (("configuration", swing.q), ("velocity", swing.qd), ("acceleration", acceleration))
    }


@CHAPTER.entry(
    "conclusion",
    "the PUMA 560 is as complex as any arm with six degrees of freedom and a spherical wrist",
    "puma560 derive --rules",
    criterion="none, because the paper gives no measure of complexity. The entry reports two of ours, non-zero "
    f"Christoffel symbols after (7) to (10) and {PRODUCTS}, for the PUMA and for an arm that differs in the "
    f"angle between axes 2 and 3 only ({CROSSED}). It shows that both are smaller for the PUMA",
)
def as_complex_as_any(bench: Bench) -> EntryResult:
    other = crossed(bench.chain)
    own, more = bench.steps[4].symbols_nonzero, rule_savings(other, AKB_RULES)[-1].symbols_nonzero
    small, large = products(bench.chain), products(other)
    eliminated = bench.steps[3].symbols - bench.steps[4].symbols
    return EntryResult(
        "as complex",
        f"{own} symbols; with axes 2 and 3 not parallel {more}",
        False,
        obstacle="the paper does not define how complex an arm is. Section 2 itself calls (10) specific to this arm, "
        "because "
        f"axes 2 and 3 are parallel; it eliminates 12 symbols by the paper's count and {eliminated} by ours",
        shown=own < more and small < large and products(bench.chain, single=True) < large,
        note=f"A and g of the PUMA have {small} products with q2 + q3 as one angle and "
        f"{products(bench.chain, single=True)} with single angles, those of the other arm {large}",
    )


@CHAPTER.entry(
    "conclusion",
    "measured parameters simplify the generation of a model, because those that are zero can be omitted",
    "puma560 derive",
    criterion=f"{NO_NUMBER} of how simple the generation is. The entry reports {PRODUCTS}, with the paper's zeros and "
    "with ten non-zero parameters for each link, all different (our choice). It shows that zeros leave fewer",
)
def zeros_simplify(bench: Bench) -> EntryResult:
    ours, general = products(bench.chain), products(full_bodies(bench.chain))
    return EntryResult(
        "simpler",
        f"{ours} instead of {general}",
        False,
        "products",
        obstacle="the paper does not say what would be generated without the zeros",
        shown=ours < general,
        note="q2 + q3 is one angle; with single angles they are "
        f"{products(bench.chain, single=True)} instead of {products(full_bodies(bench.chain), single=True)}",
    )


@CHAPTER.entry(
    "conclusion",
    "measured parameters improve the accuracy of the calculated forces",
    "puma560 paper constants",
    criterion=f"{NO_NUMBER}, and no measured force is printed to compare with",
)
def improved_accuracy(bench: Bench) -> EntryResult:
    return EntryResult(
        "improved",
        "nothing to compare",
        False,
        obstacle="neither measured forces of motion nor other parameters are printed",
    )


def products(chain: Chain, single: bool = False) -> int:
    """Return the number of products of cosines and sines in A (upper half) and g, multiplied out.

    Args:
        chain: chain of an arm.
        single: whether the angle q2 + q3 is written by those of q2 and q3.
    """
    ring = Ring()
    a, g = kinetic_energy_matrix(chain, ring), gravity_torque(chain, ring)
    elements = [*(a[i][j] for i in range(chain.n) for j in range(i, chain.n)), *g]
    return sum(len(in_single_angles(element) if single else element) for element in elements)


def full_bodies(chain: Chain) -> Chain:
    """Return the chain with bodies that have no parameter equal to zero or to another one."""
    bodies = []
    for i in range(chain.n):
        mass, x, y, z, *inertia = (Fraction(10 * place + 3, 100 + i) for place in range(1, 11))
        bodies.append(Body(mass, (x, y, z), tuple(inertia)))
    return replace(chain, bodies=tuple(bodies))
