"""Kane and Levinson: the analysis of the Stanford Arm, equations (1) to (138), appendices 1 to 4, figures 1 to 3."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from ..kane_levinson import feedback
from ..kane_levinson.equations import ANGLES, values
from ..kane_levinson.errata import errata
from ..kane_levinson.maneuver import as_printed
from ..kane_levinson.model import trigonometry
from ..kane_levinson.parameters import ORDER, parameters
from ..kane_levinson.singularity import loss_of_digits
from ..recursive.newton_euler import NewtonEulerModel
from .bench import Bench
from .claim import ROUNDING, Chapter, Finding, Paper, Row
from .drawing import Array
from .link_motion import STANFORD_AXES, LinkMotion, links_in_motion
from .mends import Mends, of_place

CHAPTER = Chapter(Paper.KANE_LEVINSON)

MORE = "puma560 stanford"

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
    q, qd, qdd = states()
    return against(bench.kane.torque(q, qd, qdd), NewtonEulerModel(bench.stanford).torque(q, qd, qdd),
                    section(("(49)", "(67)", "(73)", "(106)")))  # fmt: skip


@CHAPTER.entry("equations (8) to (12) and (118) to (123)", "forward dynamics, as by recursive Newton-Euler", MORE)
def forward_dynamics(bench: Bench) -> Finding:
    q, qd, qdd = states()
    torque = NewtonEulerModel(bench.stanford).torque(q, qd, qdd)
    return against(bench.kane.acceleration(q, qd, torque), qdd, Mends(()))


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
    q, _, _ = states()
    rows = q[:, list(ORDER)]
    said = np.column_stack(np.broadcast_arrays(*feedback.gravity_terms(bench.kane.symbols, rows.T)))
    return against(said, as_printed(NewtonEulerModel(bench.stanford).gravity(q)), Mends(()))


@CHAPTER.entry("equations (134) to (138)", "H·n2 = W31 is the vertical angular momentum", MORE)
def angular_momentum(bench: Bench) -> Finding:
    q, qd, _ = states()
    expected = np.einsum("ij,ij->i", NewtonEulerModel(bench.stanford).kinetic_energy_matrix(q)[:, 0], qd)
    return against(bench.kane.angular_momentum(q, qd), expected, section(("(136)", "(137)")))


def states(seed: int = 0, count: int = 200) -> tuple[Array, Array, Array]:
    """Random states (count, 6) in the order of the chain, q2 away from 0 and 180°."""
    q, qd, qdd = np.random.default_rng(seed).uniform(-1.5, 1.5, (3, count, 6))
    q[:, 1] = np.pi / 2 + 0.7 * q[:, 1]
    return q, qd, qdd


def against(ours: Array, expected: Array, mends: Mends) -> Finding:
    """Largest difference of the paper's equations from an engine, relative to the largest number."""
    error = float(np.abs(ours - expected).max() / np.abs(expected).max())
    note = ". ".join(filter(None, [f"largest difference over {len(ours)} random states", mends.note]))
    return Finding(0, error, error < ROUNDING, "relative", mended=mends.words, note=note)


def _components(
    bench: Bench, wanted: Mapping[str, tuple[str, ...]], vector: Callable[[LinkMotion], Array], mends: Mends
) -> Finding:
    """Named quantities of the paper against vectors of elementary kinematics, along the paper's unit vectors."""
    q, qd, _ = states(count=20)
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
