"""After a pause it listens for a moment, and only then."""

from __future__ import annotations

from puma560_dynamics.control.stall import LOOK_AROUND, STALL, Stall


def test_steady_speech_is_never_interrupted():
    stall = Stall()
    for step in range(1000):
        assert not stall.listens(0.01 * step)
        stall.spoke(0.01 * step)


def test_the_first_word_is_free():
    stall = Stall()
    assert not stall.listens(100.0)


def test_after_a_pause_it_listens_once():
    stall = Stall()
    stall.spoke(0.0)
    later = STALL + 1.0
    assert stall.listens(later)
    assert stall.listens(later + 0.9 * LOOK_AROUND)
    assert not stall.listens(later + 1.1 * LOOK_AROUND)
    stall.spoke(later + 1.1 * LOOK_AROUND)
    assert not stall.listens(later + 1.2 * LOOK_AROUND)
    stall.forget()
    assert not stall.listens(later + 100.0)
