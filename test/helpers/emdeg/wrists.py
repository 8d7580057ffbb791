"""Random chains of six joints with a spherical wrist, on a tilted base and with other user's frames."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from hypothesis import strategies as st

from helpers.emdeg.random_chains import TWISTS, bodies, chains, decimals
from helpers.emdeg.small_chains import with_frames
from puma560_dynamics.emdeg.chain.chain import Chain, ChainJoint

SLANTS = TWISTS.filter(lambda twist: twist[1] != 0)


@cache
@st.composite
def wrists(draw: st.DrawFn) -> Chain:
    """Three joints of any kind, and three whose axes meet in one point."""
    arm = draw(chains(most=3, least=3))
    first, second, third = draw(TWISTS), draw(SLANTS), draw(SLANTS)
    lengths = [draw(decimals(1)) for _ in range(3)]
    joints = (
        ChainJoint("roll", cos_alpha=first[0], sin_alpha=first[1], a=lengths[0], d=lengths[1]),
        ChainJoint("pitch", cos_alpha=second[0], sin_alpha=second[1]),
        ChainJoint("turn", cos_alpha=third[0], sin_alpha=third[1], d=lengths[2]),
    )
    matter = tuple(draw(bodies()) for _ in joints)
    return with_frames(replace(arm, joints=(*arm.joints, *joints), bodies=(*arm.bodies, *matter), frames=()))
