"""External torque by a second formulation: inverse dynamics with the acceleration, then the same low-pass."""

from __future__ import annotations

import numpy as np

from puma560_dynamics.models.interface import DynamicModel


def filtered_external_torque(
    model: DynamicModel,
    bandwidth: float,
    time: np.ndarray,
    states: tuple[np.ndarray, np.ndarray, np.ndarray],
    effort: np.ndarray,
) -> np.ndarray:
    """External torque (N, n) N·m after a low-pass with the pole -`bandwidth`, from 0 at the first sample.

    Args:
        model: of the arm.
        bandwidth: 1/s.
        time: (N,) s.
        states: q, qd, qdd, (N, n) each.
        effort: (N, n) N·m.
    """
    external = model.torque(*states) - effort
    found = np.zeros_like(external)
    for k in range(1, len(time)):
        keep = np.exp(-bandwidth * (time[k] - time[k - 1]))
        found[k] = keep * found[k - 1] + (1.0 - keep) * 0.5 * (external[k] + external[k - 1])
    return found
