"""When counts of the same expressions are near enough."""

from __future__ import annotations

from puma560_dynamics.papers.count_of_expressions import SAME_EXPRESSIONS, counted


def test_a_tenth_is_the_limit():
    assert counted(1113, 1165) and counted(27, 25)
    assert not counted(1047, 1560) and not counted(120, 100)
    assert "10%" in SAME_EXPRESSIONS
