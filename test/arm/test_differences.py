"""Every number of an arm is compared, and the note states what two numbers have to do with each other."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics import load_arm
from puma560_dynamics.arm import Arm, Joint, JointFriction
from puma560_dynamics.arm.arm_alignment import aligned
from puma560_dynamics.arm.differences import Difference, differences


def grown(joint: Joint, by: float) -> Joint:
    """A joint with all numbers changed."""
    alpha, a, d, lower, upper, velocity, offset = (
        (number or 0.1) * by
        for number in (joint.alpha, joint.a, joint.d, joint.lower, joint.upper, joint.velocity, joint.offset)
    )
    return Joint(joint.name, alpha, a, d, lower, upper, velocity, joint.kind, offset)


def by_name(first: Arm, second: Arm) -> dict[str, Difference]:
    """The differences by part and number."""
    return {f"{each.part} {each.number}".strip(): each for each in differences(first, second)}


def test_an_arm_equals_itself():
    assert differences(load_arm("corke1995"), load_arm("corke1995")) == []


def test_every_number_is_compared():
    """An arm whose numbers are all a percent larger differs in each of them."""
    arm = load_arm("corke1995")
    grow = 1.01
    other = arm.with_(
        gravity=arm.gravity * grow,
        joints=tuple(grown(joint, grow) for joint in arm.joints),
        links=tuple(
            replace(link, mass=(link.mass or 1.0) * grow, center_of_gravity=(link.center_of_gravity + 0.1) * grow,
                    inertia=(link.inertia + 0.1) * grow)
            for link in arm.links
        ),
        motors=tuple(
            replace(motor, inertia=motor.inertia * grow, gear_ratio=motor.gear_ratio * grow,
                    maximum_torque=motor.maximum_torque * grow, break_away_torque=motor.break_away_torque * grow)
            for motor in arm.motors
        ),
        friction=tuple(
            JointFriction(9.0, 9.0, 99.0, 9.0, 9.0, 9.0, 9.0) for _ in arm.friction
        ),
    )  # fmt: skip
    found = by_name(arm, other)
    assert len(found) == 1 + 6 * (7 + 10 + 4 + 7)
    for each in found.values():
        assert each.second != each.first
    for each in found.values():
        if each.dynamic:  # the change of this number, and of no other, makes it that of the second arm
            name = f"{each.part} {each.number}".strip()
            changed = each.change(arm)
            assert list(by_name(arm, changed)) == [name]
            assert name not in by_name(changed, other)


def test_notes_of_the_published_sets():
    akb, corke = load_arm("akb1986"), load_arm("corke1995")
    found = by_name(akb, aligned(akb, corke).arm)
    assert found["link4 center of gravity z"].note == "opposite sign"
    assert (found["link4 center of gravity z"].first, found["link4 center of gravity z"].second) == (-0.019, 0.019)
    assert found["joint1 friction viscous"].note == "the first has none"
    assert found["joint4 d"].note == ""
    assert "link1 mass" not in found


def test_an_inertia_at_the_motor_is_recognised():
    arm = load_arm("akb1986")
    motors = tuple(replace(motor, inertia=motor.inertia / motor.gear_ratio**2) for motor in arm.motors)
    note = by_name(arm, arm.with_(motors=motors))["joint2 motor inertia"].note
    assert note == "the second looks like the inertia at the motor: times gear ratio² it is 4.71 kg m²"
    note = by_name(arm.with_(motors=motors), arm)["joint2 motor inertia"].note
    assert note.startswith("the first looks like the inertia at the motor")
    none = tuple(replace(motor, inertia=0.0) for motor in arm.motors)
    assert by_name(arm, arm.with_(motors=none))["joint1 motor inertia"].note == "the second has no motor inertia"


def test_a_gear_that_turns_the_other_way():
    arm = load_arm("akb1986")
    motors = tuple(replace(motor, gear_ratio=-motor.gear_ratio) for motor in arm.motors)
    assert "no torque at the joint changes" in by_name(arm, arm.with_(motors=motors))["joint1 gear ratio"].note


def test_numbers_that_are_not_given_are_named():
    arm = load_arm("akb1986")
    links = (replace(arm.links[0], mass=10.0, incomplete=()), *arm.links[1:])
    assert by_name(arm, arm.with_(links=links))["link1 mass"].note == "not given for the first"


@pytest.mark.parametrize("size", [1e-10, -1e-10])
def test_rounding_is_no_difference(size: float):
    arm = load_arm("akb1986")
    links = tuple(replace(link, mass=link.mass * (1 + size)) for link in arm.links)
    links = (*links[:-1], replace(links[-1], center_of_gravity=links[-1].center_of_gravity + np.array([1e-13, 0, 0])))
    assert differences(arm, arm.with_(links=links)) == []
