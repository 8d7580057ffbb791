"""adam's functions, where it is installed, are the dynamics of the arm that stands still, motors included."""

from __future__ import annotations

import numpy as np
import pytest


def test_they_are_the_dynamics_of_the_arm():
    pytest.importorskip("adam")
    from adam_dynamics import TASK_INPUTS, functions, source
    from urdf_peers import description

    from puma560_dynamics import load_arm, load_model

    made = functions(description(), load_arm("akb1986").motor_inertia.tolist(), 9.81)
    model = load_model("full")
    states = dict(zip(("q", "qd", "qdd"), np.random.default_rng(0).uniform(-2, 2, (3, 6)), strict=True))
    for task, inputs in TASK_INPUTS.items():
        given = [states[name] for name in inputs]
        expected = np.asarray(getattr(model, task)(*given))
        np.testing.assert_allclose(np.asarray(made[task](*given)).reshape(expected.shape), expected, rtol=1e-9,
                                   atol=1e-9)  # fmt: skip
        assert f"void {task}(const double *const *in, double *out)" in source(made)


def test_compiled_functions_with_buffers_have_the_same_results():
    pytest.importorskip("casadi")
    import casadi
    from adam_dynamics import Buffered, compiled

    q, qd = casadi.SX.sym("q", 3), casadi.SX.sym("qd", 3)
    made = {"kinetic_energy_matrix": casadi.Function("adam_kinetic_energy_matrix", [q, qd], [q @ casadi.sin(qd).T])}
    given = [np.array([1.0, -2.0, 0.5]), np.array([0.1, 0.2, -0.7])]
    expected = np.outer(given[0], np.sin(given[1]))
    for functions in (made, compiled(made)):
        buffered = Buffered(functions["kinetic_energy_matrix"], given)
        np.testing.assert_allclose(buffered.result(), expected, rtol=1e-15)
        given[0][0] += 1.0  # the arrays are read in each call
        expected = np.outer(given[0], np.sin(given[1]))
        np.testing.assert_allclose(buffered.result(), expected, rtol=1e-15)


def test_without_adam_it_is_unavailable(monkeypatch: pytest.MonkeyPatch):
    import sys

    from adam_dynamics import functions
    from native import Unavailable

    monkeypatch.setitem(sys.modules, "adam", None)
    monkeypatch.setitem(sys.modules, "casadi", None)
    with pytest.raises(Unavailable, match="not installed"):
        functions("<robot/>", [0.0], 9.81)
