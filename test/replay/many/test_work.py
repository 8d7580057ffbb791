"""One bag among many: whatever happens to it becomes a row."""

from __future__ import annotations

from pathlib import Path

import pytest

from puma560_dynamics.replay import analyse
from puma560_dynamics.replay.many.work import analyse_bag
from puma560_dynamics.replay.settings import ReplaySettings


def test_an_error_of_the_package_is_kept_as_a_sentence(tmp_path: Path):
    row = analyse_bag(str(tmp_path / "none"), "key", ReplaySettings())
    assert (row.bag, row.key, row.values, row.again) == (str(tmp_path / "none"), "key", {}, False)
    assert row.error is not None and "none" in row.error
    assert row.seconds >= 0.0


def test_a_defect_does_not_stop_the_others_and_is_tried_again(monkeypatch: pytest.MonkeyPatch):
    def fails(*_: object) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(analyse, "analyse", fails)
    row = analyse_bag("bag", "key", ReplaySettings())
    assert row.again
    assert row.error == "the analysis failed (ZeroDivisionError: by zero); please report it with the bag"
