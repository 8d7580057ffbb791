"""Small arms: one that turns, swings and slides, and one with two parallel joints."""

from __future__ import annotations

from dataclasses import replace

from puma560_dynamics.emdeg.algebra.exact import rational_cos_sin
from puma560_dynamics.emdeg.algebra.vectors import about_x, about_z, product
from puma560_dynamics.emdeg.chain.chain import PRISMATIC, Body, Chain, ChainJoint, Placement
from puma560_dynamics.emdeg.chain.gauge import PLAIN
from puma560_dynamics.emdeg.program.system import System
from puma560_dynamics.emdeg.program.variables import Variables
from puma560_dynamics.emdeg.tasks import task_of
from puma560_dynamics.emdeg.tasks.starting_form import StartingForm

SWING = ChainJoint("swing", cos_alpha=0, sin_alpha=1)


SLIDE = ChainJoint("slide", PRISMATIC, cos_alpha=0, sin_alpha=1, d=0.25)


BODY = Body(2, (0.5, 0.25, 0.125), (0.1, 0.2, 0.25, 0, 0, 0))


ARM = Chain("crane", (ChainJoint("base"), SWING, SLIDE), (BODY, BODY, BODY))


def system_of(name: str) -> tuple[System, Variables]:
    """Not factored."""
    return task_of(name).system(ARM, StartingForm((PLAIN,) * 3, 3))


def three_joints() -> Chain:
    """Two parallel joints on a vertical one, every body general."""
    joints = (ChainJoint("base"), ChainJoint("one", cos_alpha=0, sin_alpha=1), ChainJoint("two", a=0.5))
    bodies = tuple(Body(2, (0.25, 0.125, 0.5), (1, 2, 3, 0.25, 0.5, 0.125)) for _ in joints)
    return Chain("arm", joints, bodies)


TILTED = product(about_x(*rational_cos_sin(0.7)), about_z(*rational_cos_sin(-1.9)))


TURNED = product(about_z(*rational_cos_sin(2.5)), about_x(*rational_cos_sin(0.3)))


def with_frames(chain: Chain) -> Chain:
    """The same chain on a tilted base with other user's frames."""
    frames = (Placement(TURNED, (0.1, -0.2, 0.3)),) * chain.n
    return replace(chain, base=Placement(TILTED, (1, 2, 3)), frames=frames)
