"""The rest when parts are subtracted: clouds of points, Monte Carlo, and what the paper's own numbers say."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pytest

from puma560_dynamics.arm import Arm, Link
from puma560_dynamics.arm.parts import Quantity
from puma560_dynamics.errors import MeasurementError
from puma560_dynamics.measurement.combine import ENTRIES, SLACK, Piece, remainder
from puma560_dynamics.measurement.measured import Measured

WHOLE = Piece("assemblies.link3_with_wrist", 2)
LINKS = [Piece(f"links.link{number}", number - 1) for number in (4, 5, 6)]
WRIST = [Piece("assemblies.detached_wrist", 3)]


def body(name: str, points: np.ndarray, masses: np.ndarray) -> Link:
    """A link made of points."""
    mass = float(masses.sum())
    center = masses @ points / mass
    r = points - center
    inertia = np.einsum("k,kl,kl->", masses, r, r) * np.eye(3) - np.einsum("k,ki,kj->ij", masses, r, r)
    return Link(name, mass, center, inertia)


def numbers(link: Link) -> np.ndarray:
    """In the order of `ENTRIES`."""
    xx, yy, zz = np.diag(link.inertia)
    products = [link.inertia[0, 1], link.inertia[0, 2], link.inertia[1, 2]]
    return np.array([link.mass, *link.center_of_gravity, xx, yy, zz, *products])


def with_quantities(arm: Arm, *links: tuple[str, Link]) -> Arm:
    """The arm with these bodies as they would stand in its file."""
    found = dict(arm.quantities)
    for path, link in links:
        for entry, value in zip(ENTRIES, numbers(link), strict=True):
            found[f"{path}.{entry}"] = Quantity(float(value), "")
    assemblies = tuple(link for path, link in links if path.startswith("assemblies."))
    moved = {link.name: link for path, link in links if path.startswith("links.")}
    changed = tuple(moved.get(link.name, link) for link in arm.links)
    return arm.with_(links=changed, assemblies=assemblies, quantities=MappingProxyType(found))


def frame(arm: Arm, start: int, end: int) -> np.ndarray:
    """(4, 4) frame `end` in frame `start` at zero angles, by Craig's matrix."""
    pose = np.eye(4)
    for joint in arm.joints[start + 1 : end + 1]:
        c, s = np.cos(joint.alpha), np.sin(joint.alpha)
        pose = pose @ [[1, 0, 0, joint.a], [0, c, -s, -s * joint.d], [0, s, c, c * joint.d], [0, 0, 0, 1]]
    return pose


def test_points_that_are_taken_away_leave_the_others(arm: Arm):
    rng = np.random.default_rng(3)
    own, wrist, hand = (rng.normal(0.0, 0.1, (20, 3)) for _ in range(3))
    masses = rng.uniform(0.1, 0.5, (3, 20))
    placed = [own]
    for points, index in ((wrist, 3), (hand, 5)):
        pose = frame(arm, 2, index)
        placed.append(points @ pose[:3, :3].T + pose[:3, 3])
    whole = body("link3_with_wrist", np.vstack(placed), masses.ravel())
    known = with_quantities(
        arm,
        ("assemblies.link3_with_wrist", whole),
        ("assemblies.detached_wrist", body("detached_wrist", wrist, masses[1])),
        ("links.link6", body("link6", hand, masses[2])),
    )
    left = remainder(known, WHOLE, [*WRIST, LINKS[2]])
    np.testing.assert_allclose(left.values, numbers(body("link3", own, masses[0])), atol=1e-12)
    assert left.missing == ()
    assert left.budget.values[SLACK] > 0.0  # points always meet the triangle inequality


def test_tolerances_against_monte_carlo(arm: Arm):
    """Small enough that the division by the mass is linear."""
    readings = {
        path: Measured(quantity.value, quantity.unit, 0.05 * (quantity.half_width or 0.0))
        for path, quantity in arm.quantities.items()
        if path.startswith((WHOLE.path, *(link.path for link in LINKS)))
    }
    left = remainder(arm, WHOLE, LINKS, readings)
    rng = np.random.default_rng(4)
    drawn = np.array(
        [
            remainder(
                arm,
                WHOLE,
                LINKS,
                {path: Measured(rng.normal(r.value, r.half_width), r.unit) for path, r in readings.items()},
            ).budget.values
            for _ in range(2000)
        ]
    )
    np.testing.assert_allclose(left.budget.half_width, drawn.std(axis=0), rtol=0.08)


def test_link_3_of_the_paper_is_the_whole_less_links_4_to_6(arm: Arm):
    left = remainder(arm, WHOLE, LINKS)
    printed = numbers(arm.links[2])
    measured = [0, 2, 3, 4, 5, 6]  # mass, ry, rz and the moments
    assert (np.abs(left.values - printed) < left.half_width)[measured].all()
    # not merely within: mass, ry and the moments agree to the digits that are printed
    np.testing.assert_allclose(left.values[[0, 2]], printed[[0, 2]], rtol=0.003)
    np.testing.assert_allclose(left.values[4:7], printed[4:7], rtol=0.025)


def test_the_offset_of_the_wrist_is_not_in_the_printed_numbers(arm: Arm):
    """rx of link 3 is printed as 0; the wrist sits 20.3 mm behind frame 3, which moves the remainder the other way."""
    left = remainder(arm, WHOLE, LINKS)
    expected = 1.25 * 0.0203 / 4.79
    assert left.values[1] == pytest.approx(expected)
    assert left.values[1] > left.half_width[1]
    flat = arm.with_(joints=tuple(replace(joint, a=0.0) for joint in arm.joints))
    assert remainder(flat, WHOLE, LINKS).values[1] == pytest.approx(0.0, abs=1e-15)


def test_the_detached_wrist_is_not_what_was_taken_away(arm: Arm):
    left = remainder(arm, WHOLE, WRIST)
    printed = numbers(arm.links[2])
    assert left.values[0] == pytest.approx(6.04 - 2.24)
    assert (np.abs(left.values - printed) > 2 * left.half_width)[[0, 2, 4, 6]].all()
    assert left.missing == ENTRIES[4:]


def test_the_triangle_inequality_is_violated_within_the_tolerance(arm: Arm):
    left = remainder(arm, WHOLE, LINKS)
    slack, half_width = left.budget.values[SLACK], left.budget.half_width[SLACK]
    assert -half_width < slack < 0.0
    moments = np.diag(arm.links[2].inertia)
    assert moments[0] + moments[1] - moments[2] == pytest.approx(slack, abs=0.001)


def test_readings_that_cannot_be(arm: Arm):
    with pytest.raises(MeasurementError, match="expected less"):
        remainder(arm, WHOLE, LINKS, {"links.link4.mass": Measured(7.0, "kg")})
    with pytest.raises(MeasurementError, match="hand is not in the arm file"):
        remainder(arm, WHOLE, [Piece("assemblies.hand", 5)])
    with pytest.raises(MeasurementError, match=r"link1\.mass"):
        remainder(arm, WHOLE, [Piece("links.link1", 2)])
