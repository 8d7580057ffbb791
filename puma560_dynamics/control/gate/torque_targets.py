"""The target torque and the safe torque of each gate state, and the rate limit of the way to the target.

A change towards the safe torque (removal) may be faster than any other change (growth).
"""

from __future__ import annotations

from collections.abc import Sequence

from .gate_settings import GateSettings
from .gate_state import GateState
from .torque_limits import clamp, soften

NEAR_FRACTION = 0.999
"""Fraction of the allowed growth within which the target is reached in spite of rounding. Removal is never slower."""


def limit_rate(last: float, aim: float, safe: float, growth: float, removal: float, dt: float) -> float:
    """Return the torque of one joint after `dt` seconds on the way from `last` to `aim`.

    A change counts as removal while it leads towards zero and towards the safe torque; every other change
    is growth. From 150 N·m to a gravity load of -46 N·m, the way to zero is removal, the rest is growth.

    Args:
        last: acting torque, N·m.
        aim: target torque, N·m.
        safe: safe torque, N·m: the gravity load, or zero if the torque is to end.
        growth: rate limit of growth, N·m/s.
        removal: rate limit of removal, N·m/s, at least `growth`.
        dt: time step, s, 0 or more.

    Returns:
        The torque, N·m; exactly `aim` if it is reached.
    """
    if last < 0.0:
        return -limit_rate(-last, -aim, -safe, growth, removal, dt)
    # Removal leads down to the knee: the safe torque if it lies between zero and `last`, else the nearer end.
    knee = 0.0 if safe < 0.0 else last if safe > last else safe
    goal = knee if aim < knee else last if aim > last else aim
    way = last - goal
    if way > removal * dt:
        return last - removal * dt
    # The rest of the time is growth, up or down.
    left = dt - way / removal
    step = growth * left if left > 0.0 else 0.0
    if aim > goal + step:
        return goal + step
    if aim < goal - step:
        return goal - step
    return aim


def limit_rates(
    last: Sequence[float],
    aim: Sequence[float],
    safe: Sequence[float],
    growth: Sequence[float],
    removal: Sequence[float],
    dt: float,
) -> tuple[list[float], list[int]]:
    """Limit the rate of n torques, joint by joint, as `limit_rate` does.

    Returns:
        n torques, N·m, and the indices of the joints that do not reach their target.
    """
    limited: list[float] = []
    late: list[int] = []
    near = NEAR_FRACTION * dt
    for joint, (old, wanted, grows) in enumerate(zip(last, aim, growth, strict=True)):
        if -near * grows <= wanted - old <= near * grows:  # within the slower rate: no other case to distinguish
            limited.append(wanted)
            continue
        torque = limit_rate(old, wanted, safe[joint], grows, removal[joint], dt)
        if torque != wanted:
            late.append(joint)
        limited.append(torque)
    return limited, late


def straight(last: Sequence[float], aim: Sequence[float], limited: Sequence[float]) -> list[float]:
    """Return the farthest point of the line from `last` to `aim` (n, N·m) at which no joint is beyond `limited`.

    If `last` and `aim` are within limits that joints share, so is every point of the line.
    """
    share = 1.0
    for old, wanted, torque in zip(last, aim, limited, strict=True):
        if wanted != old:
            share = min(share, (torque - old) / (wanted - old))
    if share >= 1.0:
        return list(aim)
    return [old + share * (wanted - old) for old, wanted in zip(last, aim, strict=True)]


EDGE_RAD = 1e-9
"""Distance beyond the soft margin, rad, from which a position counts as outside of it in spite of rounding."""

NEGLIGIBLE = 1e-9
"""Reduction near a position limit, as a fraction of the maximum torque, that is rounding and is not reported."""


class TorqueTargets:
    """Stores the torques for the last good joint state, within the limits.

    Args:
        settings: limits and times.
    """

    def __init__(self, settings: GateSettings) -> None:
        self._settings = settings
        self._maximum: list[float] = settings.maximum_torque.tolist()
        self._lower: list[float] = settings.lower.tolist()
        self._upper: list[float] = settings.upper.tolist()
        self._motors, self._ramp = settings.motor_limits, settings.ramp
        inner = settings.soft_margin + EDGE_RAD
        self._clear = [(low + inner, high - inner) for low, high in zip(self._lower, self._upper, strict=True)]
        self._zero = [0.0] * len(self._maximum)
        self.forget()

    def forget(self) -> None:
        """Set the target and the holding torque to zero until the next good state."""
        self._target = self._hold = self._load = self._drag = self._zero

    def set_targets(
        self, wanted: Sequence[float], position: Sequence[float], load: list[float], drag: list[float]
    ) -> tuple[list[int], list[int]]:
        """Set the torques for a good state.

        Args:
            wanted: n wanted torques, N·m.
            position: n positions, rad.
            load: n torques that hold the arm still in this pose, N·m.
            drag: n torques that brake the motion, N·m.

        Returns:
            Indices of the joints with a torque clipped at the maximum, and of the joints near a position limit.
        """
        hold: list[float] = []
        target: list[float] = []
        over: list[int] = []
        less: list[int] = []
        # Usually no limit applies: then a joint costs only comparisons.
        for joint, (torque, held, at, limit, clear) in enumerate(
            zip(wanted, load, position, self._maximum, self._clear, strict=True)
        ):
            if not -limit <= held <= limit:
                held = clamp(held, limit)
            if not -limit <= torque <= limit:
                torque = clamp(torque, limit)
                over.append(joint)
            if not clear[0] <= at <= clear[1]:
                soft = soften(
                    torque, held, limit, at, self._lower[joint], self._upper[joint], self._settings.soft_margin
                )
                if abs(soft - torque) > NEGLIGIBLE * limit:
                    less.append(joint)
                torque = soft
            hold.append(held)
            target.append(torque)
        if self._motors is not None:
            hold, _ = self._motors.within(hold)
            target, scaled = self._motors.within(target)
            over = sorted({*over, *scaled})
        self._load, self._drag, self._hold, self._target = load, drag, hold, target
        return over, less

    def fade_share(
        self, state: GateState, known: bool, start: Sequence[float], elapsed: float, before: float, dt: float
    ) -> float:
        """Return the completed fraction of a fade, 0 to 1, limited by the fade time and by the ramp of the settings.

        Args:
            state: state of the gate.
            known: whether a good state has arrived since the activation.
            start: n torques that acted when the gate came into its state, N·m.
            elapsed: time in that state, s.
            before: fraction that the last call in that state returned, 0 at first.
            dt: time since that call, s; infinite if only the fade time limits the fade.
        """
        settings, begins = self._settings, state is GateState.FADING_IN and known
        share = _share(elapsed, settings.fade_in_time if begins else settings.fade_out_time)
        if self._ramp is None:
            return share
        end = self._target if begins else self._zero
        whole = max(abs(to - of) / most for to, of, most in zip(end, start, self._ramp, strict=True))
        return min(share, before + dt / whole) if whole > dt else share

    def aim(
        self, state: GateState, known: bool, start: Sequence[float], share: float, held: bool = False
    ) -> tuple[Sequence[float], Sequence[float]]:
        """Return the target torque, and the safe torque towards which a removal leads, n each, N·m.

        Args:
            state: state of the gate.
            known: whether a good state has arrived since the activation.
            start: n torques that acted when the gate came into its state, N·m.
            share: completed fraction of the fade of that state.
            held: whether gravity is held instead of a fade, because brakes have to open or close first.
        """
        if held:
            return (self._hold if known else start), (self._hold if known else self._zero)
        if state is GateState.FADING_IN and not known:
            return _between(start, self._zero, share), self._zero
        if state is GateState.FADING_IN:
            return _between(start, self._target, share), self._hold
        if state is GateState.OPEN:
            return self._target, self._hold
        if state is GateState.DAMPING:
            against = [load + drag for load, drag in zip(self._load, self._drag, strict=True)]
            return clamped(against, self._maximum), self._hold
        if state is GateState.HOLDING:
            return self._hold, self._hold
        if state is GateState.FADING_OUT:
            return _between(start, self._zero, share), self._zero
        return self._zero, self._zero


def clamped(torque: Sequence[float], limit: Sequence[float]) -> list[float]:
    """Return n torques, each clamped to ± its limit, N·m."""
    return [clamp(value, most) for value, most in zip(torque, limit, strict=True)]


def _share(elapsed: float, whole: float) -> float:
    # 0 if time went back: an extrapolated fade would give a torque beyond both ends.
    return max(0.0, min(1.0, elapsed / whole)) if whole > 0.0 else 1.0


def _between(start: Sequence[float], end: Sequence[float], share: float) -> list[float]:
    # Rounding may push the sum past an end by one digit, and thus past the maximum torque.
    return [
        max(min(one, other), min((1.0 - share) * one + share * other, max(one, other)))
        for one, other in zip(start, end, strict=True)
    ]
