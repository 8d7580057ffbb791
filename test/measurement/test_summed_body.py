"""Sums of primitives against clouds of points, additivity, Monte Carlo, and table 6 of the paper."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from helpers.measurement.clouds import CLOUDS, parameters
from scipy.spatial.transform import Rotation

from puma560_dynamics import load_arm
from puma560_dynamics.errors import MeasurementError
from puma560_dynamics.measurement.measured import Measured
from puma560_dynamics.measurement.primitives import PRIMITIVES
from puma560_dynamics.measurement.shape_file import read_shapes
from puma560_dynamics.measurement.summed_body import BodyPart, summed_body

EXAMPLES = Path(__file__).parents[2] / "examples"


def part(name: str, kind: str, *, width: float = 0.0, hole: bool = False, **numbers: float | tuple) -> BodyPart:
    """A part; three numbers by the name of a triple; `width` is the relative tolerance of all numbers."""
    units = {"mass": "kg", "density": "kg/m^3", "rpy": "rad"}
    readings: dict[str, Measured] = {}
    for key, value in ({"center": (0.0, 0.0, 0.0)} | numbers).items():
        each = {key: value} if not isinstance(value, tuple) else {f"{key}.{i}": v for i, v in enumerate(value)}
        readings |= {k: Measured(v, units.get(key, "m"), abs(width * v)) for k, v in each.items()}
    return BodyPart(name, kind, readings, hole)


def random_parts(rng: np.random.Generator) -> list[BodyPart]:
    """One part of each kind, anywhere."""
    found = []
    for kind, primitive in PRIMITIVES.items():
        sizes = dict(
            zip(primitive.lengths, np.sort(rng.uniform(0.02, 0.2, len(primitive.lengths))).tolist(), strict=True)
        )
        readings = {name: Measured(size, "m") for name, size in sizes.items()}
        place = part("", kind="point", center=tuple(rng.normal(size=3)), rpy=tuple(rng.uniform(-1.5, 1.5, 3)),
                     mass=rng.uniform(0.1, 2.0)).readings  # fmt: skip
        found.append(BodyPart(kind, kind, readings | dict(place)))
    return found


def cloud(each: BodyPart) -> tuple[np.ndarray, np.ndarray]:
    """The points of a part in the link's frame, and their masses."""
    of = {name: reading.value for name, reading in each.readings.items()}
    points, weights = CLOUDS[each.kind](of)
    turn = Rotation.from_euler("xyz", [of.get(f"rpy.{i}", 0.0) for i in range(3)])
    placed = turn.apply(points) + [of[f"center.{i}"] for i in range(3)]
    return placed, weights * of["mass"] / weights.sum()


@pytest.mark.parametrize("seed", range(5))
def test_a_body_is_the_cloud_of_its_parts(seed: int):
    parts = random_parts(np.random.default_rng(seed))
    clouds = [cloud(each) for each in parts]
    expected = parameters(np.vstack([points for points, _ in clouds]), np.concatenate([m for _, m in clouds]))
    np.testing.assert_allclose(summed_body(parts).budget.values, expected, atol=1e-12 * np.abs(expected).max())


def test_two_halves_are_the_whole():
    whole = summed_body([part("a", "cylinder", radius=0.03, length=0.2, density=2700.0)])
    halves = summed_body(
        [part(str(z), "cylinder", radius=0.03, length=0.1, density=2700.0, center=(0, 0, z)) for z in (-0.05, 0.05)]
    )
    np.testing.assert_allclose(halves.budget.values, whole.budget.values, atol=1e-15)


def test_a_hole_is_a_hollow_cylinder():
    hollow = summed_body([part("a", "hollow cylinder", inner_radius=0.03, outer_radius=0.05, length=0.2)],
                         density=Measured(2700.0, "kg/m^3", 27.0))  # fmt: skip
    drilled = summed_body(
        [
            part("a", "cylinder", radius=0.05, length=0.2),
            part("b", "cylinder", radius=0.03, length=0.2, hole=True),
        ],
        density=Measured(2700.0, "kg/m^3", 27.0),
    )
    np.testing.assert_allclose(drilled.budget.values, hollow.budget.values, atol=1e-15)
    # The density is common to the cylinder and the hole, so all is exact but this one per cent.
    np.testing.assert_allclose(drilled.budget.half_width, hollow.budget.half_width, atol=1e-15)
    assert drilled.budget.half_width[0] / drilled.budget.values[0] == pytest.approx(0.01)
    assert drilled.masses["b"] < 0.0


def test_the_mass_of_the_body_is_divided_by_area_or_volume():
    shells = [part("tube", "cylinder shell", radius=0.1, length=0.2), part("cap", "disk", radius=0.1),
              part("motor", "point", mass=0.5)]  # fmt: skip
    body = summed_body(shells, mass=Measured(3.0, "kg"))
    assert body.masses == {"tube": pytest.approx(2.0), "cap": pytest.approx(0.5), "motor": 0.5}
    closed = summed_body([part("a", "closed cylinder shell", radius=0.1, length=0.2, density=1.0, thickness=1.0)])
    open_ends = [part("tube", "cylinder shell", radius=0.1, length=0.2)]
    caps = [part(str(z), "disk", radius=0.1, center=(0.0, 0.0, z)) for z in (-0.1, 0.1)]
    apart = summed_body([*open_ends, *caps], mass=Measured(float(closed.budget.values[0]), "kg"))
    np.testing.assert_allclose(apart.budget.values, closed.budget.values, atol=1e-15)


def test_tolerances_and_covariance_against_monte_carlo():
    parts = [
        part("tube", "hollow cylinder", width=0.01, inner_radius=0.035, outer_radius=0.05, length=0.12, density=2700.0,
             center=(0.01, 0.02, -0.03), rpy=(0.2, 0.3, 0.5)),
        part("box", "box shell", width=0.02, size=(0.05, 0.1, 0.07), mass=0.4, center=(0.05, 0.0, 0.1)),
        part("motor", "point", width=0.05, mass=0.3, center=(0.0, -0.06, 0.04)),
    ]  # fmt: skip
    found = summed_body(parts).budget
    rng = np.random.default_rng(2)
    values = []
    for _ in range(1500):
        moved = [replace(each, readings={k: drawn(r, rng) for k, r in each.readings.items()}) for each in parts]
        clouds = [moved_cloud(each) for each in moved]
        values.append(parameters(np.vstack([p for p, _ in clouds]), np.concatenate([m for _, m in clouds])))
    expected = np.cov(np.array(values).T)
    scale = np.sqrt(np.outer(np.diag(expected), np.diag(expected)))
    np.testing.assert_allclose(found.half_width, np.sqrt(np.diag(expected)), rtol=0.06)
    np.testing.assert_allclose(found.covariance / scale, expected / scale, atol=0.09)


def drawn(reading: Measured, rng: np.random.Generator) -> Measured:
    """A reading with a random error."""
    return Measured(rng.normal(reading.value, reading.half_width), reading.unit)


def moved_cloud(each: BodyPart) -> tuple[np.ndarray, np.ndarray]:
    """As `cloud`, with the mass that follows from a density."""
    if "mass" in each.readings:
        return cloud(each)
    volume = CLOUDS[each.kind]({k: r.value for k, r in each.readings.items()})[1].sum()
    mass = Measured(each.readings["density"].value * volume, "kg")
    return cloud(replace(each, readings={**each.readings, "mass": mass}))


@pytest.mark.parametrize("number", [4, 5, 6])
def test_the_shells_of_the_examples_have_the_numbers_of_the_paper(number: int):
    link = load_arm().links[number - 1]
    xx, _, zz = np.diag(link.inertia)
    radius = math.sqrt(zz / link.mass)
    length = math.sqrt(12 * xx / link.mass - 6 * zz / link.mass)
    parts = read_shapes(EXAMPLES / f"wrist_link{number}.yaml").parts
    assert parts[0].readings["radius"].value == pytest.approx(radius, abs=0.051e-3)
    assert parts[0].readings["length"].value == pytest.approx(length, abs=0.051e-3)
    values = summed_body(parts).budget.values
    assert values[:4] == pytest.approx([link.mass, *link.center_of_gravity], abs=1e-12)
    assert values[4:7] == pytest.approx(np.diag(link.inertia), rel=0.005)


def test_half_of_the_moment_follows_from_a_quarter_of_the_mass_and_22_percent_of_the_radius():
    shell = part("a", "cylinder shell", radius=0.04, length=0.13, mass=0.82)
    readings = {
        **shell.readings,
        "mass": Measured(0.82, "kg", 0.25 * 0.82),
        "radius": Measured(0.04, "m", math.sqrt(0.5**2 - 0.25**2) / 2 * 0.04),
    }
    budget = summed_body([replace(shell, readings=readings)]).budget
    # The larger effect of both directions adds the second order.
    assert budget.half_width[6] / budget.values[6] == pytest.approx(0.5, rel=0.1)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: summed_body([]), "no shape is given"),
        (lambda: summed_body([part("a", "disk", radius=1.0)]), "a: no mass; give each a mass or a density"),
        (lambda: summed_body([part("a", "disk", radius=1.0, density=1.0)]), "also needs a thickness"),
        (lambda: summed_body([part("a", "sphere", radius=1.0, density=1.0, thickness=1.0)]), "leave it out"),
        (lambda: summed_body([part("a", "sphere", radius=1.0, density=1.0, mass=1.0)]), "leave out one of them"),
        (lambda: summed_body([part("a", "point", density=1.0)]), "give its mass in place of a density"),
        (lambda: summed_body([part("a", "point")], Measured(1.0, "kg")), "a point has no area or volume"),
        (lambda: summed_body([part("a", "point", mass=1.0)], Measured(1.0, "kg")), "has no effect"),
        (lambda: summed_body([part("a", "sphere", radius=1.0)], Measured(-1.0, "kg")), "mass of the body is -1 kg"),
        (
            lambda: summed_body([part("a", "sphere", radius=1.0)], Measured(1, "kg"), Measured(1, "kg/m^3")),
            "mass and density of the whole body",
        ),
        (
            lambda: summed_body([part("a", "disk", radius=1.0), part("b", "sphere", radius=1.0)], Measured(1, "kg")),
            "between shells by area and solids by volume",
        ),
        (
            lambda: summed_body([part("a", "disk", radius=1.0), part("b", "point", mass=2.0)], Measured(1, "kg")),
            "the shapes with a mass or a density have 2 kg",
        ),
        (
            lambda: summed_body([part("a", "point", mass=1.0), part("b", "point", mass=2.0, hole=True)]),
            "the mass of the body is -1 kg",
        ),
        (
            lambda: summed_body([part("a", "sphere", radius=0.1, mass=2.0),
                                 part("b", "sphere", radius=0.2, mass=1.0, hole=True)]),
            "the holes are larger",
        ),
        (lambda: part("a", "disk", radius=0.0), "a.radius is 0 m"),
        (lambda: part("a", "hollow cylinder", inner_radius=0.2, outer_radius=0.1, length=1.0), "the inner radius is"),
    ],
)  # fmt: skip
def test_what_no_body_is(call, words: str):
    with pytest.raises(MeasurementError, match=words):
        call()
