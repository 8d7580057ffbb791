"""The external wrench of the C++ controller is that of `external_wrench`, at each link and in any pose."""

from __future__ import annotations

from ctypes import c_char_p, c_double
from pathlib import Path

import numpy as np
import pytest
from helpers.arm.following_arms import TELESCOPE
from helpers.arm.palletiser import palletiser
from helpers.control.core_library import needs_cxx
from helpers.control.described import needs_reader
from helpers.control.package_library import package_library

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.observer.external_wrench import ExternalWrench, external_wrench

pytestmark = needs_cxx


class Core:
    """The class of the controller for an arm."""

    def __init__(self, arm: Arm, folder: Path) -> None:
        self.arm, self._loaded = arm, package_library(arm, arm.name, folder, "external_wrench.cpp")
        self._loaded.external_wrench.restype = c_char_p

    def wrench(self, link: str, *values: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, int, str]:
        """Wrench, band, unexplained torque, number of directions shown, and the names of the others."""
        n = self.arm.n
        arrays, out = [(c_double * n)(*each) for each in values], (c_double * (13 + n))()
        hidden = self._loaded.external_wrench(link.encode(), *arrays, out).decode()
        found = np.array(out)
        return found[:6], found[6:12], found[12 : 12 + n], int(found[-1]), hidden


FOLLOWING = {"palletiser": palletiser(), "telescope": TELESCOPE}


@pytest.fixture(
    scope="module",
    params=["akb1986", "stanford1983", *(pytest.param(name, marks=needs_reader) for name in FOLLOWING)],
)
def core(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Core:
    return Core(load_arm(FOLLOWING.get(request.param, request.param)), tmp_path_factory.mktemp("wrench"))


def moving_links(arm: Arm) -> list[str]:
    return [link for link, place in arm.link_places.items() if place.carrier > 0]


def in_python(arm: Arm, link: str, q: np.ndarray, torque: np.ndarray, band: np.ndarray) -> ExternalWrench:
    """As `observer_node` computes it."""
    jacobian = load_model("newton_euler", arm).jacobian(q, link or arm.tip, "link")
    return external_wrench(jacobian, torque, band)


def test_it_is_that_of_python_in_random_poses(core: Core):
    rng, arm = np.random.default_rng(0), core.arm
    seen = set()
    for k in range(200):
        q = rng.uniform(*arm.pose_range)
        if k % 4 == 0:
            q[4 if arm.n == 6 else 0] = 0.0  # a straight wrist hides a moment
        torque, band = rng.normal(0.0, 10.0, arm.n), rng.uniform(0.1, 3.0, arm.n)
        for link in ("", *moving_links(arm)):
            expected = in_python(arm, link, q, torque, band)
            values = expected.singular_values
            if (np.abs(values / values[0] - 0.03) < 1e-6).any():
                continue
            wrench, width, unexplained, shown, hidden = core.wrench(link, q, torque, band)
            assert shown == expected.shown
            size = np.abs(expected.wrench).max() + np.abs(torque).max()
            np.testing.assert_allclose(wrench, expected.wrench, rtol=0.0, atol=1e-9 * size)
            np.testing.assert_allclose(width, expected.band, rtol=1e-9, atol=1e-9 * expected.band.max())
            np.testing.assert_allclose(unexplained, expected.unexplained, rtol=0.0, atol=1e-9 * size)
            seen.add(shown)
            if len(expected.hidden) == 1:
                assert hidden == expected.hidden[0]
    assert {1, 2, arm.n - 1, arm.n} <= seen


def test_a_force_at_the_tip_is_found(core: Core):
    arm, force = core.arm, np.array([3.0, -20.0, 7.0, 0.5, 0.2, -0.1])
    q = 0.3 * arm.pose_range[0] + 0.7 * arm.pose_range[1]
    torque = load_model("newton_euler", arm).jacobian(q, arm.tip, "link").T @ force
    wrench, _, unexplained, shown, hidden = core.wrench("", q, torque, np.ones(arm.n))
    assert shown == arm.n
    np.testing.assert_allclose(unexplained, 0.0, atol=1e-9)
    if arm.n == 6:
        assert not hidden
        np.testing.assert_allclose(wrench, force, atol=1e-9)
