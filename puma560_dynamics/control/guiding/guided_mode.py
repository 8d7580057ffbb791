"""The mode of a torque loop: follow references, or be guided by hand; with time-out, faults and the fade between them.

While guided, the arm is led by a person, and references are refused. Guiding ends by a change of the mode, after
`GuidingSettings.timeout` without motion, and by every fault. After a time-out or a fault the mode stays
``hand_guiding``, but the arm is *released*: it is held, and damped as on a fault, so that it comes to rest. References
are still refused. Only a new choice of the mode guides it again, or follows references.

With ``contact_policy: float`` a contact begins hand guiding: the arm *floats*. It is braked first, for `BRAKED` times
``damping_time``, and then guided. Floating ends by a choice of the mode, and when torque begins again.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...errors import StateError
from ..gate.damping import REST_FRACTION, REST_VELOCITY
from ..gate.gate_settings import GateSettings
from .guiding_settings import FEEDFORWARD, HAND_GUIDING, MODES
from .hand_guiding import HandGuiding
from .mode_fade import ModeFade

NOT_ENABLED = "mode: hand_guiding is not enabled; set hand_guiding.enabled to true before the node is configured"
"""Reason for a refused change to hand guiding."""

BRAKED = 5.0
"""Time for which an arm is braked before it floats, as a multiple of ``damping_time``."""

REFUSED_REFERENCE = "the arm is guided by hand (mode: hand_guiding); the reference is not followed"
"""Reason for a refused reference."""


class GuidedMode:
    """Mode of one torque loop.

    Args:
        guiding: computes the torque of the guided arm; `None` if hand guiding is not enabled.
        gate: settings of the gate.
        timeout: time without motion after which guiding ends, s; 0 for never.
        mode: initial mode, one of `MODES`.
        floats: whether a contact begins hand guiding.

    Attributes:
        mode: the present mode, one of `MODES`.
        released: why a guided arm is released; `None` if it is not.
        floating: the contact that began hand guiding; `None` if the mode was chosen.

    Raises:
        StateError: an unknown mode, or hand guiding that is not enabled.
    """

    def __init__(
        self, guiding: HandGuiding | None, gate: GateSettings, timeout: float, mode: str, floats: bool = False
    ) -> None:
        self._guiding, self._timeout, self._floats = guiding, timeout, floats
        self._braked = BRAKED * gate.damping_time
        self._slow = [max(REST_VELOCITY, REST_FRACTION * limit) for limit in gate.velocity.tolist()]
        self._time, self._longest = max(gate.fade_in_time, 0.0), gate.timing.longest_step
        self.fade = ModeFade(self._time, gate.ramp, self._longest)
        self.mode = FEEDFORWARD
        self.check(mode)
        self.mode = mode
        self.released: str | None = None
        self.floating: str | None = None
        self._brake, self._brakes_until = 0.0, -math.inf
        self._moved: float | None = None

    @property
    def guided(self) -> bool:
        """Return whether the torque is that of hand guiding; also while the arm is released."""
        return self.mode == HAND_GUIDING

    @property
    def state(self) -> str:
        """State of hand guiding: ``off``, ``guided``, ``floating: `` or ``released: `` with the reason."""
        if not self.guided:
            return "off"
        if self.released is not None:
            return f"released: {self.released}"
        return "guided" if self.floating is None else f"floating: {self.floating}"

    def check(self, mode: str) -> None:
        """Check that a mode may be chosen.

        Raises:
            StateError: an unknown mode, or hand guiding that is not enabled.
        """
        if mode not in MODES:
            raise StateError(f"mode: {mode!r} is not known; use one of {', '.join(MODES)}")
        if mode == HAND_GUIDING and self._guiding is None:
            raise StateError(NOT_ENABLED)

    def choose(self, mode: str) -> None:
        """Choose the mode from the next state on; the torque fades. A released arm is guided again.

        Raises:
            StateError: an unknown mode, or hand guiding that is not enabled.
        """
        self.check(mode)
        if mode != self.mode:
            self.fade.begin()
            if self._guiding is not None:
                self._guiding.forget()
        self.mode, self.floating = mode, None
        self.released, self._moved, self._brakes_until = None, None, -math.inf

    def float_after(self, now: float, q: Sequence[float], qd: Sequence[float], contact: str) -> bool:
        """Begin hand guiding after a contact, from the next state on; `fade` forgets the torque before.

        Args:
            now: steady time, s.
            q, qd: n positions, rad, and velocities, rad/s.
            contact: a sentence.

        Returns:
            Whether it begins: not if contacts do not begin it, above the speed at which guided motion is damped, or
            where a wall pushes.
        """
        if not self._floats or self.guided or self._guiding is None or not self._guiding.may_begin(q, qd):
            return False
        self.mode, self.floating = HAND_GUIDING, contact
        self.released, self._moved = None, None
        self._brake, self._brakes_until = 1.0, now + self._braked
        self._guiding.forget()
        self.fade.forget()
        return True

    def begin(self) -> None:
        """Begin with a closed gate: earlier torques do not matter, and an arm that floats does not float any more."""
        if self.floating is not None:
            self.mode, self.floating, self.released = FEEDFORWARD, None, None
        self._brakes_until = -math.inf
        self.fade.forget()
        self._moved = None
        self._brake = 0.0 if self.released is None else 1.0
        if self._guiding is not None:
            self._guiding.forget()

    def release(self, reason: str) -> None:
        """End the guiding of a guided arm; the first `reason` (a sentence) is kept."""
        if self.guided and self.released is None:
            self.released = reason

    def torque(
        self, now: float, q: Sequence[float], qd: Sequence[float], against: Sequence[float], dt: float
    ) -> list[float]:
        """Return n torques of the term ``guiding`` for a joint state, N·m.

        Args:
            now: steady time, s.
            q, qd: n positions, rad, and velocities, rad/s.
            against: n torques that brake the motion, N·m.
            dt: time since the last state, s.
        """
        assert self._guiding is not None
        if self._moved is None or any(abs(speed) > slow for speed, slow in zip(qd, self._slow, strict=True)):
            self._moved = now
        if self._timeout > 0.0 and now - self._moved >= self._timeout:
            self.release(f"no motion for {self._timeout:g} s")
        step = min(dt, self._longest) / self._time if self._time > 0.0 else 1.0
        if self.released is not None:
            self._brake = min(self._brake + step, 1.0)
        elif now >= self._brakes_until:
            self._brake = max(self._brake - step, 0.0)
        torque = self._guiding.torque(q, qd, dt)
        if self._brake > 0.0:
            torque = [each + self._brake * brake for each, brake in zip(torque, against, strict=True)]
        return torque
