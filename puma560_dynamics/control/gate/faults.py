"""Faults of the torque path, with the reaction of the gate and the remedy.

A fault is latched: its reaction ends in a closed gate, and only a reset (``~/reset``, or deactivate
and activate) opens the gate again. With ``restart_after_fault``, a fault that does not put the measured
pose in doubt ends automatically once its cause is gone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from ...errors import StateError


class Fault(str, Enum):
    """Faults of the torque path."""

    SILENCE = "silence"
    JUMP = "jump"
    OUTSIDE = "outside"
    OVERSPEED = "overspeed"
    INCONSISTENT = "inconsistent"
    TWO_STATE_PUBLISHERS = "two_state_publishers"
    CLOCK = "clock"
    OWN_STALL = "own_stall"
    REFERENCE_LOST = "reference_lost"
    SECOND_COMMANDER = "second_commander"
    GUARD_LOST = "guard_lost"
    CONTROLLER_LOST = "controller_lost"
    COMMAND_SILENCE = "command_silence"
    OVERLOAD = "overload"
    SAG = "sag"
    CONTACT = "contact"
    EFFORT_LOST = "effort_lost"


class Reaction(str, Enum):
    """Reactions to a fault, for ``hold_time`` at most; then the torque fades to zero."""

    DAMP = "damp"
    HOLD = "hold"
    FADE = "fade"


@dataclass(frozen=True)
class FaultRule:
    """Reaction of the gate to a fault.

    Attributes:
        reaction: `DAMP` applies gravity and viscous torque of the present state, while states are good; `HOLD` applies
            the gravity load of the last good pose; `FADE` fades the torque to zero at once.
        restarts: whether ``restart_after_fault`` applies.
        cause: cause of the fault, for documentation and log.
        remedy: action of the operator before the reset, for the documentation.
    """

    reaction: Reaction
    restarts: bool
    cause: str
    remedy: str


FAULTS: Mapping[Fault, FaultRule] = MappingProxyType(
    {
        Fault.SILENCE: FaultRule(
            Reaction.HOLD,
            True,
            "no usable joint state for `state_timeout`, by stamp or by arrival",
            "check the driver, its rate and the clocks",
        ),
        Fault.JUMP: FaultRule(
            Reaction.HOLD,
            False,
            "a position moved farther than `velocity_margin` times the velocity limit allows",
            "check the encoder, and look for a second publisher",
        ),
        Fault.OUTSIDE: FaultRule(
            Reaction.HOLD,
            False,
            "a position beyond its limit by more than `position_tolerance`",
            "check the zero of the encoder and the limit in the arm file",
        ),
        Fault.OVERSPEED: FaultRule(
            Reaction.DAMP,
            True,
            "a velocity above `velocity_margin` times its limit",
            "slow the motion down, or check the unit of the velocity",
        ),
        Fault.INCONSISTENT: FaultRule(
            Reaction.HOLD,
            False,
            "displacement and integrated velocity disagree",
            "look for a frozen encoder, or a velocity in another unit",
        ),
        Fault.TWO_STATE_PUBLISHERS: FaultRule(
            Reaction.HOLD, False, "more publishers of joint states than `state_publishers`", "stop the other publisher"
        ),
        Fault.CLOCK: FaultRule(
            Reaction.HOLD,
            True,
            "the clock has not started, or its source was changed",
            "start the publisher of `/clock`, or clear `use_sim_time`",
        ),
        Fault.OWN_STALL: FaultRule(
            Reaction.DAMP,
            True,
            "the process that computes the torque stood still for `state_timeout`",
            "give the process more processor time",
        ),
        Fault.REFERENCE_LOST: FaultRule(
            Reaction.DAMP,
            True,
            "no usable reference for `reference_timeout` in a motion",
            "check the planner; let motions end at rest",
        ),
        Fault.SECOND_COMMANDER: FaultRule(
            Reaction.FADE, False, "another publisher on the command topic", "stop the other publisher"
        ),
        Fault.GUARD_LOST: FaultRule(
            Reaction.DAMP,
            True,
            "no heartbeat of `command_guard_node`",
            "start `command_guard_node`, or give it more processor time",
        ),
        Fault.CONTROLLER_LOST: FaultRule(
            Reaction.FADE,
            False,
            "the effort controller is no longer active",
            "find out why it ended, and look at the arm",
        ),
        Fault.COMMAND_SILENCE: FaultRule(
            Reaction.DAMP,
            True,
            "the guard received no command for `command_timeout`",
            "find out why `feedforward_node` ended",
        ),
        Fault.OVERLOAD: FaultRule(
            Reaction.DAMP,
            False,
            "the gravity load of the pose exceeds the torque limit",
            "check the payload and the arm file, choose another pose, or raise a `torque_limit_scale` below 1",
        ),
        Fault.SAG: FaultRule(
            Reaction.FADE, False, "the arm sagged when its brakes were released", "check brakes and payload"
        ),
        Fault.CONTACT: FaultRule(
            Reaction.DAMP,
            False,
            "with `contact_policy: stop` or `float`: an external torque exceeded its threshold",
            "look at the arm and free it; for a load, give the payload",
        ),
        Fault.EFFORT_LOST: FaultRule(
            Reaction.DAMP,
            False,
            "with `contact_policy: stop` or `float`: no usable measured effort for `state_timeout`",
            "check the efforts of the driver",
        ),
    }
)
"""Every fault and its rule."""


class FaultError(StateError):
    """A joint state that shows a fault: it is not used, and the gate reacts.

    Attributes:
        fault: the fault.
    """

    def __init__(self, fault: Fault, message: str) -> None:
        super().__init__(message)
        self.fault = fault


def fault_table() -> str:
    """Return `FAULTS` as a Markdown table."""
    lines = ["| fault | cause | reaction | can end automatically | what to do |", "|---|---|---|---|---|"]
    for fault, rule in FAULTS.items():
        ends = "yes" if rule.restarts else "no"
        lines.append(f"| `{fault.value}` | {rule.cause} | {rule.reaction.value} | {ends} | {rule.remedy} |")
    return "\n".join(lines)
