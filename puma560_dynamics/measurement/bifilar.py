"""The exact swing of a body on two equal, parallel wires: what equation (11) leaves out at a finite angle.

With r from the axis to each wire, l the length of the wires and theta the twist, the ends of a wire are
``2 r sin(theta/2)`` apart sideways, so the body hangs ``l - h`` below the ceiling with

.. math:: h(\\theta) = l - \\sqrt{l^2 - 4 r^2 \\sin^2(\\theta/2)}

and the energy ``I theta'^2 / 2 + M h'^2 / 2 + M g h`` is constant. For small angles this is equation (11); the next
term is ``T = T_0 (1 + a^2 (1 - 3 r^2/l^2 + 4 M r^4/(I l^2)) / 16)`` at the amplitude a.
"""

from __future__ import annotations

import numpy as np

from ..errors import MeasurementError

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(40)


def period_ratio(amplitude: float, slenderness: float, mass_ratio: float) -> float:
    """Period of the swing as a multiple of its limit for small angles.

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
    """h l / r², exact also where it is small: 2 (1 - cos theta) / (1 + root)."""
    chord = 4.0 * np.sin(np.asarray(theta) / 2.0) ** 2
    return np.asarray(chord / (1.0 + np.sqrt(1.0 - slenderness**2 * chord)))
