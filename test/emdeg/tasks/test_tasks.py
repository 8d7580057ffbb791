"""Every task is complete, and a task that is not part of a model is derived when it is asked for."""

from __future__ import annotations

from math import prod

import numpy as np
import pytest
from helpers.emdeg.small_chains import ARM
from helpers.emdeg.task_names import ANY_CHAIN

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.emdeg.algebra.ring import Ring
from puma560_dynamics.emdeg.chain.chain import Body, Chain, ChainJoint
from puma560_dynamics.emdeg.tasks import DEFAULT_NAMES, TASK_NAMES, model_names, task_of
from puma560_dynamics.emdeg.tasks.task import Task
from puma560_dynamics.errors import DerivationError


@pytest.mark.parametrize("name", TASK_NAMES)
def test_a_task_is_complete(name: str):
    task = task_of(name)
    assert task.name == name
    assert task.description
    assert set(task.inputs) <= {"q", "qd", "qdd"}
    for n in (*range(1, 8), 12):
        joints = tuple(ChainJoint(f"joint{number}", a=0.25) for number in range(n))
        places, shape = task.layout(Chain("planar", joints, (Body(1, (0.25, 0, 0)),) * n))
        assert sorted(place for own in places.values() for place in own) == list(range(prod(shape)))
    chain = ARM if name in ANY_CHAIN else load_arm("akb1986").exact_chain
    places, shape = task.layout(chain)
    assert sorted(place for own in places.values() for place in own) == list(range(prod(shape)))
    assert set(task.exact(chain, Ring())) == set(places)


@pytest.mark.parametrize("name", TASK_NAMES)
def test_inputs_change_only_functions_that_are_wholly_factored(name: str):
    """What completes a program would be missing in the function with inputs."""
    task = task_of(name)
    assert type(task).completed is Task.completed or not task.takes


def test_names_are_those_of_tasks():
    assert set(DEFAULT_NAMES) < set(model_names()) < set(TASK_NAMES)
    with pytest.raises(DerivationError, match="'torqe' is not known; use one of torque, gravity"):
        task_of("torqe")


def test_a_model_evaluates_every_function_for_states_of_any_shape():
    """The slope of the potential energy is the torque of gravity: central differences of 4th order."""
    model = load_model("generated")
    q = np.random.default_rng(1).uniform(-2, 2, (2, 3, 6))
    step = 1e-3 * np.eye(6)
    near, far = (
        model.evaluate("potential_energy", q[..., None, :] + k * step)[..., 0]
        - model.evaluate("potential_energy", q[..., None, :] - k * step)[..., 0]
        for k in (1, 2)
    )
    np.testing.assert_allclose((8 * near - far) / 12e-3, model.gravity(q), atol=1e-8)
    assert model.evaluate("potential_energy", q[0, 0]).shape == (1,)
    np.testing.assert_array_equal(model.evaluate("torque", q, 0, 0), model.torque(q, 0, 0))
    with pytest.raises(TypeError, match="torque takes q, qd, qdd"):
        model.evaluate("torque", q)
    with pytest.raises(DerivationError, match="not known"):
        model.evaluate("color", q)


def test_the_kinetic_energy_is_half_of_the_matrix_between_the_velocities():
    model = load_model("generated")
    q, qd = np.random.default_rng(2).uniform(-2, 2, (2, 5, 6))
    expected = 0.5 * np.einsum("...i,...ij,...j", qd, model.kinetic_energy_matrix(q), qd)
    np.testing.assert_allclose(model.evaluate("kinetic_energy", q, qd)[..., 0], expected, rtol=1e-12)
