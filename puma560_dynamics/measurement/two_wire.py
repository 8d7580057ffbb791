"""Compute the inertia of a link from its period in the two-wire suspension of section 5, equation (11).

.. math:: I = \\frac{M g r^2}{\\omega^2 l}

holds for small angles, massless, parallel wires of equal length, and a center of gravity on the axis halfway between
the wires. Two deviations are corrected. A finite amplitude lengthens the period (`period_ratio`). If the center of
gravity is off the axis by e towards one wire, the wires carry Mg in the inverse ratio of their distances to it, and r²
is replaced by the product of these distances, ``(r + e)(r - e)``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

import numpy as np

from ..errors import MeasurementError
from .budget import Budget, propagate
from .measured import Measured, positive

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(40)

AKB_GRAVITY = Measured(9.81, "m/s^2")
NO_TWIST = Measured(0.0, "rad")
CENTERED = Measured(0.0, "m")


@dataclass(frozen=True, slots=True)
class TwoWire:
    """Readings of one two-wire suspension.

    Attributes:
        mass: mass M of the link, kg.
        radius: distance r from the axis to each wire (half the distance between the wires), m.
        length: length l of the wires, m.
        period: period of one full oscillation, s.
        gravity: acceleration of gravity g, m/s²; from 9.78 at the equator to 9.83 at the poles.
        amplitude: largest twist of the timed oscillations, rad; 0 applies no correction.
        offset: distance e of the center of gravity from the axis towards a wire, m.

    Raises:
        MeasurementError: a reading is impossible for a suspension.
    """

    mass: Measured
    radius: Measured
    length: Measured
    period: Measured
    gravity: Measured = AKB_GRAVITY
    amplitude: Measured = NO_TWIST
    offset: Measured = CENTERED

    def __post_init__(self) -> None:
        for name in ("mass", "radius", "length", "period", "gravity"):
            positive(name, getattr(self, name))
        if not abs(self.offset.value) + self.offset.half_width < self.radius.value - self.radius.half_width:
            raise MeasurementError(
                f"offset is {self.offset}: expected less than the {self.radius} to a wire; hang the link so that its "
                "center of gravity is between the wires"
            )

    @property
    def readings(self) -> dict[str, Measured]:
        """All readings, by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def inertia(self) -> Budget:
        """Return the inertia about the vertical axis through the center of gravity, kg·m², as a tolerance budget."""
        return propagate(_inertia, self.readings)

    def corrections(self) -> dict[str, float]:
        """Return the reduction of the inertia of equation (11) by each correction; 0.01 is one per cent."""
        plain = replace(self, amplitude=NO_TWIST, offset=CENTERED)
        found = {}
        for name in ("amplitude", "offset"):
            alone = replace(plain, **{name: getattr(self, name)})
            found[name] = 1.0 - _inertia(_values(alone)) / _inertia(_values(plain))
        return found


def period_of(time: Measured, swings: int) -> Measured:
    """Return the period of an oscillation, given the `time` (s) of `swings` full oscillations.

    Raises:
        MeasurementError: `swings` is less than 1, or `time` is not positive.
    """
    if swings < 1:
        raise MeasurementError(f"{swings} oscillations were counted; expected 1 or more, 20 give a good period")
    positive("time", time)
    return Measured(time.value / swings, "s", time.half_width / swings)


def _values(setup: TwoWire) -> dict[str, float]:
    return {name: reading.value for name, reading in setup.readings.items()}


def _inertia(readings: Mapping[str, float]) -> float:
    weight_moment = readings["mass"] * readings["gravity"] * (readings["radius"] ** 2 - readings["offset"] ** 2)
    small_angles = weight_moment * (readings["period"] / (2.0 * math.pi)) ** 2 / readings["length"]
    slenderness = readings["radius"] / readings["length"]
    inertia = small_angles
    for _ in range(4):  # the kinetic energy of the lift depends on I, weakly: this converges at once
        mass_ratio = readings["mass"] * readings["radius"] ** 2 / inertia
        inertia = small_angles / period_ratio(abs(readings["amplitude"]), slenderness, mass_ratio) ** 2
    return inertia


def period_ratio(amplitude: float, slenderness: float, mass_ratio: float) -> float:
    r"""Return the period of an oscillation divided by the period for small angles.

    With the distance r from the axis to each wire, the length l of the wires and the twist theta, the horizontal
    distance between the ends of a wire is ``2 r sin(theta/2)``, so the body is lifted by

    .. math:: h(\theta) = l - \sqrt{l^2 - 4 r^2 \sin^2(\theta/2)}

    and the energy ``I theta'^2 / 2 + M h'^2 / 2 + M g h`` is constant. For small angles this gives equation (11); with
    the next term, ``T = T_0 (1 + a^2 (1 - 3 r^2/l^2 + 4 M r^4/(I l^2)) / 16)`` at the amplitude a.

    Args:
        amplitude: largest twist a, rad.
        slenderness: ratio r / l.
        mass_ratio: ratio M r² / I.

    Raises:
        MeasurementError: the amplitude is larger than the wires permit.
    """
    if not 0.0 <= amplitude < np.pi or slenderness * 2.0 * np.sin(amplitude / 2.0) >= 1.0:
        raise MeasurementError(
            f"amplitude is {np.degrees(amplitude):.4g} deg: wires whose length is {1 / slenderness:.4g} times "
            "their distance to the axis do not permit this; expected 0 to that limit, twist less"
        )
    if amplitude == 0.0:
        return 1.0
    # The substitution theta = a sin(phi) removes the singularity of the integrand at the turning point.
    phi = (_NODES + 1.0) * np.pi / 4.0
    theta = amplitude * np.sin(phi)
    rise = _rise(amplitude, slenderness) - _rise(theta, slenderness)
    slope = slenderness * np.sin(theta) / (1.0 - slenderness**2 * _rise(theta, slenderness))
    speed = np.sqrt(2.0 * rise / (1.0 + mass_ratio * slope**2))
    quarter = np.sum(_WEIGHTS * amplitude * np.cos(phi) / speed) * np.pi / 4.0
    return float(quarter / (np.pi / 2.0))


def _rise(theta: float | np.ndarray, slenderness: float) -> np.ndarray:
    """Return h l / r², computed without cancellation as 2 (1 - cos theta) / (1 + root)."""
    chord = 4.0 * np.sin(np.asarray(theta) / 2.0) ** 2
    return np.asarray(chord / (1.0 + np.sqrt(1.0 - slenderness**2 * chord)))
