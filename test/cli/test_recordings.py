"""Recordings by path, and the example by its name."""

from __future__ import annotations

from pathlib import Path

import pytest

from puma560_dynamics import resources
from puma560_dynamics.cli.recordings import EXAMPLE, found_bag
from puma560_dynamics.errors import BagError, Puma560Error


def test_the_example_is_that_of_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    found = found_bag(EXAMPLE)
    assert (found / "metadata.yaml").is_file()
    assert list(found.glob("*.mcap"))


def test_the_example_is_found_where_it_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    installed = tmp_path / "share" / "examples" / "pick_and_place"
    installed.mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(resources, "share_directories", lambda: iter([tmp_path / "none", tmp_path / "share"]))
    assert found_bag(EXAMPLE) == installed
    installed.rmdir()
    with pytest.raises(Puma560Error, match="examples/pick_and_place was not found"):
        found_bag(EXAMPLE)


def test_a_recording_of_that_name_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    EXAMPLE.mkdir()
    assert found_bag(EXAMPLE) == EXAMPLE


def test_nothing_at_that_path(tmp_path: Path):
    with pytest.raises(BagError, match="does not exist"):
        found_bag(tmp_path / "none")
