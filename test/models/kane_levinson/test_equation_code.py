"""Functions made of the equations: those of the paper, and another reading."""

from __future__ import annotations

import numpy as np
from helpers.models.stanford_arms import states

from puma560_dynamics import load_arm
from puma560_dynamics.models.kane_levinson import generated
from puma560_dynamics.models.kane_levinson.equation_code import FUNCTIONS, equation_functions
from puma560_dynamics.models.kane_levinson.equations import texts
from puma560_dynamics.models.kane_levinson.model import trigonometry
from puma560_dynamics.models.kane_levinson.parameters import stanford_parameters


def test_functions_of_the_papers_text_are_those_of_the_generated_module():
    functions = equation_functions(texts())
    p, t = tuple(stanford_parameters(load_arm("stanford1983")).values()), trigonometry(states(8, 20)[0])
    assert set(vars(functions)) == set(FUNCTIONS)
    for name, (_, arguments, _) in FUNCTIONS.items():
        given = np.random.default_rng(0).normal(size=(len(arguments), 20))
        found, expected = getattr(functions, name)(p, t, *given), getattr(generated, name)(p, t, *given)
        np.testing.assert_array_equal(np.broadcast_arrays(*found), np.broadcast_arrays(*expected))


def test_a_changed_equation_changes_its_result_alone():
    changed = equation_functions({**texts(), "u4": "2*qd4"})
    t, rates = trigonometry(states(8, 1)[0][0]), np.arange(1.0, 7.0)
    found, expected = changed.speeds((), t, *rates), generated.speeds((), t, *rates)
    np.testing.assert_array_equal(np.divide(found, expected), [1.0, 1.0, 1.0, 2.0, 1.0, 1.0])
