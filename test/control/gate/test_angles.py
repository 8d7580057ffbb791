"""Displacements of joints with and without limits, where a driver wraps its angles and where it does not."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from puma560_dynamics.control.gate.angles import differences


def test_whole_turns_are_left_out_where_a_joint_has_no_limits():
    for turns in (-3, -1, 0, 1, 2):
        moved = differences([0.1 + 2.0 * math.pi * turns, 7.0], [0.0, 0.5], [True, False])
        assert moved == pytest.approx([0.1, 6.5], abs=1e-12)


def test_across_the_seam():
    angles = np.linspace(0.0, 30.0, 400)
    wrapped = np.arctan2(np.sin(angles), np.cos(angles))
    for before, after in itertools.pairwise(wrapped):
        (moved,) = differences([after], [before], [True])
        assert moved == pytest.approx(30.0 / 399, abs=1e-12)


def test_less_than_half_a_turn_is_what_it_was_to_the_last_digit():
    for step in np.random.default_rng(0).uniform(-3.0, 3.0, 100):
        assert differences([step], [0.0], [True]) == differences([step], [0.0], [False]) == [step]
