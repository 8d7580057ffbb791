"""Selection of the samples that are compared, and the reasons why others are not."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...arrays import FloatArray
from ...bags.findings import Findings
from .brake import TimeStretches, braked, without_effort
from .derivatives import Differentiated
from .jumps import Jump

TURNED = 4.0 * np.pi
"""Angle that no joint with stops reaches, rad: joint 6 of the PUMA 560 turns less than one and a half revolutions."""


LONG_FALL = 0.1
"""Time without effort, while the arm moves, from which the recording is doubted, s; drives start with less."""


class SampleMask:
    """Selects samples at which the filter has settled and no jump or brake is near, and counts the excluded samples.

    Args:
        names: names of the n joints.
        cut_off: requested cut-off, Hz.
        scale: (n,) motion of each joint that thresholds in rad are compared with (`Arm.motion_scale`).

    Attributes:
        used: number of samples selected for comparison.
        cut_off: lowest cut-off that was used, Hz.
    """

    def __init__(self, names: Sequence[str], cut_off: float, scale: ArrayLike = 1.0) -> None:
        n = len(names)
        self._names = tuple(names)
        self.used = 0
        self._scale = np.broadcast_to(np.asarray(scale, dtype=np.float64), (n,))
        self.cut_off = self._asked = cut_off
        self._farthest = np.zeros(n)
        self._brake, self._silent = TimeStretches(), TimeStretches()
        self._edges = self._short = self._no_effort = self._settled = self._near_brake = 0
        self._jumps: list[Jump] = []
        self._disturbed = 0
        self._noise = np.zeros(n)  # sum of the squares of the acceleration's noise
        self._segment, self._segment_used = -1, True

    def judge(self, part: Differentiated) -> NDArray[np.bool_]:
        """Return flags (N,): whether each sample of a piece can be compared. Pass the pieces in order of time."""
        brake = braked(part.states.effort, part.velocity / self._scale)
        held = part.held & part.settled & ~brake
        disturbed = part.disturbed & part.settled & ~brake & ~held
        used = part.settled & ~brake & ~held & ~disturbed
        settled = int(np.count_nonzero(part.settled))
        self.used += int(np.count_nonzero(used))
        if len(part.time):
            self._farthest = np.maximum(self._farthest, np.abs(part.states.position).max(axis=0))
        self._disturbed += int(np.count_nonzero(disturbed))
        self._near_brake += int(np.count_nonzero(held))
        self._jumps += [jump for jump in part.jumps if part.time[0] <= jump.time <= part.time[-1]]
        self._edges += len(part.settled) - settled
        if settled:
            self._settled += settled
            self._noise += settled * part.noise**2
        self._brake.add(part.time, brake)
        self._silent.add(part.time, without_effort(part.states.effort) & ~brake)
        self._no_effort += int(np.count_nonzero(np.isnan(part.states.effort).all(axis=1)))
        if part.cut_off < self.cut_off:
            self.cut_off = part.cut_off
        if part.segment != self._segment:
            self._short += not self._segment_used
            self._segment, self._segment_used = part.segment, False
        self._segment_used = self._segment_used or settled > 0
        return used

    def report(self, findings: Findings) -> None:
        """Report the samples that are not compared, after the last piece."""
        short = self._short + (not self._segment_used)
        if self._edges:
            findings.add(
                "edge",
                f"samples at a segment's ends are not compared: the {self.cut_off:.3g} Hz filter has not settled there",
                self._edges,
                loss=False,
            )
        if self._jumps:
            largest = max(self._jumps, key=lambda jump: jump.size / jump.scale)
            findings.add(
                "jump",
                f"positions jump for a few samples and come back, faster than an arm can move; the largest of "
                f"{len(self._jumps)}: {largest.sentence(self._names)}; samples near them are not compared",
                self._disturbed,
            )
        if short:
            findings.add("short_segment", "segments are too short for the filter and not compared", short)
        if self._brake.count:
            findings.add(
                "brake",
                f"effort is exactly 0 in every joint while the arm stands, {self._brake.text()}: "
                "held by a brake, not compared",
                self._brake.count,
                loss=False,
            )
        if self._near_brake:
            findings.add(
                "near_brake",
                f"samples near a brake are not compared: the {self.cut_off:.3g} Hz filter of the acceleration includes "
                "the motion under the brake, which the effort does not show",
                self._near_brake,
                loss=False,
            )
        if self._silent.count:
            findings.add(
                "no_torque",
                f"effort is exactly 0 in every joint while the arm moves, {self._silent.text()}: "
                "the arm falls freely, or effort is not measured",
                self._silent.count,
                loss=self._silent.duration >= LONG_FALL,
            )
        farthest = np.where(self._scale == 1.0, self._farthest, 0.0)  # a prismatic joint does not turn
        if farthest.max(initial=0.0) > TURNED:
            joint = int(farthest.argmax())
            findings.add(
                "far",
                f"{self._names[joint]} reaches {farthest[joint]:.4g} rad, which is {TURNED / (2.0 * np.pi):g} turns "
                "or more: if the recording has degrees or encoder counts, none of these figures is valid",
            )
        if self._no_effort:
            findings.add("no_effort", "joint states have no effort", self._no_effort)
        if self.cut_off < 0.99 * self._asked:  # stamps scatter by some microseconds
            findings.add(
                "cut_off",
                f"the rate of the joint states allows a cut-off of {self.cut_off:.3g} Hz, "
                f"not {self._asked:g} Hz, where the rate is lowest",
                loss=False,
            )

    @property
    def acceleration_noise(self) -> FloatArray:
        """Return the standard deviation (n,) rad/s² of the filtered acceleration's noise; 0 without settled samples."""
        return np.asarray(np.sqrt(self._noise / max(self._settled, 1)))

    def report_noise(self, findings: Findings) -> None:
        """Report the noise of the filtered acceleration."""
        if self._settled:
            noise = self.acceleration_noise
            joint = int((noise / self._scale).argmax())
            unit = "rad" if self._scale[joint] == 1.0 else "m"
            findings.add(
                "noise",
                f"positions are noisy, by quantisation or inexact stamps: they cause a noise of up to "
                f"{noise[joint]:.2g} {unit}/s² ({self._names[joint]}) in the filtered acceleration; "
                "a lower cut-off reduces it",
                loss=False,
            )
