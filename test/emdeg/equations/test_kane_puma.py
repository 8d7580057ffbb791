"""A, B, C and g of the PUMA 560, of random arms of its structure and of tilted ones, against Pinocchio."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from helpers.emdeg.ring_numbers import atoms, matrix, vector
from helpers.oracle import EXACT, Oracle, ask

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.emdeg.algebra.ring import Ring
from puma560_dynamics.emdeg.chain import angles
from puma560_dynamics.emdeg.chain.angles import single
from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.equations.kane import gravity_torque, kinetic_energy_matrix, pairs
from puma560_dynamics.emdeg.rules.reduction import Reduction


def disagreement(chain: Chain, oracle: Oracle) -> float:
    """Largest difference of any part, relative to the largest entry of that part."""
    ring = Ring()
    elements, g = kinetic_energy_matrix(chain, ring), gravity_torque(chain, ring)
    b_elements, c_elements = Reduction(chain).coriolis_and_centrifugal(elements)
    values = atoms(chain, oracle.q)
    a, b, c = (matrix(rows, values) for rows in (elements, b_elements, c_elements))
    products = np.stack([oracle.qd[:, j] * oracle.qd[:, k] for j, k in pairs(chain.n)], axis=-1)
    holding = vector(g, values)
    torque = np.einsum("nij,nj->ni", a, oracle.qdd) + np.einsum("nij,nj->ni", b, products)
    torque += np.einsum("nij,nj->ni", c, oracle.qd**2) + holding
    parts = (
        (a, oracle.kinetic_energy_matrix),
        (b, oracle.coriolis_coefficients),
        (c, oracle.centrifugal_coefficients),
        (holding, oracle.gravity),
        (torque, oracle.torque),
    )
    return max(float(np.abs(found - expected).max() / np.abs(expected).max()) for found, expected in parts)


def test_the_papers_arm(arm: Arm, oracle: Oracle):
    assert disagreement(arm.exact_chain, oracle) < EXACT


@pytest.mark.parametrize("symmetric_wrist", [True, False])
def test_random_arms(arms: Callable[[int, bool], list[Arm]], symmetric_wrist: bool):
    pytest.importorskip("pinocchio")
    for arm in arms(8, symmetric_wrist):
        expected = ask(load_model("pinocchio", arm), np.random.default_rng(3), 20)
        assert disagreement(arm.exact_chain, expected) < EXACT


def test_a_tilted_base(arms: Callable[[int, bool], list[Arm]]):
    """Joint 1 has a gravity torque then, and its angle enters."""
    pytest.importorskip("pinocchio")
    direction = np.array([2.0, -3.0, 6.0]) / 7.0
    for arm in arms(3, True):
        tilted = arm.with_(gravity_direction=direction)
        expected = ask(load_model("pinocchio", tilted), np.random.default_rng(4), 20)
        assert np.abs(expected.gravity[:, 0]).max() > 0.1
        assert disagreement(tilted.exact_chain, expected) < EXACT


def test_what_does_not_enter(arm: Arm):
    """Neither q1 nor q6, and of q3 only the sum with q2: as the tables have it."""
    chain, ring = arm.exact_chain, Ring()
    a = kinetic_energy_matrix(chain, ring)
    elements = [element for row in a for element in row] + list(gravity_torque(chain, ring))
    used = {name for element in elements for monomial, _ in element.items() for name, _ in ring.factors(monomial)}
    assert used == {"c2", "s2", "c23", "s23", "c4", "s4", "c5", "s5"}


def test_sums_of_angles_leave_fewer_terms(arm: Arm, monkeypatch: pytest.MonkeyPatch):
    """EMDEG (22) to (25): along parallel axes only the sum turns; with c3, s3 in its place A and g are longer."""
    chain = arm.exact_chain

    def terms() -> int:
        ring = Ring()
        upper = [element for i, row in enumerate(kinetic_energy_matrix(chain, ring)) for element in row[i:]]
        return sum(len(element) for element in (*upper, *gravity_torque(chain, ring)))

    grouped = terms()
    monkeypatch.setattr(angles, "link_angles", lambda chain: tuple(single(chain, i) for i in range(chain.n)))
    assert terms() > grouped
