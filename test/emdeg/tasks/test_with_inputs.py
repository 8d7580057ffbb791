"""Functions with payload, gravity, parameters or a wrench as inputs are proven, and agree with arms that have them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.emdeg.interpret import interpret
from helpers.emdeg.random_chains import chains, states
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics import load_arm
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg.chain.chain import Body, Chain, Placement
from puma560_dynamics.emdeg.chain.inputs import BODY_NUMBERS, ChainInputs
from puma560_dynamics.emdeg.chain.pose import roll_pitch_yaw
from puma560_dynamics.emdeg.chain.rigid_body import joined_bodies, moved_body
from puma560_dynamics.emdeg.derivation import FactoredSystem, cheapest_system, derive, program_of, system_from_text
from puma560_dynamics.emdeg.effort import SearchEffort
from puma560_dynamics.emdeg.emitters.emit import emit
from puma560_dynamics.emdeg.program.program import Program
from puma560_dynamics.emdeg.program.provenance import Provenance
from puma560_dynamics.emdeg.program.system import system_as_text
from puma560_dynamics.emdeg.proof import prove
from puma560_dynamics.emdeg.tasks import task_of, with_preparations
from puma560_dynamics.emdeg.tasks.with_inputs import LINEAR, TAKEN_BY
from puma560_dynamics.errors import ChainError, DerivationError

QUICK = SearchEffort(forms=1, sketch=2, rounds=10)
TILTED = Placement(roll_pitch_yaw((0.3, -0.2, 0.5)), (0.1, -0.2, 0.3))
NAMES = [
    f"{function}+{'+'.join(given)}"
    for given in (
        ("payload",),
        ("link1.mass", "payload"),
        ("link1",),
        ("gravity_vector",),
        ("payload", "gravity_vector"),
    )
    for function in (TAKEN_BY["gravity_vector"] if "gravity_vector" in given else LINEAR)
]
NAMES += ["torque+wrench", "torque+wrench@link1", "torque+wrench+payload+gravity_vector+link1.mass", "prepare+payload"]


def found(chain: Chain, name: str) -> FactoredSystem:
    """A quick derivation."""
    return cheapest_system(chain, name, QUICK, 0)


@pytest.mark.parametrize("name", NAMES)
@trials(4)
@given(chains(most=3), st.booleans())
def test_every_function_with_inputs_is_exact(name: str, chain: Chain, tilted: bool):
    if tilted:
        chain = replace(chain, base=TILTED, frames=(*chain.frames[:-1], TILTED))
    _, system, variables = found(chain, name)
    text = system_as_text(system)
    prove(chain, name, *system_from_text(text, chain, name))
    program = program_of(chain, name, system, variables)
    assert program.name.isidentifier()
    assert dict(program.own_sizes).keys() == set(program.inputs) - {"q", "qd", "qdd"}


LOAD = (2.3, 0.05, -0.03, 0.12, 0.02, 0.03, 0.025, 0.002, -0.001, 0.003)
BODY = Body(LOAD[0], LOAD[1:4], LOAD[4:])


@pytest.fixture(scope="module")
def chain() -> Chain:
    """The paper's arm, on a tilted base and with a tilted tip."""
    own = replace(load_arm("akb1986").exact_chain, link_frames=None, base=TILTED)
    return replace(own, frames=(*own.frames[:-1], TILTED))


def made(chain: Chain, *names: str) -> list[Program]:
    """Programs of a quick derivation."""
    return list(derive(chain, names, QUICK).programs.values())


@pytest.mark.parametrize("function", ["torque", "gravity", "kinetic_energy_matrix", "torque_derivatives"])
def test_a_payload_as_input_is_the_payload_in_the_chain(chain: Chain, function: str):
    loaded = joined_bodies((chain.bodies[-1], moved_body(BODY, TILTED)))
    (own,) = made(replace(chain, bodies=(*chain.bodies[:-1], loaded)), function)
    prepare, program = made(chain, "prepare+payload", f"{function}+payload")
    prepared = interpret(prepare, np.array(LOAD))
    for state in states(chain, 3):
        given = state[: len(own.inputs)]
        close(interpret(program, *given, prepared), interpret(own, *given))


def test_parameters_as_inputs_are_those_of_the_chain(chain: Chain):
    """With the chain's own numbers, and with others, in the frame of the last link."""
    names = ("link2.mass", "link6.center.y", "link6.inertia")
    prepare, program = made(chain, f"prepare+{'+'.join(names)}", f"torque+{'+'.join(names)}")
    nominal = list(BODY_NUMBERS)
    own = moved_body(chain.bodies[5], inverse(TILTED))
    numbers = dict(zip(nominal, (own.mass, *own.center, *own.inertia), strict=True))
    for factor in (1, 2):
        changed = {name: factor * value for name, value in numbers.items() if name.startswith(("center.y", "inertia"))}
        every = [*(numbers | changed).values()]
        body = moved_body(Body(every[0], tuple(every[1:4]), tuple(every[4:])), TILTED)
        heavier = replace(chain.bodies[1], mass=factor * chain.bodies[1].mass)
        other = replace(chain, bodies=(chain.bodies[0], heavier, *chain.bodies[2:5], body))
        (expected,) = made(other, "torque")
        given = np.array([float(x) for x in (heavier.mass, *changed.values())])
        for state in states(chain, 2):
            close(interpret(program, *state, interpret(prepare, given)), interpret(expected, *state))


def test_a_parameter_that_torque_does_not_show(chain: Chain):
    """A mass on the axis of a vertical first joint: all functions are valid code in each language."""
    first = replace(chain.bodies[0], center=(0, 0, 0))
    chain = replace(chain, bodies=(first, *chain.bodies[1:]))
    prepare, program = made(chain, "prepare+link1.mass", "torque+link1.mass")
    (own,) = made(chain, "torque")
    assert prepare.shape == (1,)
    for state in states(chain, 2):
        close(interpret(program, *state, interpret(prepare, np.array([7.0]))), interpret(own, *state))
    files = emit("arm", [prepare, program], Provenance.of(chain), ("c", "python", "numpy"))
    for name, text in files.items():
        if name.endswith(".py"):
            compile(text, name, "exec")
    assert "[0]" not in files["arm.h"]


def inverse(pose: Placement) -> Placement:
    """Inverse of a pose."""
    rotation = tuple(zip(*pose.rotation, strict=True))
    return Placement(rotation, tuple(-sum(a * b for a, b in zip(row, pose.origin, strict=True)) for row in rotation))  # type: ignore[arg-type]


def close(actual: FloatArray, expected: FloatArray) -> None:
    """Equal but for rounding."""
    np.testing.assert_allclose(actual, expected, rtol=0, atol=1e-12 * max(1.0, float(np.abs(expected).max())))


@pytest.mark.parametrize("function", ["torque", "gravity", "torque_derivatives"])
def test_gravity_as_input_is_in_the_axes_of_the_base_link(chain: Chain, function: str):
    (program,) = made(chain, f"{function}+gravity_vector")
    turned = [[float(x) for x in row] for row in TILTED.rotation]
    for gravity in ((0.0, 0.0, -9.81), (3.0, -4.0, 5.0), (0.0, 0.0, 0.0)):
        (own,) = made(replace(chain, gravity=gravity), function)
        for state in states(chain, 2):
            given = state[: len(own.inputs)]
            close(interpret(program, *given, np.array(turned) @ gravity), interpret(own, *given))


def test_calculations_that_inputs_cost():
    """Compared with the same arm and a payload in its numbers, which are part of the search then."""
    chain = replace(load_arm("akb1986").exact_chain, link_frames=None)
    heavy = replace(chain, bodies=(*chain.bodies[:-1], joined_bodies((chain.bodies[-1], BODY))))
    for name in ("torque", "kinetic_energy_matrix", "torque_derivatives"):
        (fixed,), (given_as_input,) = made(heavy, name), made(chain, f"{name}+payload")
        assert given_as_input.count.total < 1.25 * fixed.count.total


def test_names_of_functions_that_prepare_inputs_come_first():
    names = ["torque+payload+wrench", "gravity+payload", "torque+link2.mass"]
    assert with_preparations(names) == ["prepare+payload", *names[:2], "prepare+link2.mass", names[2]]
    assert with_preparations(with_preparations(names)) == with_preparations(names)
    assert with_preparations(["gravity+elbow.mass+gravity_vector"])[0] == "prepare+elbow.mass"
    assert with_preparations(["jacobian:a+b", "torque+wrench@c"]) == ["jacobian:a+b", "torque+wrench@c"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("torque+color", "input 'color' is not known; use wrench"),
        ("torque+payload@link2", "input 'payload@link2' is not known"),
        ("torque+payload+payload", "input 'payload' is given twice"),
        ("gravity+wrench", "gravity has no input wrench; functions with it: torque"),
        ("kinetic_energy_matrix+gravity_vector", "has no input gravity_vector"),
        ("potential_energy+payload", "potential_energy has no input payload"),
        ("prepare+wrench", "prepare has the inputs payload and parameters only"),
        ("color+payload", "program 'color' is not known"),
    ],
)
def test_inputs_that_a_function_does_not_have(name: str, words: str):
    with pytest.raises(DerivationError, match=words):
        task_of(name)


def test_links_and_parameters_that_a_chain_does_not_have(chain: Chain):
    for name, words in (
        ("torque+link7.mass", r"parameter 'link7.mass' is not known; use link1 to link6"),
        ("torque+elbow.mass", "parameter 'elbow.mass'"),
        ("torque+wrench@base_link", "does not move"),
    ):
        with pytest.raises(DerivationError, match=words):
            task_of(name).check(chain)
    with pytest.raises(ChainError, match="link 'link7'"):
        task_of("torque+wrench@link7").check(chain)
    assert ChainInputs.named(("link2.center", "link2")).of(chain).parameters[:4] == (
        "link2.center.x", "link2.center.y", "link2.center.z", "link2.mass",
    )  # fmt: skip
    assert task_of("torque+wrench@link3").key(chain) != task_of("torque+wrench@link4").key(chain)
    assert task_of("torque+payload").key(chain) != task_of("torque+payload").key(replace(chain, frames=()))
