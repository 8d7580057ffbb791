"""What `puma560 identify` and `replay` refuse before any bag is read."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import pytest

from puma560_dynamics.cli import identify
from puma560_dynamics.cli.command import main
from puma560_dynamics.cli.identify import check_files
from puma560_dynamics.errors import IdentificationError


def request(folder: Path, **changes: Any) -> argparse.Namespace:
    """One recording and another that is held out."""
    given = {
        "output": folder / "mine.yaml", "bags": [folder / "one"], "loaded": [], "held_out": [folder / "two"],
        "held_out_columns": None, "unknown_gains": False, "load_mass": None,
    }  # fmt: skip
    return argparse.Namespace(**given | changes)


def check(folder: Path, **changes: Any) -> None:
    check_files(request(folder, **changes), folder / "mine.html")


def test_what_can_be_done_passes_and_leaves_no_file(tmp_path: Path):
    check(tmp_path)
    check(tmp_path, held_out=[tmp_path / "one"], held_out_columns=["rows=1:9"])  # other rows of the same recording
    check(tmp_path, unknown_gains=True, loaded=[tmp_path / "three"], load_mass=2.0)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"loaded": ["one"]}, "is given with a load and without"),
        ({"held_out": ["one"]}, "is given to be fitted and held out"),
        ({"held_out": ["three"], "loaded": ["three"]}, "is given to be fitted and held out"),
    ],
)
def test_a_recording_has_one_use(tmp_path: Path, changes: dict[str, Any], words: str):
    for name in ("loaded", "held_out"):
        if name in changes:
            changes = {**changes, name: [tmp_path / path for path in changes[name]]}
    with pytest.raises(IdentificationError, match=words):
        check(tmp_path, **changes)


def test_files_that_would_be_lost(tmp_path: Path):
    with pytest.raises(IdentificationError, match="arm file and page would both be"):
        check_files(request(tmp_path, output=tmp_path / "a.html"), tmp_path / "a.html")
    with pytest.raises(IdentificationError, match="would overwrite a part of a recording"):
        check(tmp_path, output=tmp_path / "metadata.yaml")


def test_a_folder_of_several_bags_is_no_recording(tmp_path: Path):
    for name in ("a", "b"):
        (tmp_path / "many" / name).mkdir(parents=True)
        (tmp_path / "many" / name / "metadata.yaml").touch()
        (tmp_path / "many" / name / "x.mcap").touch()
    with pytest.raises(IdentificationError, match="many contains 2 bags; name each"):
        check(tmp_path, bags=[tmp_path / "many"])


LOADED = ["--loaded", "example"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "no bag to identify from"),
        (["--held-out", "example"], "no bag to identify from"),
        (["example", "--held-out-columns", "rows=1:9"], "--held-out-columns is only for"),
        (["example", "--load-mass", "2"], "--load-mass is only for --unknown-gains"),
        (["example", "--unknown-gains"], "--unknown-gains needs recordings without a load"),
        (["example", "--unknown-gains", *LOADED], "and --load-mass above 0 kg"),
        (["example", "--unknown-gains", "--load-mass", "0", *LOADED], "and --load-mass above 0 kg"),
        (["--unknown-gains", "--load-mass", "2", *LOADED], "recordings without a load"),
    ],
)
def test_options_that_contradict_each_other(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(identify, "Progress", lambda *_: pytest.fail("modules were imported before the refusal"))
    assert main(["identify", *words]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(("command", "slow"), [("identify", "identification.identify"), ("replay", "cli.replay_many")])
def test_an_arm_that_cannot_be_taken(
    command: str, slow: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    """Refused before the modules of the command are imported, which takes seconds."""
    monkeypatch.setitem(sys.modules, f"puma560_dynamics.{slow}", None)  # its import fails
    assert main([command, "example", "--arm", "nobody"]) == 2
    assert "arm 'nobody' is not known" in capsys.readouterr().err
