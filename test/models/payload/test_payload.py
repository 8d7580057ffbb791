"""A load as data: physics is checked, and attaching it is the parallel axis theorem."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.oracle import random_states

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm, Link
from puma560_dynamics.errors import StateError
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.models.payload.placed import attached

BRICK = Payload.of(2.3, (0.05, -0.03, 0.12), (0.02, 0.03, 0.025, 0.002, -0.001, 0.003))


def test_attached_has_the_mass_and_first_moment_of_both(arm: Arm):
    before, after = arm.links[-1], attached(arm, BRICK).links[-1]
    assert after.mass == before.mass + BRICK.mass
    np.testing.assert_allclose(
        after.mass * after.center_of_gravity,
        before.mass * before.center_of_gravity + BRICK.mass * BRICK.center_of_mass,
    )
    load = Link("load", BRICK.mass, BRICK.center_of_mass, BRICK.inertia)
    np.testing.assert_allclose(after.inertia_at_frame, before.inertia_at_frame + load.inertia_at_frame, atol=1e-15)
    assert attached(arm, BRICK).links[:-1] == arm.links[:-1]


def test_no_load_changes_nothing(arm: Arm):
    assert attached(arm, Payload()) is arm


def test_two_halves_are_the_whole(arm: Arm):
    """Attaching half the load twice is attaching it once: torque is linear in the load."""
    half = Payload(BRICK.mass / 2, BRICK.center_of_mass, BRICK.inertia / 2)
    twice = load_model("newton_euler", attached(attached(arm, half), half))
    states = random_states(np.random.default_rng(3), 20)
    np.testing.assert_allclose(
        twice.torque(*states), load_model("newton_euler", arm, BRICK).torque(*states), rtol=1e-12, atol=1e-11
    )


def test_lists_make_the_same_load_as_six_numbers():
    made = Payload(2.3, [0.05, -0.03, 0.12], [[0.02, 0.002, -0.001], [0.002, 0.03, 0.003], [-0.001, 0.003, 0.025]])
    np.testing.assert_array_equal(made.center_of_mass, BRICK.center_of_mass)
    np.testing.assert_array_equal(made.inertia, BRICK.inertia)
    for array in (made.center_of_mass, made.inertia):
        assert array.dtype == np.float64
        assert not array.flags.writeable


def test_what_the_papers_link_6_can_carry():
    assert Payload().symmetric
    assert Payload.of(1.0, (0, 0, 0.1), (0.02, 0.02, 0.03, 0, 0, 0)).symmetric
    assert not Payload.of(1.0, (0, 1e-6, 0.1)).symmetric
    assert not Payload.of(1.0, (0, 0, 0.1), (0.02, 0.021, 0.03, 0, 0, 0)).symmetric
    assert not BRICK.symmetric


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ((-1.0,), "mass"),
        ((np.nan,), "mass"),
        ((1.0, (0.0, 0.0)), "center of mass"),
        ((1.0, (0.0, 0.0, np.inf)), "center of mass"),
        ((1.0, (0, 0, 0), (1.0, 1.0)), "Ixx, Iyy, Izz"),
        ((1.0, (0, 0, 0), (1.0, 1.0, 2.1, 0, 0, 0)), "no body has"),
        ((1.0, (0, 0, 0), (-1.0, 1.0, 1.0, 0, 0, 0)), "no body has"),
        ((1.0, (0, 0, 0), (np.nan, 1.0, 1.0, 0, 0, 0)), "finite"),
        ((0.0, (0, 0, 0), (1.0, 1.0, 1.0, 0, 0, 0)), "no mass"),
    ],
)
def test_nonsense(given: tuple, words: str):
    with pytest.raises(StateError, match=words):
        Payload.of(*given)


def test_point_masses_and_thin_rods_are_bodies():
    Payload.of(1.0, (0, 0, 0.1))
    Payload.of(1.0, (0, 0, 0.1), (0.02, 0.02, 0.0, 0, 0, 0))
