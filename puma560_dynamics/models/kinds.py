"""Define the table of the kinds of models, by name."""

from __future__ import annotations

from typing import Literal, NamedTuple


class ModelKind(NamedTuple):
    """A kind of model that `load_model` creates by name.

    Attributes:
        module: module of the model's class, relative to this folder; imported when a model is first created.
        name: name of the class, which is called with an arm and options.
        takes_payload: payloads that the model supports as part of the arm's last link, others use `WithPayload`; or
            ``"input"`` for a model with a method ``with_payload``.
        for_robots: whether nodes, launch files and replay offer it; other kinds are for comparison with the papers.
        arm: name of the default arm.
    """

    module: str
    name: str
    takes_payload: Literal["all", "symmetric", "input"] = "all"
    for_robots: bool = True
    arm: str = "akb1986"


MODELS = {
    "full": ModelKind(".tables.table_model", "FullModel", "symmetric"),
    "abbreviated": ModelKind(".tables.table_model", "AbbreviatedModel", "symmetric"),
    "generated": ModelKind(".generated.generated_model", "GeneratedModel", "input"),
    "generated_abbreviated": ModelKind(".generated.generated_model", "GeneratedAbbreviatedModel", "input"),
    "newton_euler": ModelKind(".recursive.newton_euler", "NewtonEulerModel"),
    "pinocchio": ModelKind(".recursive.pinocchio_model", "PinocchioModel"),
    "walker_orin": ModelKind("..papers.walker_orin.model", "WalkerOrinModel", for_robots=False),
    "kane_levinson": ModelKind(
        "..papers.kane_levinson.model", "KaneLevinsonModel", for_robots=False, arm="stanford1983"
    ),
}
"""All kinds of models, by name. A new kind needs one line here."""

MODEL_KINDS = tuple(kind for kind, model in MODELS.items() if model.for_robots)
"""Names of the kinds of models for robots, which nodes, launch files and replay offer.

`load_model` also accepts two kinds for comparison with the literature: ``"walker_orin"`` and, for the Stanford Arm,
``"kane_levinson"``.
"""

DEFAULT_MODEL = "generated"
"""Default kind of model in Python, nodes, launch files, `run` and `replay`; available for any serial arm."""
