"""Kane and Levinson: generalized forces, inverse and forward dynamics, equations (76) to (138) and their appendices."""

from __future__ import annotations

import numpy as np

from ...models.recursive.newton_euler import NewtonEulerModel
from ...simulation import TOLERANCE
from ...simulation.simulate import simulate
from ..bench import Bench
from ..corrections import Corrections, OfEquations
from ..entry import EQUALITY, NO_NUMBER, EntryResult, Paper
from . import feedback
from .disclosure import FORWARD, disclosing
from .equations import ELEMENTS, GRAVITY, INERTIA, MOMENTUM, TORQUES, equation_values
from .maneuver import as_printed
from .parameters import ORDER
from .printed_vectors import PARTIAL
from .states import (
    LABELS_READ,
    MORE,
    SAMPLE,
    STATES,
    against,
    chain_states,
    known_at,
    loss_of_digits,
    rates_of_speeds,
    section_2_errata,
)

CHAPTER = OfEquations(Paper.KANE_LEVINSON)


@CHAPTER.entry(
    "equations (76) to (85), (87) and (88)",
    "generalized inertia forces K_r* = Σ X_rs u̇_s + Z_181+r",
    MORE,
    criterion="(88) against torques of our recursion without gravity, converted to the generalized speeds by (8) to "
    f"(11), with the opposite sign, which tests the equations before it only as a whole; {STATES}",
)
@disclosing(*ELEMENTS, *INERTIA)
def inertia_forces(bench: Bench) -> EntryResult:
    known, q, qd, qdd = known_at(bench, 200)
    engine = NewtonEulerModel(bench.stanford)
    torque = (engine.torque(q, qd, qdd) - engine.gravity(q))[:, list(ORDER)]
    x = dict(zip(ELEMENTS, equation_values(ELEMENTS, known, bench.equations), strict=True))
    rest = equation_values(INERTIA, known, bench.equations)
    ud = equation_values([f"ud{s}" for s in range(1, 7)], known, bench.equations)
    ours = np.column_stack([
        sum(x[f"X{min(r, s)}{max(r, s)}"] * ud[s - 1] for s in range(1, 7)) + rest[r - 1] for r in range(1, 7)
    ])  # fmt: skip
    return against(
        ours, -np.einsum("njr,nj->nr", rates_of_speeds(known, len(q)), torque), section_2_errata(("text after (79)",))
    )


@CHAPTER.entry(
    "equation (86)",
    "(K_1*)_A = -Z4 A2 (Z4 u̇1 + Z5 u̇3 + Z71), and (K_r*)_A = 0 for r = 2 to 6",
    MORE,
    criterion="(K_r*)_A = 0 for r = 2 to 6. By (84) and (85) it is ω_r of (24) and (25) times the inertia torque (82), "
    f"computed at 200 {SAMPLE}",
)
@disclosing("Z4", "Z5", "Z71")
def of_body_a(bench: Bench) -> EntryResult:
    known, _, _, _ = known_at(bench, 200)
    equations = {**bench.equations, "T": "-A2*(Z4*ud1 + Z5*ud3 + Z71)"}
    along_a2 = [PARTIAL["A"].get(r, ("0", "0", "0"))[1] for r in range(1, 7)]
    torque, *partial = equation_values(("T", *along_a2), known, equations)
    first, second, third, *others = (float(np.abs(omega * torque).max()) for omega in partial)
    return EntryResult(
        "0 for r = 2 to 6",
        f"0 for r = 2, 4, 5 and 6; up to {third:.1e} for r = 3",
        third == 0.0,
        "kg·m²/s²",
        contradiction="by (24) the third partial angular velocity of A is Z5 a2, so that (K_3*)_A = -Z5 A2 (Z4 u̇1 "
        "+ Z5 u̇3 + Z71), which is not zero",
        shown=third > 0.0 and first > 0.0 and not any((second, *others)),
        note="X33 and Z184 of the appendices contain this part (Z5 Z138 and Z5 Z139)",
    )


@CHAPTER.entry(
    "equations (89), (90), (93) to (95), (102), (103) and (108) to (116)",
    "generalized active forces K_r of torques, force and gravity",
    MORE,
    criterion="(111) to (116) with random torques (up to 1 N·m and 1 N) against these torques less gravity by our "
    "recursion, converted to the generalized speeds by (11) and (12) with Z1 to Z3 of appendix 1, which tests the "
    f"equations before them only as a whole; {STATES}",
)
@disclosing(*(name for name in GRAVITY if name), "Z4", "Z5", "Z6", "Z7")
def active_forces(bench: Bench) -> EntryResult:
    known, q, _, _ = known_at(bench, 200)
    raw = np.random.default_rng(5).uniform(-1.0, 1.0, q.shape)
    tau = dict(zip(("tau1", "tau2", "tau3", "tau4", "tau5", "sigma"), as_printed(raw).T, strict=True))
    equations = {
        name: text for name, text in bench.equations.items() if name not in tau
    } | {
        "K1": "tau1*Z4 - tau2*c3 + tau3*Z6 + Z192", "K2": "-tau3 + Z193", "K3": "tau1*Z5 - tau2*s3 + tau3*Z7 + Z194",
        "K4": "-tau4 + Z195", "K5": "-tau5", "K6": "-sigma + Z196",
    }  # fmt: skip
    ours = np.column_stack(equation_values([f"K{r}" for r in range(1, 7)], {**known, **tau}, equations))
    force = (raw - NewtonEulerModel(bench.stanford).gravity(q))[:, list(ORDER)]
    corrections = section_2_errata(("equation (94)", "(96)"))
    return against(ours, np.einsum("njr,nj->nr", rates_of_speeds(known, len(q)), force), corrections)


@CHAPTER.entry(
    "equations (117) to (126) and appendix 1",
    "inverse dynamics: tau1 to tau5 and sigma by Z1 to Z196",
    "puma560 paper errata",
    criterion=f"torques and force against our recursion on the same parameters; {STATES}",
)
@disclosing(*TORQUES)
def inverse_dynamics(bench: Bench) -> EntryResult:
    q, qd, qdd = chain_states()
    return against(bench.kane.torque(q, qd, qdd), NewtonEulerModel(bench.stanford).torque(q, qd, qdd),
                   section_2_errata(("equation (120)",)))  # fmt: skip


@CHAPTER.entry(
    "appendix 2",
    "X_rs, the coefficients of u̇_s in (88)",
    "puma560 paper errata",
    criterion="-Jᵀ X J, with u = J q̇ by (3) and (5) to (7), against A of our recursion, the coefficients of q̈ in the "
    f"torques; {STATES}",
)
@disclosing(*ELEMENTS)
def appendix_2(bench: Bench) -> EntryResult:
    q, _, _ = chain_states()
    expected = NewtonEulerModel(bench.stanford).kinetic_energy_matrix(q)
    return against(bench.kane.kinetic_energy_matrix(q), expected, Corrections(()))


@CHAPTER.entry(
    "equations (8) to (12) and (118) to (123)",
    "forward dynamics: derivatives of u1 to u6 by solving (118) to (123), and rates of q1 to q6 by (8) to (11)",
    MORE,
    criterion="accelerations computed from torques of our recursive Newton-Euler model against the "
    f"accelerations these torques belong to, at 2000 {SAMPLE}; the relative error of each state is below ε times the "
    "condition number of our kinetic energy matrix in q, in SI units (our choice; the paper solves with X). "
    "The accelerations follow from u̇ by (8) to (11), differentiated "
    "by us",
)
@disclosing(*FORWARD)
def forward_dynamics(bench: Bench) -> EntryResult:
    q, qd, qdd = chain_states(seed=1, count=2000)
    engine = NewtonEulerModel(bench.stanford)
    found = bench.kane.acceleration(q, qd, engine.torque(q, qd, qdd))
    error = np.linalg.norm(found - qdd, axis=1) / np.linalg.norm(qdd, axis=1)
    bound = np.finfo(float).eps * np.linalg.cond(engine.kinetic_energy_matrix(q))
    return EntryResult(
        EQUALITY, float(error.max()), bool((error < bound).all()), "relative",
        corrected=section_2_errata(("equation (120)",)).sentences,
        note=f"at most {float((error / bound).max()):.2f} of the limit, which is {float(bound.max()):.1e} at most",
    )  # fmt: skip


@CHAPTER.entry(
    "section 2",
    "these generalized speeds are for an arm that is not operated near q2 = 0 or 180°",
    MORE,
    criterion=f"{NO_NUMBER}. The entry shows that accelerations 1e-6 rad from q2 = 0 and 180° differ from those of our "
    "recursion more than a million times as much as at 1 rad, where the difference is below 1e-10. 50 random states, "
    "the other coordinates and all q̇ and q̈ up to 1 in SI units; all of this is our choice, the two limits after the "
    "errors were known",
)
@disclosing(*FORWARD)
def singular_position(bench: Bench) -> EntryResult:
    loss = loss_of_digits(bench.kane, (1.0, 1e-6, np.pi - 1e-6), states=50)
    far, *near = (float(value) for value in loss.forward)
    places = ("q2 = 1 rad", "1e-6 rad from 0", "1e-6 rad from 180°")
    return EntryResult(
        "no number",
        "; ".join(f"{place}: {value:.1e}" for place, value in zip(places, (far, *near), strict=True)),
        False,
        "relative error",
        obstacle="“in the vicinity of” is not a number",
        shown=far < 1e-10 and min(near) > 1e6 * far,
    )


@CHAPTER.entry(
    "equations (129) to (133)",
    "the terms in g of (129) to (131) and (133) counteract gravity",
    MORE,
    criterion=f"those terms against gravity by our recursion; {STATES}. The value of g is not in the scan; both "
    "sides have 9.81 m/s²",
)
def gravity_terms(bench: Bench) -> EntryResult:
    q, _, _ = chain_states()
    rows = q[:, list(ORDER)]
    said = np.column_stack(np.broadcast_arrays(*feedback.gravity_terms(bench.kane.symbols, rows.T)))
    return against(said, as_printed(NewtonEulerModel(bench.stanford).gravity(q)), Corrections(()))


@CHAPTER.entry(
    "section 2",
    "the mechanical energy is constant where no torque acts, which checks a program",
    "puma560 simulate",
    criterion="a free fall of 1 s from rest at q1 = 0, q2 = 90°, q6 = 0.1 m, q3 = 0.3, q4 = 0.2 and q5 = 0.1 rad by "
    "the paper's equations: kinetic energy by X_rs plus potential energy by the arm file changes by less than 1e-9 of "
    "the energy that is exchanged. The paper prints neither motion nor limit: both are our choice; our integrator has "
    f"a tolerance of {TOLERANCE:g} per step; that no torque acts is our condition, because the paper names the energy "
    "only as an example of a constant of motion",
)
@disclosing(*FORWARD)
def energy_is_kept(bench: Bench) -> EntryResult:
    drift = simulate(bench.kane, (0.0, np.pi / 2, 0.1, 0.3, 0.2, 0.1), 1.0).drift
    return EntryResult("constant", f"{drift:.1e} of it lost or gained", drift < 1e-9, note=LABELS_READ)


@CHAPTER.entry(
    "equations (134) to (138) and appendix 4",
    "H·n2 = W31 is the vertical angular momentum, by W1 to W31",
    "puma560 paper errata",
    criterion=f"W31 against the first row of A of our recursion times the rates; {STATES}. "
    "(136) and (137) are judged by W9 and W10, which the scan has right; (134) to (137) themselves are not evaluated",
)
@disclosing(MOMENTUM)
def angular_momentum(bench: Bench) -> EntryResult:
    q, qd, _ = chain_states()
    expected = np.einsum("ij,ij->i", NewtonEulerModel(bench.stanford).kinetic_energy_matrix(q)[:, 0], qd)
    return against(bench.kane.angular_momentum(q, qd), expected, Corrections(()))
