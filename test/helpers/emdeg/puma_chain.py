"""The paper's arm, and arms of its structure, as chains."""

from __future__ import annotations

import numpy as np

from puma560_dynamics.arm import Arm
from puma560_dynamics.emdeg.algebra.exact import rational_cos_sin
from puma560_dynamics.emdeg.chain.chain import Body, Chain, ChainJoint


def chain_of(arm: Arm) -> Chain:
    """A chain with the arm's numbers, motors as armature."""
    joints = []
    for joint, motor in zip(arm.joints, arm.motors, strict=True):
        c, s = rational_cos_sin(joint.alpha)
        joints.append(ChainJoint(joint.name, "revolute", c, s, joint.a, joint.d, armature=motor.inertia))
    bodies = tuple(
        Body(
            link.mass,
            tuple(link.center_of_gravity.tolist()),
            (*np.diag(link.inertia).tolist(), *(float(link.inertia[at]) for at in ((0, 1), (0, 2), (1, 2)))),
        )
        for link in arm.links
    )
    return Chain(arm.name, tuple(joints), bodies, tuple(arm.gravity_vector.tolist()))
