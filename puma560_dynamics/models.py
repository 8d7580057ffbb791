"""`load_model`: every model by its name."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .arm import Arm, load_arm
from .errors import UnknownModelError
from .model import DynamicModel

# Imported when asked for: 'full' must not need Pinocchio.
_MODELS = {
    "full": (".explicit.full", "FullModel"),
    "abbreviated": (".explicit.abbreviated", "AbbreviatedModel"),
    "newton_euler": (".recursive.newton_euler", "NewtonEulerModel"),
    "pinocchio": (".recursive.pinocchio_model", "PinocchioModel"),
}

MODEL_KINDS = tuple(_MODELS)
"""The names that `load_model` knows."""


def load_model(kind: str, arm: Arm | str = "akb1986", **options: Any) -> DynamicModel:
    """A dynamic model of an arm.

    Args:
        kind: ``"full"`` (tables A2, A4 to A7), ``"abbreviated"`` (the paper's ≈ expressions),
            ``"newton_euler"`` (our recursion) or ``"pinocchio"``.
        arm: an arm, or a name or path for `load_arm`.
        options: passed to the model, e.g. ``constants_from="table_a3"`` for the explicit ones.

    Raises:
        UnknownModelError: no such kind.
        UnsupportedArmError: the explicit tables do not fit this arm.
        MissingDependencyError: the model needs a package that is not installed.
    """
    if kind not in _MODELS:
        raise UnknownModelError(f"model {kind!r} is not known; use one of {list(MODEL_KINDS)}")
    module, name = _MODELS[kind]
    model: DynamicModel = getattr(import_module(module, __package__), name)(
        arm if isinstance(arm, Arm) else load_arm(arm), **options
    )
    return model
