"""The equations as text: complete, each once, and the generated code is made of them."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.models.stanford_arms import states

from puma560_dynamics import load_arm
from puma560_dynamics.errors import Puma560Error
from puma560_dynamics.papers.kane_levinson import generated
from puma560_dynamics.papers.kane_levinson.equation_code import FUNCTIONS, equation_functions
from puma560_dynamics.papers.kane_levinson.equations import ELEMENTS, equation_values, texts, tree
from puma560_dynamics.papers.kane_levinson.model import paper_order, trigonometry
from puma560_dynamics.papers.kane_levinson.parameters import stanford_parameters
from tools.generate.kane_levinson_equations import GENERATED, source


def test_every_equation_of_the_paper_is_there():
    found = set(texts())
    assert {f"Z{i}" for i in range(1, 197)} <= found
    assert {f"W{i}" for i in range(1, 32)} <= found
    assert set(ELEMENTS) <= found


@pytest.mark.parametrize("name", FUNCTIONS)
def test_generated_code_agrees_with_the_text(name: str):
    _, arguments, results = FUNCTIONS[name]
    symbols = stanford_parameters(load_arm("stanford1983"))
    q, *_ = states(8, 20)
    t = trigonometry(q)
    given = dict(zip(arguments, np.random.default_rng(0).normal(size=(len(arguments), 20)), strict=True))
    angles = dict(zip(("s2", "c2", "s3", "c3", "s4", "c4", "s5", "c5", "q6"), t, strict=True))
    code = getattr(generated, name)(tuple(symbols.values()), t, *given.values())
    text = equation_values(results, {**symbols, **angles, **given})
    for ours, theirs in zip(code, text, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-12)


def test_positions_are_taken_in_the_papers_order():
    assert paper_order(np.array([1.0, 2.0, 6.0, 3.0, 4.0, 5.0])) == [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]


def test_what_is_no_equation_is_refused():
    with pytest.raises(Puma560Error, match="does not parse"):
        tree("Z1 +")
    with pytest.raises(Puma560Error, match="'Z197' has no value"):
        equation_values(["Y"], {}, {"Y": "Z197*2"})


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


def test_the_generated_module_is_current():
    assert GENERATED.read_text(encoding="utf-8") == source(), "run `make generate`"


def test_the_generated_module_is_marked_as_generated():
    assert "Do not edit" in source().splitlines()[0]
