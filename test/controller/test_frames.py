"""A load in the controller's frames is that of Python: in the model's, and published in that of the last link."""

from __future__ import annotations

import ctypes
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from helpers.arm.descriptions import light_arm
from helpers.arm.palletiser import palletiser
from helpers.control.core_library import needs_cxx
from helpers.control.described import needs_reader
from helpers.control.package_library import package_library

from puma560_dynamics import Payload, load_arm
from puma560_dynamics.arm import Arm
from puma560_dynamics.models.payload.payload import last_link_payload, placed_payload

pytestmark = needs_cxx
LOAD = Payload.of(0.4, (0.02, -0.01, 0.05), (4e-4, 5e-4, 6e-4, 1e-5, -2e-5, 3e-5))
PLACES = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))


class Given(ctypes.Structure):
    """``torque_core_payload``."""

    _fields_ = [("mass", ctypes.c_double), ("center", ctypes.c_double * 3), ("inertia", ctypes.c_double * 6)]

    @classmethod
    def of(cls, load: Payload) -> Given:
        inertia = (float(load.inertia[place]) for place in PLACES)
        return cls(load.mass, (ctypes.c_double * 3)(*load.center_of_mass), (ctypes.c_double * 6)(*inertia))

    def agrees(self, load: Payload) -> bool:
        return self.mass == load.mass and np.allclose(
            [*self.center, *self.inertia], [*load.center_of_mass, *(load.inertia[place] for place in PLACES)],
            rtol=0.0, atol=1e-11,
        )  # fmt: skip


@pytest.fixture(scope="module")
def described() -> Arm:
    return load_arm(light_arm(fingers=False), tip="tool")


@pytest.fixture(scope="module")
def library(described: Arm, tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    folder = tmp_path_factory.mktemp("frames")
    return package_library(described, "my_arm", folder, "frames.cpp")


@pytest.mark.parametrize("link", ["", "hand", "tool"])
@pytest.mark.parametrize("mass", [0.4, 0.0])
def test_a_load_is_where_python_puts_it(library: ctypes.CDLL, described: Arm, link: str, mass: float):
    load = replace(LOAD, link=link) if mass else Payload(link=link)
    model, last = Given(), Given()
    assert library.placed(link.encode(), ctypes.byref(Given.of(load)), ctypes.byref(model), ctypes.byref(last))
    assert model.agrees(placed_payload(described, load))
    assert last.agrees(last_link_payload(described, load))
    assert link != "hand" or last.agrees(load)


def test_a_link_that_does_not_carry_it_is_none(library: ctypes.CDLL):
    nothing = Given()
    assert not library.placed(b"fore", ctypes.byref(nothing), ctypes.byref(nothing), ctypes.byref(nothing))


@needs_reader
def test_a_load_is_on_the_last_link_of_an_arm_whose_joints_follow_others(tmp_path: Path):
    arm = load_arm(palletiser())
    library = package_library(arm, "my_arm", tmp_path, "frames.cpp")
    model, last = Given(), Given()
    for link in ("", "plate", "tool"):
        load = replace(LOAD, link=link)
        assert library.placed(link.encode(), ctypes.byref(Given.of(load)), ctypes.byref(model), ctypes.byref(last))
        assert last.agrees(last_link_payload(arm, load))
    for link in ("hand", "forearm"):
        assert not library.placed(link.encode(), ctypes.byref(Given.of(LOAD)), ctypes.byref(model), ctypes.byref(last))
