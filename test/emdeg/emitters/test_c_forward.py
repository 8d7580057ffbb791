"""Counts of forward dynamics are those of the C that is written, and of single joint angles."""

from __future__ import annotations

from fractions import Fraction

from helpers.emdeg.three_joints import three_joints

from puma560_dynamics.emdeg.chain.chain import Body, Chain, ChainJoint
from puma560_dynamics.emdeg.derivation import derive
from puma560_dynamics.emdeg.effort import SearchEffort
from puma560_dynamics.emdeg.emitters.c_forward import count, forward_counts, forward_kernel
from puma560_dynamics.emdeg.program.program import Program

QUICK = SearchEffort(forms=0, rounds=20)


def of_chain(chain: Chain) -> tuple[Program, Program]:
    """Programs of A and of the torque."""
    found = derive(chain, ("kinetic_energy_matrix", "torque"), QUICK).programs
    return found["kinetic_energy_matrix"], found["torque"]


def test_what_is_written_is_counted():
    programs = of_chain(three_joints())
    counts = forward_counts(*programs)
    assert counts is not None
    assert counts.written == count(forward_kernel(*programs).lines)
    assert counts.written.total <= counts.written_single_angles.total


def test_formulas_of_sums_are_counted_once_from_single_angles():
    """Where the C writes an angle by its formulas, and takes sine and cosine of a sum, both are formulas of one sum."""
    body = Body(1, (Fraction(1, 5), 0, Fraction(1, 10)), (1, 1, 1, 0, 0, 0))
    second, fourth = (ChainJoint(name, cos_alpha=0, sin_alpha=1) for name in ("2", "4"))
    joints = (ChainJoint("1"), second, ChainJoint("3", a=Fraction(1, 2)), fourth)
    counts = forward_counts(*of_chain(Chain("arm", joints, (body,) * 4, (0, 0, Fraction(-981, 100)))))
    assert counts is not None
    assert counts.single_angles.total < counts.written_single_angles.total


def test_there_are_none_without_an_inverse():
    chain = Chain("still", (ChainJoint("1"),), (Body(0, (0, 0, 0), (0, 0, 0, 0, 0, 0)),))
    assert forward_counts(*of_chain(chain)) is None
