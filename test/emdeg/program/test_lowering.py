"""A program computes what its system says, in as many calculations."""

from __future__ import annotations

import numpy as np
from helpers.emdeg.interpret import interpret
from helpers.emdeg.random_systems import systems
from hypothesis import given

from puma560_dynamics.emdeg.chain.angles import Angle
from puma560_dynamics.emdeg.program.lowering import lowered
from puma560_dynamics.emdeg.program.program import Program, Trig
from puma560_dynamics.emdeg.program.system import System

ANGLE = Angle(((0, 1), (1, -1)), 0.25)
TRIGONOMETRY = {"c": Trig("c", "cos", ANGLE), "s": Trig("s", "sin", ANGLE)}


def program_of(system: System) -> Program:
    """With the atoms x and y read as velocities of two joints."""
    names = {"x": "qd1", "y": "qd2"}
    system.names = [names.get(name, name) for name in system.names]
    system.prune()
    places = {label: (number,) for number, label in enumerate(system.outputs)}
    return lowered(system, Program("torque", 2, ("q", "qd"), (), (), (), (3,)), places, TRIGONOMETRY)


@given(systems())
def test_the_program_is_the_system(system: System):
    program = program_of(system)
    q, qd = np.array([0.5, -0.75]), np.array([1.5, -2.0])
    angle = 0.25 + q[0] - q[1]
    atoms = {"c": np.cos(angle), "s": np.sin(angle), "qd1": qd[0], "qd2": qd[1]}
    expected = [float(value) for value in system.evaluate(atoms, 1.0).values()]
    found = interpret(program, q, qd)[: len(expected)]
    np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-10 * max(1.0, *map(abs, expected), 1.0))


@given(systems())
def test_it_costs_as_much_and_asks_for_no_more(system: System):
    program = program_of(system)
    assert program.count.total == system.cost
    computed = [*(s.value for s in program.statements), *(output.value for output in program.outputs)]
    used = {name for value in computed for name in value.names}
    assert {trig.name for trig in program.trigonometry} == used & {"c", "s"}


@given(systems())
def test_statements_use_what_came_before(system: System):
    program = program_of(system)
    known = {"c", "s", "qd1", "qd2"}
    for statement in program.statements:
        assert statement.value.names <= known
        known.add(statement.name)
    assert all(output.value.names <= known for output in program.outputs)
