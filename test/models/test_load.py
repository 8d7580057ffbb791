"""Loading models by name."""

from __future__ import annotations

import pytest

from puma560_dynamics import MODEL_KINDS, load_model
from puma560_dynamics.errors import ArmFileError, UnknownModelError
from puma560_dynamics.models.load import OF_THE_PAPERS


@pytest.mark.parametrize("kind", [*MODEL_KINDS, *OF_THE_PAPERS])
def test_every_kind_loads_and_knows_its_name(kind: str):
    if kind == "pinocchio":
        pytest.importorskip("pinocchio")
    model = load_model(kind)
    assert model.kind == kind
    assert model.arm.name == "akb1986"


def test_an_unknown_kind_lists_the_known():
    with pytest.raises(UnknownModelError, match="newton_euler"):
        load_model("exact")


def test_an_unknown_arm():
    with pytest.raises(ArmFileError, match="akb1986"):
        load_model("full", "puma761")
