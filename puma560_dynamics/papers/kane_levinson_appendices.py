"""Kane and Levinson: appendices 1 to 4."""

from __future__ import annotations

import numpy as np

from ..kane_levinson.errata import errata
from ..kane_levinson.parameters import parameters
from ..recursive.newton_euler import NewtonEulerModel
from .bench import Bench
from .claim import Chapter, Finding, Paper, Row
from .kane_levinson import against, states
from .mends import of_place

CHAPTER = Chapter(Paper.KANE_LEVINSON)

APPENDIX_3 = {
    "L1": 0.1, "L2": 0.6, "L3": 0.2, "L4": 0.1, "L5": 0.7, "L6": 0.06,
    "mA": 9, "mB": 6, "mC": 4, "mD": 1, "mE": 0.6, "mF": 0.5,
    "A1": 0.01, "A2": 0.02, "A3": 0.01, "B1": 0.06, "B2": 0.01, "B3": 0.05, "C1": 0.4, "C2": 0.01, "C3": 0.4,
    "D1": 0.0005, "D2": 0.001, "D3": 0.001, "E1": 0.0005, "E2": 0.0002, "E3": 0.0005,
    "F1": 0.001, "F2": 0.002, "F3": 0.003,
}  # fmt: skip
"""As printed: m, kg, kg·m²."""


@CHAPTER.entry("appendix 1", "Z1 to Z196", "puma560 errata")
def appendix_1(bench: Bench) -> Finding:
    q, qd, qdd = states(1)
    mends = of_place(errata(), "appendix 1")
    return against(bench.kane.torque(q, qd, qdd), NewtonEulerModel(bench.stanford).torque(q, qd, qdd), mends)


@CHAPTER.entry("appendix 2", "X_rs, which with u = J q̇ give the kinetic energy matrix -Jᵀ X J", "puma560 errata")
def appendix_2(bench: Bench) -> Finding:
    q, _, _ = states()
    expected = NewtonEulerModel(bench.stanford).kinetic_energy_matrix(q)
    return against(bench.kane.kinetic_energy_matrix(q), expected, of_place(errata(), "appendix 2"))


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
    q, qd, _ = states(2)
    expected = np.einsum("ij,ij->i", NewtonEulerModel(bench.stanford).kinetic_energy_matrix(q)[:, 0], qd)
    return against(bench.kane.angular_momentum(q, qd), expected, of_place(errata(), "appendix 4"))
