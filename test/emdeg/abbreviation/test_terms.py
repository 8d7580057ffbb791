"""The flat list of terms against d'Alembert's principle in plain floats, for the PUMA and for random chains."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from helpers.emdeg.chain_numbers import torque
from helpers.emdeg.random_chains import chains, planar, states
from helpers.trials import trials
from hypothesis import example, given

from puma560_dynamics.arm import Arm
from puma560_dynamics.emdeg.abbreviation.terms import ChainEquations, equations_of_motion
from puma560_dynamics.emdeg.chain.chain import Chain


@pytest.fixture(scope="module")
def puma(arm: Arm) -> ChainEquations:
    return equations_of_motion(arm.exact_chain)


@trials(25)
@given(chains(most=3))
@example(planar(3, (0, -9.81, 0)))
def test_terms_add_up_to_the_torque(chain: Chain):
    equations = equations_of_motion(chain)
    q, qd, qdd = states(chain)[0]
    expected = torque(chain, q, qd, qdd)
    given_torque = equations.torque(q[None], qd[None], qdd[None])[0]
    assert np.abs(given_torque - expected).max() <= 1e-11 * max(np.abs(expected).max(), 1.0)


def test_terms_of_the_puma_add_up_to_its_torque(puma: ChainEquations):
    for q, qd, qdd in states(puma.chain, 20, seed=3):
        expected = torque(puma.chain, q, qd, qdd)
        assert np.abs(puma.torque(q[None], qd[None], qdd[None])[0] - expected).max() <= 1e-12 * np.abs(expected).max()


def test_the_torque_system_gives_the_same_torque(puma: ChainEquations):
    q, qd, qdd = states(puma.chain, 1, seed=5)[0]
    outputs = puma.torque_system().evaluate(puma.values(q, qd, qdd), 1.0)
    assert [float(outputs[f"tau_{i}"]) for i in range(1, 7)] == pytest.approx(
        puma.torque(q[None], qd[None], qdd[None])[0].tolist(), rel=1e-11, abs=1e-11
    )


def test_elements_times_rates_are_the_torque(puma: ChainEquations):
    q, qd, qdd = states(puma.chain, 1, seed=6)[0]
    outputs = puma.element_system().evaluate(puma.values(q, qd, qdd), 1.0)

    def element(label: str) -> float:
        return float(outputs.get(label, 0.0))

    for i in range(6):
        total = element(f"g_{i + 1}")
        for j in range(6):
            total += element(f"a_{min(i, j) + 1}{max(i, j) + 1}") * qdd[j] + element(f"c_{i + 1}{j + 1}") * qd[j] ** 2
        for j, k in combinations(range(6), 2):
            total += element(f"b_{i + 1}{j + 1}{k + 1}") * qd[j] * qd[k]
        assert total == pytest.approx(puma.torque(q[None], qd[None], qdd[None])[0, i], rel=1e-11, abs=1e-11)


def test_an_off_diagonal_term_stands_in_two_equations(puma: ChainEquations):
    for term in puma.terms:
        if term.kind == "a" and term.element[0] != term.element[1]:
            i, j = term.element
            assert term.rows == (i, j)
            assert (term.rates(i), term.rates(j)) == ((f"qdd{j + 1}",), (f"qdd{i + 1}",))
        else:
            assert term.rows == (term.element[0],)


def test_kinds_of_elements_can_be_asked_for_alone(puma: ChainEquations):
    assert {label[0] for label in puma.element_system("a").outputs} == {"a"}
    assert {label[0] for label in puma.element_system("h").outputs} == {"b", "c"}
    assert {label[0] for label in puma.element_system("g").outputs} == {"g"}
