"""The identity test passes what is right, and finds every wrong coefficient."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from helpers.emdeg.crane import ARM, system_of

from puma560_dynamics.emdeg.chain.gauge import PLAIN
from puma560_dynamics.emdeg.tasks import TASK_NAMES, task_of
from puma560_dynamics.emdeg.proof import DEGREE, check_identity, degree
from puma560_dynamics.emdeg.readers.read_urdf import load_urdf
from puma560_dynamics.emdeg.tasks.starting_form import StartingForm
from puma560_dynamics.errors import DerivationError


@pytest.mark.parametrize("name", TASK_NAMES)
def test_every_single_coefficient_is_proven(name: str):
    """Each made one part in a billion greater, one after the other."""
    system, variables = system_of(name)
    check_identity(ARM, name, system, variables)
    for index in system.order():
        for monomial, coefficient in list(system.definitions[index].items()):
            wrong = system.numbers.value(coefficient) * (1 + Fraction(1, 10**9))
            system.definitions[index][monomial] = system.numbers.of(wrong)
            with pytest.raises(DerivationError) as caught:
                check_identity(ARM, name, system, variables)
            assert str(caught.value).split()[0] in system.outputs
            system.definitions[index][monomial] = coefficient


@pytest.mark.parametrize("name", TASK_NAMES)
def test_a_missing_output_is_found(name: str):
    system, variables = system_of(name)
    system.outputs.popitem()
    with pytest.raises(DerivationError):
        check_identity(ARM, name, system, variables)


@pytest.mark.parametrize("name", ["torque", "gravity", "kinetic_energy_matrix"])
def test_seven_joints(name: str):
    """An arm whose equations are too long to be written out."""
    chain = load_urdf(Path(__file__).parent.parent / "arms" / "seven_joints.urdf").chain
    system, variables = task_of(name).system(chain, StartingForm((PLAIN,) * 7, -1 if name == "kinetic_energy_matrix" else 0))
    check_identity(chain, name, system, variables)
    assert degree(system, chain.n) < DEGREE
