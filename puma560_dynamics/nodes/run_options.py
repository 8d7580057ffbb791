"""What can be chosen about a run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..arm import Selection
from ..demo import DOMAIN
from ..models.kinds import DEFAULT_MODEL
from ..view.address import PORT


@dataclass(frozen=True)
class RunOptions:
    """What can be chosen about a run.

    Attributes:
        arm: name or path for `load_arm`, or a part of a robot description.
        model: kind of the explicit model.
        duration: seconds of one motion, of which there are as many as settings; 0 for the usual one.
        rate: Hz of joint states and reference.
        domain: ROS domain.
        friction: whether the simulated arm has dry friction.
        view: whether `view_node` serves the live page.
        view_port: TCP port of the page; the next free one is taken if it is in use.
        hold: whether to play on after the last motion until a KeyboardInterrupt.
        record: folder of a bag to be written, which must not exist; `None` for none.
    """

    arm: str | Selection = "akb1986"
    model: str = DEFAULT_MODEL
    duration: float = 0.0
    rate: float = 250.0
    domain: int = DOMAIN
    friction: bool = True
    view: bool = False
    view_port: int = PORT
    hold: bool = False
    record: Path | None = None
