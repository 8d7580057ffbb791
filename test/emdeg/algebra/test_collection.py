"""The search for cycles is left out, and comes back as it was."""

from __future__ import annotations

import gc

import pytest

from puma560_dynamics.emdeg.algebra.collection import collection_paused
from puma560_dynamics.emdeg.program.system import System
from puma560_dynamics.emdeg.simplify.search import simplify_system


def test_collection_is_paused_inside_and_resumes_after_an_error():
    assert gc.isenabled()
    with pytest.raises(ZeroDivisionError), collection_paused():
        assert not gc.isenabled()
        with collection_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
        raise ZeroDivisionError
    assert gc.isenabled()


def test_collection_stays_off_if_it_was_off_before():
    gc.disable()
    try:
        with collection_paused():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_the_search_leaves_no_cycles():
    """What is paused would find nothing: all that the search makes is freed without it."""
    system = System(("x", "y", "z"))
    system.output("out", {(0, 0, 1): 1, (0, 1, 1): 1, (0, 1, 2): 1})
    gc.collect()
    gc.disable()
    try:
        simplify_system(system, 50)
        assert not gc.collect()
    finally:
        gc.enable()
