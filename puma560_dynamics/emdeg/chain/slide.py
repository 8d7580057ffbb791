"""Frames slid along their joint axes: where a frame's origin lies on its axis is free.

Along parallel axes the offsets d add up and do not turn, so they are put together at the first of
them: the PUMA's d2 + d3. The bodies are seen from the slid origins; torques are the same.
"""

from __future__ import annotations

from dataclasses import replace

from .chain import IDENTITY, Chain
from .inertia import Moments


def slid(chain: Chain, bodies: tuple[Moments, ...]) -> tuple[Chain, tuple[Moments, ...]]:
    """The chain and its mass distributions with the offsets of parallel axes at the first of them."""
    joints, moved = list(chain.joints), list(bodies)
    for i in range(chain.n - 1, 0, -1):
        joint, before = joints[i], joints[i - 1]
        if joint.revolute and before.revolute and joint.sin_alpha == 0 and joint.d:
            offset = joint.cos_alpha * joint.d
            joints[i] = replace(joint, d=0)
            joints[i - 1] = replace(before, d=before.d + offset)
            moved[i - 1] = moved[i - 1].seen_from(IDENTITY, (0, 0, -offset))
    return replace(chain, joints=tuple(joints)), tuple(moved)
