"""Simulate the drives of an arm: brakes until the first torque, a servo, and a latching command time-out."""

from __future__ import annotations

from collections.abc import Callable

from numpy.typing import ArrayLike

from ..arrays import FloatArray
from ..control.feed_forward.references import Reference
from .plant import Plant
from .servo import Servo


class Drives:
    """Drives that apply commanded torque and the servo's torque to a plant, in simulated time.

    Before the first command, the brakes hold the arm. Then the servo holds it where it is until the first reference.
    After `timeout` without a command, the drives go into a fault: they apply no torque, the arm stops, and commands are
    refused until `clear`.

    Args:
        plant: simulated arm.
        servo: servo whose torque is added to each command; `None` if an external controller closes the loop.
        timeout: longest simulated time without a command while torque acts, s; 0 for no limit.
        gravity: torque (n,) N·m that the robot itself adds to each command at a position (n,) rad, because it
            compensates gravity; `None` for a robot that adds nothing.
    """

    def __init__(
        self,
        plant: Plant,
        servo: Servo | None,
        timeout: float = 0.0,
        gravity: Callable[[FloatArray], FloatArray] | None = None,
    ) -> None:
        self._plant, self._servo, self._timeout, self._gravity = plant, servo, timeout, gravity
        self._torque: FloatArray | None = None
        self._silence = 0.0
        self._faulted = False

    @property
    def acting(self) -> bool:
        """Whether a torque acts (the brakes are off)."""
        return self._torque is not None

    @property
    def fault(self) -> str | None:
        """Description of the fault, a clause for messages; `None` without a fault."""
        return f"the drives are off and the brakes on: no command for {self._timeout:g} s" if self._faulted else None

    def command(self, torque: FloatArray) -> bool:
        """Set the commanded torque, (n,) N·m. Return whether the command is accepted (not during a fault)."""
        self._silence = 0.0
        if not self._faulted:
            if self._torque is None and self._servo is not None:
                self._servo.hold(self._plant.position)
            self._torque = torque
        return not self._faulted

    def follow(self, stamp: float, reference: Reference) -> None:
        """Set the servo's reference for the time `stamp` (s)."""
        if self._servo is not None:
            self._servo.follow(stamp, reference)

    def advance(self, now: float, elapsed: float) -> bool:
        """Advance by `elapsed` s to the time `now` (s) with the last command. Return whether a fault begins."""
        faults = self._watch(elapsed)
        self.move(now, elapsed, self._torque)
        return faults

    def move(self, now: float, elapsed: float, torque: FloatArray | None) -> None:
        """Advance by `elapsed` s to the time `now` (s) with a torque, (n,) N·m; `None` if the brakes hold the arm."""
        if torque is not None and self._gravity is not None:
            torque = torque + self._gravity(self._plant.position)
        if torque is not None and self._servo is not None:
            self._servo.drive(self._plant, now, elapsed, torque)
        elif torque is not None:
            self._plant.advance(elapsed, torque)

    def clear(self) -> bool:
        """Clear the fault; the brakes hold the arm until the next command. Return whether there was a fault."""
        faulted, self._faulted = self._faulted, False
        return faulted

    def restart(self, position: ArrayLike) -> None:
        """Reset the arm to rest at `position` (n,) rad, with brakes on and without command and reference."""
        self._plant.reset(position)
        self._torque = None
        if self._servo is not None:
            self._servo.forget()

    def _watch(self, elapsed: float) -> bool:
        """Begin a fault if the last command is older than the time-out. Return whether a fault began."""
        self._silence += elapsed
        if self._timeout <= 0.0 or self._torque is None or self._silence <= self._timeout:
            return False
        self._torque, self._faulted = None, True
        self._plant.brake()
        return True
