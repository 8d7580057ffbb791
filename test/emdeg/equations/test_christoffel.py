"""B and C: the symbols' identities, skew symmetry, and torque against plain floats."""

from __future__ import annotations

import numpy as np
from helpers.emdeg import chain_numbers
from helpers.emdeg.random_chains import chains, states
from helpers.emdeg.ring_numbers import atoms, matrix, vector
from helpers.trials import trials
from hypothesis import given

from puma560_dynamics.emdeg.algebra.ring import Ring
from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.equations.christoffel import christoffel_symbol, coriolis_and_centrifugal, pairs
from puma560_dynamics.emdeg.equations.kane import gravity_torque, kinetic_energy_matrix


@trials(30)
@given(chains(most=4))
def test_the_torque_of_random_chains(chain: Chain):
    ring = Ring()
    a, g = kinetic_energy_matrix(chain, ring), gravity_torque(chain, ring)
    b, c = coriolis_and_centrifugal(a)
    for q, qd, qdd in states(chain, 3):
        values = atoms(chain, q)
        products = np.array([qd[j] * qd[k] for j, k in pairs(chain.n)])
        found = matrix(a, values) @ qdd + matrix(c, values) @ qd**2 + vector(g, values)
        if chain.n > 1:
            found = found + matrix(b, values) @ products
        expected = chain_numbers.torque(chain, q, qd, qdd)
        scale = max(1.0, np.abs(matrix(a, values)).max() * np.abs(qdd).max(), np.abs(expected).max())
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * scale)


@trials(30)
@given(chains(most=4))
def test_identities_of_the_symbols(chain: Chain):
    """β is symmetric in its last two indices, β^{i,jk} + β^{j,ik} = ∂a_ij/∂q_k, and so Ȧ - 2C̄ is skew."""
    a = kinetic_energy_matrix(chain, Ring())
    for i in range(chain.n):
        for j in range(chain.n):
            for k in range(chain.n):
                assert christoffel_symbol(a, i, j, k) == christoffel_symbol(a, i, k, j)
                assert christoffel_symbol(a, i, j, k) + christoffel_symbol(a, j, i, k) == a[i][j].derivative(k)
                slope = a[i][j].derivative(k) - 2 * christoffel_symbol(a, i, j, k)
                mirror = a[j][i].derivative(k) - 2 * christoffel_symbol(a, j, i, k)
                assert slope == -mirror


def test_columns_stand_as_in_the_paper():
    assert pairs(4) == ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
