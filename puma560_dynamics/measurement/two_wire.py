"""The two wire suspension of section 5: rotational inertia from a period of oscillation, equation (11).

.. math:: I = \\frac{M g r^2}{\\omega^2 l}

holds for small angles, wires that weigh nothing, are parallel and equally long, and a center of gravity on the axis
halfway between them. Two of these are corrected here. A finite amplitude lengthens the period (`period_ratio`). A
center of gravity off the axis by e, towards one wire, takes the place of r² by the product of its distances to the
wires, ``(r + e)(r - e)``: the wires then carry Mg in the inverse ratio of these distances.
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
        mass: of the link, kg.
        radius: r, from the axis to each wire: half the distance of the wires, m.
        length: l of the wires, m.
        period: of one full oscillation, s.
        gravity: m/s²; 9.78 at the equator to 9.83 at the poles.
        amplitude: largest twist of the timed swings, rad; 0 uses equation (11) without correction.
        offset: e, of the center of gravity from the axis towards a wire, m.

    Raises:
        MeasurementError: a reading that no suspension gives.
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
        """Return every reading by its name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def inertia(self) -> Budget:
        """Return the inertia about the vertical axis through the center of gravity, kg·m², with all effects."""
        return propagate(_inertia, self.readings)

    def corrections(self) -> dict[str, float]:
        """Return the reduction of equation (11) by each correction; 0.01 is one per cent."""
        plain = replace(self, amplitude=NO_TWIST, offset=CENTERED)
        found = {}
        for name in ("amplitude", "offset"):
            alone = replace(plain, **{name: getattr(self, name)})
            found[name] = 1.0 - _inertia(_values(alone)) / _inertia(_values(plain))
        return found


def period_of(time: Measured, swings: int) -> Measured:
    """Return the period when `swings` full oscillations took `time` (s).

    Raises:
        MeasurementError: not a single oscillation, or no time.
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
    for _ in range(4):  # the lift's share in the energy needs I itself; it is small, so this settles at once
        mass_ratio = readings["mass"] * readings["radius"] ** 2 / inertia
        inertia = small_angles / period_ratio(abs(readings["amplitude"]), slenderness, mass_ratio) ** 2
    return inertia


def period_ratio(amplitude: float, slenderness: float, mass_ratio: float) -> float:
    r"""Period of the swing as a multiple of its limit for small angles.

    With r from the axis to each wire, l the length of the wires and theta the twist, the ends of a wire are
    ``2 r sin(theta/2)`` apart sideways, so the body hangs ``l - h`` below the ceiling with

    .. math:: h(\theta) = l - \sqrt{l^2 - 4 r^2 \sin^2(\theta/2)}

    and the energy ``I theta'^2 / 2 + M h'^2 / 2 + M g h`` is constant. For small angles this is equation (11); the
    next term is ``T = T_0 (1 + a^2 (1 - 3 r^2/l^2 + 4 M r^4/(I l^2)) / 16)`` at the amplitude a.

    Args:
        amplitude: largest twist, rad.
        slenderness: r / l.
        mass_ratio: M r² / I.

    Raises:
        MeasurementError: the wires cannot be twisted that far.
    """
    if not 0.0 <= amplitude < np.pi or slenderness * 2.0 * np.sin(amplitude / 2.0) >= 1.0:
        raise MeasurementError(
            f"amplitude is {np.degrees(amplitude):.4g} deg: expected 0 to what wires of {1 / slenderness:.4g} "
            "times their distance to the axis allow; twist less"
        )
    if amplitude == 0.0:
        return 1.0
    # theta = a sin(phi) takes the square root's singularity at the turning point out of the integral.
    phi = (_NODES + 1.0) * np.pi / 4.0
    theta = amplitude * np.sin(phi)
    rise = _rise(amplitude, slenderness) - _rise(theta, slenderness)
    slope = slenderness * np.sin(theta) / (1.0 - slenderness**2 * _rise(theta, slenderness))
    speed = np.sqrt(2.0 * rise / (1.0 + mass_ratio * slope**2))
    quarter = np.sum(_WEIGHTS * amplitude * np.cos(phi) / speed) * np.pi / 4.0
    return float(quarter / (np.pi / 2.0))


def _rise(theta: float | np.ndarray, slenderness: float) -> np.ndarray:
    """Return h l / r², also exact for small values: 2 (1 - cos theta) / (1 + root)."""
    chord = 4.0 * np.sin(np.asarray(theta) / 2.0) ** 2
    return np.asarray(chord / (1.0 + np.sqrt(1.0 - slenderness**2 * chord)))
