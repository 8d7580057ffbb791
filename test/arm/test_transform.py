"""Exact quarter turns."""

from __future__ import annotations

import math

import numpy as np
import pytest

from puma560_dynamics.arm.transform import cos_sin, rotation_x, rotation_y, rotation_z


@pytest.mark.parametrize("quarters", range(-5, 6))
def test_quarter_turns_are_exact(quarters: int):
    c, s = cos_sin(quarters * math.pi / 2)
    assert {abs(c), abs(s)} == {0.0, 1.0}
    assert c == pytest.approx(math.cos(quarters * math.pi / 2), abs=1e-12)
    assert s == pytest.approx(math.sin(quarters * math.pi / 2), abs=1e-12)


@pytest.mark.parametrize("angle", [0.1, -2.0, math.pi / 2 + 1e-9])
def test_other_angles_are_cos_and_sin(angle: float):
    assert cos_sin(angle) == (math.cos(angle), math.sin(angle))


def test_rotations():
    for rotation in (rotation_x(0.3), rotation_y(0.7), rotation_z(-1.2)):
        np.testing.assert_allclose(rotation @ rotation.T, np.eye(3), atol=1e-15)
    np.testing.assert_allclose(rotation_x(math.pi / 2) @ [0, 1, 0], [0, 0, 1])
    np.testing.assert_allclose(rotation_y(math.pi / 2) @ [0, 0, 1], [1, 0, 0])
    np.testing.assert_allclose(rotation_z(math.pi / 2) @ [1, 0, 0], [0, 1, 0])
