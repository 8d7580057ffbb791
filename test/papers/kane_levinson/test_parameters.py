"""The paper's symbols from the arm file, and what does not fit them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics import load_arm
from puma560_dynamics.arm import Arm, Link
from puma560_dynamics.errors import UnsupportedArmError
from puma560_dynamics.papers.kane_levinson.parameters import SYMBOLS, stanford_parameters

PRINTED = {
    "L1": 0.1, "L2": 0.6, "L3": 0.2, "L4": 0.1, "L5": 0.7, "L6": 0.06,
    "mB": 6, "mC": 4, "mD": 1, "mE": 0.6, "mF": 0.5,
    "A1": 0.01, "A2": 0.02, "A3": 0.01, "B1": 0.06, "B2": 0.01, "B3": 0.05, "C1": 0.4, "C2": 0.01, "C3": 0.4,
    "D1": 0.0005, "D2": 0.001, "D3": 0.001, "E1": 0.0005, "E2": 0.0002, "E3": 0.0005,
    "F1": 0.001, "F2": 0.002, "F3": 0.003,
}  # fmt: skip
"""Appendix 3."""


@pytest.fixture
def stanford() -> Arm:
    return load_arm("stanford1983")


def test_appendix_3_comes_back_from_the_frames_of_the_arm_file(stanford: Arm):
    found = stanford_parameters(stanford)
    assert tuple(found) == SYMBOLS and set(PRINTED) | {"g"} == set(SYMBOLS)
    for name, value in PRINTED.items():
        assert found[name] == pytest.approx(value, rel=1e-15), name


@pytest.mark.parametrize(
    "change, words",
    [
        (lambda arm: {"gravity_direction": np.array([0.0, 1.0, 0.0])}, "gravity_direction"),
        (lambda arm: {"joints": (replace(arm.joints[0], a=0.1), *arm.joints[1:])}, "joint1.a"),
        (lambda arm: {"joints": (replace(arm.joints[0], alpha=0.1), *arm.joints[1:])}, "joint1.alpha"),
        (lambda arm: {"joints": (*arm.joints[:5], replace(arm.joints[5], d=0.1))}, "joint5.d"),
        (lambda arm: {"motors": (replace(arm.motors[0], inertia=1.0), *arm.motors[1:])}, "motors.joint1"),
        (lambda arm: {"links": (*arm.links[:5], _link(arm, center=(0.1, 0, 0)))}, "linkF.center_of_gravity x"),
        (lambda arm: {"links": (*arm.links[:5], _link(arm, product=1e-4))}, "linkF.inertia"),
    ],
)
def test_an_arm_that_is_built_otherwise_is_refused_by_name(change, words: str, stanford: Arm):
    with pytest.raises(UnsupportedArmError, match=words):
        stanford_parameters(stanford.with_(**change(stanford)))


def _link(arm: Arm, center: tuple[float, ...] = (0, 0, 0.2), product: float = 0.0) -> Link:
    inertia = np.array(arm.links[5].inertia)
    inertia[0, 1] = inertia[1, 0] = product
    return Link("linkF", 0.5, np.array(center), inertia)
