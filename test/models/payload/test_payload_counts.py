"""What a load costs: less where it is simpler, and by hand for a planar arm."""

from __future__ import annotations

from dataclasses import replace

from puma560_dynamics.arm import Arm
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.models.payload.payload_counts import payload_counts
from puma560_dynamics.models.payload.payload_model import PayloadModel

GENERAL = Payload.of(2.3, (0.05, -0.03, 0.12), (0.02, 0.03, 0.025, 0.002, -0.001, 0.003))
POINT = Payload.of(2.3, (0.05, -0.03, 0.12))
ON_AXIS = Payload.of(2.3, (0.0, 0.0, 0.12))


def test_what_is_zero_costs_nothing(arm: Arm):
    general, point, on_axis = (payload_counts(arm, load) for load in (GENERAL, POINT, ON_AXIS))
    for name in ("torque", "kinetic_energy_matrix", "coefficients", "all_elements"):
        assert general[name].total > point[name].total > on_axis[name].total, name
    assert general["gravity"] == point["gravity"]  # weight knows no inertia


def test_parts_share_the_partial_velocities(arm: Arm):
    counts = payload_counts(arm, GENERAL)
    together = counts["kinetic_energy_matrix"].total + counts["gravity"].total
    assert counts["kinetic_energy_matrix"].total < counts["coefficients"].total < together
    assert counts["coefficients"].total < counts["all_elements"].total


def test_the_model_answers_with_these(arm: Arm):
    assert PayloadModel(arm, GENERAL).operation_counts() == payload_counts(arm, GENERAL)


def test_a_point_on_one_turning_joint_by_hand(arm: Arm):
    """A point (x, y) on joint 1 alone, gravity along its axis: A = m (vx² + vy²), nothing else.

    Its place is (c x - s y, s x + c y), four products and two sums; the partial velocity is that place
    turned by a right angle; m v takes two products, v . m v two more and one sum.
    """
    first = replace(arm.joints[0], a=0.0, d=0.0, alpha=0.0)
    one = replace(arm, joints=(first,), links=arm.links[:1], motors=arm.motors[:1])
    counts = payload_counts(one, Payload.of(2.0, (0.3, 0.2, 0.0)))
    assert counts["kinetic_energy_matrix"] == (4 + 2 + 2, 2 + 1)
    assert counts["gravity"] == (4, 2)  # the place; no moment about a vertical axis
    assert payload_counts(one, Payload.of(2.0, (0.3, 0.2, 0.0)), added=True)["kinetic_energy_matrix"] == (8, 4)
