"""Table of the kinds of models, by name."""

from __future__ import annotations

from typing import Literal, NamedTuple


class ModelKind(NamedTuple):
    """A model that `load_model` makes by name.

    Attributes:
        module: module of its class, relative to this folder; imported when the model is first made.
        name: name of the class, which is called with an arm and options.
        takes_payload: which payloads become part of the arm's last link; any other is added (`WithPayload`).
        for_robots: whether nodes, launch files and replay offer it; others exist to compare with the papers.
        arm: the arm by default.
    """

    module: str
    name: str
    takes_payload: Literal["all", "symmetric", "none"] = "all"
    for_robots: bool = True
    arm: str = "akb1986"


MODELS = {
    "full": ModelKind(".tables.table_model", "FullModel", "symmetric"),
    "abbreviated": ModelKind(".tables.table_model", "AbbreviatedModel", "symmetric"),
    "generated": ModelKind(".generated.generated_model", "GeneratedModel", "none"),
    "generated_abbreviated": ModelKind(".generated.generated_model", "GeneratedAbbreviatedModel", "none"),
    "newton_euler": ModelKind(".recursive.newton_euler", "NewtonEulerModel"),
    "pinocchio": ModelKind(".recursive.pinocchio_model", "PinocchioModel"),
    "walker_orin": ModelKind("..papers.walker_orin.model", "WalkerOrinModel", for_robots=False),
    "kane_levinson": ModelKind(
        "..papers.kane_levinson.model", "KaneLevinsonModel", for_robots=False, arm="stanford1983"
    ),
}
"""Every model by its name: a new one is one line here."""

MODEL_KINDS = tuple(kind for kind, model in MODELS.items() if model.for_robots)
"""The kinds of model for use on a robot: nodes, launch files and replay offer these.

`load_model` also takes two that serve comparison with the literature: ``"walker_orin"`` and, for the Stanford Arm,
``"kane_levinson"``.
"""

DEFAULT_MODEL = "generated"
"""Default model in Python, nodes, launch files, `run` and `replay`; it exists for any serial arm."""
