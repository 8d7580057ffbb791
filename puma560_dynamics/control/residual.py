"""Explicit model against Newton-Euler, term by term, for one state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..model import DynamicModel


@dataclass(frozen=True)
class Residual:
    """Torque as published less torque as recomputed.

    Attributes:
        torque: (n,) N·m, of the sum of the terms that were given.
        by_term: the same for each term.
        relative: largest component of `torque` as a share of the joint's maximum torque.
    """

    torque: NDArray[np.float64]
    by_term: Mapping[str, NDArray[np.float64]]
    relative: float


class ResidualCheck:
    """Recomputes published terms with an independent engine's recursive Newton-Euler.

    Gravity, inertia and the velocity terms come from separate calls (at rest, without motion,
    without gravity); the centrifugal part from one call a joint with only that joint moving.
    """

    def __init__(self, oracle: DynamicModel) -> None:
        self.oracle = oracle

    def terms(
        self, q: NDArray[np.float64], qd: NDArray[np.float64], qdd: NDArray[np.float64]
    ) -> dict[str, NDArray[np.float64]]:
        """The four terms of equation (1) by Newton-Euler, each (n,) N·m."""
        zero = np.zeros_like(q)
        gravity = self.oracle.torque(q, zero, zero)
        centrifugal = np.zeros_like(q)
        for joint in np.flatnonzero(qd):
            alone = np.zeros_like(qd)
            alone[joint] = qd[joint]
            centrifugal += self.oracle.torque(q, alone, zero) - gravity
        return {
            "gravity": gravity,
            "inertia": self.oracle.torque(q, zero, qdd) - gravity,
            "coriolis": self.oracle.torque(q, qd, zero) - gravity - centrifugal,
            "centrifugal": centrifugal,
        }

    def check(
        self,
        q: NDArray[np.float64],
        qd: NDArray[np.float64],
        qdd: NDArray[np.float64],
        published: Mapping[str, NDArray[np.float64]],
    ) -> Residual:
        """Compare published terms (any subset of the four, each (n,) N·m) at one state."""
        expected = self.terms(q, qd, qdd)
        if "motor_inertia" in published:
            expected["motor_inertia"] = self.oracle.arm.motor_inertia * qdd
            expected["inertia"] = expected["inertia"] - expected["motor_inertia"]
        published = {name: torque for name, torque in published.items() if name in expected}  # friction has no oracle
        by_term = {name: torque - expected[name] for name, torque in published.items()}
        if len(published) == len(expected):  # the whole torque in one call: no differences of large numbers
            total = sum(published.values(), np.zeros_like(q)) - self.oracle.torque(q, qd, qdd)
        else:
            total = sum(by_term.values(), np.zeros_like(q))
        share = np.abs(total) / self.oracle.arm.maximum_torque
        return Residual(total, by_term, float(share.max()))
