"""Table of docs/derivations/coupled_wrist.md: effects of the coupling of the PUMA's wrist."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from puma560_dynamics import Arm, load_arm
from puma560_dynamics.arrays import FloatArray

COUPLED, PLAIN = "puma560_coupled_wrist", "akb1986"


def table() -> str:
    """Return a Markdown table of values that the coupling changes: without it, with it, with one sign changed."""
    arms = [load_arm(PLAIN), coupled := load_arm(COUPLED), _other_sign(coupled)]
    names = ["", "`akb1986`", f"`{COUPLED}`", "the same, row 6 column 4 negative"]
    rows = [[row[0][0], *(each for _, each in row)] for row in zip(*map(_rows, arms), strict=True) if len({*row}) > 1]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (names, ["---"] * 4, *rows))


def _rows(arm: Arm) -> Iterator[tuple[str, str]]:
    inertia = arm.armature
    for i in range(3, arm.n):
        for j in range(i, arm.n):
            yield f"motors' share of $A_{{{i + 1}{j + 1}}}$, kg·m²", f"{inertia[i, j]:.4f}"
    held = np.array([motor.break_away_torque for motor in arm.motors])
    for i, torque in enumerate(np.abs(arm.transmission).T @ held):
        if i > 2:
            yield f"break-away torque at joint {i + 1} when it moves alone, N·m", f"{torque:.2f}"
    motors: FloatArray = np.linalg.inv(arm.transmission).T
    for i in range(3, arm.n):
        parts = [f"{motors[j, i]:+.4f} of motor {j + 1}" for j in range(3, arm.n) if abs(motors[j, i]) > 1e-12]
        yield f"1 N·m at joint {i + 1} alone takes, N·m", ", ".join(parts)


def _other_sign(arm: Arm) -> Arm:
    turns = arm.transmission.copy()
    turns[5, 3] *= -1.0
    return arm.with_(transmission=turns)
