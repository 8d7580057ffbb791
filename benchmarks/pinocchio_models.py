"""Models of chains for Pinocchio, joint by joint, so that it gets exactly the numbers of the generated code."""

from __future__ import annotations

from typing import Any

import numpy as np
from native import Unavailable

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg import Chain


def numbers(chain: Chain) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Return a chain's numbers for Pinocchio's loops (`native/pinocchio_loop.cpp`).

    Joint offsets are not included: the angles are those of the Denavit-Hartenberg parameters.

    Returns:
        Placements (n, 12), a rotation by rows and a translation (m) each; inertias (n, 10), mass, center of mass and
        upper triangle of the inertia tensor about it each (kg, m, kg·m²); armature (n,); gravity (3,), m/s².
    """
    placements, inertias = [], []
    for joint, body in zip(chain.joints, chain.bodies, strict=True):
        ca, sa, a, d = (float(x) for x in (joint.cos_alpha, joint.sin_alpha, joint.a, joint.d))
        placements.append([1.0, 0.0, 0.0, 0.0, ca, -sa, 0.0, sa, ca, a, -sa * d, ca * d])
        xx, yy, zz, xy, xz, yz = (float(x) for x in body.inertia)
        inertias.append([float(body.mass), *map(float, body.center), xx, xy, xz, yy, yz, zz])
    armature = [float(joint.armature) for joint in chain.joints]
    return np.array(placements), np.array(inertias), np.array(armature), np.array([float(x) for x in chain.gravity])


def offsets(chain: Chain) -> FloatArray:
    """Return the joint offsets, rad: Pinocchio's angles are the chain's positions plus these."""
    return np.array([float(joint.offset) for joint in chain.joints])


def model(chain: Chain) -> Any:
    """Return the model for Pinocchio in Python.

    Raises:
        Unavailable: Pinocchio is not installed.
    """
    try:
        import pinocchio
    except ImportError:
        raise Unavailable("Pinocchio is not installed") from None
    found = pinocchio.Model()
    placements, inertias, armature, gravity = numbers(chain)
    for i, (place, body) in enumerate(zip(placements, inertias, strict=True)):
        placement = pinocchio.SE3(place[:9].reshape(3, 3), place[9:])
        joint = found.addJoint(i, pinocchio.JointModelRZ(), placement, f"joint{i + 1}")
        tensor = body[4:][[[0, 1, 2], [1, 3, 4], [2, 4, 5]]]
        found.appendBodyToJoint(joint, pinocchio.Inertia(body[0], body[1:4], tensor), pinocchio.SE3.Identity())
    found.armature = armature
    found.gravity.linear = gravity
    return found
