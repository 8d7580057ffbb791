"""The table of the split follows from its times; how fast anything is, no test says."""

from __future__ import annotations

import shutil

import pytest


def test_the_table_follows_from_its_times(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    import split

    monkeypatch.setattr(split, "measured", lambda: [split.Cost(100, 30, 40, 90), split.Cost(20_000, 30, 40, 170)])
    monkeypatch.setattr(split, "generated_call", lambda: (60.0, 120.0))
    assert split.main() == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| ") and "elements" not in line]
    found = [[float(cell) for cell in row.strip("|").split("|")] for row in rows]
    assert found == [[100, 40, 90, round(140 / 90, 2), round(65 / 90, 2)], [20_000, 40, 170, 117.88, 29.65]]


def test_a_busy_machine_gives_exit_code_1(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    import split

    def busy() -> list[object]:
        raise split.Unavailable("two free processors are needed")

    monkeypatch.setattr(split, "measured", busy)
    assert split.main() == 1
    assert "two free processors are needed" in capsys.readouterr().out


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_the_compiled_threads_answer_each_other():
    """Where each has a processor; where not, it says so."""
    import split

    try:
        (cost,) = split.measured((100,), tries=40)
    except split.Unavailable as reason:
        assert "two free processors" in str(reason)
    else:
        assert min(cost.latency, cost.products, cost.shared) > 0 and cost.evaluation == 100
