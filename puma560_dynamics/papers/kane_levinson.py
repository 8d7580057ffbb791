"""Kane and Levinson: the analysis of the Stanford Arm, equations (1) to (138), appendices 1 to 4, figures 1 to 3."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from ..kane_levinson import feedback, maneuver
from ..kane_levinson.equations import ANGLES, values
from ..kane_levinson.errata import errata
from ..kane_levinson.maneuver import as_printed
from ..kane_levinson.model import trigonometry
from ..kane_levinson.parameters import ORDER, parameters
from ..kane_levinson.singularity import loss_of_digits
from ..recursive.newton_euler import NewtonEulerModel
from .bench import Bench
from .claim import ROUNDING, Chapter, Finding, Paper, Row
from .drawing import Array, curves, frames
from .link_motion import STANFORD_AXES, LinkMotion, links_in_motion
from .mends import Mends, of_place

CHAPTER = Chapter(Paper.KANE_LEVINSON)

MORE = "puma560 stanford"

APPENDIX_3 = {
    "L1": 0.1, "L2": 0.6, "L3": 0.2, "L4": 0.1, "L5": 0.7, "L6": 0.06,
    "mA": 9, "mB": 6, "mC": 4, "mD": 1, "mE": 0.6, "mF": 0.5,
    "A1": 0.01, "A2": 0.02, "A3": 0.01, "B1": 0.06, "B2": 0.01, "B3": 0.05, "C1": 0.4, "C2": 0.01, "C3": 0.4,
    "D1": 0.0005, "D2": 0.001, "D3": 0.001, "E1": 0.0005, "E2": 0.0002, "E3": 0.0005,
    "F1": 0.001, "F2": 0.002, "F3": 0.003,
}  # fmt: skip
"""As printed: m, kg, kg·m²."""

ANGULAR = {"A": ("0", "Z1", "0"), "B": ("Z2", "Z10", "Z11"), "D": ("u1", "u2", "u3"), "E": ("Z12", "Z13", "Z14"),
           "F": ("Z19", "Z20", "Z21")}  # fmt: skip
"""Angular velocities (14), (16), (18), (19) and (21), each along its own unit vectors."""

VELOCITIES = {"B": ("A", "0", "0", "Z24"), "C": ("C", "Z31", "Z32", "Z33"), "D": ("C", "Z38", "Z32", "Z39"),
              "E": ("E", "Z54", "Z55", "Z57"), "F": ("E", "Z61", "Z55", "Z62")}  # fmt: skip
"""Velocities (31), (33), (35), (41), (43) of mass centers: along whose unit vectors, and the components."""


def section(words: Iterable[str]) -> Mends:
    """Errata of equations of section 2 that hold one of these words."""
    words = tuple(words)
    return of_place(errata(), "section 2", entries=lambda name: any(word in name for word in words))


@CHAPTER.entry("equations (2) to (12)", "generalized speeds u1 to u6 and their solution for the rates", MORE)
def generalized_speeds(bench: Bench) -> Finding:
    return _components(bench, {"D": ANGULAR["D"]}, lambda link: link.angular, section(()))


@CHAPTER.entry("equations (13) to (22)", "angular velocities of A to F", MORE)
def angular_velocities(bench: Bench) -> Finding:
    return _components(bench, ANGULAR, lambda link: link.angular, section(()))


@CHAPTER.entry("equations (28) to (43)", "velocities of the mass centers A* to F*", MORE)
def velocities(bench: Bench) -> Finding:
    return _components(bench, VELOCITIES, lambda link: link.velocity, section(("(46)",)))


@CHAPTER.entry("equations (48) to (126)", "inverse dynamics: tau1 to tau5 and sigma as by Newton-Euler", MORE)
def inverse_dynamics(bench: Bench) -> Finding:
    q, qd, qdd = _states()
    return _against(bench.kane.torque(q, qd, qdd), NewtonEulerModel(bench.stanford).torque(q, qd, qdd),
                    section(("(49)", "(67)", "(73)", "(106)")))  # fmt: skip


@CHAPTER.entry("equations (8) to (12) and (118) to (123)", "forward dynamics, as by recursive Newton-Euler", MORE)
def forward_dynamics(bench: Bench) -> Finding:
    q, qd, qdd = _states()
    torque = NewtonEulerModel(bench.stanford).torque(q, qd, qdd)
    return _against(bench.kane.acceleration(q, qd, torque), qdd, Mends(()))


@CHAPTER.entry("section 2", "near q2 = 0 and 180° these generalized speeds must not be used", MORE)
def singular_position(bench: Bench) -> Finding:
    loss = loss_of_digits(bench.kane, (1.0, 1e-6), states=50)
    error = {f"q2 = {q2:g} rad": float(value) for q2, value in zip(loss.q2, loss.forward, strict=True)}
    return Finding(
        "no number",
        "; ".join(f"{words}: {value:.1e}" for words, value in error.items()),
        float(loss.forward[0]) < ROUNDING < 1e-9 < float(loss.forward[1]),
        "relative error",
        note="of accelerations, against Newton-Euler, which has no singular position",
    )


@CHAPTER.entry("equations (129) to (133)", "the laws' terms in g counteract gravity", MORE)
def gravity_terms(bench: Bench) -> Finding:
    q, _, _ = _states()
    rows = q[:, list(ORDER)]
    said = np.column_stack(np.broadcast_arrays(*feedback.gravity_terms(bench.kane.symbols, rows.T)))
    return _against(said, as_printed(NewtonEulerModel(bench.stanford).gravity(q)), Mends(()))


@CHAPTER.entry("equations (134) to (138)", "H·n2 = W31 is the vertical angular momentum", MORE)
def angular_momentum(bench: Bench) -> Finding:
    q, qd, _ = _states()
    expected = np.einsum("ij,ij->i", NewtonEulerModel(bench.stanford).kinetic_energy_matrix(q)[:, 0], qd)
    return _against(bench.kane.angular_momentum(q, qd), expected, section(("(136)", "(137)")))


@CHAPTER.entry("figure 1", "control torques and control force of the manoeuvre (127)", f"{MORE} --figure 1")
def figure_1(bench: Bench) -> Finding:
    claim = bench.stanford_claims["control torques and force of the manoeuvre (127)"]
    motion, torque = maneuver.figure1(bench.kane)
    names = ("τ1, N·m", "τ2, N·m", "τ3, N·m", "τ4, N·m", "τ5, N·m", "σ, N")
    return Finding(
        "curves",
        f"curves, torques to {claim.ours:.0e} those of Newton-Euler",
        False,
        obstacle="the final values of (127), g and the drawing itself are not in the text that we have: the curves "
        "are drawn "
        "for 60°, 0.1 m and 9.81 m/s² and cannot be laid over the paper's",
        bounded=claim.holds,
        figure=curves("Kane and Levinson, figure 1: control torques and force", motion.time, torque, names),
    )


@CHAPTER.entry("figure 2", "the Stanford Arm in the position of zero coordinates", MORE)
def figure_2(bench: Bench) -> Finding:
    links = links_in_motion(bench.stanford, np.zeros(6), np.zeros(6), STANFORD_AXES)
    aligned = max(float(np.abs(link.rotation - links[0].rotation).max()) for link in links)
    lengths = APPENDIX_3
    up = links[0].rotation[:, 1]
    # A* at the origin, B* beside the vertical axis; along the arm C* (q6 = 0), D*, E*, F*
    along = {"B": 0.0, "C": 0.0, "D": lengths["L5"], "E": lengths["L2"] + lengths["L6"],
             "F": lengths["L2"] + lengths["L3"]}  # fmt: skip
    rows = []
    for body, distance in along.items():
        ours = float((links["ABCDEF".index(body)].center - links[1].center) @ up)
        rows.append(Row(f"B* to {body}* along n2", distance, ours, "m", abs(ours - distance) < ROUNDING))
    side = float((links[1].center - links[0].center) @ links[0].rotation[:, 0])
    height = float(links[1].center @ up)
    rows += [
        Row("A* to B* along n1", lengths["L1"], side, "m", abs(side - lengths["L1"]) < ROUNDING),
        Row("A* to B* along n2", lengths["L4"], height, "m", abs(height - lengths["L4"]) < ROUNDING),
    ]
    centers = [link.center for link in links]
    order = (1, 2, 4, 3, 5)
    path = np.vstack([np.zeros(3), up * lengths["L4"], *(centers[i] for i in order)])
    return Finding(
        "a schematic",
        f"{sum(row.agrees for row in rows)} of {len(rows)} dimensions, unit vectors aligned to {aligned:.0e}",
        all(row.agrees for row in rows) and aligned < ROUNDING,
        note="drawn again from the arm's data, unit vectors at the mass centers",
        rows=tuple(rows),
        figure=frames("Stanford Arm", [path], [links[i].rotation for i in (0, 1, 4, 3, 5)],
                      [centers[i] for i in (0, 1, 4, 3, 5)], ["A", "B", "E", "D", "F"], 0.09),
    )  # fmt: skip


@CHAPTER.entry("figure 3", "generalized coordinates under the laws (128) to (133): at rest at 60° and 0.1 m by 10 s",
               f"{MORE} --figure 3")  # fmt: skip
def figure_3(bench: Bench) -> Finding:
    motion = bench.controlled.motion
    left = feedback.remaining(bench.controlled)
    claims = [claim for words, claim in bench.stanford_claims.items() if claim.where == "figure 3"]
    scale = np.array([180.0 / np.pi] * 5 + [1.0])
    names = ("q1, °", "q2, °", "q3, °", "q4, °", "q5, °", "q6, m")
    return Finding(
        "60° and 0.1 m",
        f"within {np.degrees(left[:5].max()):.2g}° and {1000 * left[5]:.2g} mm",
        all(claim.holds for claim in claims),
        mended=section(("figure 3", "k_11")).words,
        note="by the paper's gains; what remains is less than 2 % of the way",
        figure=curves("Kane and Levinson, figure 3: generalized coordinates", motion.time, motion.q * scale, names,
                      maneuver.GOAL * scale),
    )  # fmt: skip


@CHAPTER.entry("section 2", "with tau1 = 0 the angular momentum W31 differs from zero by less than 1e-9", MORE)
def momentum_stays(bench: Bench) -> Finding:
    claim = bench.stanford_claims["W31 stays zero while tau1 = 0"]
    return Finding(claim.printed, claim.ours, claim.holds, claim.unit, note=claim.remark)


@CHAPTER.entry("section 2", "inverse dynamics along the motion of figure 3 returns the laws (128) to (133)", MORE)
def laws_returned(bench: Bench) -> Finding:
    claim = bench.stanford_claims["inverse dynamics along figure 3 returns (128) to (133)"]
    return Finding("precisely", claim.ours, claim.holds, "relative error", note=claim.remark)


@CHAPTER.entry("appendix 1", "Z1 to Z196", "puma560 errata")
def appendix_1(bench: Bench) -> Finding:
    q, qd, qdd = _states(1)
    mends = of_place(errata(), "appendix 1")
    return _against(bench.kane.torque(q, qd, qdd), NewtonEulerModel(bench.stanford).torque(q, qd, qdd), mends)


@CHAPTER.entry("appendix 2", "X_rs, which with u = J q̇ give the kinetic energy matrix -Jᵀ X J", "puma560 errata")
def appendix_2(bench: Bench) -> Finding:
    q, _, _ = _states()
    expected = NewtonEulerModel(bench.stanford).kinetic_energy_matrix(q)
    return _against(bench.kane.kinetic_energy_matrix(q), expected, of_place(errata(), "appendix 2"))


@CHAPTER.entry("appendix 3", "parameters of the arm", "puma560 arm stanford1983")
def appendix_3(bench: Bench) -> Finding:
    ours = {**parameters(bench.stanford), "mA": bench.stanford.links[0].mass}
    rows = tuple(
        Row(name, value, ours[name], {"L": "m", "m": "kg"}.get(name[0], "kg·m²"), abs(ours[name] - value) < 1e-12)
        for name, value in APPENDIX_3.items()
    )
    agree = sum(row.agrees for row in rows)
    return Finding(f"{len(rows)} numbers", f"{agree} agree", agree == len(rows), rows=rows)


@CHAPTER.entry("appendix 4", "W1 to W31", "puma560 errata")
def appendix_4(bench: Bench) -> Finding:
    q, qd, _ = _states(2)
    expected = np.einsum("ij,ij->i", NewtonEulerModel(bench.stanford).kinetic_energy_matrix(q)[:, 0], qd)
    return _against(bench.kane.angular_momentum(q, qd), expected, of_place(errata(), "appendix 4"))


def _states(seed: int = 0, count: int = 200) -> tuple[Array, Array, Array]:
    """Random states (count, 6) in the order of the chain, q2 away from 0 and 180°."""
    q, qd, qdd = np.random.default_rng(seed).uniform(-1.5, 1.5, (3, count, 6))
    q[:, 1] = np.pi / 2 + 0.7 * q[:, 1]
    return q, qd, qdd


def _against(ours: Array, expected: Array, mends: Mends) -> Finding:
    error = float(np.abs(ours - expected).max() / np.abs(expected).max())
    note = ". ".join(filter(None, [f"largest difference over {len(ours)} random states", mends.note]))
    return Finding(0, error, error < ROUNDING, "relative", mended=mends.words, note=note)


def _components(
    bench: Bench, wanted: Mapping[str, tuple[str, ...]], vector: Callable[[LinkMotion], Array], mends: Mends
) -> Finding:
    """Named quantities of the paper against vectors of elementary kinematics, along the paper's unit vectors."""
    q, qd, _ = _states(count=20)
    known: dict[str, Any] = {**parameters(bench.stanford), "0": 0.0}
    known |= dict(zip(ANGLES, trigonometry(q), strict=True))
    known |= {f"qd{i}": qd[:, place] for i, place in enumerate(ORDER, start=1)}
    names = sorted({name for components in wanted.values() for name in components[-3:]} - {"0"})
    found = dict(zip(names, values(names, known), strict=True)) | {"0": 0.0}
    links = [links_in_motion(bench.stanford, *state, STANFORD_AXES) for state in zip(q, qd, strict=True)]
    rows = []
    for body, components in wanted.items():
        axes = "ABCDEF".index(components[0] if len(components) == 4 else body)
        own = "ABCDEF".index(body)
        expected = np.array([state[axes].rotation.T @ vector(state[own]) for state in links])
        ours = np.column_stack([np.broadcast_to(found[name], len(q)) for name in components[-3:]])
        error = float(np.abs(ours - expected).max() / np.abs(expected).max())
        rows.append(Row(f"{body}: {', '.join(components[-3:])}", 0, error, "relative", error < ROUNDING))
    worst = max(float(row.computed) for row in rows)  # type: ignore[arg-type]
    return Finding(0, worst, all(row.agrees for row in rows), "relative", mended=mends.words,
                   note="largest difference from elementary kinematics", rows=tuple(rows))  # fmt: skip
