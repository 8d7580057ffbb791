"""Times of the two parts: what is timed is the torque, and what follows from times follows by arithmetic."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.papers.decomposition.timing import Timed, _motion, products, timed


@pytest.mark.parametrize("states", [1, 7])
def test_the_parts_give_the_torque(arm: Arm, states: int):
    reference, model = load_model("newton_euler", arm), load_model("generated", arm)
    q, qd, qdd = _motion(model, states)
    found = products(model.elements(q), qd, qdd)
    np.testing.assert_allclose(found, reference.torque(q, qd, qdd), atol=1e-9)


def test_gains_by_hand():
    """Elements of 30 ns, products of 10: once in three means 20 a torque instead of 40."""
    one = Timed("any", 1, elements=[30.0, 30.0, 60.0], products=[10.0, 10.0, 20.0], torque=[5.0, 5.0, 10.0])
    assert one.gain(3) == pytest.approx(2.0)
    assert one.gain(1) == pytest.approx(1.0)
    assert one.gain_over_torque(3) == pytest.approx(0.25)
    assert (one.parts.configuration, one.parts.motion, one.parts.whole) == (30.0, 10.0, 5.0)


def test_every_model_has_its_turns(arm: Arm):
    models = [load_model(kind, arm) for kind in ("full", "abbreviated")]
    found = timed(models, states=16, rounds=3)
    assert [one.name for one in found] == ["full", "abbreviated"]
    for one in found:
        assert {len(one.elements), len(one.products), len(one.torque)} == {3}
        assert min(*one.elements, *one.products, *one.torque) > 0.0
        assert 1.0 < one.gain(4) < 4.0  # whatever the times are
