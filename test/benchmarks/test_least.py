"""The tables of longer searches follow from counts, and the general arm is the same with a joint more."""

from __future__ import annotations


def test_ratios_are_to_the_peer():
    from least import longer_searches

    text = longer_searches([("Some arm, torque", 200, 190, 170, 160)])
    assert text.splitlines()[-1] == '"Some arm, torque",200,190 (0.95),170 (0.85),160 (0.80)'


def test_a_joint_more_costs_the_difference():
    from least import LINKS, links

    lines = links([(100 * k, 90 * k + k % 2) for k in range(len(LINKS) + 1)]).splitlines()
    assert lines[1] == f"{LINKS[0]},100,91,100,91,0.91"
    assert lines[2] == f"{LINKS[1]},200,180,100,89,0.89"
    assert lines[-1] == "mean,,,100,90,0.90" and len(lines) == len(LINKS) + 2


def test_a_longer_arm_has_one_joint_more_and_nothing_special():
    from least import arm_of

    short, longer = arm_of(3), arm_of(4)
    assert (longer.joints[:3], longer.bodies[:3]) == (short.joints, short.bodies)
    assert all(all(body.inertia) and all(body.center) for body in longer.bodies)
    assert [bool(joint.d) for joint in longer.joints] == [False, False, True, False]
