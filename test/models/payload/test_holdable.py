"""A load that no joint could hold is a mistake, and is said to be one."""

from __future__ import annotations

import pytest

from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import StateError
from puma560_dynamics.models.payload.holdable import check_holdable
from puma560_dynamics.models.payload.payload import Payload


def test_what_the_arm_can_carry(arm: Arm):
    for mass in (0.0, 0.5, 2.5, 10.0):
        check_holdable(arm, Payload.of(mass, (0.0, 0.0, 0.1)))


@pytest.mark.parametrize(("mass", "center"), [(1200.0, 0.12), (2.5, 12.0), (40.0, 0.1)])
def test_a_misplaced_decimal_point(arm: Arm, mass: float, center: float):
    with pytest.raises(StateError, match="check the decimal point"):
        check_holdable(arm, Payload.of(mass, (0.0, 0.0, center)))


def test_the_joint_that_gives_way_first_is_named(arm: Arm):
    """Close to the wrist it is the elbow, far from it the wrist."""
    with pytest.raises(StateError, match="at joint3"):
        check_holdable(arm, Payload.of(100.0, (0.0, 0.0, 0.001)))
    with pytest.raises(StateError, match="at joint5"):
        check_holdable(arm, Payload.of(3.0, (0.0, 0.0, 1.0)))


def test_nothing_weighs_where_there_is_no_gravity(arm: Arm):
    check_holdable(arm.with_(gravity=0.0), Payload.of(1000.0, (0.0, 0.0, 1.0)))
