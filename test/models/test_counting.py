"""Numbers that count."""

from __future__ import annotations

from puma560_dynamics.models.counting import Tally


def test_what_counts():
    tally = Tally()
    x, y = tally.variable(), tally.variable()
    x * y + x - y
    assert tally.count == (1, 2)


def test_signs_zeros_and_ones_are_free():
    tally = Tally()
    x = tally.variable()
    for free in (x * 0.0, x * 1, -1 * x, x + 0, 0 - x, -x, tally.constant(2.0) * 3 + 1):
        assert tally.count == (0, 0), free
    assert (x * 0.0).known == 0.0
    assert (tally.constant(2.0) * 3 + 1).known == 7.0


def test_the_textbook_knows_no_constants():
    tally = Tally(skip_known=False)
    x = tally.variable()
    tally.constant(0.0) * x + tally.constant(1.0)
    assert tally.count == (1, 1)
    tally.zero() * x
    assert tally.count == (1, 1)
