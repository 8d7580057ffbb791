"""Which files make up a bag: by metadata, by name, by their first bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

from puma560_dynamics.bags.files import find_bags
from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.bags.mcap_records import MAGIC as MCAP
from puma560_dynamics.bags.metadata import METADATA
from puma560_dynamics.bags.sqlite_storage import MAGIC as SQLITE
from puma560_dynamics.errors import BagError


def listing(*names: str) -> str:
    """Metadata with these files."""
    return f"rosbag2_bagfile_information: {{relative_file_paths: [{', '.join(names)}], topics_with_message_count: []}}"


def test_files_of_a_folder_are_in_the_order_of_their_numbers(tmp_path: Path):
    for number in (10, 9, 1):
        (tmp_path / f"bag_{number}.mcap").write_bytes(MCAP)
    (bag,) = find_bags([tmp_path], Findings())
    assert [file.path.name for file in bag.files] == ["bag_1.mcap", "bag_9.mcap", "bag_10.mcap"]
    assert bag.folder and bag.metadata is None


def test_metadata_set_the_file_order_and_differences_are_reported(tmp_path: Path):
    for name in ("one.mcap", "two.mcap.zstd", "three.mcap"):
        (tmp_path / name).write_bytes(MCAP)
    (tmp_path / METADATA).write_text(listing("two.mcap", "one.mcap", "four.mcap"), encoding="utf-8")
    findings = Findings()
    (bag,) = find_bags([tmp_path / METADATA], findings)
    assert [file.path.name for file in bag.files] == ["two.mcap.zstd", "one.mcap"]
    assert {found.kind: found.message.split()[0] for found in findings.warnings} == {
        "missing_file": "four.mcap",
        "unlisted_file": "three.mcap",
    }


def test_the_first_bytes_count_and_not_the_name(tmp_path: Path):
    path = tmp_path / "wrongly_named.mcap"
    path.write_bytes(SQLITE)
    (bag,) = find_bags([path], Findings())
    assert bag.files[0].kind == "sqlite3" and not bag.folder


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.bag", b"#ROSBAG V2.0", "ROS 1 bag; convert it"),
        ("a.db3", b"", "is empty"),
        ("a.txt", b"hello", "neither an MCAP nor a SQLite file"),
    ],
)
def test_what_is_no_bag_gets_a_sentence(tmp_path: Path, name: str, content: bytes, words: str):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(BagError, match=words):
        find_bags([tmp_path / name], Findings())


def test_no_file_at_all(tmp_path: Path):
    with pytest.raises(BagError, match=": it is empty"):
        find_bags([tmp_path], Findings())
    with pytest.raises(BagError, match="does not exist"):
        find_bags([tmp_path / "none"], Findings())
    with pytest.raises(BagError, match="no bag was named"):
        find_bags([], Findings())


def test_a_damaged_file_of_several_is_left_out(tmp_path: Path):
    (tmp_path / "a.mcap").write_bytes(MCAP)
    (tmp_path / "b.db3").write_bytes(b"junk")
    findings = Findings()
    (bag,) = find_bags([tmp_path], findings)
    assert [file.path.name for file in bag.files] == ["a.mcap"]
    assert [found.kind for found in findings.warnings] == ["damaged_file"]
    (tmp_path / "a.mcap").unlink()
    with pytest.raises(BagError, match="none of the files"):
        find_bags([tmp_path], findings)
