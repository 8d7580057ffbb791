"""Friction of a description becomes terms of the torque, in every form in which the torque is emitted."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
from helpers.emdeg.c_library import columns, library, needs_compiler, one, rows, write
from helpers.emdeg.interpret import interpret

from puma560_dynamics.emdeg.chain.chain import Body
from puma560_dynamics.emdeg.derivation import derive
from puma560_dynamics.emdeg.effort import SearchEffort
from puma560_dynamics.emdeg.emitters.emit_c import emit_c
from puma560_dynamics.emdeg.emitters.emit_latex import emit_latex
from puma560_dynamics.emdeg.emitters.emit_python import emit_python
from puma560_dynamics.emdeg.program.provenance import Provenance
from puma560_dynamics.emdeg.program.specialise import Friction, with_friction
from puma560_dynamics.emdeg.readers.read_dh import DhRow, read_dh

CHAIN = read_dh(
    [DhRow("a"), DhRow("b", a=0.5), DhRow("c", "prismatic", alpha=1.5707963267948966)],
    [Body(2.0, (0.3, 0, 0)), Body(1.0, (0.2, 0, 0.1)), Body(0.5, (0, 0.1, 0))],
    gravity=(0, -9.81, 0),
).chain
JOINTS = (Friction(0.25, 0.0), Friction(0.0, 1.5), Friction(3.0, 0.125))
PROGRAMS = derive(CHAIN, ("torque", "kinetic_energy_matrix"), SearchEffort(sketch=1, rounds=5)).programs
TORQUE = with_friction(PROGRAMS["torque"], JOINTS)
DAMPING, COULOMB = np.array([[each.damping, each.friction] for each in JOINTS]).T


def states() -> list[np.ndarray]:
    """Some joints stand still."""
    q, qd, qdd = np.random.default_rng(3).uniform(-2, 2, (3, 40, 3))
    qd[::5, 1] = 0.0
    qd[::7, 2] = -0.0
    return [q, qd, qdd]


def added(qd: np.ndarray) -> np.ndarray:
    """What friction adds."""
    return DAMPING * qd + COULOMB * np.sign(qd)


def test_it_is_added_and_counted():
    q, qd, qdd = states()
    expected = interpret(PROGRAMS["torque"], q, qd, qdd) + added(qd)
    np.testing.assert_allclose(interpret(TORQUE, q, qd, qdd), expected, rtol=0, atol=1e-12)
    before, after = PROGRAMS["torque"].count, TORQUE.count
    assert (after.multiplications - before.multiplications, after.additions - before.additions) == (4, 4)


def test_without_friction_nothing_changes():
    assert with_friction(PROGRAMS["torque"], ()) == PROGRAMS["torque"]
    assert with_friction(PROGRAMS["torque"], (Friction(),) * 3) == PROGRAMS["torque"]


@needs_compiler
def test_c_torque_and_acceleration():
    q, qd, qdd = states()
    expected = interpret(TORQUE, q, qd, qdd)
    with tempfile.TemporaryDirectory() as folder:
        write(emit_c("arm", [TORQUE, PROGRAMS["kinetic_energy_matrix"]], Provenance("arm", "0")), Path(folder))
        built = library(Path(folder), "arm", "-O2", "-ffast-math", "-DCLONES=")
        for form, call in (("", one), ("_batch", columns), ("_rows", rows)):
            torque = call(built[f"arm_torque{form}"], [q, qd, qdd], 3)
            np.testing.assert_allclose(torque, expected, rtol=0, atol=1e-12)
            back = call(built[f"arm_acceleration{form}"], [q, qd, expected], 3)
            np.testing.assert_allclose(back, qdd, rtol=0, atol=1e-10)


def test_python_of_floats_and_of_arrays():
    text = emit_python([TORQUE], Provenance("arm", "0"))
    space: dict = {}
    exec(text, space)
    q, qd, qdd = states()
    expected = interpret(TORQUE, q, qd, qdd)
    np.testing.assert_allclose(space["torque"](q.T, qd.T, qdd.T, trigonometry=np), expected.T, rtol=0, atol=1e-12)
    np.testing.assert_allclose(space["torque"](q[0], qd[0], qdd[0]), expected[0], rtol=0, atol=1e-12)


def test_latex_writes_a_sign():
    assert r"\operatorname{sgn}\dot{\theta}_{2}" in emit_latex([TORQUE], Provenance("arm", "0"))
