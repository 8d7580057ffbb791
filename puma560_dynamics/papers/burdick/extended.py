"""Burdick's equations (17) to (21): numerical M from the dyadics of extended bodies, as sums and by recursion.

The extended body of a link consists of the link and all links beyond it. All vectors and dyadics are in the base frame
here; the paper transforms them from frame to frame, with the rotations in (19). Notation: ã b = a × b, and {a, b} =
ã b̃ + b̃ ã.
"""

from __future__ import annotations

import numpy as np

from ...arm import Arm
from ...arrays import FloatArray
from ..link_motion import LinkMotion, links_in_motion


def tilde(a: FloatArray) -> FloatArray:
    """Return the skew-symmetric matrix (3, 3) of the cross product with a (3,)."""
    return np.array([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])


def _links(arm: Arm, q: FloatArray) -> list[LinkMotion]:
    return links_in_motion(arm, q, np.zeros(arm.n))


def _dyad(arm: Arm, links: list[LinkMotion], k: int) -> FloatArray:
    """Return the inertia (3, 3) of link k about its center, in the base frame."""
    turn = links[k].rotation
    return np.asarray(turn @ arm.links[k].inertia @ turn.T)


def extended(arm: Arm, links: list[LinkMotion], i: int, j: int) -> FloatArray:
    """Return I_ij of (18), the sum over k ≥ j of -m_k L̃_ik L̃_jk + I_k.

    L_ik is the vector from the origin of frame i to the center of link k.
    """
    total = np.zeros((3, 3))
    for k in range(j, arm.n):
        first, second = (tilde(links[k].center - links[frame].origin) for frame in (i, j))
        total += -arm.links[k].mass * first @ second + _dyad(arm, links, k)
    return total


def first_moment(arm: Arm, links: list[LinkMotion], j: int) -> FloatArray:
    """Return the first moment U_j (3,), the sum over k ≥ j of m_k L_jk, kg·m."""
    return np.asarray(sum(arm.links[k].mass * (links[k].center - links[j].origin) for k in range(j, arm.n)))


def matrix_of_extended(arm: Arm, q: FloatArray) -> FloatArray:
    """Return M (n, n) by (17) and (18), without motor inertia, for revolute and prismatic joints.

    The axis z of a prismatic joint is written as x × y.
    """
    links = _links(arm, q)
    x, y, z = ([link.rotation[:, axis] for link in links] for axis in range(3))
    a = np.zeros((arm.n, arm.n))
    for i in range(arm.n):
        for j in range(i, arm.n):
            slides = arm.joints[i].slides, arm.joints[j].slides
            moment, mass = first_moment(arm, links, j), sum(link.mass for link in arm.links[j:])
            if slides == (False, False):
                a[i, j] = z[i] @ extended(arm, links, i, j) @ z[j]
            elif slides == (False, True):
                lever = moment + mass * (links[j].origin - links[i].origin)  # the sum over k ≥ j of m_k L_ik
                a[i, j] = -z[i] @ tilde(lever) @ tilde(y[j]) @ x[j]
            elif slides == (True, False):
                a[i, j] = -x[i] @ tilde(y[i]) @ tilde(moment) @ z[j]
            else:
                a[i, j] = -mass * x[i] @ tilde(y[i]) @ tilde(y[j]) @ x[j]
            a[j, i] = a[i, j]
    return a


def of_the_recursion(arm: Arm, q: FloatArray, kind: str) -> tuple[list[FloatArray], list[FloatArray]]:
    """Return dyadics by one of the recursions of (19), and the same dyadics by the sums of (18).

    Args:
        arm: any arm.
        q: (n,) positions.
        kind: ``"diagonal"`` I_jj from I_j+1,j+1; ``"across"`` I_ij from I_i,j+1; ``"down"`` I_ij from I_i+1,j.

    Returns:
        Two lists of dyadics (3, 3) in the base frame, in the same order.
    """
    links, n = _links(arm, q), arm.n
    ours, expected = [], []

    def step(j: int) -> FloatArray:
        return links[j + 1].origin - links[j].origin

    for i in range(n - 1):
        for j in range(i, n - 1):
            lever = links[j].center - links[j].origin
            own = _dyad(arm, links, j)
            beyond = sum(link.mass for link in arm.links[j + 1 :])
            if kind == "diagonal" and i == j:
                u = tilde(first_moment(arm, links, j + 1))
                p = tilde(step(j))
                constant = own - arm.links[j].mass * tilde(lever) @ tilde(lever) - beyond * p @ p
                ours.append(constant - (p @ u + u @ p) + extended(arm, links, j + 1, j + 1))
                expected.append(extended(arm, links, j, j))
            elif kind == "across" and i < j:
                p, u = tilde(step(j)), tilde(first_moment(arm, links, j + 1))
                offset = tilde(links[j].origin - links[i].origin)
                constant = own - arm.links[j].mass * (offset + tilde(lever)) @ tilde(lever)
                shift = -(offset + p) @ p * beyond - u @ p
                ours.append(constant + shift + extended(arm, links, i, j + 1))
                expected.append(extended(arm, links, i, j))
            elif kind == "down" and i < j:
                p, u = tilde(step(i)), tilde(first_moment(arm, links, j))
                ours.append(extended(arm, links, i + 1, j) - p @ u)
                expected.append(extended(arm, links, i, j))
    return ours, expected
