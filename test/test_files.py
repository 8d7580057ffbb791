"""Files that are there whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from puma560_dynamics.errors import Puma560Error
from puma560_dynamics.files import write_whole, written_whole


def test_a_file_is_replaced_in_one_step(tmp_path: Path):
    path = tmp_path / "a.txt"
    write_whole(path, "first")
    with written_whole(path) as temporary:
        temporary.write_text("second")
        assert path.read_text() == "first"
    assert path.read_text() == "second"
    assert list(tmp_path.iterdir()) == [path]


def test_what_fails_leaves_nothing_behind(tmp_path: Path):
    with pytest.raises(ZeroDivisionError), written_whole(tmp_path / "a.txt"):
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there(tmp_path: Path):
    with pytest.raises(Puma560Error, match=r"cannot be written.*choose another place"):
        write_whole(tmp_path / "none" / "a.txt", "")
