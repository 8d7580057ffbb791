"""The kept abbreviated model: consistent, below the paper's own error, and cheaper than the paper's own."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.emdeg.abbreviation.criterion import PAPERS_ERROR, Criterion
from puma560_dynamics.emdeg.algebra.ring import Poly
from puma560_dynamics.emdeg.backends.numpy_functions import numpy_functions
from puma560_dynamics.emdeg.program.provenance import Provenance
from puma560_dynamics.emdeg.program.system import read_definitions
from puma560_dynamics.emdeg.program.variables import prepared_variables
from puma560_dynamics.emdeg.tasks import model_names, task_of
from puma560_dynamics.models.generated import abbreviated_programs as programs
from puma560_dynamics.models.generated.abbreviated_programs import ABBREVIATED, abbreviated_digest, abbreviated_programs
from puma560_dynamics.models.payload.payload import Payload, payload_numbers
from puma560_dynamics.models.sampling import ranges_of, torque_effect


@pytest.fixture(scope="module")
def elements(arm: Arm) -> dict[str, Poly]:
    """Every output of every kept program, exactly."""
    chain = arm.exact_chain
    variables = prepared_variables(chain)
    found: dict[str, Poly] = {}
    for name in model_names():
        text = (ABBREVIATED / f"{name}.txt").read_text(encoding="ascii")
        system = read_definitions(text, variables.system(), set(task_of(name).layout(chain).places))
        values = system.evaluate(variables.elements, variables.ring.constant(1))
        for label, value in values.items():
            assert found.setdefault(label, value) == value, f"{label} differs between programs"
    found |= {label: variables.elements[label] for label in variables.elements}
    return found


def test_torque_agrees_with_the_elements(elements: dict[str, Poly]):
    ring = elements["qd1"].ring
    zero = ring.constant(0)
    for i in range(1, 7):
        parts = [elements.get(f"g_{i}", zero)]
        for j in range(1, 7):
            a = elements.get(f"a_{min(i, j)}{max(i, j)}", zero)
            rate = elements[f"qd{j}"]
            parts += [a * elements[f"qdd{j}"], elements.get(f"c_{i}{j}", zero) * (rate * rate)]
        for j, k in combinations(range(1, 7), 2):
            parts.append(elements.get(f"b_{i}{j}{k}", zero) * (elements[f"qd{j}"] * elements[f"qd{k}"]))
        assert ring.sum(parts) == elements.get(f"tau_{i}", zero)


def test_its_error_is_not_above_the_papers(arm: Arm):
    exact = load_model("full", arm)
    ours = torque_effect(load_model("generated_abbreviated", arm), exact)
    papers = torque_effect(load_model("abbreviated", arm), exact)
    assert ours.share.max() <= PAPERS_ERROR <= papers.share.max()
    assert (ours.rms / arm.maximum_torque).max() < (papers.rms / arm.maximum_torque).max()


def test_its_calculations_are_a_third_of_the_papers(arm: Arm):
    ours = load_model("generated_abbreviated", arm).operation_counts()["torque"].total
    assert 3 * ours < load_model("abbreviated", arm).operation_counts()["torque"].total
    assert 2 * ours < load_model("generated", arm).operation_counts()["torque"].total


def test_its_kinetic_energy_matrix_is_positive_definite(arm: Arm):
    model = load_model("generated_abbreviated", arm)
    a = model.kinetic_energy_matrix(ranges_of(arm).sample(2000, 3)[0])
    np.testing.assert_array_equal(a, a.transpose(0, 2, 1))
    assert np.linalg.eigvalsh(a).min() > 0.1


def test_a_payload_adds_its_own_exact_torque(arm: Arm):
    """The program with a payload as input is the sum of two."""
    functions = numpy_functions(list(abbreviated_programs(arm).values()), Provenance.of(arm.exact_chain))
    payload = Payload.of(2.3, (0.05, -0.03, 0.12), (0.02, 0.03, 0.025, 0.002, -0.001, 0.003))
    prepared = np.tile(functions.prepare_payload(payload_numbers(payload)), (5, 1))
    q, qd, qdd = np.random.default_rng(2).uniform(-2, 2, (3, 5, 6))
    loaded, without = (load_model("newton_euler", arm, load) for load in (payload, None))
    for name, given in (("torque", (q, qd, qdd)), ("gravity", (q,)), ("kinetic_energy_matrix", (q,))):
        own = getattr(functions, f"{name}_with_payload")(*given, prepared) - getattr(functions, name)(*given)
        expected = getattr(loaded, name)(*given) - getattr(without, name)(*given)
        np.testing.assert_allclose(own, expected, rtol=0, atol=1e-12 * max(1.0, np.abs(expected).max()))


def test_ranges_decide_over_what_is_kept(arm: Arm):
    assert abbreviated_digest(arm) == programs.kept_abbreviated_digest()
    joints = tuple(replace(joint, velocity=2 * joint.velocity) for joint in arm.joints)
    assert abbreviated_digest(arm.with_(joints=joints)) != abbreviated_digest(arm)


def test_another_arm_is_searched_once(arm: Arm, monkeypatch: pytest.MonkeyPatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    chosen = []
    choose = programs.choose_terms

    def quickly(given: Arm, criterion: Criterion) -> object:
        chosen.append(given.name)
        return choose(given, criterion, moves=0)

    monkeypatch.setattr(programs, "choose_terms", quickly)
    monkeypatch.setattr(programs, "ROUNDS", 10)
    moon = arm.with_(name="moon", gravity=1.62)
    first = programs.abbreviated_programs(moon)
    assert programs.abbreviated_programs(moon) == first
    assert chosen == ["moon"]
