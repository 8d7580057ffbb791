"""Pinocchio behind our interface; what it answers is held against the others in test_model.py."""

from __future__ import annotations

import builtins

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.urdf import urdf
from puma560_dynamics.errors import MissingDependencyError, UnsupportedArmError, UrdfError

pytest.importorskip("pinocchio")


def test_motor_inertia_is_armature(arm: Arm):
    with_motors = load_model("pinocchio", arm).kinetic_energy_matrix(np.zeros(6))
    from dataclasses import replace

    bare = arm.with_(motors=tuple(replace(motor, inertia=0.0) for motor in arm.motors))
    without = load_model("pinocchio", bare).kinetic_energy_matrix(np.zeros(6))
    np.testing.assert_allclose(with_motors - without, np.diag(arm.motor_inertia), atol=1e-14)


def test_both_inertia_sets_give_the_same_torque(arm: Arm, oracle):
    paper = load_model("pinocchio", arm, description=urdf(arm, inertia="paper"))
    difference = paper.torque(oracle.q, oracle.qd, oracle.qdd) - oracle.torque
    assert np.abs(difference).max() < 1e-12 * np.abs(oracle.torque).max()


@pytest.mark.parametrize("text", ["", "<robot", "<robot name='x'/>", "no xml"])
def test_a_broken_description_is_one_sentence(arm: Arm, text: str):
    with pytest.raises(UrdfError, match="robot description"):
        load_model("pinocchio", arm, description=text)


def test_another_robots_description_is_refused(arm: Arm):
    with pytest.raises(UrdfError, match="expected \\['joint1'"):
        load_model("pinocchio", arm, description=urdf(arm).replace('"joint3"', '"elbow"'))


def test_counts_are_refused_with_advice(arm: Arm):
    with pytest.raises(UnsupportedArmError, match="newton_euler"):
        load_model("pinocchio", arm).operation_counts()


def test_without_pinocchio_there_is_one_sentence(arm: Arm, monkeypatch: pytest.MonkeyPatch):
    real = builtins.__import__

    def refuse(name: str, *rest: object, **more: object) -> object:
        if name == "pinocchio":
            raise ImportError("No module named 'pinocchio'")
        return real(name, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(MissingDependencyError, match="pip install pin"):
        load_model("pinocchio", arm)
