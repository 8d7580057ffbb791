"""Areas, volumes and mean squares of primitives against numeric quadrature and limits."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.measurement.clouds import CLOUDS

from puma560_dynamics.measurement.primitives import PRIMITIVES

SIZES = {
    "radius": 0.03, "inner_radius": 0.02, "outer_radius": 0.05, "length": 0.11, "size.0": 0.2, "size.1": 0.07,
    "size.2": 0.11,
}  # fmt: skip


def test_every_kind_has_a_cloud():
    assert set(CLOUDS) == set(PRIMITIVES)


@pytest.mark.parametrize("kind", PRIMITIVES)
def test_measure_and_squares_are_those_of_the_quadrature(kind: str):
    primitive = PRIMITIVES[kind]
    of = {name: SIZES[name] for name in primitive.lengths}
    points, weights = CLOUDS[kind](of)
    if primitive.measure is not None:
        assert primitive.measure(of) == pytest.approx(weights.sum(), rel=1e-12)
    products = (points * weights[:, None]).T @ points / weights.sum()
    np.testing.assert_allclose(np.diag(primitive.squares(of)), products, atol=1e-14)
    np.testing.assert_allclose(weights @ points, 0.0, atol=1e-14)


def test_a_thin_hollow_cylinder_is_a_shell():
    shell = PRIMITIVES["cylinder shell"].squares({"radius": 0.03, "length": 0.1})
    errors = []
    for wall in (1e-3, 1e-4):
        of = {"inner_radius": 0.03 - wall / 2, "outer_radius": 0.03 + wall / 2, "length": 0.1}
        hollow = PRIMITIVES["hollow cylinder"]
        assert hollow.measure is not None
        assert hollow.measure(of) / wall == pytest.approx(2 * np.pi * 0.03 * 0.1, rel=1e-12)
        errors.append(np.abs(np.array(hollow.squares(of)) - shell).max())
    assert errors[1] / errors[0] == pytest.approx(0.01, rel=1e-3)  # the error falls as the square of the wall


def test_a_flat_closed_cylinder_is_two_disks_and_a_long_one_is_open():
    flat = PRIMITIVES["closed cylinder shell"].squares({"radius": 1.0, "length": 1e-9})
    assert flat == pytest.approx(PRIMITIVES["disk"].squares({"radius": 1.0}), abs=1e-8)
    long = PRIMITIVES["closed cylinder shell"].squares({"radius": 1e-9, "length": 1.0})
    assert long == pytest.approx(PRIMITIVES["cylinder shell"].squares({"radius": 1e-9, "length": 1.0}), abs=1e-8)
