"""Shared files are found where they are, checkout first."""

from __future__ import annotations

from pathlib import Path

import pytest

from puma560_dynamics import resources
from puma560_dynamics.errors import Puma560Error


def test_the_checkout_is_preferred():
    assert next(resources.share_directories()) == Path(__file__).parent.parent


def test_the_ament_index_is_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    marker = tmp_path / "share/ament_index/resource_index/packages/puma560_dynamics"
    marker.parent.mkdir(parents=True)
    marker.touch()
    monkeypatch.setenv("AMENT_PREFIX_PATH", f"/nowhere:{tmp_path}")
    monkeypatch.setattr(resources, "__file__", str(tmp_path / "lib/puma560_dynamics/resources.py"))
    directories = list(resources.share_directories())
    assert directories[0] == tmp_path / "share/puma560_dynamics"
    assert len(directories) == 2


def test_a_missing_file_names_the_places():
    with pytest.raises(Puma560Error, match=r"config/none\.yaml was not found in .*pip install"):
        resources.share_file("config", "none.yaml")
