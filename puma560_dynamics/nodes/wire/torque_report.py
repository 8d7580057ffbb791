"""Report the torque loop in diagnostics: the state of its gate as status, its counts as key-value pairs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...control.feed_forward.feed_forward import TERM_NAMES
from ...control.gate.faults import Fault
from ...control.gate.gate_state import GateOutput, GateState
from ...control.gate.torque_gate import TorqueGate
from ...control.guiding.guided_mode import GuidedMode
from ...control.torque_loop import LoopOutput, TorqueLoop
from ...system.machine import busy_sentence
from .diagnostics import ERROR, OK, WARN, Diagnostics
from .effort_status import joint_row

TAKEN_AWAY = (GateState.DAMPING, GateState.HOLDING, GateState.FADING_OUT, GateState.YIELDED, GateState.CLOSED)
"""States in which the torque is no longer the sum of the terms."""


LATE = (
    Fault.SILENCE, Fault.OWN_STALL, Fault.REFERENCE_LOST, Fault.GUARD_LOST, Fault.COMMAND_SILENCE
)  # fmt: skip
"""Faults that a busy machine may cause."""


class BusyMachine:
    """Sentence on the load of the machine, read once at the begin of a fault, so that the message stays constant."""

    def __init__(self) -> None:
        self._fault: Fault | None = None
        self._words = ""

    def words(self, fault: Fault | None) -> str:
        """Return the text to append to the reason of a fault; empty if the machine's load does not explain it."""
        if fault is not self._fault:
            self._fault, self._words = fault, busy_sentence() if fault in LATE else ""
        return self._words


def report(
    diagnostics: Diagnostics,
    gate: TorqueGate,
    active: bool,
    output: GateOutput | None,
    result: LoopOutput | None,
    busy: BusyMachine,
    mode: GuidedMode | None = None,
    uses: bool = True,
    touch: str = "",
) -> None:
    """Set the state of the gate as status; every change of the state is logged.

    Args:
        diagnostics: diagnostics of the node.
        gate: gate of the node.
        active: whether the node is active.
        output: last output of the gate, if any.
        result: result for a joint state; `None` for a call of the watchdog.
        busy: load of the machine at the time of a fault.
        mode: mode of the loop; `None` for feed-forward.
        uses: whether an active term uses the reference (`uses_reference`).
        touch: `ContactWatch.touch`.
    """
    state, load = gate.state.value, busy.words(gate.latched)
    if gate.state in TAKEN_AWAY:
        diagnostics.set(ERROR if active else WARN, f"{state}: {gate.reason}{load}", state=state)
    elif output is not None and output.trips:
        diagnostics.set(WARN, output.trips[0], state=state, hold=True)
    elif gate.state is GateState.FADING_IN:
        diagnostics.set(OK, "torque fades in", state=state)
    elif mode is not None and mode.released is not None:
        diagnostics.set(WARN, f"hand guiding has ended ({mode.released}): the arm is held; set mode again", state=state)
    elif mode is not None and mode.floating is not None:
        diagnostics.set(WARN, f"the arm floats after a contact ({mode.floating}): set mode again", state=state)
    elif mode is not None and mode.guided:
        diagnostics.set(OK, "a person may guide the arm", state=state)
    elif touch:
        diagnostics.set(WARN, f"{touch}: a contact, an unknown load, or efforts in another unit", state=state)
    elif result is not None:
        if result.followed and uses:
            follows = "torque follows the reference"
        else:
            why = "no active term uses the reference" if result.followed else "no reference"
            follows = f"{why}: torque for what is measured"
        diagnostics.set(OK, follows, state=state)


def uses_reference(loop: TorqueLoop) -> bool:
    """Return whether an active term uses the reference: friction its velocity, inertia terms its acceleration."""
    inertial = loop.active_terms & {"inertia", "motor_inertia"}
    return "friction" in loop.active_terms or bool(inertial and loop.source == "reference")


def figures(loop: TorqueLoop | None, guard: str, evaluations: Sequence[float]) -> dict[str, object]:
    """Return the key-value pairs of the diagnostics.

    Args:
        loop: the torque loop; `None` before the node is configured.
        guard: state of the guard.
        evaluations: computing times of the latest joint states, s.
    """
    if loop is None:
        return {"gate": GateState.INACTIVE.value}
    gate = loop.gate
    found: dict[str, object] = {
        "gate": gate.state.value,
        "gate_reason": gate.reason,
        "fault": "" if gate.latched is None else gate.latched.value,
        "brake": gate.brake,
        "guard": guard,
        "active_terms": ",".join(name for name in TERM_NAMES if name in loop.active_terms),
        "mode": loop.mode.mode,
        "guiding": loop.mode.state,
        "samples": len(evaluations),
    }
    if (contact := loop.contacts.estimate) is not None:
        found |= {
            "effort": "unusable" if loop.contacts.effort_lost else "measured",
            "external_torque_Nm": joint_row(contact.torque),
            "threshold_Nm": joint_row(contact.threshold),
        }
    if loop.left.torque is not None:
        found["hardware_may_hold"] = loop.left.sentence
    if evaluations:
        found["evaluation_s"] = float(np.median(evaluations))
    return found | {f"trips.{kind}": count for kind, count in gate.counts.items()}
