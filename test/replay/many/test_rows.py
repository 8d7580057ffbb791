"""Rows outlive a kill, and are asked for by what they depend on."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puma560_dynamics.errors import BagError
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.replay.many.rows import BagRow, RowFile, key
from puma560_dynamics.replay.settings import ReplaySettings

ROWS = [BagRow(f"bag{i}", f"key{i}", {"rms": 0.5 * i, "name": "ä"}, seconds=1.0) for i in range(4)]


def test_rows_come_back(tmp_path: Path) -> None:
    with RowFile(tmp_path / "new" / "rows.jsonl") as kept:
        for row in ROWS:
            kept.put(row)
    with RowFile(tmp_path / "new" / "rows.jsonl") as kept:
        assert kept.rows(row.key for row in reversed(ROWS)) == ROWS[::-1]
        assert kept.get("another") is None


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(cut=st.integers(0, 400))
def test_a_file_cut_anywhere_keeps_its_whole_lines(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "rows.jsonl"
    path.unlink(missing_ok=True)
    with RowFile(path) as kept:
        for row in ROWS:
            kept.put(row)
    whole = path.read_bytes()
    path.write_bytes(whole[:cut])
    lines = whole[:cut].count(b"\n")
    again = BagRow("later", "later")
    with RowFile(path) as kept:
        found = kept.rows(row.key for row in ROWS)
        assert found[:lines] == ROWS[:lines]
        kept.put(again)
    with RowFile(path) as kept:
        assert kept.get("later") == again
        assert kept.rows(row.key for row in ROWS)[:lines] == ROWS[:lines]


def test_the_key_follows_files_and_settings(tmp_path: Path) -> None:
    bag, arm = tmp_path / "bag", tmp_path / "arm.yaml"
    bag.mkdir()
    file = bag / "bag_0.mcap"
    file.write_bytes(b"1")
    arm.write_text("name: mine")
    chosen = ReplaySettings(arm=str(arm))
    before = key(bag, chosen)
    assert before == key(bag, ReplaySettings(arm=str(arm)))
    keys = {before, key(bag, replace(chosen, cut_off=9.0))}
    keys.add(key(bag, replace(chosen, payload=Payload(2.0))))
    keys.add(key(bag, replace(chosen, payload=Payload(2.0, np.array([0.0, 0.0, 0.1])))))
    arm.write_text("name: other")
    keys.add(key(bag, chosen))
    file.write_bytes(b"12")
    keys.add(key(bag, chosen))
    (bag / "report.html").touch()  # no file of a bag
    keys.add(key(bag, chosen))
    assert len(keys) == 6


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BagError, match="name another folder"):
        RowFile(tmp_path / "file" / "rows.jsonl")
