"""Terms that differ in order or sign are one, and a function of angles becomes one of their cosines and sines."""

from __future__ import annotations

import numpy as np
import pytest


def test_terms_that_differ_in_order_or_sign_are_one():
    casadi = pytest.importorskip("casadi")
    from casadi_dynamics import count
    from casadi_graph import rebuilt

    a, b, c = (casadi.SX.sym(name) for name in "abc")
    value = casadi.vertcat(a * b + c, b * a - c, (a - b) * c, c * (b - a), -(a * b), (-a) * (-a) + a * a)
    function = casadi.Function("f", [a, b, c], [value])
    merged = casadi.Function("g", [a, b, c], rebuilt(function, [a, b, c]))
    np.testing.assert_allclose(merged(2.0, 3.0, 5.0), function(2.0, 3.0, 5.0))
    assert count(merged) == 7  # a b, two sums with c, a - b, its product with c, a a, and twice this
    assert count(function) > 7


def test_sines_become_inputs():
    casadi = pytest.importorskip("casadi")
    from casadi_graph import rebuilt

    q, c, s, r = (casadi.SX.sym(name, 2) for name in "qcsr")
    function = casadi.Function("f", [q, r], [casadi.vertcat(casadi.cos(q[1]) * r[0], casadi.sin(q[0]) - 1.5)])
    by_sines = casadi.Function("g", [c, s, r], rebuilt(function, [q, r], (c, s)))
    np.testing.assert_allclose(by_sines([0.1, 0.2], [0.3, 0.4], [2.0, 7.0]), np.array([[0.4], [0.3 - 1.5]]), rtol=1e-15)
    alone = casadi.Function("f", [q, r], [q[0] * r[0]])
    with pytest.raises(ValueError, match="an angle itself"):
        rebuilt(alone, [q, r], (c, s))
