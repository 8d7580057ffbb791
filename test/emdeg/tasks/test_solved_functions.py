"""Functions that solve equations or divide: their programs for random chains satisfy what defines them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.emdeg.interpret import interpret
from helpers.emdeg.random_chains import chains, states
from helpers.emdeg.small_chains import with_frames
from helpers.emdeg.task_names import names_of
from helpers.emdeg.wrists import wrists
from helpers.trials import trials
from hypothesis import assume, given

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg.chain.chain import Body, Chain
from puma560_dynamics.emdeg.derivation import derive, program_of
from puma560_dynamics.emdeg.effort import SearchEffort
from puma560_dynamics.emdeg.program.golden import golden
from puma560_dynamics.emdeg.program.program import Program
from puma560_dynamics.emdeg.proof import check_identity, prove
from puma560_dynamics.emdeg.tasks import task_of
from puma560_dynamics.errors import DerivationError

QUICK = SearchEffort(forms=0, sketch=2, rounds=10)


def program(chain: Chain, name: str) -> Program:
    """Not factored."""
    task = task_of(name)
    return program_of(chain, name, *task.system(chain, task.forms(chain)[-1]))


def close(found: FloatArray, expected: FloatArray, scale: float = 1.0) -> None:
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9 * max(1.0, scale, np.abs(expected).max()))


@trials(20)
@given(chains(most=4))
def test_derivatives_of_the_acceleration_solve_those_of_the_torque(chain: Chain):
    assume("acceleration_derivatives" in names_of(chain))
    forward, inverse = (program(chain, f"{name}_derivatives") for name in ("acceleration", "torque"))
    n = chain.n
    for q, qd, tau in states(chain, 2):
        flat = interpret(forward, q, qd, tau)
        qdd, (by_position, by_velocity, by_torque) = flat[:n], flat[n:].reshape(3, n, n)
        again = interpret(inverse, q, qd, qdd)
        slopes = again[n:].reshape(3, n, n)
        if np.linalg.cond(slopes[2]) > 1e6:
            continue
        size = float(np.abs(slopes).max() * np.abs(flat).max())
        close(again[:n], tau, size)
        close(slopes[2] @ by_position, -slopes[0], size)
        close(slopes[2] @ by_velocity, -slopes[1], size)
        close(slopes[2] @ by_torque, np.eye(n), size)


@trials(15)
@given(wrists())
def test_a_wrist_gives_the_inverse_of_the_jacobian(chain: Chain):
    try:
        task_of("inverse_jacobian").check(chain)
    except DerivationError:
        assume(False)
    inverse, jacobian = (program(chain, name) for name in ("inverse_jacobian", "jacobian"))
    system = task_of("inverse_jacobian").system(chain, task_of("inverse_jacobian").forms(chain)[0])
    prove(chain, "inverse_jacobian", *system)
    for q, _, _ in states(chain, 3):
        rows = interpret(jacobian, q)
        if np.linalg.cond(rows) < 1e6:
            found = interpret(inverse, q)
            close(found @ rows, np.eye(6), float(np.abs(found).max() * np.abs(rows).max()))


@trials(5)
@given(wrists())
def test_operational_inertia_and_consistent_inverse(chain: Chain):
    """Equations of motion seen at the link: J A⁻¹ Jᵀ Λ = 1 and A J̄ = Jᵀ Λ."""
    assume({"operational_inertia", "acceleration_derivatives"} <= set(names_of(chain)))
    names = ("operational_inertia", "consistent_inverse", "jacobian", "kinetic_energy_matrix")
    functions = [program(chain, name) for name in names]
    for q, _, _ in states(chain, 3):
        inertia, consistent, rows, a = (interpret(function, q) for function in functions)
        if np.linalg.cond(rows) < 1e4 and np.linalg.cond(a) < 1e4:
            size = float(np.abs(inertia).max() * np.abs(rows).max())
            close(rows @ consistent, np.eye(6), float(np.abs(consistent).max() * np.abs(rows).max()))
            close(a @ consistent, rows.T @ inertia, size)


def test_the_papers_arm_of_another_link(puma: Chain):
    """A link that the last joint carries has an inverse; a link of the arm does not."""
    names = ("inverse_jacobian", "operational_inertia::link", "consistent_inverse:link6")
    made = derive(puma, names, QUICK).programs
    assert [made[name].shape for name in names] == [(6, 6), (6, 6), (6, 6)]
    assert all(golden(made[name]) is not None for name in names)
    assert "where a factor is 0 of" in made["inverse_jacobian"].description
    assert made["inverse_jacobian"].description.endswith("and s5")
    assert made["inverse_jacobian"].divisions == 3


def test_the_proof_finds_an_inverse_that_is_wrong(puma: Chain, monkeypatch: pytest.MonkeyPatch):
    task = task_of("inverse_jacobian")
    system, variables = task.system(puma, task.forms(puma)[0])
    check_identity(puma, "inverse_jacobian", system, variables)
    found = task._parts(puma)  # type: ignore[attr-defined]
    wrong = replace(found, arm=replace(found.arm, entries=found.arm.entries[::-1]))
    monkeypatch.setattr(type(task), "_parts", lambda self, chain: wrong)
    with pytest.raises(DerivationError, match="times the Jacobian is not 1"):
        check_identity(puma, "inverse_jacobian", system, variables)


@pytest.fixture(scope="module")
def puma() -> Chain:
    from puma560_dynamics import load_arm

    return load_arm("akb1986").exact_chain


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("inverse_jacobian", "needs six joints, and 'random' has 2"),
        ("operational_inertia", "the tip can move in 2 of 6 directions"),
        ("consistent_inverse", "the tip can move in 2 of 6 directions"),
    ],
)
def test_what_a_chain_does_not_have_is_refused(name: str, words: str):
    from helpers.emdeg.random_chains import planar

    chain = replace(planar(2, (0, 0, -9.81)), name="random")
    with pytest.raises(DerivationError, match=words):
        derive(chain, (name,))
    still = replace(chain, bodies=(chain.bodies[0], Body()))
    with pytest.raises(DerivationError, match="joint j1 moves no inertia"):
        derive(still, ("acceleration_derivatives",))


def test_a_wrist_that_does_not_meet_is_refused(puma: Chain):
    joints = (*puma.joints[:4], replace(puma.joints[4], d=0.1), puma.joints[5])
    with pytest.raises(DerivationError, match="do not meet in one point"):
        derive(with_frames(replace(puma, joints=joints)), ("inverse_jacobian",))
    with pytest.raises(DerivationError, match="'link3' is not carried by the last joint"):
        derive(puma, ("inverse_jacobian:link3",))
