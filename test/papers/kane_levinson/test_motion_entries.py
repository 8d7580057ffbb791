"""A component that is wrong is noticed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from puma560_dynamics.papers.bench import Bench
from puma560_dynamics.papers.entry import EntryResult
from puma560_dynamics.papers.kane_levinson import motion_entries as motion


@pytest.fixture(scope="module")
def bench() -> Bench:
    """One for all."""
    return Bench()


@pytest.mark.parametrize(
    "table, number, old, new, entry",
    [
        ("ANGULAR", "(22)", "u5", "u4", motion.angular_velocities),
        ("VELOCITIES", "(31)", "Z24", "Z23", motion.velocities),
        ("VELOCITIES", "(29)", "-L1*qd1", "L1*qd1", motion.velocities),
        ("ANGULAR_ACCELERATIONS", "(60)", "Z82", "Z83", motion.angular_accelerations),
        ("ACCELERATIONS", "(71)", "Z94", "Z95", motion.accelerations),
        ("ACCELERATIONS", "(73)", "Z35*ud3", "Z35*ud2", motion.accelerations),
    ],
)
def test_a_wrong_component_is_noticed(
    table: str, number: str, old: str, new: str, entry: Callable[[Bench], EntryResult], bench: Bench,
    monkeypatch: pytest.MonkeyPatch,
):  # fmt: skip
    assert entry(bench).holds
    wrong = tuple(
        vector._replace(components=tuple(part.replace(old, new) for part in vector.components))
        if vector.equation == number
        else vector
        for vector in getattr(motion, table)
    )
    assert wrong != getattr(motion, table)
    monkeypatch.setattr(motion, table, wrong)
    found = entry(bench)
    assert not found.holds
    assert [row.name.split()[0] for row in found.rows if not row.agrees] == [number]


def test_a_wrong_partial_velocity_is_noticed(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(motion.PARTIAL, "A", {1: ("0", "Z4", "0")})
    found = motion.partial_angular_velocities(bench)
    assert [row.name for row in found.rows if not row.agrees] == ["u3: A"]
