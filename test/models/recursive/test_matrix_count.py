"""Counts of Walker and Orin's methods for the kinetic energy matrix."""

from __future__ import annotations

import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.models.recursive.matrix_count import matrix_count
from puma560_dynamics.models.recursive.newton_euler import NewtonEulerModel


def test_symmetry_and_composites_pay(arm: Arm):
    for skip_known in (False, True):
        recursion = matrix_count(arm, skip_known=skip_known)
        assert matrix_count(arm, composite=True, skip_known=skip_known).total < recursion.total
    columns = NewtonEulerModel(arm)
    assert matrix_count(arm).total < columns.operation_counts()["kinetic_energy_matrix"].total


@pytest.mark.parametrize("composite", [False, True])
def test_the_models_counts_are_these(arm: Arm, composite: bool):
    counts = load_model("walker_orin", arm, composite=composite).operation_counts()
    matrix = matrix_count(arm, composite)
    assert counts["kinetic_energy_matrix"] == matrix
    recursive = load_model("newton_euler", arm).operation_counts()
    for part in (0, 1):
        beside = recursive["all_elements"][part] - recursive["kinetic_energy_matrix"][part]
        assert counts["all_elements"][part] - matrix[part] == beside
