"""`TorqueLoop` behind the calls of the C interface of the core, so that one event can go to both."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.control.feed_forward.change_over import SOURCES
from puma560_dynamics.control.feed_forward.feed_forward import TERM_NAMES, Command
from puma560_dynamics.control.feed_forward.references import Reference
from puma560_dynamics.control.gate.faults import FaultError
from puma560_dynamics.control.gate.gate_state import GateOutput
from puma560_dynamics.control.gate.plausibility import differences
from puma560_dynamics.control.guiding.guiding_settings import MODES
from puma560_dynamics.control.loop_settings import LoopSettings
from puma560_dynamics.control.torque_loop import TorqueLoop
from puma560_dynamics.errors import MessageError, StateError
from puma560_dynamics.models.payload.payload import Payload

from .carried_models import LoopModel
from .core_library import CALL, FAULT, FAULTS, FINITE, LIMIT, NONE, SEND, STAMP, STEP


class PythonLoop:
    """`TorqueLoop` with the calls and results of the C interface.

    Args:
        model: of the arm.
        settings: of the loop.
        stiffness, damping: 1/s² and 1/s of computed torque, the same for each joint; 0 for none.
    """

    def __init__(self, model: LoopModel, settings: LoopSettings, stiffness: float, damping: float) -> None:
        self.loop = TorqueLoop.from_settings(model, settings)
        self._model = model
        self._gains = stiffness, damping
        self._added: FloatArray | None = None
        self._state = np.zeros(model.arm.n), np.zeros(model.arm.n)
        plain, followed = self.loop.forward.compute_torque, self.loop._followed.reference_at

        def command(
            q: FloatArray, qd: FloatArray, reference: Reference | None = None, acceleration: FloatArray | None = None
        ) -> Command:
            """What is added, which the loop itself does not have."""
            made = plain(q, qd, reference, acceleration)
            return made if self._added is None else made._replace(torque=made.torque + self._added)

        def at(stamp: float) -> Reference | None:
            """Computed torque, which the loop itself does not have, either."""
            reference = followed(stamp)
            if reference is None or not any(self._gains):
                return reference
            q, qd = self._state
            if not np.isfinite(q).all():  # of a state that was refused, asked by the watchdog: nothing is made of it
                return reference
            shortest = differences(reference.position.tolist(), q.tolist(), model.arm.continuous.tolist())
            feedback = stiffness * np.array(shortest) + damping * (reference.velocity - qd)
            return replace(reference, acceleration=reference.acceleration + feedback)

        self.loop.forward.compute_torque = command  # type: ignore[method-assign]
        self.loop._followed.reference_at = at  # type: ignore[method-assign]

    def acting(self, now: float, torque: Sequence[float]) -> int:
        if not self.loop.gate.done:
            return CALL
        if not all(map(math.isfinite, torque)):
            return FINITE
        self.loop.commanded(now, np.array(torque), by_guard=True, sent=math.inf)
        return SEND

    def activate(self, now: float) -> int:
        self.loop.activate(now)
        return SEND

    def resume(self, brake: int) -> int:
        self.loop.resume(bool(brake))
        return SEND

    def brakes(self, closed: int) -> int:
        self.loop.gate.brakes_report(bool(closed))
        return SEND

    def deactivate(self, now: float) -> int:
        self.loop.deactivate(now, "deactivated")
        return SEND

    def reset(self) -> int:
        if not self.loop.gate.done:
            return CALL
        self.loop.gate.reset()
        return SEND

    def fault(self, now: float, fault: int) -> int:
        self.loop.gate.fault(now, FAULTS[fault], "a fault of the test")
        return SEND

    def set_terms(self, terms: int) -> int:
        self.loop.forward.active = [name for place, name in enumerate(TERM_NAMES) if terms >> place & 1]
        return SEND

    def set_payload(self, mass: float, center: list[float], inertia: list[float]) -> int:
        try:
            Payload.of(mass, center, inertia)
        except StateError:
            return CALL
        self.loop.forward.model = self._model.carrying((mass, center, inertia))
        return SEND

    def set_friction(self, scale: float) -> int:
        try:
            self.loop.forward.friction = replace(self.loop.forward.friction, scale=scale)
        except StateError:
            return CALL
        return SEND

    def set_source(self, now: float, source: int) -> int:
        self.loop.set_source(now, SOURCES[source])
        return SEND

    def set_mode(self, mode: int) -> int:
        try:
            self.loop.set_mode(MODES[mode])
        except StateError:
            return CALL
        return SEND

    def reference(self, now: float, clock: float, stamp: float, *fields: Sequence[float]) -> int:
        waits = not self.loop.gate.leads
        try:
            self.loop.reference(now, clock, stamp, Reference(*map(np.array, fields)))
        except MessageError:
            return STAMP
        except StateError as error:
            if "guided by hand" in str(error):
                return CALL
            return FINITE if "finite numbers" in str(error) else STEP if "jumps" in str(error) else LIMIT
        return NONE if waits else SEND

    def state(
        self, now: float, clock: float, stamp: float, q: Sequence[float], qd: Sequence[float],
        added: Sequence[float] | None = None, effort: Sequence[float] | None = None,
    ) -> tuple[int, list[float] | None]:  # fmt: skip
        self._added = None if added is None else np.array(added)
        if added is not None:
            self.loop._settling.end()
        self._state = np.array(q), np.array(qd)
        try:
            measured = None if effort is None else np.array(effort)
            return self._sent(now, self.loop.state(now, clock, stamp, np.array(q), np.array(qd), measured).output)
        except MessageError:
            return STAMP, None
        except FaultError:
            return FAULT, None
        except StateError:
            return FINITE, None

    def update(self, now: float) -> tuple[int, list[float] | None]:
        return self._sent(now, self.loop.watch(now, between_states=True))

    def _sent(self, now: float, output: GateOutput | None) -> tuple[int, list[float] | None]:
        if output is None:
            return NONE, None
        self.loop.sent(now, now, output)
        return SEND, output.torque.tolist()
