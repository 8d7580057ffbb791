"""Forward dynamics is one program: its counts are those of the code that is written, and of single joint angles."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from helpers.emdeg.small_chains import three_joints
from helpers.emdeg.written import calculations_of

from puma560_dynamics.emdeg.backends.numpy_functions import numpy_functions
from puma560_dynamics.emdeg.chain.chain import Body, Chain, ChainJoint
from puma560_dynamics.emdeg.derivation import derive
from puma560_dynamics.emdeg.effort import SearchEffort
from puma560_dynamics.emdeg.emitters.c_kernel import kernel
from puma560_dynamics.emdeg.emitters.fewer_angles import fewer_angles
from puma560_dynamics.emdeg.program.program import Program
from puma560_dynamics.emdeg.program.provenance import Provenance
from puma560_dynamics.emdeg.tasks import combined_programs

QUICK = SearchEffort(forms=0, rounds=20)


def programs(chain: Chain) -> list[Program]:
    """Programs of A and of the torque."""
    return list(derive(chain, ("kinetic_energy_matrix", "torque"), QUICK).programs.values())


def of_chain(chain: Chain) -> Program:
    """The program of forward dynamics."""
    ((found,), remarks) = combined_programs(programs(chain))
    assert not remarks
    return found


def test_what_is_written_is_counted():
    written = fewer_angles(of_chain(three_joints()))
    lines = kernel(written).lines
    assert written.count == calculations_of(lines)
    assert sum(" = 1.0/" in line for line in lines) == written.divisions
    assert written.count.total <= written.count_single_angles.total
    assert written.divisions == 2  # the inertia of the last joint is constant


def test_formulas_of_sums_are_counted_once_from_single_angles():
    """Where the C writes an angle by its formulas, and takes sine and cosine of a sum, both are formulas of one sum."""
    body = Body(1, (Fraction(1, 5), 0, Fraction(1, 10)), (1, 1, 1, 0, 0, 0))
    second, fourth = (ChainJoint(name, cos_alpha=0, sin_alpha=1) for name in ("2", "4"))
    joints = (ChainJoint("1"), second, ChainJoint("3", a=Fraction(1, 2)), fourth)
    forward = of_chain(Chain("arm", joints, (body,) * 4, (0, 0, Fraction(-981, 100))))
    assert forward.count_single_angles.total < fewer_angles(forward).count_single_angles.total


def test_it_is_the_inverse_of_inverse_dynamics():
    functions = numpy_functions(programs(three_joints()), Provenance("three joints", "0"))
    q, qd, qdd = np.random.default_rng(2).uniform(-2, 2, (3, 5, 3))
    tau = functions.torque(q, qd, qdd)
    np.testing.assert_allclose(functions.acceleration(q, qd, tau), qdd, rtol=1e-10)
    np.testing.assert_allclose(functions.acceleration(q[0], qd[0], tau[0]), qdd[0], rtol=1e-10)


def test_there_is_none_without_an_inverse():
    chain = Chain("still", (ChainJoint("1"),), (Body(0, (0, 0, 0), (0, 0, 0, 0, 0, 0)),))
    found, (remark,) = combined_programs(programs(chain))
    assert not found and remark.startswith("There is no acceleration")


def test_it_needs_both_programs():
    assert combined_programs(programs(three_joints())[:1]) == ([], [])
