"""The benchmarks are scripts next to each other, no package: their tests import them from their folder."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)  # before pytest selects by marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All of these tests are tests of tools."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.tools)


@pytest.fixture(autouse=True)
def _scripts_on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(HERE.parents[1] / "benchmarks"))
