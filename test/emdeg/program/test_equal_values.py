"""Definitions with equal values are computed once, and those that are zero not at all."""

from __future__ import annotations

from helpers.emdeg.random_chains import chains
from helpers.emdeg.small_chains import ARM
from helpers.trials import trials
from hypothesis import given

from puma560_dynamics.emdeg.algebra.ring import Poly
from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.program.equal_values import share_equal_values
from puma560_dynamics.emdeg.program.system import Polynomial, System
from puma560_dynamics.emdeg.program.variables import Variables, prepared_variables
from puma560_dynamics.emdeg.tasks import task_of


def begun() -> tuple[System, Variables, Polynomial, Polynomial]:
    """The system of an arm without definitions, and the squares of cosine and sine of an angle."""
    variables = prepared_variables(ARM)
    system = variables.system()
    cosine, sine = system.circles[0]
    return system, variables, {(cosine, cosine): 1}, {(sine, sine): 1}


def test_equal_zero_and_opposite_values_are_replaced():
    system, variables, cosine, sine = begun()
    one, two = system.define(cosine), system.define({(): 1, **system.scaled(sine, -1)})
    zero = system.define({(one,): 1, (two,): -1})
    system.output("same", {(one,): 1, (two,): 1, (zero, one): 1})
    system.output("opposite", {(): -1, **sine})
    system.output("nothing", {(zero, one): 1})
    share_equal_values(system, variables)
    system.prune()
    assert set(system.outputs) == {"same", "opposite"}
    assert system.definitions[system.outputs["same"]] == {(one,): 2}
    assert system.definitions[system.outputs["opposite"]] == {(one,): -1}
    assert set(system.definitions) == {one, *system.outputs.values()}


@trials(30)
@given(chains(most=3))
def test_values_do_not_change_and_none_is_left_twice(chain: Chain):
    system, variables = task_of("regressor").system(chain, task_of("regressor").forms(chain)[0])
    one = variables.ring.constant(1)
    before = system.evaluate(variables.elements, one)
    again = system.copy()
    share_equal_values(again, variables)
    again.prune()
    assert again.evaluate(variables.elements, one) == before
    assert again.cost == system.cost
    assert all(isinstance(value, Poly) and value for value in before.values())
