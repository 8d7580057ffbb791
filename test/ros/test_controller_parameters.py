"""Parameters of the generated controller are those of the node, or docs/controller.md names them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from puma560_dynamics.arm import Arm
from puma560_dynamics.controller.package_of_arm import package_of
from puma560_dynamics.nodes.wire.feedforward_parameters import PARAMETERS

NODE = {parameter.name: parameter for parameter in PARAMETERS}
PAGE = Path(__file__).parents[2] / "docs" / "controller.md"


def leaves(tree: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Parameters of a file for generate_parameter_library, by their names with dots."""
    for name, entry in tree.items():
        if isinstance(entry.get("type"), str):
            yield before + name, entry
        else:
            yield from leaves(entry, f"{before}{name}.")


@pytest.fixture(scope="module")
def controller(arm: Arm) -> dict[str, dict[str, Any]]:
    (tree,) = yaml.safe_load(package_of(arm, "my_arm").files()["src/parameters.yaml"]).values()
    return dict(leaves(tree))


def test_the_page_names_what_only_one_of_them_has(controller: dict[str, dict[str, Any]]):
    text = PAGE.read_text(encoding="utf-8")
    section = text[text.index("\n## Parameters\n") : text.index("\n## Topics")]
    assert [name for name in NODE if name not in controller and f"`{name}`" not in section] == []
    assert [name for name in controller if name not in NODE and f"`{name}`" not in text] == []


def test_those_of_both_have_one_default_and_bounds(controller: dict[str, dict[str, Any]]):
    both = [name for name in NODE if name in controller and name != "joints"]
    assert len(both) > 30
    for name in both:
        parameter, entry = NODE[name], controller[name]
        assert parameter.default == entry["default_value"], name
        assert parameter.read_only == entry.get("read_only", False), name
        rules = entry.get("validation", {})
        assert list(parameter.choices) == [*rules.get("one_of<>", [[]])[0]], name
        low, high = rules.get("bounds<>", (None, None))
        if parameter.minimum is not None:
            assert parameter.minimum == low, name
        if parameter.maximum is not None:
            assert parameter.maximum == high, name
