"""Digits are lost near q2 = 0 as 1 / sin²(q2), and nowhere else."""

from __future__ import annotations

import numpy as np

from puma560_dynamics.models.kane_levinson.model import KaneLevinsonModel
from puma560_dynamics.papers.kane_levinson.singularity import loss_of_digits


def test_torques_lose_two_digits_a_decade():
    found = loss_of_digits(KaneLevinsonModel())
    assert found.inverse[0] < 1e-14 and found.inverse[-1] > 1e-8
    near = found.q2 < 0.05
    slope = np.polyfit(np.log10(found.q2[near]), np.log10(found.inverse[near]), 1)[0]
    assert -2.3 < slope < -1.7
    # Rounding times 1 / sin² is the ceiling.
    assert (found.inverse < 10 * np.finfo(float).eps / np.sin(found.q2) ** 2).all()


def test_180_degrees_loses_as_many_digits_as_0():
    found = loss_of_digits(KaneLevinsonModel(), [np.pi - 1e-4, np.pi / 2], states=50)
    assert found.inverse[0] > 1e4 * found.inverse[1]
