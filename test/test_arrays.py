"""Arrays that cannot be written to, and values that hold arrays."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from puma560_dynamics.arrays import equal_fields, read_only


def test_read_only_copies():
    values = np.zeros(3)
    copy = read_only(values)
    values[0] = 1.0
    assert copy.tolist() == [0.0, 0.0, 0.0]
    with pytest.raises(ValueError, match="read-only"):
        copy[0] = 1.0


@dataclass(frozen=True, eq=False)
class Held:
    """Arrays alone, and by name."""

    values: Any
    by_name: dict[str, Any] = field(default_factory=dict)


def test_fields_are_equal_number_by_number():
    one = Held(np.arange(3.0), {"a": np.eye(2)})
    assert equal_fields(one, Held(np.arange(3.0), {"a": np.eye(2)}))
    for other in (
        Held(np.nextafter(np.arange(3.0), 9.0), {"a": np.eye(2)}),
        Held(np.arange(4.0), {"a": np.eye(2)}),
        Held(np.arange(3.0), {"a": np.zeros((2, 2))}),
        Held(np.arange(3.0), {"b": np.eye(2)}),
        Held(None, {"a": np.eye(2)}),
        (np.arange(3.0), {"a": np.eye(2)}),
    ):
        assert not equal_fields(one, other)
