"""Limits where a description has none: enough to hold the arm anywhere and to accelerate it."""

from __future__ import annotations

import numpy as np
from helpers.arm.descriptions import light_arm

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.models.assumed_limits import ACCELERATION, LOADS, VELOCITY, assumed_limits


def test_an_arm_with_limits_needs_none():
    assert assumed_limits(load_arm(light_arm(fingers=False))) == {}


def test_the_torque_holds_twice_the_arm_and_accelerates_it():
    arm = load_arm(light_arm(effort="0", fingers=False))
    model, found = load_model("newton_euler", arm), assumed_limits(arm)
    assert list(found) == list(arm.joint_names)
    torque = np.array([one.torque for one in found.values()])
    q = np.random.default_rng(0).uniform(arm.lower, arm.upper, (500, arm.n))
    inertia = np.diagonal(model.kinetic_energy_matrix(q), axis1=1, axis2=2)
    needed = (LOADS * np.abs(model.gravity(q)) + ACCELERATION[False] * inertia).max(axis=0)
    assert (torque > 0.95 * needed).all()
    assert (torque < 2.5 * needed).all()
    assert all(one.velocity is None for one in found.values())
    assert all(one.torque == float(f"{one.torque:.2g}") for one in found.values())


def test_only_the_limits_that_are_missing():
    text = light_arm(fingers=False).replace('velocity="3"', 'velocity="0"', 1)
    ((name, limits),) = assumed_limits(load_arm(text)).items()
    assert (name, limits.torque, limits.velocity) == ("pan", None, VELOCITY[False])
