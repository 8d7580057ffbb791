"""The bar waits two seconds, speaks to terminals only, and leaves no trace."""

from __future__ import annotations

import io
import time
from collections.abc import Callable

import pytest
from puma560_dynamics.cli.bar import PATIENCE, Bar
from rich.console import Console

from puma560_dynamics.cli import bar


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """What a bar writes: of a terminal or not, for so many seconds of work."""

    def run(terminal: bool, seconds: float, wanted: bool = True, size: int | None = None) -> str:
        file, now = io.StringIO(), [100.0]
        console = Console(file=file, force_terminal=terminal, width=100)
        monkeypatch.setattr(bar, "Console", lambda stderr: console)
        with monkeypatch.context() as patch, Bar(wanted, size) as one:
            patch.setattr(time, "monotonic", lambda: now[0] + one._begun)
            now[0] = 0.0
            one.update(0.1, "torque: 300 calculations")
            now[0] = seconds
            one.update(0.5, "torque: 281 calculations")
        return file.getvalue()

    return run


def test_it_appears_when_it_takes_long(shown: Callable[..., str]):
    text = shown(True, PATIENCE + 1)
    assert "torque: 281 calculations" in text
    assert "50%" in text


def test_it_does_not_otherwise(shown: Callable[..., str]):
    assert shown(True, PATIENCE / 2) == ""
    assert shown(False, PATIENCE + 1) == ""
    assert shown(True, PATIENCE + 1, wanted=False) == ""


def test_rate_and_time_left_where_the_size_is_known(shown: Callable[..., str]):
    text = shown(True, PATIENCE + 1, size=400_000_000)
    assert "/s" in text
    assert "left" in text
    assert "50%" in text
    assert "left" not in shown(True, PATIENCE + 1)
