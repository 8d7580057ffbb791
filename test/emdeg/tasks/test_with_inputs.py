"""Functions with payload, gravity, parameters or a wrench as inputs are proven, and agree with arms that have them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.emdeg.random_chains import DOWN, bodies, chains
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.chain.chain import Chain, Placement
from puma560_dynamics.emdeg.chain.inputs import BODY_NUMBERS, ChainInputs, parameter_names
from puma560_dynamics.emdeg.chain.pose import roll_pitch_yaw
from puma560_dynamics.emdeg.derivation import FactoredSystem, cheapest_system, program_of, system_from_text
from puma560_dynamics.emdeg.effort import SearchEffort
from puma560_dynamics.emdeg.program.system import system_as_text
from puma560_dynamics.emdeg.proof import prove
from puma560_dynamics.emdeg.tasks import task_of, with_preparations
from puma560_dynamics.emdeg.tasks.with_inputs import LINEAR, TAKEN_BY
from puma560_dynamics.errors import DerivationError

QUICK = SearchEffort(forms=1, sketch=2, rounds=10)
TILTED = Placement(roll_pitch_yaw((0.3, -0.2, 0.5)), (0.1, -0.2, 0.3))
INPUTS = ("payload", "gravity_vector", "wrench", "link1.mass", "link1.center", "link1")
NAMES = [
    f"{function}+{'+'.join(given)}"
    for given in (
        ("payload",),
        ("link1.mass", "payload"),
        ("link1",),
        ("gravity_vector",),
        ("payload", "gravity_vector"),
    )
    for function in (TAKEN_BY["gravity_vector"] if "gravity_vector" in given else LINEAR)
]
NAMES += ["torque+wrench", "torque+wrench@link1", "torque+wrench+payload+gravity_vector+link1.mass", "prepare+payload"]


def found(chain: Chain, name: str) -> FactoredSystem:
    """A quick derivation."""
    return cheapest_system(chain, name, QUICK, 0)


@pytest.mark.parametrize("name", NAMES)
@trials(4)
@given(chains(most=3), st.booleans())
def test_every_function_with_inputs_is_exact(name: str, chain: Chain, tilted: bool):
    if tilted:
        chain = replace(chain, base=TILTED, frames=(*chain.frames[:-1], TILTED))
    _, system, variables = found(chain, name)
    text = system_as_text(system)
    prove(chain, name, *system_from_text(text, chain, name))
    program = program_of(chain, name, system, variables)
    assert program.name.isidentifier()
    assert dict(program.own_sizes).keys() == set(program.inputs) - {"q", "qd", "qdd"}
