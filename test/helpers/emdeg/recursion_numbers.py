"""The customised recursion over plain floats."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg.chain.angles import Angle, JointMotion
from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.chain.gauge import slid
from puma560_dynamics.emdeg.chain.inertia import Moments, moments
from puma560_dynamics.emdeg.equations.newton_euler import newton_euler


def motion(q: Sequence[float], qd: Sequence[float], qdd: Sequence[float]) -> JointMotion:
    """A state as the recursion takes it."""

    def trigonometry(angle: Angle) -> tuple[float, float]:
        total = angle.offset + sum(sign * q[joint] for joint, sign in angle.joints)
        return math.cos(total), math.sin(total)

    return JointMotion(trigonometry, q, qd, qdd)


def torque(chain: Chain, bodies: tuple[Moments, ...], q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
    """(n,) by the recursion."""
    return np.array([float(load) for load in newton_euler(chain, bodies, motion(*(x.tolist() for x in (q, qd, qdd))))])


def ungauged(chain: Chain) -> tuple[Chain, tuple[Moments, ...]]:
    """The chain as the recursion wants it, its frames slid, and its bodies."""
    return slid(chain, tuple(moments(body) for body in chain.bodies))


def assert_close(found: FloatArray, expected: FloatArray) -> None:
    """Equal to 1e-12 of the greatest entry (or of 1)."""
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * max(1.0, float(np.abs(expected).max())))
