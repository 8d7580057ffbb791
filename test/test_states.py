"""Bad states: see also test_model.py, where every model refuses them."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.errors import StateError
from puma560_dynamics.states import joint_array, joint_arrays


def test_the_message_names_the_array():
    with pytest.raises(StateError, match=r"^tau: expected shape \(…, 6\)"):
        joint_array("tau", np.zeros((6, 1)), 6)


def test_lists_are_welcome():
    assert joint_array("q", [1, 2, 3], 3).tolist() == [1.0, 2.0, 3.0]
    assert [a.shape for a in joint_arrays(2, {"q": [[1, 2]], "qd": [[3, 4]]})] == [(1, 2), (1, 2)]


def test_it_is_a_value_error_as_well():
    with pytest.raises(ValueError, match="one shape"):
        joint_arrays(2, {"q": [1, 2], "qd": [[3, 4]]})


@pytest.mark.parametrize("shape", [(3,), (2, 3)])
def test_large_is_finite_and_infinite_is_not(shape: tuple[int, ...]):
    assert joint_array("q", np.full(shape, -1e308), 3).shape == shape
    for bad in (np.inf, -np.inf, np.nan):
        values = np.zeros(shape)
        values[..., 1] = bad
        with pytest.raises(StateError, match="not finite at joint index 1;"):
            joint_array("q", values, 3)
