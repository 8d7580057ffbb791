"""What the page shows is checked on its way in and cannot be changed after."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from puma560_dynamics.errors import StateError
from puma560_dynamics.view.snapshot import Snapshot

NAMES = ("joint1", "joint2")


def test_share_is_signed_and_unknown_without_a_limit():
    shot = Snapshot(NAMES, np.array([80.0, 0.0]), torque=np.array([-20.0, 3.0]))
    assert shot.share is not None
    assert shot.share[0] == -0.25
    assert np.isnan(shot.share[1])
    assert Snapshot(NAMES, np.ones(2)).share is None


@pytest.mark.parametrize("field", ["limits", "position", "torque", "residual", "terms"])
def test_every_array_has_one_number_a_joint(field: str):
    wrong: dict[str, Any] = {"limits": np.ones(2), field: {"gravity": np.ones(3)} if field == "terms" else np.ones(3)}
    with pytest.raises(StateError, match=f"{'gravity' if field == 'terms' else field}: expected 2 numbers"):
        Snapshot(NAMES, **wrong)


def test_it_keeps_its_own_copies():
    torque, terms = np.ones(2), {"gravity": np.ones(2)}
    shot = Snapshot(NAMES, np.ones(2), torque=torque, terms=terms)
    torque[0] = terms["gravity"][0] = 9.0
    terms["inertia"] = np.ones(2)
    assert shot.torque is not None
    assert shot.torque[0] == shot.terms["gravity"][0] == 1.0
    assert list(shot.terms) == ["gravity"]
    with pytest.raises(ValueError, match="read-only"):
        shot.torque[0] = 2.0
