"""Compute rotations about coordinate axes, exact at multiples of 90°."""

from __future__ import annotations

import math

import numpy as np

from ..arrays import FloatArray

_QUARTERS = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))


def cos_sin(angle: float) -> tuple[float, float]:
    """Return cosine and sine of `angle` (rad), exactly 0 or ±1 at multiples of π/2.

    ``cos(pi / 2)`` of floats is 6e-17, which would add spurious tiny terms to the equations of exact twists of 90°.
    """
    quarter = round(angle / (math.pi / 2))
    if abs(angle - quarter * (math.pi / 2)) < 1e-15 * max(1.0, abs(angle)):
        return _QUARTERS[quarter % 4]
    return math.cos(angle), math.sin(angle)


def rotation_x(angle: float) -> FloatArray:
    """Return the (3, 3) rotation about x by `angle` (rad)."""
    c, s = cos_sin(angle)
    return np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])


def rotation_y(angle: float) -> FloatArray:
    """Return the (3, 3) rotation about y by `angle` (rad)."""
    c, s = cos_sin(angle)
    return np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])


def rotation_z(angle: float) -> FloatArray:
    """Return the (3, 3) rotation about z by `angle` (rad)."""
    c, s = cos_sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def inverse_pose(pose: FloatArray) -> FloatArray:
    """Return the inverse of a (4, 4) pose."""
    inverse = np.eye(4)
    inverse[:3, :3] = pose[:3, :3].T
    inverse[:3, 3] = -pose[:3, :3].T @ pose[:3, 3]
    return inverse


def rpy_angles(rotation: FloatArray) -> tuple[float, float, float]:
    """Convert a (3, 3) rotation ``Rz(yaw) Ry(pitch) Rx(roll)`` to roll, pitch and yaw (rad), as in URDF."""
    level = math.hypot(rotation[0, 0], rotation[1, 0])
    pitch = math.atan2(-rotation[2, 0], level)
    if level < 1e-9:  # pitch of ±90°: roll and yaw are about the same axis
        return math.atan2(-rotation[1, 2], rotation[1, 1]), pitch, 0.0
    return math.atan2(rotation[2, 1], rotation[2, 2]), pitch, math.atan2(rotation[1, 0], rotation[0, 0])
