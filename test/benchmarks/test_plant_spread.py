"""The spread over simulated arms has the figures of whole runs, which docs/first_run.md lists."""

from __future__ import annotations

import pytest
from helpers.benchmarks import started


def row(text: str, name: str) -> list[float]:
    """Least, median and largest factor of a setting."""
    (line,) = [line for line in text.splitlines() if line.startswith(name)]
    return [float(word) for word in line.removeprefix(name).split()]


def test_one_arm_with_the_numbers_of_the_model_has_the_factors_of_a_run():
    done = started("plant_spread.py", "--seeds", "1", "--plant-friction", "0", "--plant-bodies", "exact")
    assert done.returncode == 0, done.stderr
    assert row(done.stdout, "PD + full model") == pytest.approx([6.6] * 3, abs=0.1)
    assert row(done.stdout, "PD + model + friction") == pytest.approx([28.1] * 3, rel=0.01)


def test_an_impossible_error_is_one_sentence():
    done = started("plant_spread.py", "--seeds", "1", "--plant-friction", "60")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "expected 0 to 0.5" in done.stderr
