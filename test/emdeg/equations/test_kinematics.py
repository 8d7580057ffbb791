"""Frames and Jacobians of random chains in the user's frames, against plain floats and as derivatives."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.emdeg import chain_numbers
from helpers.emdeg.random_chains import chains, states
from helpers.emdeg.ring_numbers import atoms, matrix, vector
from helpers.emdeg.small_chains import with_frames
from helpers.trials import trials
from hypothesis import given

from puma560_dynamics import load_arm
from puma560_dynamics.emdeg.algebra.ring import Ring
from puma560_dynamics.emdeg.chain.chain import PRISMATIC, Body, Chain, ChainJoint
from puma560_dynamics.emdeg.equations.kinematics import (
    chain_jacobian,
    forward_kinematics,
    has_spherical_wrist,
    inverse_jacobian,
)
from puma560_dynamics.errors import NoInverseError


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


LEFT, RIGHT = (0, -1), (0, 1)


def chain(name: str, *joints: ChainJoint) -> Chain:
    """Without mass."""
    return Chain(name, joints, tuple(Body() for _ in joints))


def turn(twist: tuple[int, int] = (1, 0), a: float = 0, d: float = 0, kind: str = "revolute") -> ChainJoint:
    """A joint with a quarter twist or none."""
    return ChainJoint("j", kind, *twist, a=a, d=d)


PUMA = load_arm("akb1986").exact_chain
STANFORD = chain(
    "Stanford", turn(d=0.4), turn(LEFT, d=0.15), turn(RIGHT, kind=PRISMATIC), turn(), turn(LEFT), turn(RIGHT)
)
SCARA = chain("SCARA", turn(), turn(a=0.3), turn(a=0.2), turn(kind=PRISMATIC))
THREE = replace(PUMA, joints=PUMA.joints[:3], bodies=PUMA.bodies[:3], frames=PUMA.frames[:3])
WRIST = chain("wrist", turn(), turn(LEFT), turn(RIGHT))


def planar(n: int) -> Chain:
    """Links of half a meter, the user's frame at the tip."""
    links = chain("planar", *(turn(a=0.5 if i else 0) for i in range(n)))
    tip = replace(links.frames[-1], origin=(0.5, 0, 0))
    return replace(links, frames=(*links.frames[:-1], tip))


@pytest.mark.parametrize(
    "arm",
    [PUMA, with_frames(PUMA), STANFORD, with_frames(STANFORD), SCARA, with_frames(THREE), WRIST, planar(2), planar(3)],
    ids=lambda arm: f"{arm.name}{arm.n}",
)
def test_it_undoes_the_jacobian(arm: Chain):
    ring = Ring()
    rows, found = chain_jacobian(arm, ring), inverse_jacobian(arm, ring)
    rng = np.random.default_rng(5)
    for _ in range(20):
        values = atoms(arm, rng.uniform(-3, 3, arm.n))
        undone = found.matrix(values)
        numeric = matrix(rows, values)
        scale = np.abs(undone).max() * np.abs(numeric).max()
        np.testing.assert_allclose(undone @ numeric, np.eye(arm.n), atol=1e-13 * max(1.0, scale))


@pytest.mark.parametrize("arm", [PUMA, with_frames(PUMA), with_frames(STANFORD)], ids=lambda arm: arm.name)
def test_the_factors_are_the_determinant(arm: Chain):
    """Up to a constant sign: nothing else is singular."""
    ring = Ring()
    rows, found = chain_jacobian(arm, ring), inverse_jacobian(arm, ring)
    ratios = []
    for q in np.random.default_rng(6).uniform(-3, 3, (10, arm.n)):
        values = atoms(arm, q)
        product = np.prod([factor.evaluate(values) for factor in found.singularities])
        ratios.append(np.linalg.det(matrix(rows, values)) / product)
    np.testing.assert_allclose(ratios, ratios[0], rtol=1e-9)


def test_singularities_of_the_puma():
    """Wrist center over the shoulder's axis, elbow stretched, axes 4 and 6 in line."""
    ring = Ring()
    shoulder, elbow, wrist = inverse_jacobian(PUMA, ring).singularities
    a2, a3, d4 = PUMA.joints[2].a, PUMA.joints[3].a, PUMA.joints[3].d
    (c2, s2), (c23, s23) = ring.angle("2", ()), ring.angle("23", ())
    c3, s3 = c2 * c23 + s2 * s23, s23 * c2 - c23 * s2
    assert shoulder in (over := a2 * c2 + a3 * c23 + d4 * s23, -over)
    assert elbow in (stretched := a2 * (d4 * c3 - a3 * s3), -stretched)
    assert wrist in (s5 := ring.angle("5", ())[1], -s5)


def test_singularities_of_planar_arms():
    ring = Ring()
    (stretched,) = inverse_jacobian(planar(2), ring).singularities
    (c1, s1), (c12, s12) = ring.angle("1", ()), ring.angle("12", ())
    assert stretched * 4 == c1 * s12 - s1 * c12
    assert len(inverse_jacobian(planar(3), ring).singularities) == 1


def test_in_a_singular_configuration():
    ring = Ring()
    found = inverse_jacobian(PUMA, ring)
    values = atoms(PUMA, np.array([0.1, 0.2, 0.3, 0.4, 0.0, 0.5]))
    with pytest.raises(ZeroDivisionError):
        found.matrix(values)


def test_what_is_refused():
    seven = chain("seven", *(turn(RIGHT if i % 2 else LEFT, d=0.3) for i in range(7)))
    with pytest.raises(NoInverseError, match="not square"):
        inverse_jacobian(seven, Ring())
    offset = replace(PUMA, joints=(*PUMA.joints[:5], replace(PUMA.joints[5], a=0.1)))
    assert has_spherical_wrist(PUMA) and not has_spherical_wrist(offset)
    with pytest.raises(NoInverseError, match="do not separate into blocks"):
        inverse_jacobian(offset, Ring())
    straight = replace(PUMA, joints=(*PUMA.joints[:2], replace(PUMA.joints[2], a=0), *PUMA.joints[3:]))
    with pytest.raises(NoInverseError, match="every configuration"):
        inverse_jacobian(straight, Ring())
