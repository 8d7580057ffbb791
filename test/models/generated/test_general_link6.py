"""The model derived anew for a link 6 without symmetry: proven, and Pinocchio's with the same body."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.oracle import EXACT, ask

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.emdeg.backends.numpy_functions import numpy_functions
from puma560_dynamics.emdeg.program.provenance import Provenance
from puma560_dynamics.emdeg.proof import prove
from puma560_dynamics.models.generated.factored_programs import kept, programs_of
from puma560_dynamics.models.generated.general_link6 import (
    BODY,
    GENERAL_LINK6,
    PARTS,
    general_link6_programs,
    payload_rows,
    with_general_link6,
)
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.models.payload.payload_counts import payload_counts


@pytest.mark.parametrize("name", PARTS)
def test_what_is_kept_is_proven(arm: Arm, name: str):
    chain = with_general_link6(arm).exact_chain
    system, variables = kept(chain, name, GENERAL_LINK6)
    assert prove(chain, name, system, variables) > 0
    assert (GENERAL_LINK6 / f"{name}.txt").read_text(encoding="ascii").startswith(f"# {system.cost} calculations")
    assert (GENERAL_LINK6 / "arm").read_text(encoding="ascii").strip() == chain.numeric_digest


def test_against_pinocchio(arm: Arm):
    pytest.importorskip("pinocchio")
    general = with_general_link6(arm)
    answers = ask(load_model("pinocchio", general), np.random.default_rng(6), 1000)
    programs = list(general_link6_programs().values())
    functions = numpy_functions(programs, Provenance.of(general.exact_chain))
    found = {
        "torque": functions.torque(answers.q, answers.qd, answers.qdd),
        "gravity": functions.gravity(answers.q),
        "kinetic_energy_matrix": functions.kinetic_energy_matrix(answers.q),
    }
    for name, value in found.items():
        expected = getattr(answers, name)
        assert np.abs(value - expected).max() < EXACT * np.abs(expected).max(), name


def test_the_body_has_nothing_that_vanishes_or_repeats():
    for numbers in (BODY.center_of_gravity, BODY.inertia[np.triu_indices(3)]):
        assert len({abs(number) for number in numbers}) == len(numbers)
        assert numbers.all()
    inside = (
        BODY.inertia - BODY.inertia_at_frame
    )  # what motion takes is about the frame: no entry is one of those above
    assert inside[np.triu_indices(3)].all()
    Payload(BODY.mass, BODY.center_of_gravity, BODY.inertia)  # raises for what no body has


def test_rows(arm: Arm):
    payload = Payload(BODY.mass, BODY.center_of_gravity, BODY.inertia)
    extra = payload_counts(arm, payload, added=True)
    rows = payload_rows(load_model("full", arm).operation_counts(), extra)
    symmetric = programs_of(arm.exact_chain)
    loaded = load_model("full", arm, payload).operation_counts()
    assert [row.part for row in rows] == list(PARTS)
    for row in rows:
        assert row.with_payload == loaded[row.part]
        # Symmetry is worth something, and less than a load by partial velocities costs.
        assert row.generated == symmetric[row.part].count
        assert row.generated.total < row.anew.total < row.generated.total + row.load.total
