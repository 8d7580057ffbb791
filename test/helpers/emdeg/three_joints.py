"""A small arm whose code has all parts of a larger one's: sines, sums of angles, functions of many states."""

from __future__ import annotations

from puma560_dynamics.emdeg.chain.chain import Body, Chain, ChainJoint


def three_joints() -> Chain:
    """Two parallel joints on a vertical one, every body general."""
    joints = (ChainJoint("base"), ChainJoint("one", cos_alpha=0, sin_alpha=1), ChainJoint("two", a=0.5))
    bodies = tuple(Body(2, (0.25, 0.125, 0.5), (1, 2, 3, 0.25, 0.5, 0.125)) for _ in joints)
    return Chain("arm", joints, bodies)
