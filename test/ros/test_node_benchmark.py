"""The figures of `benchmarks/node.py`: what is compared with what; how fast anything is, no test says."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

BENCHMARKS = Path(__file__).parent.parent.parent / "benchmarks"


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The benchmark as a module."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import node

    return node


def figures(processor: float, p50: float, p99: float) -> dict[str, float]:
    return {"processor": processor, "p50": p50, "p99": p99, "answered": 1.0}


def test_each_round_is_compared_with_itself(bench: ModuleType):
    """A machine that is three times as slow in one round changes neither ratio."""
    relay = [figures(0.1, 1e-4, 2e-4), figures(0.3, 3e-4, 6e-4), figures(0.1, 1e-4, 2e-4)]
    node = [figures(0.2, 1.2e-4, 3.2e-4), figures(0.4, 3.6e-4, 9.6e-4), figures(0.2, 1.2e-4, 3.2e-4)]
    results = bench.summary({bench.RELAY: relay, bench.NODE: node})
    reached = [goal["reached"] for goal in results["goals"]]
    np.testing.assert_allclose(reached, [0.1, 1.2, 1.6])
    assert [goal["met"] for goal in results["goals"]] == [True, True, False]
    shown = {"rate_asked_Hz": 1000.0, "rounds": 3, "priority": 0, "load": 0.5, "cores": 2, **results}
    assert "| p99 × relay | 1.50 | 1.60 | **no** |" in bench.table(shown)


def test_commands_are_recognised_by_their_numbers(bench: ModuleType):
    rows = np.arange(12.0).reshape(2, 6)
    index = bench._indexed(rows)
    assert [index[bench._key(row + 1e-9)] for row in rows] == [0, 1]
    with pytest.raises(ValueError, match="same torque"):
        bench._indexed(np.ones((2, 6)))


def test_the_page_has_a_place_for_the_table(bench: ModuleType):
    page = (BENCHMARKS.parent / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    assert "\nanother table\n" in bench.with_table(page, "node", "another table")
    with pytest.raises(ValueError, match="0 places"):
        bench.with_table(page, "nowhere", "another table")
