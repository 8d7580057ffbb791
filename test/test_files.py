"""A file is written whole or not at all, and nothing that is not a file is replaced by one."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from puma560_dynamics import files
from puma560_dynamics.errors import Puma560Error
from puma560_dynamics.files import check_writable, write_whole, written_whole


def write(path: Path) -> None:
    with written_whole(path) as temporary:
        temporary.write_text("new")


def test_a_file_is_replaced_in_one_step(tmp_path: Path):
    path = tmp_path / "a.txt"
    write_whole(path, "first")
    with written_whole(path) as temporary:
        temporary.write_text("second")
        assert path.read_text() == "first"
    assert path.read_text() == "second"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link_and_its_target_is_written(tmp_path: Path):
    (tmp_path / "target").write_text("old")
    (tmp_path / "link").symlink_to("target")
    write(tmp_path / "link")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "target").read_text() == "new"


def test_a_pipe_or_a_folder_is_not_replaced(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")  # stands for /dev/null, which root could replace
    (tmp_path / "folder").mkdir()
    for name, what in (("pipe", "a device or a pipe"), ("folder", "a folder")):
        with pytest.raises(Puma560Error, match=f"cannot be written: it is {what}; name a file"):
            write(tmp_path / name)
    assert (tmp_path / "pipe").is_fifo() and len(list(tmp_path.iterdir())) == 2


def test_a_folder_that_is_not_there(tmp_path: Path):
    with pytest.raises(Puma560Error, match="there is no folder"):
        check_writable(tmp_path / "no" / "a.html")


def test_what_ends_early_leaves_the_old_file(tmp_path: Path):
    (tmp_path / "a").write_text("old")
    with pytest.raises(KeyboardInterrupt), written_whole(tmp_path / "a") as temporary:
        temporary.write_text("half")
        raise KeyboardInterrupt
    assert (tmp_path / "a").read_text() == "old" and list(tmp_path.iterdir()) == [tmp_path / "a"]


def test_a_place_is_tried_not_only_asked_for_permissions(tmp_path: Path):
    """Root has every permission, and yet nothing can be made in /proc."""
    check_writable(tmp_path / "a.html")
    assert list(tmp_path.iterdir()) == []
    if Path("/proc/self").exists():
        with pytest.raises(Puma560Error, match="nothing can be written to /proc"):
            check_writable(Path("/proc/a.html"))


def test_the_checkout_is_preferred():
    assert next(files.share_directories()) == Path(__file__).parent.parent


def test_the_ament_index_is_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    marker = tmp_path / "share/ament_index/resource_index/packages/puma560_dynamics"
    marker.parent.mkdir(parents=True)
    marker.touch()
    monkeypatch.setenv("AMENT_PREFIX_PATH", f"/nowhere:{tmp_path}")
    monkeypatch.setattr(files, "__file__", str(tmp_path / "lib/puma560_dynamics/files.py"))
    directories = list(files.share_directories())
    assert directories[0] == tmp_path / "share/puma560_dynamics"
    assert len(directories) == 2


@pytest.mark.parametrize("place", ["lib/python3.13/site-packages", "Lib/site-packages", "."])
def test_shared_files_are_where_pip_installed_the_package(place: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """`pip install --user` (Linux, Windows) and `--target` install outside of the environment of the interpreter."""
    shared = tmp_path / "share/puma560_dynamics"
    shared.mkdir(parents=True)
    monkeypatch.setenv("AMENT_PREFIX_PATH", "")
    monkeypatch.setattr(files, "__file__", str(tmp_path / place / "puma560_dynamics/files.py"))
    assert list(files.share_directories()) == [shared, Path(sys.prefix) / "share/puma560_dynamics"]
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert list(files.share_directories()) == [shared]


def test_a_missing_file_names_the_places():
    with pytest.raises(Puma560Error, match=r"config/none\.yaml was not found in .*pip install"):
        files.share_file("config", "none.yaml")
