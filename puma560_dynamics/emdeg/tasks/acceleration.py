"""Define forward dynamics: a program that computes A and the bias torque and solves the equations of motion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..program.completion import completed, matrix_at, opened
from ..program.golden import golden
from ..program.linear_equations import Factorised, one
from ..program.program import Program
from ..program.specialise import merged, without_input
from .task import CombinedTask


class Acceleration(CombinedTask):
    """Forward dynamics q̈ = A⁻¹ (τ - bias), where the bias is the torque at q̈ = 0."""

    name = "acceleration"
    uses = ("torque", "kinetic_energy_matrix")
    missing = (
        "There is no acceleration: the kinetic energy matrix has no inverse, some joint moves nothing that has inertia."
    )

    def program(self, programs: Mapping[str, Program]) -> Program | None:
        torque, matrix = (programs[name] for name in self.uses)
        n = torque.joints
        both = merged(self.name, (matrix, without_input(torque, "qdd", "bias")))
        statements, names = opened(both)
        right = [[*one(f"tau{i + 1}"), *one(bias, -1)] for i, bias in enumerate(names[n * n :])]
        try:
            found = Factorised(statements, matrix_at(names, 0, n, n)).solved([f"qdd_{i + 1}" for i in range(n)], right)
        except ZeroDivisionError:
            return None
        empty = replace(
            both,
            description="forward dynamics: the acceleration (rad/s^2, m/s^2) that the torque tau causes",
            inputs=("q", "qd", "tau"),
            result="qdd",
            shape=(n,),
        )
        solved = completed(empty, statements, found)
        return None if golden(solved) is None else solved


TASK = Acceleration()
