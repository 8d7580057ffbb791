"""The C++ core does what the Python loop does, event by event.

5e4 events, 1e5 in `make trials`; DIFFERENTIAL_EVENTS=10000000, as in `make differential`, for as many.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from helpers.arm.palletiser import palletiser
from helpers.control.core_library import CXX, core_library, needs_cxx
from helpers.control.differential import check_core, check_floating, expected_names
from helpers.control.random_settings import random_settings
from helpers.trials import SHARE

from puma560_dynamics import load_arm
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.friction_terms import FRICTION_TERMS
from puma560_dynamics.control.feed_forward.friction import FrictionCompensation
from puma560_dynamics.control.loop_settings import LoopSettings
from puma560_dynamics.controller import core_settings
from puma560_dynamics.controller.core_settings import contact_numbers
from puma560_dynamics.errors import StateError

EVENTS = int(os.environ.get("DIFFERENTIAL_EVENTS", "100000" if SHARE == 1 else "50000"))
SEED = int(os.environ.get("DIFFERENTIAL_SEED", "1986"))
LONG = pytest.mark.timeout(max(300, EVENTS // 500))
"""1e7 events take 40 minutes on an idle core."""

ENOUGH = 50_000
"""Events in which everything comes across at least once; fewer are compared all the same."""


OF_THE_ARM = {"motor_torque", "lower", "upper", "velocity", "motor_inertia", "gravity_vector", "guiding_inertia"}
OF_THE_BOUNDS = set(contact_numbers(load_arm("akb1986")))
OF_THE_EPISODE = {"stiffness", "damping"}
"""What an episode sets itself, besides its payload and terms."""


def test_every_number_of_the_core_is_drawn(arm: Arm):
    """The comparison would not see a number that is the same in every episode."""
    rng, acceleration = random.Random(1), np.full(arm.n, 20.0)
    seen: dict[str, set[str]] = {}
    for _ in range(60):
        settings = random_settings(rng, arm, acceleration, False)
        for name, value in core_settings(arm, settings, acceleration).items():
            seen.setdefault(name, set()).add(str(value))
    assert {name for name, values in seen.items() if len(values) == 1} == OF_THE_ARM | OF_THE_BOUNDS | OF_THE_EPISODE


def test_the_core_has_every_number_of_the_friction_law_that_control_compensates(arm: Arm):
    """A number of `JointFriction` that changes what Python compensates changes what the core gets, or is refused."""
    for name in FRICTION_TERMS:
        before = FrictionCompensation.of(arm)
        joints = tuple(replace(one, **{name: getattr(one, name) + 0.5}) for one in before.joints)
        after = replace(before, joints=joints)
        speeds = np.linspace(-2.0, 2.0, 41)[:, None] * np.ones(arm.n)
        same_torque = np.array_equal(before.torque(speeds), after.torque(speeds))
        try:
            given = [core_settings(arm, LoopSettings(friction=one), np.ones(arm.n)) for one in (before, after)]
        except StateError as error:
            assert f"no `{name}` of friction" in str(error) and not same_torque
            continue
        assert same_torque == (given[0] == given[1]), name


@needs_cxx
@LONG
def test_random_events_lead_to_the_same(arm: Arm, built: Callable[[str], Path]):
    """The events are shared among the compilers of this machine; each gets others."""
    seen = Counter[str]()
    for place, cxx in enumerate(CXX):
        seen += check_core(core_library(built(cxx), arm, cxx), arm, EVENTS // len(CXX), SEED + place)
    assert EVENTS < ENOUGH or expected_names() <= set(seen)


@needs_cxx
def test_a_contact_begins_hand_guiding_alike(arm: Arm, built: Callable[[str], Path]):
    """Also with light motors, whose hold the period of joint states limits."""
    light = arm.with_(motors=[replace(motor, inertia=0.1 * motor.inertia) for motor in arm.motors])
    for each, recursive in ((arm, False), (light, True)):
        library = core_library(built(CXX[0]), each, CXX[0], recursive=recursive)
        seen = check_floating(library, each, 20, SEED + 200)
        assert seen["floating"] > 100 and seen["guided_open"] > 100


@needs_cxx
@LONG
def test_random_events_lead_to_the_same_where_joints_follow_others(built: Callable[[str], Path]):
    """A palletiser: four motors move six links. The flange of every second one turns without end."""
    described = load_arm(palletiser(friction=True))
    inertias = zip(described.motors, (9.0, 12.0, 5.0, 0.2), strict=True)
    arm = described.with_(motors=[replace(motor, inertia=inertia) for motor, inertia in inertias])
    check_core(core_library(built(CXX[0]), arm, CXX[0], recursive=True), arm, EVENTS // 16, SEED + 300)


@needs_cxx
@LONG
def test_random_events_lead_to_the_same_with_the_recursive_equations(arm: Arm, built: Callable[[str], Path]):
    """The core has no functions of the arm, only its links."""
    check_core(core_library(built(CXX[0]), arm, CXX[0], recursive=True), arm, EVENTS // 4, SEED + 100)
