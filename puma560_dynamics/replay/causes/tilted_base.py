"""Cause for a base that is not mounted as the arm file describes, so that gravity acts in another direction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ...arm import Arm
from ...arrays import FloatArray
from ...models.load import load_model
from ...models.payload.payload import attached
from ..analysis.normal_equations import Fit, fit
from ..analysis.residual_samples import ResidualSamples
from .cause import Cause, CauseSamples, ComparedModel, Example, FittedCause, Tried, with_error

LARGEST_TILT = 0.5
"""Largest tilt that is fitted, rad; the columns of a tilt are linear and only valid for small angles."""


class TiltedBase(Cause):
    """A rotation of the base about two axes perpendicular to gravity, which changes the gravity torque."""

    kind = "tilt"
    headline = "The base seems to be tilted"
    advice = "Check how the base is mounted, or give the arm file's gravity_direction."
    width = 2

    def __init__(self, model: ComparedModel) -> None:
        super().__init__(model)
        self.axes = tilt_axes(self.arm)
        loaded = attached(self.arm, model.payload)
        self._tilted = [load_model("newton_euler", _pulled(loaded, axis)) for axis in self.axes]

    def columns(self, samples: ResidualSamples) -> FloatArray:
        """Return the change of the gravity torque per rad, for each axis."""
        return np.stack([model.gravity(samples.q).T for model in self._tilted], axis=1)

    @staticmethod
    def possible(found: Fit) -> bool:
        """Return whether a tilt is small enough for the linear columns."""
        return float(np.linalg.norm(found.values)) <= LARGEST_TILT

    def candidates(self, sums: CauseSamples) -> Iterator[Tried]:
        """Fit both angles."""
        at = sums.at(type(self))
        found = fit(sums.grams, at)
        if self.possible(found):
            yield Tried(self.describe(found), sums.weights(at, -found.values), found.unseen)

    def describe(self, found: Fit) -> FittedCause:
        """Describe the rotation of the base about both axes."""
        degrees, errors = np.degrees(found.values), np.degrees(found.errors)
        values = {}
        for place, (angle, error) in enumerate(zip(degrees, errors, strict=True), start=1):
            values[f"tilt{place}_deg"], values[f"tilt{place}_error_deg"] = float(angle), float(error)
        turned = " and ".join(
            f"{with_error(angle, error)}° about {_axis(axis)}"
            for angle, error, axis in zip(degrees, errors, self.axes, strict=True)
        )
        return FittedCause(self.kind, f"a base tilted by {turned}", values, self.width)

    def example(self) -> Example:
        """Return a robot whose base is rotated by 2° about the first axis; gravity rotates by -2° in the base frame."""
        angle, axis, down = np.radians(2.0), self.axes[0], self.arm.gravity_direction
        back = np.cos(angle) * down - np.sin(angle) * np.cross(axis, down)
        robot = replace(self.model, arm=self.arm.with_(gravity_direction=back))
        return Example(robot, {"tilt1_deg": 2.0, "tilt2_deg": 0.0}, noise=0.001)


def tilt_axes(arm: Arm) -> FloatArray:
    """Return two unit vectors (2, 3) perpendicular to gravity, in the base frame; x and y of an upright arm."""
    down = arm.gravity_direction
    first = np.eye(3)[int(np.argmin(np.abs(down)))]
    first = first - (first @ down) * down
    first /= np.linalg.norm(first)
    return np.stack([first, np.cross(first, down)])


def _pulled(arm: Arm, axis: FloatArray) -> Arm:
    """Return the arm with gravity replaced by its change per rad of rotation of the base about `axis`.

    If the base rotates by t, gravity rotates by -t in the base frame.
    """
    pull = -np.cross(axis, arm.base_gravity)
    size = float(np.linalg.norm(pull))
    return arm.with_(gravity=size, gravity_direction=pull / size if size else pull)


def _axis(axis: FloatArray) -> str:
    for name, unit in zip("xyz", np.eye(3), strict=True):
        if abs(axis @ unit) > 1.0 - 1e-9:
            return f"{'-' if axis @ unit < 0 else ''}{name} of the base"
    return "(" + ", ".join(f"{value:.2f}" for value in axis) + ") of the base"
