"""The contacts of the C++ controller are those of `ContactEvents`, for any course of the external torque."""

from __future__ import annotations

import ctypes
import random
from collections import Counter
from collections.abc import Callable
from ctypes import c_double, c_int, c_size_t, c_void_p

import numpy as np
import pytest
from helpers.control.core_library import needs_cxx
from helpers.control.package_library import package_library

from puma560_dynamics.arm import Arm
from puma560_dynamics.control.observer.contact_events import Contact, ContactEvents
from puma560_dynamics.control.observer.torque_uncertainty import EstimateError

pytestmark = needs_cxx
RELATIVE = 1e-11


class Events:
    """The class of the controller."""

    def __init__(self, loaded: ctypes.CDLL, n: int, bandwidth: float) -> None:
        self._loaded, self._n, self._out = loaded, n, (c_double * (5 + 3 * n))()
        self._events = c_void_p(loaded.events_create(c_size_t(n), c_double(bandwidth)))

    def __del__(self) -> None:
        self._loaded.events_destroy(self._events)

    def update(self, time: float, standing: bool, *values: np.ndarray) -> list[float] | None:
        arrays = [(c_double * self._n)(*each) for each in values]
        return self._found(
            self._loaded.events_update(self._events, c_double(time), *arrays, c_int(standing), self._out)
        )

    def restart(self) -> list[float] | None:
        return self._found(self._loaded.events_restart(self._events, self._out))

    def present(self) -> list[float] | None:
        return self._found(self._loaded.events_present(self._events, self._out))

    def _found(self, found: int) -> list[float] | None:
        return list(self._out[: 5 + 3 * int(self._out[4])]) if found else None


def numbers(contact: Contact | None) -> list[float] | None:
    """As `Events` has them."""
    if contact is None:
        return None
    found = [contact.start, contact.end, contact.confidence, float(contact.standing), float(len(contact.joints))]
    for joint in contact.joints:
        found += [float(joint), float(contact.torque[joint]), float(contact.band[joint])]
    return found


@pytest.fixture(scope="module")
def events(arm: Arm, tmp_path_factory: pytest.TempPathFactory) -> Callable[[float], Events]:
    folder = tmp_path_factory.mktemp("events")
    loaded = package_library(arm, "my_arm", folder, "contact_events.cpp")
    loaded.events_create.restype = c_void_p
    return lambda bandwidth: Events(loaded, arm.n, bandwidth)


def same(one: list[float] | None, two: list[float] | None) -> bool:
    """Whether two contacts are the same to rounding."""
    if one is None or two is None:
        return one is two
    return len(one) == len(two) and np.allclose(one, two, rtol=RELATIVE, atol=1e-9, equal_nan=True)


@pytest.mark.parametrize("seed", range(6))
def test_random_pushes_give_the_same_contacts(events: Callable[[float], Events], arm: Arm, seed: int):
    """Pushes of any shape at one or more joints, noise, unknown thresholds, a standing or moving arm, and restarts."""
    rng, seen = random.Random(seed), Counter[str]()
    noise, n = np.random.default_rng(seed), arm.n
    bandwidth = rng.choice((5.0, 50.0, 400.0))
    python, core = ContactEvents(n, bandwidth, 0.02), events(bandwidth)
    time, push, torque, threshold = 0.0, np.zeros(n), np.zeros(n), noise.uniform(1.0, 5.0, n)
    for _ in range(6000):
        step = rng.choice((0.001, 0.004, 0.01))
        time += step
        if rng.random() < 0.01:
            push = np.where(noise.random(n) < 0.3, noise.uniform(-20.0, 20.0, n), 0.0) * rng.choice((0.0, 1.0))
        torque = torque + -np.expm1(-bandwidth * step) * (push + 0.3 * noise.standard_normal(n) - torque)
        limit = np.full(n, np.inf) if rng.random() < 0.002 else threshold
        band = noise.uniform(0.2, 2.0, n)
        qd = np.full(n, rng.choice((0.0, 0.0, 0.0, 0.1)))
        error = EstimateError(np.zeros(n), 0.5 * band, np.zeros(n), limit)
        found = numbers(python.update(time, qd, torque, error))
        assert same(found, core.update(time, bool((np.abs(qd) <= 0.02).all()), torque, limit, error.band))
        seen["ended"] += found is not None
        if rng.random() < 0.05:
            assert same(numbers(python.present), core.present())
            seen["present"] += python.present is not None
        if rng.random() < 0.002:
            assert same(numbers(python.restart()), core.restart())
    assert seen["ended"] >= 3 and seen["present"] >= 3


def test_a_long_contact_keeps_a_limited_number_of_rows(events: Callable[[float], Events], arm: Arm):
    python, core, n = ContactEvents(arm.n, 50.0, 0.02), events(50.0), arm.n
    error = EstimateError(np.zeros(n), np.full(n, 0.5), np.zeros(n), np.full(n, 2.0))
    for k in range(10_000):
        torque = np.full(n, 5.0 + np.sin(0.001 * k))
        python.update(0.001 * k, np.zeros(n), torque, error)
        core.update(0.001 * k, True, torque, error.threshold, error.band)
    assert python.present is not None and same(numbers(python.present), core.present())
