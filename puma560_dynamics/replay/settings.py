"""Settings of a replay."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..arm import Selection
from ..bags.columns.column_map import Columns
from ..errors import Puma560Error
from ..models.kinds import DEFAULT_MODEL, MODEL_KINDS
from ..models.payload.payload import Payload
from . import CUT_OFF, LOWEST_CUT_OFF


@dataclass(frozen=True)
class ReplaySettings:
    """Settings of a replay; the defaults suit a bag of this package's nodes.

    Attributes:
        arm: name or path for `load_arm`, or a part of a robot description.
        payload: payload of the model, on the last link.
        model: kind of the model whose torque is compared with effort and command.
        models: kinds whose torque is compared with Pinocchio on every sample.
        friction: ``"arm"`` (that of the arm file; where it has none, table 7's break-away torque as
            Coulomb friction), ``"fit"`` (fitted to this bag's residual) or ``"none"``.
        cut_off: of the zero-phase filter, Hz.
        velocity: ``"auto"`` (recorded, unless it is missing or late), ``"recorded"`` or ``"filtered"``.
        acceleration: ``"auto"`` (reference where the bag has it), ``"reference"`` or ``"filtered"``.
        joint_map: joint names of the bag to those of the arm, in addition to the known ones.
        columns: column map of tables (see `read_recording`); by default the names of the columns decide.
        topics: topics by use (``"joint_states"``, ``"command"``, ``"reference"``), in place of the automatic choice.
        gap: two samples further apart than this many periods are two segments.

    Raises:
        Puma560Error: a cut-off below `LOWEST_CUT_OFF`.
    """

    arm: str | Selection = "akb1986"
    payload: Payload = field(default_factory=Payload)
    model: str = DEFAULT_MODEL
    models: tuple[str, ...] = MODEL_KINDS
    friction: str = "arm"
    cut_off: float = CUT_OFF
    velocity: str = "auto"
    acceleration: str = "auto"
    joint_map: Mapping[str, str] = field(default_factory=dict)
    topics: Mapping[str, str] = field(default_factory=dict)
    columns: Columns = None
    gap: float = 5.0

    def __post_init__(self) -> None:
        if not LOWEST_CUT_OFF <= self.cut_off < math.inf:
            raise Puma560Error(f"cut-off: expected {LOWEST_CUT_OFF:g} Hz or more, got {self.cut_off:g} Hz")
