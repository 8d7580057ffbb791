"""What is refused before any bag is read."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import pytest

from puma560_dynamics.cli.identify_request import check_request
from puma560_dynamics.errors import IdentificationError


def request(folder: Path, **changes: Any) -> argparse.Namespace:
    """One recording and another that is held out."""
    given = {
        "output": folder / "mine.yaml", "bags": [folder / "one"], "loaded": [], "held_out": [folder / "two"],
        "held_out_columns": None, "unknown_gains": False, "load_mass": None,
    }  # fmt: skip
    return argparse.Namespace(**given | changes)


def check(folder: Path, **changes: Any) -> None:
    check_request(request(folder, **changes), folder / "mine.html")


def test_what_can_be_done_passes_and_leaves_no_file(tmp_path: Path):
    check(tmp_path)
    check(tmp_path, held_out=[tmp_path / "one"], held_out_columns=["rows=1:9"])  # other rows of the same recording
    check(tmp_path, unknown_gains=True, loaded=[tmp_path / "three"], load_mass=2.0)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"loaded": ["one"]}, "is given with a load and without"),
        ({"held_out": ["one"]}, "is to be fitted and held out"),
        ({"held_out": ["three"], "loaded": ["three"]}, "is to be fitted and held out"),
    ],
)
def test_a_recording_has_one_use(tmp_path: Path, changes: dict[str, Any], words: str):
    for name in ("loaded", "held_out"):
        if name in changes:
            changes = {**changes, name: [tmp_path / path for path in changes[name]]}
    with pytest.raises(IdentificationError, match=words):
        check(tmp_path, **changes)


def test_files_that_would_be_lost(tmp_path: Path):
    with pytest.raises(IdentificationError, match="arm file and page are both to be"):
        check_request(request(tmp_path, output=tmp_path / "a.html"), tmp_path / "a.html")
    with pytest.raises(IdentificationError, match="is named as a part of a recording"):
        check(tmp_path, output=tmp_path / "metadata.yaml")


def test_a_folder_of_several_bags_is_no_recording(tmp_path: Path):
    for name in ("a", "b"):
        (tmp_path / "many" / name).mkdir(parents=True)
        (tmp_path / "many" / name / "metadata.yaml").touch()
        (tmp_path / "many" / name / "x.mcap").touch()
    with pytest.raises(IdentificationError, match="many holds 2 bags; name each"):
        check(tmp_path, bags=[tmp_path / "many"])
