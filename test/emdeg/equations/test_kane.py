"""A and g against plain floats over random chains, against equation (9) summed link by link, and against textbooks."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from helpers.emdeg import chain_numbers
from helpers.emdeg.random_chains import chains, states
from helpers.emdeg.ring_numbers import atoms, matrix, vector
from helpers.trials import trials
from hypothesis import given

from puma560_dynamics.emdeg.algebra.ring import Poly, Ring
from puma560_dynamics.emdeg.algebra.vectors import cross, dot, plus, product, transposed, turned
from puma560_dynamics.emdeg.chain.angles import link_steps
from puma560_dynamics.emdeg.chain.chain import PRISMATIC, Body, Chain, ChainJoint
from puma560_dynamics.emdeg.equations.kane import (
    angular_velocity_components,
    christoffel_symbol,
    coriolis_and_centrifugal,
    gravity_torque,
    kinetic_energy_matrix,
    pairs,
    partial_velocities,
)

EXACT = 1e-12


@trials(40)
@given(chains(most=4))
def test_random_chains(chain: Chain):
    ring = Ring()
    a, g = kinetic_energy_matrix(chain, ring), gravity_torque(chain, ring)
    for q, _, _ in states(chain, 3):
        values = atoms(chain, q)
        for found, expected in (
            (matrix(a, values), chain_numbers.kinetic_energy_matrix(chain, q)),
            (vector(g, values), chain_numbers.gravity(chain, q)),
        ):
            np.testing.assert_allclose(found, expected, rtol=0, atol=EXACT * max(1.0, np.abs(expected).max()))


@trials(25)
@given(chains(most=4))
def test_equation_9_summed_link_by_link(chain: Chain):
    ring = Ring()
    a = kinetic_energy_matrix(chain, ring)
    along = link_steps(chain, ring)
    total = [[ring.constant(0) for _ in range(chain.n)] for _ in range(chain.n)]
    for i, partials in enumerate(partial_velocities(chain, ring)):
        body, turn = chain.bodies[i], along[i].turn
        xx, yy, zz, xy, xz, yz = body.inertia
        inertia = product(product(turn, ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))), transposed(turn))
        center = turned(turn, body.center)
        for j, (wj, vj) in enumerate(partials):
            for k, (wk, vk) in enumerate(partials):
                linear = body.mass * dot(plus(vj, cross(wj, center)), plus(vk, cross(wk, center)))
                total[j][k] = total[j][k] + linear + dot(wj, turned(inertia, wk))
    for j in range(chain.n):
        total[j][j] = total[j][j] + chain.joints[j].armature
        assert tuple(total[j]) == a[j]


@trials(25)
@given(chains(most=4))
def test_gravity_is_the_slope_of_a_potential(chain: Chain):
    g = gravity_torque(chain, Ring())
    for j in range(chain.n):
        for k in range(j):
            assert g[j].derivative(k) == g[k].derivative(j)


def planar(ring: Ring, n: int) -> tuple[Chain, dict[str, Poly]]:
    """Links in the vertical plane with symbols for everything; x of frame 0 horizontal, y up."""
    names = [f"{kind}{i + 1}" for kind in "mlrI" for i in range(n)]
    v = {name: ring.variable(name) for name in (*names, "g")}
    joints = tuple(ChainJoint(f"j{i + 1}", a=v[f"l{i}"] if i else 0) for i in range(n))
    bodies = tuple(Body(v[f"m{i + 1}"], (v[f"r{i + 1}"], 0, 0), (0, 0, v[f"I{i + 1}"], 0, 0, 0)) for i in range(n))
    return Chain("planar", joints, bodies, (0, -v["g"], 0)), v


def test_planar_2r_of_the_textbooks():
    ring = Ring()
    chain, v = planar(ring, 2)
    a, g = kinetic_energy_matrix(chain, ring), gravity_torque(chain, ring)
    c1, s1 = ring.angle("1", ())
    c12, s12 = ring.angle("12", ())
    c2 = c1 * c12 + s1 * s12
    m1, m2, l1, r1, r2, i1, i2 = (v[name] for name in ("m1", "m2", "l1", "r1", "r2", "I1", "I2"))
    outer = i2 + m2 * r2 * r2
    assert a[1][1] == outer
    assert a[0][1] == a[1][0] == outer + m2 * l1 * r2 * c2
    assert a[0][0] == i1 + m1 * r1 * r1 + outer + m2 * l1 * l1 + 2 * m2 * l1 * r2 * c2
    assert g[1] == v["g"] * m2 * r2 * c12
    assert g[0] == v["g"] * (m1 * r1 * c1 + m2 * l1 * c1 + m2 * r2 * c12)
    assert s12 * s12 + c12 * c12 == 1


def test_planar_3r_of_the_textbooks():
    """A is a sum over pairs of the absolute angles: l_i l_j cos(difference) with the masses beyond."""
    ring = Ring()
    chain, v = planar(ring, 3)
    a = kinetic_energy_matrix(chain, ring)
    angles = [ring.angle(label, ()) for label in ("1", "12", "123")]

    def lever(body: int, link: int) -> Poly | int:
        if link < body:
            return v[f"l{link + 1}"]
        return v[f"r{link + 1}"] if link == body else 0

    def absolute(i: int, j: int) -> Poly:
        (ci, si), (cj, sj) = angles[i], angles[j]
        total = v[f"I{i + 1}"] if i == j else ring.constant(0)
        for body in range(3):
            total = total + v[f"m{body + 1}"] * lever(body, i) * lever(body, j) * (ci * cj + si * sj)
        return total

    for j in range(3):
        for k in range(3):
            assert a[j][k] == ring.sum(absolute(x, y) for x in range(j, 3) for y in range(k, 3))


def test_a_sliding_joint():
    """A bead on a turning rod: m q², and the weight along the rod."""
    ring = Ring()
    m = ring.variable("m")
    # z1 horizontal about which the rod turns, z2 along the rod.
    rod = ChainJoint("turn")
    bead = ChainJoint("slide", PRISMATIC, cos_alpha=0, sin_alpha=-1)
    chain = Chain("bead", (rod, bead), (Body(), Body(m, (0, 0, 0))), (0, -10, 0))
    a, g = kinetic_energy_matrix(chain, ring), gravity_torque(chain, ring)
    q2, (c1, s1) = ring.position(1), ring.angle("1", ())
    assert a == ((m * q2 * q2, ring.constant(0)), (ring.constant(0), m))
    assert g == (-10 * m * q2 * s1, 10 * m * c1)


def test_armature_stands_on_the_diagonal_alone():
    joints = tuple(ChainJoint(f"j{i}", cos_alpha=0, sin_alpha=1, armature=Fraction(i + 1)) for i in range(3))
    chain = Chain("rotors", joints, (Body(1, (0.1, 0.2, 0.3)),) * 3)
    with_rotors, without = (kinetic_energy_matrix(c, Ring()) for c in (chain, chain.without_armature()))
    for i in range(3):
        for j in range(3):
            assert with_rotors[i][j] - without[i][j] == (i + 1 if i == j else 0)


@trials(15)
@given(chains(most=3))
def test_components_of_the_angular_velocity_along_the_axes_of_a_link(chain: Chain):
    """The squares of its three components are those of the vector, and each joint has its own part."""
    ring = Ring()
    last = chain.n - 1
    axes = [(last, (1.0, 0.0, 0.0)), (last, (0.0, 1.0, 0.0)), (last, (0.0, 0.0, 1.0)), (0, (0.0, 0.0, 0.5))]
    *along, first = angular_velocity_components(chain, ring, axes)
    assert first == ((Fraction(1, 2),) if chain.joints[0].revolute else (0,))
    for j, partial in enumerate(partial_velocities(chain, ring)[last]):
        components = [ring.sum((each[j],)) for each in along]
        assert ring.sum(each * each for each in components) == ring.sum((dot(partial.angular, partial.angular),))


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
