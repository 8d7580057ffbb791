"""Models that need no derivation: which generated models are at hand, and the fastest exact model that is."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from ..arm import Arm
from .generated.generated_model import GeneratedAbbreviatedModel, GeneratedModel
from .interface import DynamicModel
from .load import load_model
from .payload.payload import Payload

GENERATED: Mapping[str, type[GeneratedModel]] = {
    "generated": GeneratedModel,
    "generated_abbreviated": GeneratedAbbreviatedModel,
}
"""Kinds of models that must be derived and compiled for a new arm, which takes up to some minutes."""


def is_at_hand(kind: str, arm: Arm) -> bool:
    """Return whether a model is available without being derived or compiled.

    Raises:
        UnsupportedArmError: the model does not fit the arm.
    """
    if kind not in GENERATED:
        return True
    return GENERATED[kind].is_at_hand(arm.chain if kind == "generated" else arm)


@lru_cache(maxsize=2)
def fast_exact_model(arm: Arm, payload: Payload | None = None) -> DynamicModel:
    """Return the exact model with the fastest torque that is at hand: the generated one, or Newton-Euler.

    Both give the same torque to rounding. The last models are kept, because to load one takes half a second.
    """
    return load_model("generated" if is_at_hand("generated", arm) else "newton_euler", arm, payload)
