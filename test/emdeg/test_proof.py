"""A proof holds for what is right, and names what is wrong."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from helpers.emdeg.small_chains import ARM, system_of
from helpers.emdeg.task_names import ANY_CHAIN

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.emdeg.algebra.ring import Poly, Ring
from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.chain.gauge import PLAIN
from puma560_dynamics.emdeg.equations.kane_at_state import ChainState, kane_torque
from puma560_dynamics.emdeg.proof import DEGREE, check_identity, degree, prove
from puma560_dynamics.emdeg.readers.formats import load_urdf
from puma560_dynamics.emdeg.tasks import task_of
from puma560_dynamics.emdeg.tasks.starting_form import RECURSIVE, StartingForm
from puma560_dynamics.emdeg.tasks.task import Task
from puma560_dynamics.errors import DerivationError


@pytest.mark.parametrize("name", ANY_CHAIN)
def test_every_single_coefficient_is_proven(name: str):
    """Each made one part in a billion greater, one after the other: the proof names an output that has it."""
    system, variables = system_of(name)
    assert prove(ARM, name, system, variables) > 0
    for index in system.order():
        for monomial, coefficient in list(system.definitions[index].items()):
            wrong = system.numbers.value(coefficient) * (1 + Fraction(1, 10**9))
            system.definitions[index][monomial] = system.numbers.of(wrong)
            with pytest.raises(DerivationError) as caught:
                prove(ARM, name, system, variables)
            label = str(caught.value).split()[0]
            assert label in system.outputs
            assert str(caught.value) == (
                f"{label} of 'crane' as factored does not agree with {task_of(name).reference}; "
                "expected equal polynomials; this is a defect of the generator, please report the arm"
            )
            system.definitions[index][monomial] = coefficient
    prove(ARM, name, system, variables)


def test_an_output_that_is_missing_is_named():
    system, variables = system_of("gravity")
    label = list(system.outputs)[-1]
    del system.outputs[label]
    with pytest.raises(DerivationError, match=f"^{label} of 'crane'"):
        prove(ARM, "gravity", system, variables)


def test_an_unexpected_output_is_named():
    system, variables = system_of("gravity")
    system.output("g_7", {(): 1})
    with pytest.raises(DerivationError, match=r"^g_7 of 'crane'"):
        prove(ARM, "gravity", system, variables)


@pytest.mark.parametrize("name", ANY_CHAIN)
def test_a_wrong_definition_does_not_prove_itself(name: str, monkeypatch: pytest.MonkeyPatch):
    """The system is made from the equations that are written out: only independent equations find their error."""
    task, variables = task_of(name), task_of(name).variables(ARM)
    right = task.exact

    def wrong(chain: Chain, ring: Ring) -> dict[str, Poly]:
        elements = right(chain, ring)
        label = list(elements)[-1]
        return elements | {label: elements[label] + ring.constant(Fraction(1, 10**9))}

    monkeypatch.setattr(type(task), "exact", lambda self, *given: wrong(*given))
    monkeypatch.setattr(type(task), "variables", lambda self, chain: variables)
    system, _ = Task.system(task, ARM, StartingForm((PLAIN,) * ARM.n, 0))
    with pytest.raises(DerivationError, match=f"does not agree with {task.reference}; expected equal numbers"):
        prove(ARM, name, system, variables)


@pytest.mark.parametrize("name", ANY_CHAIN)
def test_the_identity_test_finds_every_wrong_coefficient(name: str):
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


@pytest.mark.parametrize("name", ANY_CHAIN)
def test_the_identity_test_finds_a_missing_output(name: str):
    system, variables = system_of(name)
    system.outputs.popitem()
    with pytest.raises(DerivationError):
        check_identity(ARM, name, system, variables)


@pytest.mark.parametrize("name", [name for name in ANY_CHAIN if name != "all_elements"])
def test_an_identity_of_seven_joints(name: str):
    """An arm whose equations are too long to be written out."""
    chain = load_urdf(Path(__file__).parent / "arms" / "seven_joints.urdf").chain
    form = StartingForm((PLAIN,) * 7, RECURSIVE if name == "kinetic_energy_matrix" else 0)
    system, variables = task_of(name).system(chain, form)
    check_identity(chain, name, system, variables)
    assert degree(system, chain.n) < DEGREE


def test_the_papers_arm():
    chain = load_arm("akb1986").exact_chain
    q, qd, qdd = np.random.default_rng(4).uniform(-3, 3, (3, 6))
    state = ChainState([(math.cos(angle), math.sin(angle)) for angle in q], q, qd, qdd)
    expected = load_model("newton_euler").torque(q, qd, qdd)
    np.testing.assert_allclose([float(value) for value in kane_torque(chain, state)], expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("name", ANY_CHAIN)
def test_an_arm_that_slides(name: str):
    """Against the unfactored system, evaluated in doubles."""
    system, variables = system_of(name)
    angles = (0.3, -1.2, 0.0)
    state = ChainState([(math.cos(a), math.sin(a)) for a in angles], [0, 0, 0.7], [1.5, -0.5, 0.25], [2.0, -3.0, 1.0])
    values: dict[str, float] = {"q3": 0.7}
    for i in range(3):
        values |= {f"qd{i + 1}": state.rates[i], f"qdd{i + 1}": state.seconds[i]}
    for angle in variables.angles:
        whole = sum(sign * angles[joint] for joint, sign in angle.joints)
        values |= {f"c{angle.label}": math.cos(whole), f"s{angle.label}": math.sin(whole)}
    given = {label: float(value) for label, value in system.evaluate(values).items()}
    for label, value in task_of(name).at_state(ARM, state).items():
        assert float(value) == pytest.approx(given.get(label, 0.0), abs=1e-12)
