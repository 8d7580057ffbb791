"""Frames and Jacobians of random chains in the user's frames, against plain floats and as derivatives."""

from __future__ import annotations

import numpy as np
from helpers.emdeg import chain_numbers
from helpers.emdeg.framed_chains import with_frames
from helpers.emdeg.random_chains import chains, states
from helpers.emdeg.ring_numbers import atoms, matrix, vector
from helpers.trials import trials
from hypothesis import given

from puma560_dynamics.emdeg.algebra.ring import Ring
from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.equations.kinematics import chain_jacobian, forward_kinematics


@trials(30)
@given(chains(most=4).map(with_frames))
def test_random_chains(chain: Chain):
    ring = Ring()
    frames, rows = forward_kinematics(chain, ring), chain_jacobian(chain, ring)
    for q, _, _ in states(chain, 2):
        values = atoms(chain, q)
        expected = chain_numbers.forward_kinematics(chain, q)
        for frame, reference in zip(frames, expected, strict=True):
            rotation = [[ring.sum((x,)) for x in row] for row in frame.rotation]
            np.testing.assert_allclose(matrix(rotation, values), reference[:3, :3], atol=1e-13)
            found = vector([ring.sum((x,)) for x in frame.origin], values)
            np.testing.assert_allclose(found, reference[:3, 3], atol=1e-12)
        seen = chain_numbers.matrix(chain.base)[:3, :3]
        end = np.linalg.inv(chain_numbers.matrix(chain.base)) @ expected[-1]
        joint_frames = chain_numbers.joint_frames(chain, q)
        linear, angular = chain_numbers.jacobian(chain, joint_frames, chain.n - 1, end[:3, 3])
        reference = np.vstack((seen @ linear, seen @ angular))
        np.testing.assert_allclose(matrix(rows, values), reference, atol=1e-12)


@trials(30)
@given(chains(most=4).map(with_frames))
def test_the_jacobian_is_the_derivative_of_the_frame(chain: Chain):
    """∂p/∂q_j is the linear part; ∂R/∂q_j = [w_j]× R."""
    ring = Ring()
    end, rows = forward_kinematics(chain, ring)[-1], chain_jacobian(chain, ring)
    rotation = [[ring.sum((x,)) for x in row] for row in end.rotation]
    for j in range(chain.n):
        wx, wy, wz = (rows[i][j] for i in (3, 4, 5))
        across = ((0, -wz, wy), (wz, 0, -wx), (-wy, wx, 0))
        for i in range(3):
            assert ring.sum((end.origin[i],)).derivative(j) == rows[i][j]
            for k in range(3):
                assert rotation[i][k].derivative(j) == ring.sum(across[i][m] * rotation[m][k] for m in range(3))
