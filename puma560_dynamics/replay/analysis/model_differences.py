"""Every model against Pinocchio, on every sample."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ...arm import Arm
from ...arrays import read_only
from ...bags.findings import Findings
from ...errors import MissingDependencyError, UnsupportedArmError
from ...models.generated.abbreviated_programs import at_hand
from ...models.generated.chain_of_arm import chain_of
from ...models.generated.factored_programs import is_derived
from ...models.interface import DynamicModel
from ...models.load import load_model
from ...models.payload.payload import Payload
from ...report.formatting import some
from ..motion.motion import Motion
from .result import ModelDifference

APPROXIMATE = ("abbreviated", "generated_abbreviated")
"""Kinds that do not claim to be exact."""

SEARCHED = "generated_abbreviated"
"""A kind that takes a minute to make for an arm that it was never made for."""

NOT_SEARCHED = (
    f"the model {SEARCHED!r} was not compared: its terms are searched for the first time an arm is used, which takes "
    "a minute; load_model does that once"
)

DERIVED = "generated"
"""A kind that takes up to a minute for an arm that it was never made for."""

NOT_DERIVED = (
    f"the model {DERIVED!r} was not compared: it is derived the first time an arm is used, which takes up to a minute; "
    "load_model does that once"
)

REFERENCE = "pinocchio"


def _shortly(error: UnsupportedArmError) -> str:
    """The first reason and how many there are in addition to it; advice, which comes last, is of no use here."""
    first, *others = str(error).split("; ")
    return f"{first}, and {some(len(others) - 1, 'other reason')}" if len(others) > 1 else first


class ModelDifferences:
    """Adds up differences of torque.

    Args:
        arm: without payload.
        payload: what the models carry.
        kinds: of models; one that does not fit the arm, or would have to be searched for, is left out, with a note.
        findings: where that is noted; also if Pinocchio is not installed, when nothing can be compared.
        chosen: kind of the model that is made in any case.
    """

    def __init__(
        self, arm: Arm, payload: Payload, kinds: Sequence[str], findings: Findings, chosen: str = DERIVED
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
                if kind == SEARCHED and not at_hand(arm):
                    findings.add("models", NOT_SEARCHED, loss=False)
                elif kind == DERIVED != chosen and not is_derived(chain_of(arm.chain)):
                    findings.add("models", NOT_DERIVED, loss=False)
                else:
                    self._models[kind] = load_model(kind, arm, payload)
            except UnsupportedArmError as error:
                findings.add("models", f"the model {kind!r} was not compared: {_shortly(error)}", loss=False)
        self._largest = {kind: np.zeros(arm.n) for kind in self._models}
        self._squares = {kind: np.zeros(arm.n) for kind in self._models}
        self._samples = 0

    def add(self, motion: Motion) -> None:
        """Compare on every sample of `motion`, used or not; its states are finite."""
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
        """By kind; empty without samples."""
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
