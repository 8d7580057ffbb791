"""The generated modules are what the generator writes, byte for byte."""

from __future__ import annotations

import pytest

from puma560_dynamics.models.tables.abbreviation import EXPLICIT_MODELS
from tools.generate.akb_tables import GENERATED, source


@pytest.mark.parametrize("model", EXPLICIT_MODELS)
def test_generated_code_is_up_to_date(model: str):
    assert (GENERATED / f"{model}.py").read_text(encoding="utf-8") == source(model), "run `make generate`"


def test_generation_is_deterministic():
    assert source("full") == source("full")


def test_generated_code_is_marked_as_generated():
    for model in EXPLICIT_MODELS:
        assert "Do not edit" in source(model).splitlines()[0]
