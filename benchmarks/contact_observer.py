"""The observer of the package for whole recordings at once: what `MomentumObserver` and the others do sample by sample.

`contacts.py` compares both on a short recording before it uses this one for hours of motion.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from contact_arms import Samples
from numpy.typing import NDArray
from scipy.signal import lfilter

from puma560_dynamics.arm.friction import arm_friction
from puma560_dynamics.arm.joint_friction import MEASURED_SMOOTHING, friction_numbers, smooth_sign
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.control.observer import torque_uncertainty as uncertainty
from puma560_dynamics.control.observer.contact_events import HOLD, RELEASE
from puma560_dynamics.control.observer.dry_friction_bound import reversal_distance
from puma560_dynamics.control.observer.momentum_observer import DEAD_BAND, subtracted_friction
from puma560_dynamics.models.interface import DynamicModel


@dataclass(frozen=True, eq=False)
class Estimated:
    """Estimate and its uncertainty, (N, n) N·m each.

    Attributes:
        mean: mean external torque between two samples, before the low-pass.
        estimate: external torque.
        held: bound of dry friction.
        threshold: size of the estimate above which something touches the arm.
    """

    mean: FloatArray
    estimate: FloatArray
    held: FloatArray
    threshold: FloatArray

    def above(self, estimate: FloatArray | None = None) -> NDArray[np.bool_]:
        """Return whether a sample (N,) announces a contact: one joint is above its threshold for the second time."""
        over = np.abs(self.estimate if estimate is None else estimate) > self.threshold
        return np.concatenate([[False], (over[1:] & over[:-1]).any(axis=1)])

    def contacts(self, period: float) -> list[tuple[int, int]]:
        """Return the first and last sample of every contact."""
        active = np.flatnonzero((np.abs(self.estimate) >= RELEASE * self.threshold).any(axis=1))
        found: list[tuple[int, int]] = []
        for start in np.flatnonzero(self.above()):
            if found and start <= found[-1][1]:
                continue
            rest = active[np.searchsorted(active, start) :]
            gaps = np.flatnonzero(np.diff(rest) * period > HOLD)
            found.append((int(start), int(rest[gaps[0]] if len(gaps) else rest[-1])))
        return found


def estimated(
    model: DynamicModel, bandwidth: float, samples: Samples, noise: tuple[FloatArray, FloatArray] | None = None
) -> Estimated:
    """Return estimate and uncertainty of an identified arm; `noise` is measured by default.

    Args:
        model: model of the identified arm, whose methods are compiled.
        bandwidth: pole of the estimate, 1/s.
        samples: evenly spaced samples.
        noise: standard deviations (n,) of efforts, N·m, and of velocities, rad/s.
    """
    arm, period = model.arm, float(samples.time[1] - samples.time[0])
    friction = arm_friction(arm)[0]
    numbers = friction_numbers(friction)
    q, qd, effort = samples.q, samples.qd, samples.effort
    momentum = model.momentum(q, qd)
    rate = effort + model.transposed_coriolis_torque(q, qd) - model.gravity(q)
    lost = subtracted_friction(arm, numbers, qd, effort)
    rate -= lost
    mean = np.zeros(q.shape)
    mean[1:] = np.diff(momentum, axis=0) / period - 0.5 * (rate[1:] + rate[:-1])
    estimate = low_passed(mean, bandwidth, period)
    every = int(np.ceil((uncertainty.PERIOD - 1e-9) / period))
    places = slice(0, None, every)
    dry = np.array([max(one.dry_by_direction) for one in friction]) * (1.0 + uncertainty.FRICTION_UNKNOWN["known"])
    bound = dry * _reversal_error(qd, period, reversal_distance(arm), arm.motion_scale)
    held = low_passed(bound, bandwidth, period, start=bound[:1])
    deviations = noise or tuple(fourth_difference(values) for values in (effort, qd))
    random = uncertainty.estimate_noise(model, bandwidth, q[places], period, *deviations)
    predicted = uncertainty.prediction_error(arm)
    assert predicted is not None
    size = np.abs(lost[places])
    changes = uncertainty.FRICTION_CHANGES * low_passed(size, bandwidth, every * period, start=size[:1])
    predicted = np.hypot(predicted, changes)
    other = np.repeat(uncertainty.RESIDUAL_WIDTHS * np.hypot(predicted, random), every, axis=0)[: len(q)]
    threshold = np.maximum(held + other, uncertainty.LEAST * arm.maximum_torque)
    return Estimated(mean, estimate, held, threshold)


def _reversal_error(qd: FloatArray, period: float, distance: FloatArray, scale: FloatArray) -> FloatArray:
    """Return the bound (N, n) of the error of dry friction, relative to it."""
    band = DEAD_BAND * scale
    direction = np.sign(qd) * (np.abs(qd) > band)
    begins = np.ones(qd.shape, dtype=np.bool_)
    begins[1:] = (direction[1:] == 0.0) | (direction[1:] != direction[:-1])
    path = np.cumsum(period * np.abs(qd), axis=0)
    travel = path - np.maximum.accumulate(np.where(begins, path, 0.0), axis=0)
    sign = np.abs(smooth_sign(qd, MEASURED_SMOOTHING * scale, band))
    return np.asarray(np.maximum(sign + 2.0 * np.exp(-travel / distance) - 1.0, 1.0 - sign))


def low_passed(values: FloatArray, bandwidth: float, period: float, start: FloatArray | float = 0.0) -> FloatArray:
    """Return values (N, n) after the low-pass of the estimate, which is `start` (1, n) before."""
    keep = np.exp(-bandwidth * period)
    initial = keep * start * np.ones((1, values.shape[1]))
    return np.asarray(lfilter([1.0 - keep], [1.0, -keep], values, axis=0, zi=initial)[0])


def fourth_difference(values: FloatArray) -> FloatArray:
    """Return the standard deviation (n,) of white noise, as `TorqueUncertainty` takes it from samples."""
    fourth = np.diff(values, 4, axis=0)
    return np.asarray(np.abs(fourth).mean(axis=0) / (np.sqrt(70.0) * np.sqrt(2.0 / np.pi)))
