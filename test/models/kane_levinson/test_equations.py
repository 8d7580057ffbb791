"""The equations as text: complete, each once, and the generated code is made of them."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.models.stanford_arms import states

from puma560_dynamics import load_arm
from puma560_dynamics.errors import Puma560Error
from puma560_dynamics.models.kane_levinson import generated
from puma560_dynamics.models.kane_levinson.equation_code import FUNCTIONS
from puma560_dynamics.models.kane_levinson.equations import ELEMENTS, equation_values, texts, tree
from puma560_dynamics.models.kane_levinson.model import paper_order, trigonometry
from puma560_dynamics.models.kane_levinson.parameters import stanford_parameters


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
