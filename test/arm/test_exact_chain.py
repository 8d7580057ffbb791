"""The exact numbers of a description stay with the arm, until one of them changes."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from helpers.emdeg import chain_numbers
from helpers.oracle import EXACT, random_states

from puma560_dynamics import load_arm, load_urdf
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.with_followers import reading_of
from puma560_dynamics.emdeg import Chain
from puma560_dynamics.models.payload.payload import Payload, attached
from puma560_dynamics.models.recursive.newton_euler import NewtonEulerModel

ARMS = Path(__file__).parent.parent / "emdeg" / "arms"
SLANTED = """<robot name="s"><link name="a"/><link name="b"><inertial><origin xyz="0.1 0.2 0.3" rpy="0.1 0.2 0.3"/>
<mass value="2.3"/><inertia ixx="0.03" iyy="0.04" izz="0.05" ixy="0.001" ixz="0.002" iyz="0.003"/></inertial></link>
<joint name="j" type="continuous"><parent link="a"/><child link="b"/><origin xyz="0 0.2 0.3" rpy="0.3 0.5 0.7"/>
<axis xyz="1 2 -1"/></joint></robot>"""
SKEW = SLANTED.replace(
    "</robot>",
    """<link name="c"><inertial><mass value="1"/></inertial></link><joint name="k" type="continuous"><parent link="b"/>
    <child link="c"/><origin xyz="0.4 0.1 0.2" rpy="0.2 0.4 0.9"/><axis xyz="0 2 1"/></joint></robot>""",
)


def exact(chain: Chain) -> tuple[object, ...]:
    """What the equations depend on."""
    return chain.name, chain.joints, chain.bodies, chain.gravity


def test_it_is_the_chain_that_the_reader_made():
    for source in (ARMS / "seven_joints.urdf", ARMS / "planar_3r.urdf", SLANTED, SKEW):
        arm = load_arm(source)
        read = load_urdf(source).chain
        assert arm.chain_as_read == read
        assert exact(arm.exact_chain) == exact(read)
        for again in (pickle.loads(pickle.dumps(arm)), copy.deepcopy(arm), load_arm(source)):
            assert again == arm and again.exact_chain == arm.exact_chain
    assert load_arm(SLANTED).with_(chain_as_read=None) != load_arm(SLANTED)


def test_a_number_that_changes_is_a_decimal_and_the_others_stay():
    arm = load_arm(SLANTED)
    read = arm.chain_as_read
    assert read is not None
    heavier = attached(arm, Payload(mass=1.0)).exact_chain
    assert heavier.bodies[0].mass == Fraction("3.3")
    assert (heavier.joints, heavier.gravity) == (read.joints, read.gravity)
    lying = arm.with_(gravity_direction=np.array([0.0, 1.0, 0.0])).exact_chain
    assert lying.bodies == read.bodies and lying.gravity != read.gravity
    driven = arm.with_(motors=(arm.motors[0].__class__(0.25, 1.0, 1.0, 0.0),)).exact_chain
    assert driven.joints[0].armature == Fraction(1, 4)
    assert driven.joints[0].cos_alpha == read.joints[0].cos_alpha != 0
    arm = load_arm(SKEW)
    first, second = arm.joints
    turned = arm.with_(joints=(first, replace(second, alpha=0.3, offset=0.2))).exact_chain.joints[1]
    assert float(turned.sin_alpha) == pytest.approx(np.sin(0.3), rel=1e-15)
    assert float(turned.sin_offset) == pytest.approx(np.sin(0.2), rel=1e-15)


def test_a_chain_with_followers_is_that_of_all_joints():
    text = SLANTED.replace(
        "</robot>",
        """<link name="c"><inertial><mass value="1"/></inertial></link>
        <joint name="k" type="revolute"><parent link="b"/><child link="c"/><mimic joint="j" multiplier="2"/>
        <limit lower="-9" upper="9" effort="3" velocity="3"/></joint></robot>""",
    )
    arm = load_arm(text)
    assert arm.n == 1 and exact(reading_of(arm).chain) == exact(load_urdf(text).chain)


def test_an_arm_file_without_description_has_its_decimals(arm: Arm):
    assert arm.chain_as_read is None
    assert arm.exact_chain.joints[2].a == Fraction("0.4318")


def assert_same(arm: Arm) -> None:
    """Torques of the chain and of the package's own recursion."""
    chain = arm.exact_chain
    q, qd, qdd = random_states(np.random.default_rng(3), 20, arm.n)
    expected = NewtonEulerModel(arm).torque(q, qd, qdd)
    ours = np.array([chain_numbers.torque(chain, *state) for state in zip(q, qd, qdd, strict=True)])
    assert np.abs(ours - expected).max() <= EXACT * np.abs(expected).max()


def test_the_papers_arm(arm: Arm):
    assert_same(arm)
    chain = arm.exact_chain
    assert [joint.name for joint in chain.joints] == list(arm.joint_names)
    assert [float(joint.armature) for joint in chain.joints] == list(arm.motor_inertia)
    assert {abs(x) for joint in chain.joints for x in (joint.cos_alpha, joint.sin_alpha)} == {0, 1}


def test_random_arms(arms: Callable[[int, bool], list[Arm]]):
    for arm in arms(5, False):
        assert_same(arm)


def test_a_payload_and_a_tilted_base(arm: Arm):
    load = Payload(mass=1.5, center_of_mass=np.array([0.02, -0.03, 0.1]), inertia=np.diag([0.01, 0.02, 0.015]))
    assert_same(attached(arm.with_(gravity_direction=np.array([0.6, 0.0, -0.8])), load))
