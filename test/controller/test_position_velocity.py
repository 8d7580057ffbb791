"""The controller's velocity from positions is that of `JointStateReader`, to the last bit."""

from __future__ import annotations

import ctypes
from ctypes import c_double, c_void_p
from pathlib import Path

import numpy as np
import pytest
from helpers.control.core_library import needs_cxx
from helpers.control.package_library import package_library

from puma560_dynamics import load_arm
from puma560_dynamics.control.joint_state_reader import POSITION, JointStateReader

pytestmark = needs_cxx


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    folder: Path = tmp_path_factory.mktemp("velocity")
    loaded = package_library(load_arm("stanford1983"), "my_arm", folder, "position_velocity.cpp")
    loaded.velocity_create.restype = c_void_p
    loaded.velocity_destroy.argtypes = [c_void_p]
    loaded.velocity_at.argtypes = [c_void_p, c_double, c_void_p, c_void_p]
    return loaded


@pytest.mark.parametrize("seed", range(6))
def test_it_is_that_of_python_with_gaps_and_old_stamps(library: ctypes.CDLL, seed: int):
    rng, n = np.random.default_rng(seed), load_arm("stanford1983").n
    names, continuous = [f"joint{j}" for j in range(n)], [bool(seed & 1), False, bool(seed & 2), *[False] * (n - 3)]
    reader = JointStateReader(names, continuous, POSITION)
    made = library.velocity_create(sum(1 << j for j, each in enumerate(continuous) if each))
    period, stamp, q, compared = (0.001, 0.004, 0.0005)[seed % 3], 1000.0, rng.normal(size=n), 0
    for _ in range(2000):
        chance = rng.random()
        step = 0.3 if chance < 0.005 else -0.01 if chance < 0.01 else 0.0 if chance < 0.015 else period
        stamp += step * rng.uniform(0.8, 1.2)
        q = q + rng.normal(0.0, 0.01, n)
        if continuous[0]:
            q[0] = (q[0] + np.pi) % (2.0 * np.pi) - np.pi
        _, expected = reader.read(stamp, names, q.tolist(), [], needed=True)
        given, found = (c_double * n)(*q), (c_double * n)()
        library.velocity_at(made, stamp, given, found)
        np.testing.assert_array_equal(list(found), expected)
        compared += bool(np.any(expected))
    library.velocity_destroy(made)
    assert compared > 1500
