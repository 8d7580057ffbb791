"""Centers of gravity from balances: a simulated body on an edge, covariances by Monte Carlo, missing directions."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.spatial.transform import Rotation

from puma560_dynamics.errors import MeasurementError
from puma560_dynamics.measurement.knife_edge import UNLIKELY, PlaneBalance, center_of_gravity, direction_text
from puma560_dynamics.measurement.measured import Measured

AXES = dict(zip("xyz", np.eye(3), strict=True))
LINK_2 = (0.068, 0.006, -0.016)


def balance(name: str, direction: np.ndarray, value: float, width: float = 0.0, datum: str = "") -> PlaneBalance:
    """A reading."""
    return PlaneBalance(name, np.array(direction, dtype=float), Measured(value, "m", width), datum)


def tipping(points: np.ndarray, masses: np.ndarray, rotation: np.ndarray) -> tuple[np.ndarray, float]:
    """Normal of the vertical plane through the edge, and its distance, in the body's frame, at which a body balances.

    The edge is along y of the world, gravity along -z. The moment of the weights about the edge at x is integrated
    point by point; the body balances where it vanishes.
    """
    placed = points @ rotation.T

    def moment(x: float) -> float:
        arms = placed - np.array([x, 0.0, 0.0])
        return float(np.cross(arms, masses[:, None] * np.array([0.0, 0.0, -9.81]))[:, 1].sum())

    return rotation.T @ np.array([1.0, 0.0, 0.0]), brentq(moment, -10.0, 10.0, xtol=1e-14)


@pytest.mark.parametrize("seed", range(5))
def test_a_simulated_body_is_balanced_in_any_three_orientations(seed: int):
    rng = np.random.default_rng(seed)
    points, masses = rng.normal(size=(40, 3)), rng.uniform(0.1, 2.0, 40)
    found = center_of_gravity(
        [
            balance(str(number), *tipping(points, masses, rotation))
            for number, rotation in enumerate(Rotation.random(3, random_state=seed).as_matrix())
        ]
    )
    expected = masses @ points / masses.sum()
    assert [found.coordinates[axis].value for axis in "xyz"] == pytest.approx(expected, abs=1e-10)
    assert found.redundant == 0 and found.chi_square is None and found.consistent


def test_one_balance_per_axis_is_one_coordinate_each():
    found = center_of_gravity(
        [balance(a, AXES[a], v, 0.003) for a, v in zip("zxy", (-0.016, 0.068, 0.006), strict=True)]
    )
    assert list(found.coordinates) == ["x", "y", "z"]
    assert found.budget.values == pytest.approx(LINK_2)
    assert found.budget.covariance == pytest.approx(9e-6 * np.eye(3))
    assert found.budget.shares(2) == {"z": pytest.approx(1.0)}
    assert found.condition == pytest.approx(1.0)


def test_repeated_balances_are_weighted_by_their_tolerances():
    found = center_of_gravity([balance("a", AXES["x"], 0.010, 0.001), balance("b", -AXES["x"], -0.013, 0.002)])
    assert found.coordinates["x"].value == pytest.approx((0.010 / 1 + 0.013 / 4) / 1.25)
    assert found.coordinates["x"].half_width == pytest.approx(0.001 / np.sqrt(1.25))
    assert found.chi_square == pytest.approx(0.003**2 / (0.001**2 + 0.002**2))
    assert found.redundant == 1


def test_the_error_of_a_shared_datum_does_not_average_out():
    balances = [balance(str(n), AXES["x"], 0.188, 0.001, "bore") for n in range(100)]
    datums = {"bore": Measured(-0.12, "m", 0.0005)}
    found = center_of_gravity(balances, datums).coordinates["x"]
    assert found.value == pytest.approx(0.068)
    assert found.half_width == pytest.approx(np.hypot(0.001 / 10, 0.0005))


def random_case(seed: int) -> tuple[np.ndarray, np.ndarray, list[str], dict[str, Measured], np.ndarray]:
    """Directions, half widths, datum of each balance, datums, and a center of gravity."""
    rng = np.random.default_rng(seed)
    directions = rng.normal(size=(7, 3))[[0, 1, 2, 0, 0, 5, 2]]  # one direction per datum
    widths = rng.uniform(0.5e-3, 3e-3, 7)
    datums = {"a": Measured(0.05, "m", 2e-3), "b": Measured(-0.2, "m", 1e-3)}
    return directions, widths, ["a", "", "b", "a", "a", "", "b"], datums, rng.normal(size=3) * 0.1


def draw(seed: int, rng: np.random.Generator, count: int) -> list:
    """Results of readings with random errors."""
    directions, widths, names, datums, center = random_case(seed)
    normals = directions / np.linalg.norm(directions, axis=1, keepdims=True)
    results = []
    for _ in range(count):
        errors = {name: rng.normal(0.0, datum.half_width) for name, datum in datums.items()}
        results.append(
            center_of_gravity(
                [
                    balance(
                        str(i), directions[i], normals[i] @ center + errors.get(name, 0.0) + rng.normal(0.0, widths[i])
                        - (datums[name].value if name else 0.0), widths[i], name,
                    )
                    for i, name in enumerate(names)
                ],
                datums,
            )
        )  # fmt: skip
    return results


def test_covariance_and_chi_square_against_monte_carlo():
    results = draw(3, np.random.default_rng(8), 3000)
    values = np.array([result.budget.values for result in results])
    covariance = results[0].budget.covariance
    scale = np.sqrt(np.outer(np.diag(covariance), np.diag(covariance)))
    np.testing.assert_allclose(np.cov(values.T) / scale, covariance / scale, atol=0.06)
    assert np.abs(covariance[0, 1] / scale[0, 1]) > 0.1  # an oblique set has correlated coordinates
    chi = np.array([result.chi_square for result in results])
    assert results[0].redundant == 4
    assert chi.mean() == pytest.approx(4.0, abs=0.2)
    rejected = sum(not result.consistent for result in results) / len(results)
    assert rejected == pytest.approx(UNLIKELY, abs=0.006)


def test_contradicting_balances_are_found():
    balances = [balance(a, AXES[a], v, 0.001) for a, v in zip("xyz", LINK_2, strict=True)]
    found = center_of_gravity([*balances, balance("again", AXES["x"], -0.068, 0.001)])
    assert not found.consistent
    assert found.chi_square is not None and found.limit is not None and found.chi_square > found.limit
    assert found.residuals == pytest.approx([0.068, 0, 0, -0.068], abs=1e-12)


def test_a_reading_without_tolerance_counts_as_exact():
    found = center_of_gravity([balance("a", AXES["x"], 0.010), balance("b", AXES["x"], 0.011, 0.001)])
    assert found.coordinates["x"].value == pytest.approx(0.010, abs=1e-8)
    assert found.coordinates["x"].half_width < 1e-8
    without = center_of_gravity([balance("a", AXES["x"], 0.010), balance("b", AXES["x"], 0.012)])
    assert without.coordinates["x"].value == pytest.approx(0.011)
    assert without.coordinates["x"].half_width == 0.0
    assert without.chi_square is None and not without.consistent
    equal = center_of_gravity([balance("a", AXES["x"], 0.011), balance("b", -AXES["x"], -0.011)])
    assert equal.chi_square is None and equal.consistent


def test_an_exact_coordinate_has_no_tolerance_from_the_others():
    axes = [(0.6, 0.8, 0.0), (-0.8, 0.6, 0.0), AXES["z"]]
    found = center_of_gravity([balance(str(n), np.array(a), 0.1, 1e-3 * n) for n, a in enumerate(axes)])
    assert set(found.budget.effects) == {"1", "2"}
    aligned = center_of_gravity([balance(a, AXES[a], 0.1, 1e-3 * (a != "x")) for a in "xyz"])
    assert [each.half_width for each in aligned.coordinates.values()] == [0.0, 1e-3, 1e-3]


def test_what_is_missing_is_named_and_the_rest_is_known():
    found = center_of_gravity([balance("x", AXES["x"], 0.068, 0.002), balance("y", AXES["y"], 0.006, 0.002)])
    assert [direction_text(axis) for axis in found.unseen] == ["z"]
    assert found.coordinates == {"x": Measured(0.068, "m", 0.002), "y": Measured(0.006, "m", 0.002)}
    only = center_of_gravity([balance("x", AXES["x"], 0.068, 0.002)])
    assert [direction_text(axis) for axis in only.unseen] == ["y", "z"]


def test_an_oblique_balance_alone_gives_the_distance_along_it():
    found = center_of_gravity([balance("o", np.array([3.0, 4.0, 0.0]), 0.05, 0.001)])
    assert found.coordinates == {}
    assert [direction_text(axis) for axis in found.seen] == ["(0.6, 0.8, 0)"]
    assert found.budget.values == pytest.approx([0.05])
    assert sorted(direction_text(axis) for axis in found.unseen) == ["(0.8, -0.6, 0)", "z"]


def test_balances_in_one_plane_do_not_see_its_normal():
    angles = np.radians([10, 75, 140])
    directions = [np.array([np.cos(a), 0.0, np.sin(a)]) for a in angles]
    found = center_of_gravity([balance(str(n), d, d @ np.array(LINK_2), 1e-3) for n, d in enumerate(directions)])
    assert [direction_text(axis) for axis in found.unseen] == ["y"]
    assert found.redundant == 1
    assert found.coordinates["x"].value == pytest.approx(0.068)
    assert found.coordinates["z"].value == pytest.approx(-0.016)


def test_a_poorly_seen_direction_is_named():
    tilted = np.array([1.0, 0.02, 0.0])
    found = center_of_gravity([balance("x", AXES["x"], 0.0, 1e-3), balance("t", tilted, 0.0, 1e-3),
                               balance("z", AXES["z"], 0.0, 1e-3)])  # fmt: skip
    assert found.condition > 50
    direction, least = found.least_visible
    assert abs(direction[1]) > 0.99
    assert least.half_width == pytest.approx(np.sqrt(2) * 1e-3 / 0.02, rel=0.01)


@pytest.mark.parametrize(
    ("balances", "datums", "words"),
    [
        ([], {}, "no balance is given"),
        ([balance("x", AXES["x"], 1e300)], {}, "x is 1e\\+300 m: expected less than 1e\\+06 m"),
        ([balance("x", AXES["x"], 1.0, 1e-170)], {}, "at least 1e-12 m; look for a wrong unit"),
        ([balance("x", AXES["x"], 0.0, datum="bore")], {}, "'bore', which is not given; the datums are none"),
        (
            [balance("a", AXES["x"], 0.0, datum="bore"), balance("b", -AXES["x"], 0.0, datum="bore")],
            {"bore": Measured(0.0, "m")},
            "b and a are measured from the datum 'bore' in different directions",
        ),
        ([balance("x", AXES["x"], 0.0)], {"bore": Measured(0.0, "m")}, "no balance is measured from the datum bore"),
    ],
)
def test_what_does_not_fit(balances: list[PlaneBalance], datums: dict[str, Measured], words: str):
    with pytest.raises(MeasurementError, match=words):
        center_of_gravity(balances, datums)


@pytest.mark.parametrize("direction", [(0, 0, 0), (np.nan, 0, 1), (1, 0), (np.inf, 0, 0)])
def test_what_is_no_direction(direction: tuple[float, ...]):
    with pytest.raises(MeasurementError, match="expected x, y, z or three numbers"):
        balance("b", np.array(direction), 0.0)
