"""A system written and read again is the same system."""

from __future__ import annotations

import pytest
from helpers.emdeg.random_systems import ATOMS, systems, values
from hypothesis import given

from puma560_dynamics.emdeg.program import system_text
from puma560_dynamics.emdeg.program.system import System
from puma560_dynamics.errors import DerivationError


@given(systems())
def test_round_trip(system: System):
    system.prune()
    text = system_text.system_as_text(system)
    again = system_text.read("# a remark\n\n" + text, System(ATOMS), set(system.outputs))
    assert values(again) == values(system)
    assert again.cost == system.cost
    assert len(again.definitions) == len(system.definitions) == len(text.splitlines())


def test_an_unknown_name_is_refused():
    with pytest.raises(DerivationError, match=r"out uses 'z', which is not a variable of this arm and not defined"):
        system_text.read("out = 2*x + -1*y*z\n", System(ATOMS), {"out"})
