"""Arms whose motors lie in any way they can."""

from __future__ import annotations

import numpy as np

from helpers.oracle import random_arm
from puma560_dynamics.arm import Arm, Rotor


def spinning_arm(rng: np.random.Generator) -> Arm:
    """A random arm; each motor in a link at or before its own joint, its axis anywhere."""
    rotors = []
    for joint in range(6):
        axis = rng.normal(size=3)
        rotors.append(Rotor(int(rng.integers(0, joint + 2)), axis / np.linalg.norm(axis)))
    return random_arm(rng).with_(rotors=tuple(rotors))
