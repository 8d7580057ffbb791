"""Kept results are made once, and again for other sources."""

from __future__ import annotations

from pathlib import Path

import pytest


def test_a_result_is_made_once(tmp_path: Path):
    from kept import Kept

    made = iter(range(9))
    for _ in range(2):
        kept = Kept(tmp_path)
        assert kept.get("An arm", "programs", lambda: next(made)) == 0
        assert kept.has("An arm", "programs") and not kept.has("An arm", "times") and not kept.has("Other", "programs")


def test_other_sources_have_other_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    import kept as module

    source = tmp_path / "source.py"
    source.write_text("one")
    monkeypatch.setitem(module.MADE_BY, "peer", (str(source),))
    found = []
    for text in ("one", "two", "one"):
        source.write_text(text)
        found.append(module.Kept(tmp_path / "kept").get("An arm", "peer", lambda text=text: text))
    assert found == ["one", "two", "one"]
    assert module.Kept(tmp_path / "kept").get("An arm", "programs", lambda: "of the generator") == "of the generator"


def test_nothing_is_kept_without_a_folder():
    from kept import Kept

    made = iter(range(9))
    kept = Kept(None)
    assert [kept.get("An arm", "peer", lambda: next(made)) for _ in range(2)] == [0, 1]
    assert not kept.has("An arm", "peer")
