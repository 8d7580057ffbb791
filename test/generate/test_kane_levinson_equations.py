"""The generated module is what the generator writes, byte for byte."""

from __future__ import annotations

from tools.generate.kane_levinson_equations import GENERATED, source


def test_the_generated_module_is_current():
    assert GENERATED.read_text(encoding="utf-8") == source(), "run `make generate`"


def test_the_generated_module_is_marked_as_generated():
    assert "Do not edit" in source().splitlines()[0]
