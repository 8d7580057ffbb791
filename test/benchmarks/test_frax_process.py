"""Another Python times frax; one that has no frax, or no such environment, is reported."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest


def script(folder: Path, text: str) -> Path:
    path = folder / "python"
    path.write_text(f"#!{sys.executable}\n{text}", encoding="utf-8")
    path.chmod(0o755)
    return path


def test_the_other_process_times_and_its_results_are_returned(tmp_path: Path):
    from frax_process import FraxJob, FraxProcess

    ready = json.dumps({"jax": "0.4.30", "results": {"gravity": [1.0, 2.0]}})
    answer = "for line in sys.stdin:\n    print(int(line.split()[1]) / 8, flush=True)"
    python = script(tmp_path, f"import sys\nprint({ready!r}, flush=True)\n{answer}")
    process = FraxProcess(python, "<robot/>", {"q": [0.0]})
    assert process.jax == "0.4.30" and process.results == {"gravity": [1.0, 2.0]}
    timer = FraxJob("gravity", "frax", "f(q)", {}, process=process).timer()
    assert [timer.timeit(number) for number in (1, 16)] == [0.125, 2.0]


def test_a_python_without_frax_is_unavailable_with_its_last_message(tmp_path: Path):
    from frax_process import FraxProcess
    from native import Unavailable

    with pytest.raises(Unavailable, match="No module named 'frax'"):
        FraxProcess(script(tmp_path, "raise ModuleNotFoundError(\"No module named 'frax'\")"), "<robot/>", {"q": [0.0]})


def test_without_the_environment_this_python_measures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    import frax_process

    monkeypatch.setattr(frax_process, "ENVIRONMENT", tmp_path)
    monkeypatch.delenv("FRAX_PYTHON", raising=False)
    assert frax_process.python() == Path(sys.executable)
    monkeypatch.setenv("FRAX_PYTHON", str(script(tmp_path, "")))
    assert frax_process.python() == tmp_path / "python"
