"""Writing of torques and currents: busy interfaces are repeated, values that another limit changes are named."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence

import pytest
from helpers.control.core_library import needs_cxx
from helpers.control.package_library import package_library

from puma560_dynamics.arm import Arm

pytestmark = needs_cxx
TORQUE = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
ZERO = [0.0] * 6
PER_TORQUE = [0.5, -0.25, 2.0, -4.0, 0.125, 1.0]


class Hardware:
    """Six command interfaces, and what writes to them."""

    def __init__(self, library: ctypes.CDLL, per_torque: Sequence[float]) -> None:
        factors = (ctypes.c_double * 6)(*per_torque)
        self._library, self._hardware = library, ctypes.c_void_p(library.hardware_create(factors))

    def close(self) -> None:
        self._library.hardware_destroy(self._hardware)

    def cycle(self, now: float, torque: Sequence[float] | None = None) -> bool:
        given = None if torque is None else (ctypes.c_double * 6)(*torque)
        return bool(self._library.hardware_cycle(self._hardware, ctypes.c_double(now), given))

    def busy(self, joint: int, busy: bool) -> None:
        self._library.hardware_busy(self._hardware, ctypes.c_size_t(joint), int(busy))

    def limit(self, joint: int, value: float) -> None:
        self._library.hardware_set(self._hardware, ctypes.c_size_t(joint), ctypes.c_double(value))

    @property
    def values(self) -> list[float]:
        return [self._library.hardware_get(self._hardware, ctypes.c_size_t(joint)) for joint in range(6)]

    @property
    def figures(self) -> list[float]:
        """Failed writes, changed values; joint, written and found value of the last change."""
        found = (ctypes.c_double * 5)()
        self._library.hardware_figures(self._hardware, found)
        return list(found)


@pytest.fixture(scope="module")
def writing(arm: Arm, tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    folder = tmp_path_factory.mktemp("writing")
    loaded = package_library(arm, "my_arm", folder, "writing.cpp")
    loaded.hardware_create.restype, loaded.hardware_get.restype = ctypes.c_void_p, ctypes.c_double
    return loaded


@pytest.fixture
def hardware(writing: ctypes.CDLL) -> Iterator[Hardware]:
    made = Hardware(writing, [1.0] * 6)
    yield made
    made.close()


@pytest.fixture
def of_currents(writing: ctypes.CDLL) -> Iterator[Hardware]:
    """Hardware that takes A."""
    made = Hardware(writing, PER_TORQUE)
    yield made
    made.close()


def test_a_torque_is_written(hardware: Hardware):
    assert not hardware.cycle(0.0, TORQUE)
    assert hardware.values == TORQUE
    assert not hardware.cycle(0.001)
    assert hardware.figures[:2] == [0.0, 0.0]


def test_what_a_busy_interface_did_not_take_is_written_again(hardware: Hardware):
    hardware.cycle(0.0, TORQUE)
    hardware.busy(2, True)
    for step in range(1, 4):
        assert not hardware.cycle(0.001 * step, [10.0 * torque for torque in TORQUE])
    assert hardware.values == [10.0, 20.0, 3.0, 40.0, 50.0, 60.0]
    hardware.busy(2, False)
    hardware.cycle(0.004)
    assert hardware.values[2] == 30.0
    assert hardware.figures[:2] == [3.0, 0.0]


def test_a_zero_that_cannot_be_written_is_an_error_after_a_while(hardware: Hardware):
    """The gate sends zero for a second only: it must not be lost."""
    hardware.cycle(0.0, TORQUE)
    hardware.busy(1, True)
    missing = [hardware.cycle(0.001 * step, ZERO if step < 5 else None) for step in range(1, 40)]
    assert not any(missing[:20])
    assert all(missing[21:])
    hardware.busy(1, False)
    assert not hardware.cycle(0.05)
    assert hardware.values == ZERO


def test_a_limit_that_acts_afterwards_is_noticed_with_joint_and_values(hardware: Hardware):
    hardware.cycle(0.0, TORQUE)
    hardware.limit(4, 3.5)
    hardware.cycle(0.001, TORQUE)
    assert hardware.figures == [0.0, 1.0, 4.0, 5.0, 3.5]
    hardware.cycle(0.002, TORQUE)
    assert hardware.figures[1] == 1.0


def test_a_torque_is_written_as_current_and_read_back_as_it_was_written(of_currents: Hardware):
    assert not of_currents.cycle(0.0, [0.1 * torque for torque in TORQUE])
    assert of_currents.values == [0.1 * torque * factor for torque, factor in zip(TORQUE, PER_TORQUE, strict=True)]
    assert not of_currents.cycle(0.001, ZERO)
    assert of_currents.figures[:2] == [0.0, 0.0]
    assert of_currents.values == ZERO


def test_a_current_that_was_changed_afterwards_is_a_changed_torque(of_currents: Hardware, arm: Arm):
    of_currents.cycle(0.0, TORQUE)
    of_currents.limit(3, -12.0)
    of_currents.cycle(0.001, TORQUE)
    assert of_currents.figures == [0.0, 1.0, 3.0, 4.0, 3.0]
    of_currents.limit(4, PER_TORQUE[4] * (TORQUE[4] + 2e-9 * arm.maximum_torque[4]))
    of_currents.cycle(0.002, TORQUE)
    assert of_currents.figures[1:3] == [2.0, 4.0]
    of_currents.limit(4, PER_TORQUE[4] * (TORQUE[4] + 0.5e-9 * arm.maximum_torque[4]))
    of_currents.cycle(0.003, TORQUE)
    assert of_currents.figures[1] == 2.0


def test_a_current_that_a_busy_interface_did_not_take_is_written_again(of_currents: Hardware):
    of_currents.busy(1, True)
    of_currents.cycle(0.0, TORQUE)
    of_currents.busy(1, False)
    of_currents.cycle(0.001)
    assert of_currents.values[1] == PER_TORQUE[1] * TORQUE[1]
