"""The customised recursion over floats is Newton's and Euler's equations."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from helpers.emdeg import chain_numbers, recursion_numbers
from helpers.emdeg.random_chains import chains, planar, states
from helpers.trials import trials
from hypothesis import example, given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.chain.angles import Angle, single
from puma560_dynamics.emdeg.chain.chain import PRISMATIC, Body, Chain, ChainJoint
from puma560_dynamics.emdeg.equations.newton_euler import newton_euler


@trials(40)
@given(chains(most=5), st.sets(st.integers(0, 4)))
@example(planar(4, (0, -9.81, 0), flips=True), {0, 1, 3})
def test_torque_does_not_depend_on_which_links_are_turned(chain: Chain, unturned: set[int]):
    slid, bodies = recursion_numbers.ungauged(chain)
    for q, qd, qdd in states(chain, 2):
        state = recursion_numbers.motion(q.tolist(), qd.tolist(), qdd.tolist())
        found = newton_euler(slid, bodies, state, unturned=unturned)
        recursion_numbers.assert_close(np.array(found, float), recursion_numbers.torque(slid, bodies, q, qd, qdd))


@trials(40)
@given(chains(most=5))
def test_torque_agrees_with_numerical_evaluation(chain: Chain):
    for q, qd, qdd in states(chain, 2):
        found = recursion_numbers.torque(*recursion_numbers.ungauged(chain), q, qd, qdd)
        recursion_numbers.assert_close(found, chain_numbers.torque(chain, q, qd, qdd))


def test_a_sliding_mass_has_its_weight_and_rotor_inertia():
    chain = Chain("lift", (ChainJoint("z", PRISMATIC, armature=3),), (Body(2),))
    (force,) = newton_euler(*recursion_numbers.ungauged(chain), recursion_numbers.motion([0.5], [7.0], [1.0]))
    assert force == 2 * 9.81 + (2 + 3) * 1.0


def test_a_link_without_effect_is_not_turned():
    """The last body is symmetric and the first axis vertical: only the middle angle is asked for."""
    up, down = (
        ChainJoint("up", cos_alpha=0, sin_alpha=1, offset=0.5),
        ChainJoint("down", cos_alpha=0, sin_alpha=-1),
    )
    chain = Chain("wrist", (ChainJoint("base"), up, down), (Body(1), Body(1, (1, 0, 0)), Body(1, (0, 0, 1))))
    asked: list[Angle] = []
    state = recursion_numbers.motion([0.1, 0.2, 0.3], [1.0] * 3, [1.0] * 3)

    def trigonometry(angle: Angle) -> tuple[float, float]:
        asked.append(angle)
        return state.trigonometry(angle)

    newton_euler(*recursion_numbers.ungauged(chain), replace(state, trigonometry=trigonometry))
    assert set(asked) == {single(chain, 1)}
