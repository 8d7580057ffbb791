"""Fit period, damping and dry friction to a recorded oscillation.

A mass on a spring with viscous and dry friction moves, between two turning points, as a damped oscillator whose center
c is shifted by f against the motion (dry friction). At the time tau after a turning point with amplitude a_k,

.. math::
    x - c = \\pm [f + (a_k - f) e^{-\\sigma\\tau} (\\cos\\omega\\tau + \\tfrac{\\sigma}{\\omega} \\sin\\omega\\tau)]

So the time between turning points is ``pi / omega``, independent of dry friction, and the next amplitude is
``a_{k+1} = (a_k - f) e^{-pi sigma / omega} - f``. With dry friction only, the amplitude decreases by 2 f per half
swing, until the joint sticks. All half swings are fitted together.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import least_squares

from ..arrays import FloatArray
from ..errors import MeasurementError
from .measured import Measured
from .record import checked_record

UNEXPLAINED = 0.3
"""Largest RMS residual of the fit as a fraction of the record's standard deviation; driven motions exceed it."""

SMALLEST = 0.15
"""Smallest half swing that is used, as a fraction of the largest; sensor steps and stiction distort smaller ones."""


@dataclass(frozen=True)
class Oscillation:
    """Result of the fit of an oscillation; half widths are two standard errors.

    Attributes:
        period: period of a full oscillation, 2 pi / omega, s.
        damping_factor: viscous damping as a fraction of critical damping, sigma / sqrt(omega² + sigma²); negative if
            velocity feedback drives the motion.
        dry: dry friction divided by stiffness, f, rad.
        center: center of the oscillation, c, rad.
        amplitude: amplitude at the first turning point that was used, rad.
        swings: number of full oscillations that were used.
        residual: RMS residual of the fit, rad.
    """

    period: Measured
    damping_factor: Measured
    dry: Measured
    center: float
    amplitude: float
    swings: float
    residual: float


def fit_oscillation(time: ArrayLike, position: ArrayLike) -> Oscillation:
    """Fit a free oscillation to a record.

    Args:
        time: (N,) increasing times, s.
        position: (N,) positions, rad; the record may begin before the release and end after the joint has stopped.

    Raises:
        MeasurementError: a value is not finite, times do not increase, there is less than one full oscillation, or
            the motion is not a free oscillation.
    """
    t, x = checked_record(time, position)
    turns = _turning_points(x)
    if len(turns) < 3:
        raise MeasurementError(
            f"the record has {max(len(turns) - 1, 0)} half swing(s) after the first crossing of the middle, expected 2 "
            "or more; release from further away, or use a stiffer spring or velocity feedback"
        )
    used = slice(turns[0], turns[-1] + 1)
    t, x = t[used], x[used]
    half = (t[-1] - t[0]) / (len(turns) - 1)
    center = float(0.5 * (x.max() + x.min()))
    first, last = abs(x[0] - center), abs(x[-1] - center)
    side = math.copysign(1.0, x[0] - center)
    lost = first - last
    decay = math.log(first / max(last, SMALLEST * first)) / (t[-1] - t[0])
    dry = max(lost, 0.0) / (2.0 * (len(turns) - 1))
    starts = ([math.pi / half, decay, 0.0], [math.pi / half, 0.0, min(dry, 0.4 * last)])
    scale = [1.0 / half, 0.1 / half, 0.1 * first, first, first, half]
    fits = [
        least_squares(
            lambda p: _motion(p, side, t) - x,
            [*start, center, first, t[0]],
            x_scale=scale,
            bounds=([0.0, -np.inf, 0.0, -np.inf, 0.0, -np.inf], np.inf),
        )
        for start in starts
    ]
    best = min(fits, key=lambda fit: float(fit.cost))
    residual = float(np.sqrt(np.mean(best.fun**2)))
    if residual > UNEXPLAINED * float(x.std()):
        raise MeasurementError(
            f"no free oscillation describes the record: {math.degrees(residual):.2g}° RMS of "
            f"{math.degrees(float(x.std())):.2g}° are not explained; cut out only the swing, from the release on"
        )
    omega, sigma = float(best.x[0]), float(best.x[1])
    error = _standard_errors(best.jac, best.fun)
    natural = math.hypot(omega, sigma)
    return Oscillation(
        period=Measured(2.0 * math.pi / omega, "s", 2.0 * float(error[0]) * 2.0 * math.pi / omega**2),
        damping_factor=Measured(sigma / natural, "1", 2.0 * float(error[1]) / natural),
        dry=Measured(float(best.x[2]), "rad", 2.0 * float(error[2])),
        center=float(best.x[3]),
        amplitude=float(best.x[4]),
        swings=(len(turns) - 1) / 2,
        residual=residual,
    )


def _turning_points(x: FloatArray) -> list[int]:
    """Return the sample indices of the turning points of complete half swings, without small half swings."""
    deviation = x - np.median(x)
    sides = np.flatnonzero(np.diff(np.signbit(deviation))) + 1
    extremes = [int(start + np.argmax(np.abs(deviation[start:end]))) for start, end in pairwise(sides)]
    enough = SMALLEST * max((abs(deviation[k]) for k in extremes), default=0.0)
    large = [k for k in extremes if abs(deviation[k]) > enough]  # noise crosses the middle, with small amplitudes
    return [k for i, k in enumerate(large) if i == 0 or deviation[k] * deviation[large[i - 1]] < 0.0]


def _motion(parameters: FloatArray, side: float, t: FloatArray) -> FloatArray:
    """Return the positions at times `t` for parameters omega, sigma, f, center, first amplitude, and its time."""
    omega, sigma, dry, center, amplitude, begin = parameters
    half = math.pi / omega
    index = np.maximum(np.floor((t - begin) / half), 0.0).astype(int)
    kept = math.exp(-sigma * half)
    amplitudes = [float(amplitude)]
    while len(amplitudes) <= index[-1]:
        amplitudes.append((amplitudes[-1] - dry) * kept - dry)
    tau = t - begin - index * half
    swing = np.exp(-sigma * tau) * (np.cos(omega * tau) + sigma / omega * np.sin(omega * tau))
    sign = side * np.where(index % 2, -1.0, 1.0)
    return np.asarray(center + sign * (dry + (np.array(amplitudes)[index] - dry) * swing))


def _standard_errors(jacobian: FloatArray, residual: FloatArray) -> FloatArray:
    samples, parameters = jacobian.shape
    variance = float(residual @ residual) / max(samples - parameters, 1)
    return np.asarray(np.sqrt(variance * np.diag(np.linalg.pinv(jacobian.T @ jacobian))))
