r"""The torque of the term ``guiding``: hold, damping and walls for a person who leads the arm.

.. math:: \tau = \tau_{hold} + \tau_{limits} + \tau_{planes} - D\,(|\dot q| - v_s)^+ \,\mathrm{sign}\,\dot q

with the gain D of `gate.damping.Damping` and the speed :math:`v_s` above which motion is damped. Gravity and friction
are terms of the model and are added to it. Coriolis and centrifugal torques are not compensated, because the arm would
then not be passive. Each part is continuous, bounded and passive (`hold`, `walls`, `plane_walls`), so that their sum
takes energy out of the arm, apart from what their springs have stored.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...models.interface import DynamicModel
from ..gate.damping import Damping
from ..gate.gate_settings import GateSettings
from ..gate.torque_limits import clamp
from ..motor_inertia import least_inertia
from .guiding_settings import GuidingSettings, hold_of
from .hold import Hold
from .plane_walls import PlaneWalls
from .walls import LimitWalls


class HandGuiding:
    """Computes the torque of the term ``guiding`` for successive joint states.

    Args:
        model: model of the arm.
        settings: settings of hand guiding.
        gate: settings of the gate, with limits and the largest torque.
        damping: damping of the gate, which gives the gain.

    Attributes:
        hold_torque: (n,) N·m, resistance of each joint at rest.

    Raises:
        StateError: a hold torque for a number of joints that differs from the arm's, or planes that the arm
            cannot have.
    """

    def __init__(
        self,
        model: DynamicModel,
        settings: GuidingSettings,
        gate: GateSettings,
        damping: Damping,
    ) -> None:
        arm = model.arm
        self.hold_torque = hold_of(model, settings)
        gain: list[float] = damping.gain.tolist()
        velocity: list[float] = gate.velocity.tolist()
        self._hold = Hold(
            self.hold_torque.tolist(),
            least_inertia(model).tolist(),
            settings.hold_speed,
            arm.motion_scale.tolist(),
            gate.continuous,
        )
        most = (settings.wall_torque * gate.maximum_torque).tolist()
        self._limits = LimitWalls(gate.lower.tolist(), gate.upper.tolist(), settings.limit_margin, most, velocity, gain)
        self._planes: PlaneWalls | None = None
        if settings.walls:
            self._planes = PlaneWalls(
                arm, settings.walls, settings.tool_point, settings.wall_force, settings.wall_depth
            )
        self._speeds = [(settings.speed * fastest, fastest, each) for fastest, each in zip(velocity, gain, strict=True)]

    def forget(self) -> None:
        """Hold the arm where it is at the next state."""
        self._hold.forget()

    def may_begin(self, q: Sequence[float], qd: Sequence[float]) -> bool:
        """Return whether the arm is slower than the damped speed and no wall pushes, at `q` (rad) and `qd` (rad/s)."""
        slow = all(abs(speed) <= damped for speed, (damped, _, _) in zip(qd, self._speeds, strict=True))
        return slow and not any(self._limits.torque(q, qd)) and not (self._planes and any(self._planes.torque(q, qd)))

    def torque(self, q: Sequence[float], qd: Sequence[float], dt: float) -> list[float]:
        """Return n torques, N·m, at the next positions `q` (rad) and velocities `qd` (rad/s), `dt` s after the last."""
        total = [
            hold + wall - gain * self._excess(speed, slow, fastest)
            for hold, wall, speed, (slow, fastest, gain) in zip(
                self._hold.torque(q, qd, dt), self._limits.torque(q, qd), qd, self._speeds, strict=True
            )
        ]
        if self._planes is None:
            return total
        return [torque + plane for torque, plane in zip(total, self._planes.torque(q, qd), strict=True)]

    @staticmethod
    def _excess(speed: float, slow: float, fastest: float) -> float:
        """Return the part of a velocity beyond `slow`, with its sign, rad/s."""
        within = clamp(speed, fastest)
        return within - clamp(within, slow)
