"""Tuning chooses among exact programs: whichever is the fastest, it is what Kane's equations give."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from puma560_dynamics.emdeg.chain.chain import Body, Chain, ChainJoint
from puma560_dynamics.emdeg.chain.gauge import PLAIN
from puma560_dynamics.emdeg.derivation import FactoredSystem, cheapest_system, factored_systems, program_of
from puma560_dynamics.emdeg.effort import SearchEffort
from puma560_dynamics.emdeg.emitters.code_form import LANES, USUAL_FORM, CodeForm, UnitForm
from puma560_dynamics.emdeg.program.system import system_as_text
from puma560_dynamics.emdeg.proof import prove
from puma560_dynamics.emdeg.simplify.search import simplify_system
from puma560_dynamics.emdeg.tasks import task_of
from puma560_dynamics.emdeg.tasks.starting_form import StartingForm
from puma560_dynamics.emdeg.tuning import MANY_LANES, MIN_GAIN, code_forms, fastest, tuned_lanes, tuned_program

QUICK = SearchEffort(forms=0, sketch=2, rounds=10)
FORM = CodeForm(ordered=False)


@pytest.fixture(scope="module")
def chain() -> Chain:
    """Two parallel joints on a vertical one."""
    joints = (ChainJoint("base"), ChainJoint("one", cos_alpha=0, sin_alpha=1), ChainJoint("two", a=0.5))
    return Chain("arm", joints, tuple(Body(2, (0.25, 0.125, 0.5), (1, 2, 3, 0.25, 0.5, 0.125)) for _ in joints))


@pytest.fixture(scope="module")
def found(chain: Chain) -> list[FactoredSystem]:
    """Ends of the search in every depth."""
    return factored_systems(chain, "torque", QUICK, 0, every=True)


def winner(place: int):
    """Measures that variant to take half of the time."""

    def measure(variants: Sequence[object]) -> list[list[float]]:
        return [[0.5 if i == place else 1.0] * 3 for i in range(len(variants))]

    return measure


def test_every_winner_is_exact(chain: Chain, found: list[FactoredSystem]):
    count = tuned_program(chain, "torque", found, winner(0)).variants
    chosen = [tuned_program(chain, "torque", found, winner(place)) for place in range(count)]
    for one in chosen:
        prove(chain, "torque", one.factored.system, one.factored.variables)
        assert one.program.count.total == one.factored.system.cost
    assert len({(one.program, one.form) for one in chosen}) == count > len(code_forms(chosen[0].program)) > 1


def test_a_program_with_a_sum_of_angles_is_written_in_eight_ways(chain: Chain):
    system, variables = task_of("torque").system(chain, StartingForm((PLAIN,) * 3, 0))
    forms = code_forms(program_of(chain, "torque", simplify_system(system, 10), variables))
    assert forms[0] == USUAL_FORM and len(set(forms)) == 8


def test_the_usual_program_comes_first_and_stays_unless_another_is_clearly_faster(
    chain: Chain, found: list[FactoredSystem]
):
    _, system, _ = cheapest_system(chain, "torque", QUICK, 0)
    usual = tuned_program(chain, "torque", found, winner(-1))
    assert usual.factored.system.cost <= system.cost
    assert (usual.form, usual.gain) == (USUAL_FORM, 1.0)
    assert fastest([[1.0], [1 / (1 + MIN_GAIN / 2)]]) == (0, 1.0)
    assert fastest([[1.0], [0.9], [0.8]]) == (2, 1.0 / 0.8)


def test_searching_in_every_depth_leaves_the_usual_result_as_it_is(chain: Chain):
    one, two = (cheapest_system(chain, "torque", QUICK, 0)[1] for _ in range(2))
    factored_systems(chain, "torque", QUICK, 0, every=True)
    assert system_as_text(one) == system_as_text(two)


def test_lanes_are_chosen_with_the_forms_as_they_are(chain: Chain, found: list[FactoredSystem]):
    program = tuned_program(chain, "torque", found, winner(0)).program
    form = UnitForm({"torque": FORM})
    assert tuned_lanes([program], form, winner(-1)) == UnitForm({"torque": FORM}, LANES)
    assert tuned_lanes([program], form, winner(2)) == UnitForm({"torque": FORM}, MANY_LANES[2])
