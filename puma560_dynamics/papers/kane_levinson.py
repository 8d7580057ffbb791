"""Kane and Levinson: the analysis of the Stanford Arm, equations (1) to (138) and appendices 1 to 4."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from ..kane_levinson import feedback
from ..kane_levinson.equations import ANGLES, ELEMENTS, INERTIA, texts, values
from ..kane_levinson.errata import errata
from ..kane_levinson.maneuver import as_printed
from ..kane_levinson.model import trigonometry
from ..kane_levinson.parameters import ORDER, parameters
from ..kane_levinson.singularity import loss_of_digits
from ..recursive.newton_euler import NewtonEulerModel
from .bench import Bench
from .claim import ROUNDING, TO_ROUNDING, Chapter, Finding, Paper, Row
from .drawing import Array
from .link_motion import STANFORD_AXES, LinkMotion, links_in_motion
from .mends import Mends, of_place

CHAPTER = Chapter(Paper.KANE_LEVINSON)

MORE = "puma560 stanford"

STATES = f"200 random states, q2 more than 0.5 rad away from 0 and 180°: largest difference, {TO_ROUNDING}"

STEP = 1e-5
"""Of differences in time, s."""

BY_DIFFERENCES = 1e-8
"""Relative error that central differences over `STEP` may have: STEP² and 1e-16 / STEP, with a margin of a hundred."""


class Vector(NamedTuple):
    """A vector as the paper has it.

    Attributes:
        equation: its number.
        body: whose vector.
        basis: along whose unit vectors.
        components: three expressions.
    """

    equation: str
    body: str
    basis: str
    components: tuple[str, str, str]


ANGULAR = (
    Vector("(13)", "A", "A", ("0", "qd1", "0")),
    Vector("(14)", "A", "A", ("0", "Z1", "0")),
    Vector("(15)", "A", "A", ("0", "Z4*u1 + Z5*u3", "0")),
    Vector("(16)", "B", "B", ("Z2", "Z10", "Z11")),
    Vector("(17)", "B", "B", ("c3*u1 + s3*u3", "Z6*u1 + Z7*u3", "Z8*u1 + Z9*u3")),
    Vector("(18)", "D", "D", ("u1", "u2", "u3")),
    Vector("(19)", "E", "E", ("Z12", "Z13", "Z14")),
    Vector("(20)", "E", "E", ("u1 + u4", "c4*u2 + s4*u3", "-s4*u2 + c4*u3")),
    Vector("(21)", "F", "F", ("Z19", "Z20", "Z21")),
    Vector("(22)", "F", "F", ("c5*u1 + Z15*u2 + Z16*u3 + c5*u4", "c4*u2 + s4*u3 + u5",
                              "s5*u1 + Z17*u2 + Z18*u3 + s5*u4")),
)  # fmt: skip
"""Angular velocities, implicit and explicit."""

VELOCITIES = (
    Vector("(28)", "A", "A", ("0", "0", "0")),
    Vector("(29)", "B", "A", ("0", "0", "-L1*qd1")),
    Vector("(30)", "B", "A", ("0", "0", "Z22*u1 + Z23*u3")),
    Vector("(31)", "B", "A", ("0", "0", "Z24")),
    Vector("(32)", "C", "C", ("Z25*u1 + Z26*u3", "Z27*u1 + Z28*u3 + u6", "Z29*u1 + Z30*u3")),
    Vector("(33)", "C", "C", ("Z31", "Z32", "Z33")),
    Vector("(34)", "D", "C", ("Z34*u1 + Z35*u3", "Z27*u1 + Z28*u3 + u6", "Z36*u1 + Z37*u3")),
    Vector("(35)", "D", "C", ("Z38", "Z32", "Z39")),
    Vector("(40)", "E", "E", ("Z44*u1 + Z50*u2 + Z51*u3", "Z46*u1 + Z47*u3 + C22*u6",
                              "Z52*u1 + Z49*u3 + L6*u4 + C23*u6")),
    Vector("(41)", "E", "E", ("Z54", "Z55", "Z57")),
    Vector("(42)", "F", "E", ("Z44*u1 + Z58*u2 + Z59*u3", "Z46*u1 + Z47*u3 + C22*u6",
                              "Z60*u1 + Z49*u3 + L3*u4 + C23*u6")),
    Vector("(43)", "F", "E", ("Z61", "Z55", "Z62")),
)  # fmt: skip
"""Velocities of mass centers, explicit and implicit."""

ANGULAR_ACCELERATIONS = (
    Vector("(56)", "A", "A", ("0", "ud1*Z4 + ud3*Z5 + Z71", "0")),
    Vector("(57)", "B", "B", ("ud1*c3 + ud3*s3 + Z72", "ud1*Z6 + ud3*Z7 + Z73", "ud1*Z8 + ud3*Z9 + Z74")),
    Vector("(58)", "D", "D", ("ud1", "ud2", "ud3")),
    Vector("(59)", "E", "E", ("ud1 + ud4", "ud2*c4 + ud3*s4 + Z75", "-ud2*s4 + ud3*c4 + Z76")),
    Vector("(60)", "F", "F", ("ud1*c5 + ud2*Z15 + ud3*Z16 + ud4*c5 + Z81", "ud2*c4 + ud3*s4 + ud5 + Z82",
                              "ud1*s5 + ud2*Z17 + ud3*Z18 + ud4*s5 + Z83")),
)  # fmt: skip
"""Angular accelerations."""

ACCELERATIONS = (
    Vector("(65)", "A", "A", ("0", "0", "0")),
    Vector("(71)", "B", "A", ("Z94", "0", "Z22*ud1 + Z23*ud3 + Z95")),
    Vector("(72)", "C", "C", ("Z25*ud1 + Z26*ud3 + Z105", "Z27*ud1 + Z28*ud3 + ud6 + Z106",
                              "Z29*ud1 + Z30*ud3 + Z107")),
    Vector("(73)", "D", "C", ("Z34*ud1 + Z35*ud3 + Z112", "Z27*ud1 + Z28*ud3 + ud6 + Z113",
                              "Z36*ud1 + Z37*ud3 + Z114")),
    Vector("(74)", "E", "E", ("Z44*ud1 + Z50*ud2 + Z51*ud3 + Z128", "Z46*ud1 + Z47*ud3 + C22*ud6 + Z129",
                              "Z52*ud1 + Z49*ud3 + L6*ud4 + C23*ud6 + Z130")),
    Vector("(75)", "F", "E", ("Z44*ud1 + Z58*ud2 + Z59*ud3 + Z134", "Z46*ud1 + Z47*ud3 + C22*ud6 + Z135",
                              "Z60*ud1 + Z49*ud3 + L3*ud4 + C23*ud6 + Z136")),
)  # fmt: skip
"""Accelerations of mass centers."""

PARTIAL = {
    "A": {1: ("0", "Z4", "0"), 3: ("0", "Z5", "0")},
    "B": {1: ("c3", "Z6", "Z8"), 3: ("s3", "Z7", "Z9")},
}
"""Partial angular velocities (24) to (27) that are not zero, by number of the generalized speed."""

PARTIAL_VELOCITIES = {"A": {}, "B": {1: ("0", "0", "Z22"), 3: ("0", "0", "Z23")}}
"""Partial velocities (45) to (47) of mass centers that are not zero."""

KINEMATICS = (
    "along the paper's unit vectors, against elementary kinematics (frames, cross products and sums from link to "
    "link) at "
    f"20 random states, {TO_ROUNDING}"
)


def section(words: Iterable[str]) -> Mends:
    """Errata of equations of section 2 that hold one of these words."""
    words = tuple(words)
    return of_place(errata(), "section 2", entries=lambda name: any(word in name for word in words))


@CHAPTER.entry(
    "equations (1) to (3) and (5) to (12)",
    "generalized speeds u1 to u6 and their solution for the rates",
    MORE,
    criterion="u by (3) and (5) to (7) solved by (8) to (11) against the rates, and u1 to u3 as the angular "
    "velocity of D "
    f"{KINEMATICS}",
)
def generalized_speeds(bench: Bench) -> Finding:
    found = _components(bench, ANGULAR[5:6], lambda link: link.angular, Mends(()))
    known, _, qd, _ = _known(bench, 20)
    rates = np.column_stack(values(("Z1", "Z2", "Z3", "u4", "u5", "u6"), known))
    error = float(np.abs(rates - qd[:, list(ORDER)]).max() / np.abs(qd).max())
    rows = (*found.rows, Row("rates out of u", 0, error, "relative", error < ROUNDING))
    worst = max(float(row.computed) for row in rows)  # type: ignore[arg-type]
    return Finding(0, worst, all(row.agrees for row in rows), "relative", rows=rows)


@CHAPTER.entry(
    "equation (4)",
    "the angular velocity of D in terms of the rates",
    MORE,
    criterion=f"none, for the equation is not in the scan. Ours: (5) to (7) as its components, {KINEMATICS}",
)
def equation_4(bench: Bench) -> Finding:
    found = _components(bench, ANGULAR[5:6], lambda link: link.angular, Mends(()))
    return Finding(None, found.computed, found.holds, "relative",
                   absent="the equation is not in the scan; ours stands alone")  # fmt: skip


@CHAPTER.entry("equations (13) to (22)", "angular velocities of A to F", MORE, criterion=f"each equation, {KINEMATICS}")
def angular_velocities(bench: Bench) -> Finding:
    return _components(bench, ANGULAR, lambda link: link.angular, section(()))


@CHAPTER.entry(
    "equations (23) to (27)",
    "partial angular velocities: the coefficients of u1 to u6",
    MORE,
    criterion=f"of A and B for each u alone, {KINEMATICS}",
)
def partial_angular_velocities(bench: Bench) -> Finding:
    return _partial(bench, PARTIAL, {"A": "A", "B": "B"}, lambda link: link.angular, Mends(()))


@CHAPTER.entry(
    "equations (28) to (43)", "velocities of the mass centers A* to F*", MORE, criterion=f"each equation, {KINEMATICS}"
)
def velocities(bench: Bench) -> Finding:
    return _components(bench, VELOCITIES, lambda link: link.velocity, Mends(()))


@CHAPTER.entry(
    "equations (44) to (47)",
    "partial velocities of A* and B*",
    MORE,
    criterion=f"for each u alone, {KINEMATICS}",
)
def partial_velocities(bench: Bench) -> Finding:
    return _partial(bench, PARTIAL_VELOCITIES, {"A": "A", "B": "A"}, lambda link: link.velocity, section(("(46)",)))


_MOVED = (
    "each equation, against differences in time of velocities by elementary kinematics, central over 1e-5 s, at 20 "
    "random "
    "states: below 1e-8 of the largest, a hundred times their truncation"
)


@CHAPTER.entry("equations (48) to (60)", "angular accelerations of A to F", MORE, criterion=_MOVED)
def angular_accelerations(bench: Bench) -> Finding:
    return _accelerated(bench, ANGULAR_ACCELERATIONS, lambda link: link.angular, section(("(49)",)))


@CHAPTER.entry("equations (61) to (75)", "accelerations of the mass centers A* to F*", MORE, criterion=_MOVED)
def accelerations(bench: Bench) -> Finding:
    return _accelerated(bench, ACCELERATIONS, lambda link: link.velocity, section(("(67)", "(73)")))


@CHAPTER.entry(
    "equations (76) to (85), (87) and (88)",
    "generalized inertia forces K_r* = Σ X_rs u̇_s + Z_181+r",
    MORE,
    criterion="against torques of our recursion without gravity, taken to the generalized speeds by (8) to (11), "
    "with the "
    f"opposite sign; {STATES}",
)
def inertia_forces(bench: Bench) -> Finding:
    known, q, qd, qdd = _known(bench, 200)
    engine = NewtonEulerModel(bench.stanford)
    torque = (engine.torque(q, qd, qdd) - engine.gravity(q))[:, list(ORDER)]
    x = dict(zip(ELEMENTS, values(ELEMENTS, known), strict=True))
    rest = values(INERTIA, known)
    ud = values([f"ud{s}" for s in range(1, 7)], known)
    ours = np.column_stack([
        sum(x[f"X{min(r, s)}{max(r, s)}"] * ud[s - 1] for s in range(1, 7)) + rest[r - 1] for r in range(1, 7)
    ])  # fmt: skip
    return against(ours, -np.einsum("njr,nj->nr", _rates_of_speeds(known, len(q)), torque), section(("(79)",)))


@CHAPTER.entry(
    "equation (86)",
    "(K_1*)_A by A2, and (K_r*)_A = 0 for r = 2 to 6",
    MORE,
    criterion="ω_r of (24) and (25) times the inertia torque (82) at 200 random states; of the others every one is "
    "exactly zero",
)
def of_body_a(bench: Bench) -> Finding:
    known, _, _, _ = _known(bench, 200)
    equations = {**texts(), "T": "-A2*(Z4*ud1 + Z5*ud3 + Z71)"}
    torque, z4, z5 = values(("T", "Z4", "Z5"), known, equations)
    third = float(np.abs(z5 * torque).max())
    return Finding(
        "(K_3*)_A = 0",
        f"up to {third:.1e}",
        third == 0.0,
        "kg·m²/s²",
        contradiction="by (24) the third partial angular velocity of A is Z5 a2, so that (K_3*)_A = -Z5 A2 (Z4 u̇1 "
        "+ Z5 u̇3 + "
        "Z71), which is not zero",
        shown=third > 0.0 and float(np.abs(z4 * torque).max()) > 0.0,
        note="X33 and Z184 of the appendices do hold this part (Z5 Z138 and Z5 Z139)",
    )


@CHAPTER.entry(
    "equations (89) to (116)",
    "generalized active forces K_r of torques, force and gravity",
    MORE,
    criterion="(111) to (116) with random torques against these torques less gravity by our recursion, taken to the "
    f"generalized speeds by (8) to (11); {STATES}",
)
def active_forces(bench: Bench) -> Finding:
    known, q, _, _ = _known(bench, 200)
    raw = np.random.default_rng(5).uniform(-1.0, 1.0, q.shape)
    tau = dict(zip(("tau1", "tau2", "tau3", "tau4", "tau5", "sigma"), as_printed(raw).T, strict=True))
    equations = {
        name: text for name, text in texts().items() if name not in tau
    } | {
        "K1": "tau1*Z4 - tau2*c3 + tau3*Z6 + Z192", "K2": "-tau3 + Z193", "K3": "tau1*Z5 - tau2*s3 + tau3*Z7 + Z194",
        "K4": "-tau4 + Z195", "K5": "-tau5", "K6": "-sigma + Z196",
    }  # fmt: skip
    ours = np.column_stack(values([f"K{r}" for r in range(1, 7)], {**known, **tau}, equations))
    force = (raw - NewtonEulerModel(bench.stanford).gravity(q))[:, list(ORDER)]
    mends = section(("(106)", "(96)"))
    return against(ours, np.einsum("njr,nj->nr", _rates_of_speeds(known, len(q)), force), mends)


@CHAPTER.entry(
    "equations (117) to (126) and appendix 1",
    "inverse dynamics: tau1 to tau5 and sigma by Z1 to Z196, as by Newton-Euler",
    "puma560 errata",
    criterion=f"torques and force against our recursion on the same parameters; {STATES}. Each correction is "
    "needed: with one "
    "taken back the torques or W31 differ (but for labels, test_kane_levinson_errata)",
)
def inverse_dynamics(bench: Bench) -> Finding:
    q, qd, qdd = states()
    return against(bench.kane.torque(q, qd, qdd), NewtonEulerModel(bench.stanford).torque(q, qd, qdd),
                   of_place(errata(), "appendix 1"))  # fmt: skip


@CHAPTER.entry(
    "appendix 2",
    "X_rs, which with u = J q̇ give the kinetic energy matrix -Jᵀ X J",
    "puma560 errata",
    criterion=f"that matrix against A of our recursion; {STATES}",
)
def appendix_2(bench: Bench) -> Finding:
    q, _, _ = states()
    expected = NewtonEulerModel(bench.stanford).kinetic_energy_matrix(q)
    return against(bench.kane.kinetic_energy_matrix(q), expected, of_place(errata(), "appendix 2"))


@CHAPTER.entry(
    "equations (8) to (12) and (118) to (123)",
    "forward dynamics, as by recursive Newton-Euler",
    MORE,
    criterion="accelerations solved from torques of our recursion against those put into it, at 2000 random states; "
    "each "
    "state's relative error below ε cond A, what solving with A in double precision makes",
)
def forward_dynamics(bench: Bench) -> Finding:
    q, qd, qdd = states(seed=1, count=2000)
    engine = NewtonEulerModel(bench.stanford)
    found = bench.kane.acceleration(q, qd, engine.torque(q, qd, qdd))
    error = np.linalg.norm(found - qdd, axis=1) / np.linalg.norm(qdd, axis=1)
    bound = np.finfo(float).eps * np.linalg.cond(engine.kinetic_energy_matrix(q))
    return Finding(
        0, float(error.max()), bool((error < bound).all()), "relative",
        note=f"at most {float((error / bound).max()):.2f} of the bound, which is {float(bound.max()):.1e} at most",
    )  # fmt: skip


@CHAPTER.entry(
    "section 2",
    "near q2 = 0 and 180° these generalized speeds must not be used",
    MORE,
    criterion="accelerations against our recursion, which has no singular position: at q2 = 1e-6 rad more than a "
    "million times "
    "the error at 1 rad. A loss with 1/q2, let alone 1/q2², makes that",
)
def singular_position(bench: Bench) -> Finding:
    loss = loss_of_digits(bench.kane, (1.0, 1e-6), states=50)
    far, near = (float(value) for value in loss.forward)
    return Finding(
        "no number",
        "; ".join(f"q2 = {q2:g} rad: {value:.1e}" for q2, value in zip(loss.q2, (far, near), strict=True)),
        near > 1e6 * far,
        "relative error",
    )


@CHAPTER.entry(
    "equations (129) to (133)",
    "the laws' terms in g counteract gravity",
    MORE,
    criterion=f"those terms against gravity by our recursion; {STATES}. g is not in the scan; both sides have 9.81 "
    "m/s²",
)
def gravity_terms(bench: Bench) -> Finding:
    q, _, _ = states()
    rows = q[:, list(ORDER)]
    said = np.column_stack(np.broadcast_arrays(*feedback.gravity_terms(bench.kane.symbols, rows.T)))
    return against(said, as_printed(NewtonEulerModel(bench.stanford).gravity(q)), Mends(()))


@CHAPTER.entry(
    "equations (134) to (138) and appendix 4",
    "H·n2 = W31 is the vertical angular momentum, by W1 to W31",
    "puma560 errata",
    criterion=f"W31 against the first row of A of our recursion times the rates; {STATES}",
)
def angular_momentum(bench: Bench) -> Finding:
    q, qd, _ = states()
    expected = np.einsum("ij,ij->i", NewtonEulerModel(bench.stanford).kinetic_energy_matrix(q)[:, 0], qd)
    mends = Mends((*section(("(136)", "(137)")).errata, *of_place(errata(), "appendix 4").errata))
    return against(bench.kane.angular_momentum(q, qd), expected, mends)


def states(seed: int = 0, count: int = 200) -> tuple[Array, Array, Array]:
    """Random states (count, 6) in the order of the chain, q2 away from 0 and 180°."""
    q, qd, qdd = np.random.default_rng(seed).uniform(-1.5, 1.5, (3, count, 6))
    q[:, 1] = np.pi / 2 + 0.7 * q[:, 1]
    return q, qd, qdd


def against(ours: Array, expected: Array, mends: Mends) -> Finding:
    """Largest difference of the paper's equations from an engine, relative to the largest number."""
    error = float(np.abs(ours - expected).max() / np.abs(expected).max())
    return Finding(0, error, error < ROUNDING, "relative", corrected=mends.words, note=mends.note)


def _known(bench: Bench, count: int) -> tuple[dict[str, Any], Array, Array, Array]:
    """What the equations need at random states, and these states in the order of the chain."""
    q, qd, qdd = states(count=count)
    known: dict[str, Any] = {**parameters(bench.stanford), "0": 0.0}
    known |= dict(zip(ANGLES, trigonometry(q), strict=True))
    known |= {f"qd{i}": qd[:, place] for i, place in enumerate(ORDER, start=1)}
    known |= {f"qdd{i}": qdd[:, place] for i, place in enumerate(ORDER, start=1)}
    return known, q, qd, qdd


def _rates_of_speeds(known: Mapping[str, Any], count: int) -> Array:
    """∂q̇_j/∂u_r by (8) to (11): (count, 6, 6)."""
    columns = []
    for r in range(1, 7):
        unit = {f"u{s}": np.full(count, float(s == r)) for s in range(1, 7)}
        found = values(("Z1", "Z2", "Z3", "u4", "u5", "u6"), {**known, **unit})
        columns.append(np.column_stack(np.broadcast_arrays(*found)))
    return np.stack(columns, axis=-1)


def _evaluated(vectors: Iterable[Vector], known: Mapping[str, Any], count: int) -> list[Array]:
    """Components (count, 3) of each vector."""
    vectors = tuple(vectors)
    names = [f"component_{n}_{i}" for n in range(len(vectors)) for i in range(3)]
    parts = dict(zip(names, (text for vector in vectors for text in vector.components), strict=True))
    found = [np.broadcast_to(value, count) for value in values(names, known, {**texts(), **parts})]
    return [np.column_stack(found[3 * n : 3 * n + 3]) for n in range(len(vectors))]


def _held(vectors: Iterable[Vector], ours: list[Array], expected: list[Array], limit: float, mends: Mends) -> Finding:
    rows = []
    largest = max(float(np.abs(value).max()) for value in expected)
    for vector, found, wanted in zip(vectors, ours, expected, strict=True):
        error = float(np.abs(found - wanted).max() / largest)
        rows.append(Row(f"{vector.equation} {vector.body}", 0, error, "relative", error < limit))
    worst = max(float(row.computed) for row in rows)  # type: ignore[arg-type]
    return Finding(0, worst, all(row.agrees for row in rows), "relative", corrected=mends.words, note=mends.note,
                   rows=tuple(rows))  # fmt: skip


def _along(links: list[list[LinkMotion]], vector: Vector, of: Callable[[LinkMotion], Array]) -> Array:
    """A vector of every state along the unit vectors of its basis (count, 3)."""
    body, basis = "ABCDEF".index(vector.body), "ABCDEF".index(vector.basis)
    return np.array([state[basis].rotation.T @ of(state[body]) for state in links])


def _components(bench: Bench, vectors: tuple[Vector, ...], of: Callable[[LinkMotion], Array], mends: Mends) -> Finding:
    """Vectors of the paper against elementary kinematics, along the paper's unit vectors."""
    known, q, qd, _ = _known(bench, 20)
    links = [links_in_motion(bench.stanford, *state, STANFORD_AXES) for state in zip(q, qd, strict=True)]
    expected = [_along(links, vector, of) for vector in vectors]
    return _held(vectors, _evaluated(vectors, known, len(q)), expected, ROUNDING, mends)


def _accelerated(bench: Bench, vectors: tuple[Vector, ...], of: Callable[[LinkMotion], Array], mends: Mends) -> Finding:
    """Vectors of the paper against differences in time of velocities, along the paper's unit vectors."""
    known, q, qd, qdd = _known(bench, 20)

    def moved(step: float) -> list[list[LinkMotion]]:
        later = zip(q + step * qd + step**2 / 2 * qdd, qd + step * qdd, strict=True)
        return [links_in_motion(bench.stanford, *state, STANFORD_AXES) for state in later]

    now, ahead, behind = moved(0.0), moved(STEP), moved(-STEP)
    expected = []
    for vector in vectors:
        body, basis = "ABCDEF".index(vector.body), "ABCDEF".index(vector.basis)
        expected.append(np.array([
            here[basis].rotation.T @ (of(after[body]) - of(before[body])) / (2 * STEP)
            for here, after, before in zip(now, ahead, behind, strict=True)
        ]))  # fmt: skip
    return _held(vectors, _evaluated(vectors, known, len(q)), expected, BY_DIFFERENCES, mends)


def _partial(
    bench: Bench,
    said: Mapping[str, Mapping[int, tuple[str, str, str]]],
    basis: Mapping[str, str],
    of: Callable[[LinkMotion], Array],
    mends: Mends,
) -> Finding:
    """Coefficients of each generalized speed against the motion that it makes alone."""
    known, q, _, _ = _known(bench, 20)
    rates = _rates_of_speeds(known, len(q))
    vectors, expected = [], []
    for r in range(1, 7):
        alone = np.empty_like(q)
        alone[:, list(ORDER)] = rates[:, :, r - 1]
        links = [links_in_motion(bench.stanford, *state, STANFORD_AXES) for state in zip(q, alone, strict=True)]
        for body, parts in said.items():
            vectors.append(Vector(f"u{r}:", body, basis[body], parts.get(r, ("0", "0", "0"))))
            expected.append(_along(links, vectors[-1], of))
    return _held(vectors, _evaluated(vectors, known, len(q)), expected, ROUNDING, mends)
