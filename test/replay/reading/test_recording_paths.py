"""Recordings by path, and the example by its name."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics import files
from puma560_dynamics.errors import BagError, Puma560Error
from puma560_dynamics.replay.reading.read_recording import read_bag, read_recording
from puma560_dynamics.replay.reading.recording_paths import EXAMPLE, bags_below, named_recording, needed_modules


def test_the_example_is_that_of_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    found = named_recording(EXAMPLE)
    assert (found / "metadata.yaml").is_file()
    assert list(found.glob("*.mcap"))


def test_the_example_is_found_where_it_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    installed = tmp_path / "share" / "examples" / "pick_and_place"
    installed.mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(files, "share_directories", lambda: iter([tmp_path / "none", tmp_path / "share"]))
    assert named_recording(EXAMPLE) == installed
    installed.rmdir()
    with pytest.raises(Puma560Error, match="examples/pick_and_place was not found"):
        named_recording(EXAMPLE)


def test_a_recording_of_that_name_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    EXAMPLE.mkdir()
    assert named_recording(EXAMPLE) == EXAMPLE


def test_nothing_at_that_path(tmp_path: Path):
    with pytest.raises(BagError, match="does not exist"):
        named_recording(tmp_path / "none")


def test_no_name_is_not_the_current_folder():
    with pytest.raises(BagError, match="is empty"):
        named_recording("")


def test_python_finds_the_example_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    by_path = read_bag(named_recording(EXAMPLE))
    for read in (read_bag("example"), read_bag(["example"]), read_recording("example"), read_recording(EXAMPLE)):
        np.testing.assert_array_equal(read.states.position, by_path.states.position)


def test_only_paths_need_packages():
    assert needed_modules([Path("bag"), Path("t.parquet")]) == ("rosbags", "mcap", "pyarrow")
    assert needed_modules([Path("t.csv"), {"t": [0.0]}, np.zeros((3, 2))]) == ()


BAGS = {
    "monday/metadata.yaml": "monday",
    "monday/monday_0.mcap": "monday",
    "monday/monday_1.mcap": "monday",
    "week/tuesday/tuesday_0.db3.zstd": "week/tuesday",  # no metadata: the robot lost power
    "loose/first.mcap": "loose/first.mcap",
    "loose/second.db3": "loose/second.db3",
    "loose/notes.txt": None,
    "renamed/tuesday_0.mcap": "renamed",  # lost power, and the folder has another name now
    "empty/readme.md": None,
    "mixed/thursday/thursday_0.mcap": "mixed/thursday",
    "mixed/friday.mcap": "mixed/friday.mcap",  # alone, but in addition to another bag
}
"""Files, and the bag that each belongs to."""


def make(folder: Path) -> None:
    for name in BAGS:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def test_every_bag_is_found_once(tmp_path: Path) -> None:
    make(tmp_path)
    expected = sorted({bag for bag in BAGS.values() if bag})
    assert [str(path.relative_to(tmp_path)) for path in bags_below(tmp_path)] == expected


@pytest.mark.parametrize("bag", ["monday", "week/tuesday", "renamed"])
def test_the_path_of_a_bag_gives_that_bag(tmp_path: Path, bag: str) -> None:
    make(tmp_path)
    assert bags_below(tmp_path / bag) == [tmp_path / bag]
