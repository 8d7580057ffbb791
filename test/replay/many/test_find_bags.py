"""Which folders and files are bags."""

from pathlib import Path

import pytest

from puma560_dynamics.replay.many.find_bags import bags_below

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
