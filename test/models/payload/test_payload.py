"""A load as data: physics is checked, and attaching it is the parallel axis theorem."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.arm.descriptions import joint, light_arm
from helpers.oracle import random_states

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm, Link
from puma560_dynamics.errors import StateError
from puma560_dynamics.models.payload.payload import MODEL_FRAME, Payload, attached, placed_payload
from puma560_dynamics.models.payload.with_payload import WithPayload

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


LOAD = Payload.of(0.4, (0.02, -0.01, 0.05), (4e-4, 5e-4, 6e-4, 1e-5, -2e-5, 3e-5))


def with_load(text: str) -> str:
    """The description with the load as a link that is fixed to the tool."""
    body = (
        '<link name="load"><inertial><origin xyz="0.02 -0.01 0.05"/><mass value="0.4"/>'
        '<inertia ixx="4e-4" iyy="5e-4" izz="6e-4" ixy="1e-5" ixz="-2e-5" iyz="3e-5"/></inertial></link>'
    )
    fixed = joint("grasp", "tool", "load", "1 0 0", "0 0 0", "fixed").replace('rpy="0 0.3 0"', "")
    return text.replace("</robot>", f"{body}{fixed}</robot>")


@pytest.mark.parametrize(("tip", "link"), [("tool", ""), ("tool", "tool"), (None, "tool")])
def test_it_is_a_body_fixed_to_that_link(tip: str | None, link: str):
    text = light_arm(fingers=False)
    arm = load_arm(text, tip=tip)
    expected = load_model("newton_euler", load_arm(with_load(text), tip="tool"))
    q, qd, qdd = np.random.default_rng(3).uniform(-2, 2, (3, arm.n))
    for kind in ("newton_euler", "pinocchio"):
        for load in (replace(LOAD, link=link), placed_payload(arm, replace(LOAD, link=link))):
            model = load_model(kind, arm, load)
            np.testing.assert_allclose(model.torque(q, qd, qdd), expected.torque(q, qd, qdd), rtol=1e-10)
    for own in (WithPayload(load_model("newton_euler", arm), replace(LOAD, link=link)),
                load_model("newton_euler", attached(arm, replace(LOAD, link=link)))):  # fmt: skip
        np.testing.assert_allclose(own.torque(q, qd, qdd), expected.torque(q, qd, qdd), rtol=1e-10)


def test_an_arm_file_has_one_frame_for_it(arm: Arm):
    for load in (placed_payload(arm, LOAD), placed_payload(arm, replace(LOAD, link="link6"))):
        assert load.link == MODEL_FRAME
        assert placed_payload(arm, load) is load
        np.testing.assert_array_equal(load.center_of_mass, LOAD.center_of_mass)
        np.testing.assert_array_equal(load.inertia, LOAD.inertia)


@pytest.mark.parametrize("link", ["fore", "nobody"])
def test_other_links_do_not_carry_it(link: str):
    with pytest.raises(StateError, match=r"is not fixed to the arm's last link; use one of hand, tool"):
        placed_payload(load_arm(light_arm(fingers=False)), replace(LOAD, link=link))
