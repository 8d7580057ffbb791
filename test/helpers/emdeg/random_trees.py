"""Random chains with branches: several arms on a moving link, or on the base."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from hypothesis import strategies as st

from puma560_dynamics.emdeg.chain.branch import Branch
from puma560_dynamics.emdeg.chain.chain import Body, Chain, ChainJoint

from .random_chains import LENGTHS, TWISTS, chains


@cache
@st.composite
def trees(draw: st.DrawFn, most: int = 5, prismatic: bool = True) -> Chain:
    """Chains of 2 to `most` joints, each on the previous link, on another link, or on the base."""
    chain = draw(chains(most, 2, prismatic))
    joints = list(chain.joints)
    for i in range(1, chain.n):
        if draw(st.booleans()):
            branch = Branch(draw(st.integers(-1, i - 1)), *draw(TWISTS), draw(LENGTHS))
            joints[i] = replace(joints[i], branch=branch)
    return replace(chain, joints=tuple(joints))


def torso() -> Chain:
    """A torso that turns and slides, with two arms of two joints, the second of which are parallel to the first."""
    body = Body(2, (0.1, 0.2, 0.3), (0.3, 0.4, 0.5, 0.01, 0.02, 0.03))
    upper = [
        ChainJoint(f"{side}1", cos_alpha=0, sin_alpha=sine, a=0.1, branch=Branch(1, 0.6, 0.8 * sine, 0.25))
        for side, sine in (("left", 1), ("right", -1))
    ]
    left, right = (ChainJoint(f"{side}2", a=0.4, d=0.05) for side in ("left", "right"))
    joints = (ChainJoint("turn", d=0.3), ChainJoint("lift", "prismatic"), upper[0], left, upper[1], right)
    return Chain("torso", joints, (body,) * 6)
