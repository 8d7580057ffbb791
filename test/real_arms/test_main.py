"""The command that judges identification on recordings of real arms."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("cvxpy")
pytest.importorskip("matplotlib")

from tools.real_arms.__main__ import BEGIN, END, PAGE, main


def test_a_folder_without_recordings_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    before = PAGE.read_text(encoding="utf-8")
    assert main([str(tmp_path)]) == 2
    assert "ur10e and tx40" in capsys.readouterr().err
    assert PAGE.read_text(encoding="utf-8") == before


def test_the_page_has_a_place_for_the_tables():
    text = PAGE.read_text(encoding="utf-8")
    assert text.count(BEGIN) == text.count(END) == 1
    assert text.index(BEGIN) < text.index(END)
