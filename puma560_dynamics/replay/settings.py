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
        friction: ``"arm"`` (friction of the arm file, or its break-away torque as Coulomb friction if it has none),
            ``"fit"`` (fitted to this recording's residual) or ``"none"``.
        cut_off: cut-off of the zero-phase filter, Hz.
        velocity: ``"auto"`` (recorded velocity, unless it is missing or late), ``"recorded"`` or ``"filtered"``.
        acceleration: ``"auto"`` (acceleration of the reference if the bag has one and the arm follows it),
            ``"reference"`` or ``"filtered"``.
        joint_map: joint names of the bag mapped to those of the arm, in addition to the usual names.
        columns: column map of tables (see `read_recording`); by default the names of the columns decide.
        topics: topic names by use (``"joint_states"``, ``"command"``, ``"reference"``), in place of automatic choice.
        gap: largest time between two samples of one segment, in periods.

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
