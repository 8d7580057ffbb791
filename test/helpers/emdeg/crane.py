"""A small arm that turns, swings and slides, and its systems of equations."""

from __future__ import annotations

from puma560_dynamics.emdeg.chain.chain import PRISMATIC, Body, Chain, ChainJoint
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
