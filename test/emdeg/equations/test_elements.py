"""Elements of A, B, C and g from dyads and expanded polynomials are Kane's."""

from __future__ import annotations

from fractions import Fraction

import pytest
from helpers.emdeg.random_chains import bodies, chains, planar
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.chain.chain import Body, Chain
from puma560_dynamics.emdeg.chain.gauge import PLAIN
from puma560_dynamics.emdeg.chain.inertia import Moments, moments
from puma560_dynamics.emdeg.equations.elements import ElementDerivation, without_dyads
from puma560_dynamics.emdeg.proof import prove
from puma560_dynamics.emdeg.tasks import task_of
from puma560_dynamics.emdeg.tasks.starting_form import RECURSIVE, StartingForm


@pytest.mark.parametrize("flips", [False, True])
@pytest.mark.parametrize("gravity", [(0, -9.81, 0), (0, 0, -9.81), (0, 0, 0)])
@pytest.mark.parametrize("depth", [RECURSIVE, 0, 3])
def test_planar_arms_whatever_gravity(gravity: tuple[float, float, float], flips: bool, depth: int):
    """Gravity across the axes makes the first angle matter, to g alone."""
    chain = planar(3, gravity, flips)
    for name in ("kinetic_energy_matrix", "all_elements"):
        prove(chain, name, *task_of(name).system(chain, StartingForm((PLAIN,) * 3, depth)))


def test_the_energy_of_a_planar_arm_is_written_without_the_first_angle():
    """As in every textbook: cosines of q2, q3 and q2 + q3."""
    form = StartingForm((PLAIN,) * 3, 0)
    system, _ = task_of("kinetic_energy_matrix").system(planar(3, (0, -9.81, 0)), form)
    used = {factor for p in system.definitions.values() for m in p for factor in m if factor < system.atoms}
    assert {system.names[i] for i in used} <= {"c2", "s2", "c3", "s3", "c23", "s23"}


@trials(30)
@given(st.lists(bodies(), min_size=1, max_size=3))
def test_a_body_is_the_sum_of_its_parts(several: list[Body]):
    """Inertia of the rest plus S n nᵀ of the dyads is that of the body; mass and first moments stay."""
    whole = tuple(moments(body) for body in several)
    rest, dyads = without_dyads(whole, len(whole))
    for i, (before, after) in enumerate(zip(whole, rest, strict=True)):
        assert (after.mass, after.first) == (before.mass, before.first)
        sizes = [sum(d.size for d in dyads if (d.body, d.axis) == (i, axis)) for axis in range(3)]
        assert [a + s for a, s in zip(principal(after), sizes, strict=True)] == principal(before)
        assert after.second[3:] == before.second[3:]
        if not any(before.second[3:]):
            assert len(set(principal(after))) == 1


def principal(body: Moments) -> list[Fraction]:
    """Inertia about x, y and z."""
    xx, yy, zz, *_ = body.second
    return [yy + zz, xx + zz, xx + yy]


@trials(10)
@given(chains(most=3))
def test_labels_are_those_of_the_paper(chain: Chain):
    """a for i ≤ j, b for j < k, c for all."""
    elements, n = ElementDerivation(chain, (PLAIN,) * chain.n, 0), chain.n
    assert len(elements.kinetic_energy()) == n * (n + 1) // 2
    assert len(elements.coriolis()) == n * n * (n - 1) // 2
    assert len(elements.centrifugal()) == n * n
    assert len(elements.gravity()) == n
