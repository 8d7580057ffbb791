"""Comparison of every model's torque with Pinocchio's at all samples of a recording."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ...arm import Arm
from ...arrays import read_only
from ...bags.findings import Findings
from ...errors import MissingDependencyError, UnsupportedArmError
from ...models.at_hand import is_at_hand
from ...models.interface import DynamicModel
from ...models.kinds import DEFAULT_MODEL
from ...models.load import load_model
from ...models.payload.payload import Payload
from ...report.formatting import some
from ..motion.motion import Motion
from ..result import ModelDifference

APPROXIMATE = ("abbreviated", "generated_abbreviated")
"""Kinds of models that are approximate by design."""

NOT_MADE = (
    "the model {!r} was not compared: it is derived and compiled the first time an arm is used, which takes up to some "
    "minutes; load_model does that once"
)

REFERENCE = "pinocchio"


def _shortly(error: UnsupportedArmError) -> str:
    """Shorten an error message to its first reason and the number of other reasons, without the advice at its end."""
    first, *others = str(error).split("; ")
    return f"{first}, and {some(len(others) - 1, 'other reason')}" if len(others) > 1 else first


class ModelDifferences:
    """Sums of the differences in torque between models and Pinocchio.

    Args:
        arm: arm without payload.
        payload: payload of the models.
        kinds: kinds of models. A kind that does not fit the arm, or would have to be derived or compiled, is left out
            with a note.
        findings: receives these notes, and a note if Pinocchio is not installed.
        chosen: kind of model that is compared even if it has to be derived or compiled.
    """

    def __init__(
        self, arm: Arm, payload: Payload, kinds: Sequence[str], findings: Findings, chosen: str = DEFAULT_MODEL
    ) -> None:
        self._maximum = arm.maximum_torque
        self._models: dict[str, DynamicModel] = {}
        try:
            self._reference = load_model(REFERENCE, arm, payload)
        except MissingDependencyError as error:
            findings.add("models", f"the models were not compared: {error}", loss=False)
            return
        for kind in kinds:
            if kind == REFERENCE:
                continue
            try:
                if kind != chosen and not is_at_hand(kind, arm):
                    findings.add("models", NOT_MADE.format(kind), loss=False)
                else:
                    self._models[kind] = load_model(kind, arm, payload)
            except UnsupportedArmError as error:
                findings.add("models", f"the model {kind!r} was not compared: {_shortly(error)}", loss=False)
        self._largest = {kind: np.zeros(arm.n) for kind in self._models}
        self._squares = {kind: np.zeros(arm.n) for kind in self._models}
        self._samples = 0

    def add(self, motion: Motion) -> None:
        """Compare the models at all samples of `motion`, whose states must be finite."""
        if not self._models or not len(motion.time):
            return
        states = motion.q, motion.qd, motion.qdd
        expected = self._reference.torque(*states)
        self._samples += len(expected)
        for kind, model in self._models.items():
            difference = np.abs(model.torque(*states) - expected)
            self._largest[kind] = np.maximum(self._largest[kind], difference.max(axis=0))
            self._squares[kind] += np.sum(difference**2, axis=0)

    def result(self) -> Mapping[str, ModelDifference]:
        """Return the differences by kind of model; empty without samples."""
        if not self._models or not self._samples:
            return {}
        return {
            kind: ModelDifference(
                largest=read_only(self._largest[kind]),
                rms=read_only(np.sqrt(self._squares[kind] / self._samples)),
                relative=float(np.max(self._largest[kind] / self._maximum)),
                exact=kind not in APPROXIMATE,
            )
            for kind in self._models
        }
