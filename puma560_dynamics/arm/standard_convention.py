"""Convert joints of the standard Denavit-Hartenberg convention to the modified one, which arms use.

The standard (distal) convention has the step ``Rz(q) Tz(d) Tx(a) Rx(alpha)`` from frame i - 1 to frame i, and joint i
moves about z of frame i - 1. The modified convention (Craig) has the step ``Rx(alpha) Tx(a) Rz(q) Tz(d)``, and joint i
moves about z of frame i. The chains are the same if alpha and a of each row are moved to the next joint; a frame of the
standard convention then is at ``Rx(alpha) Tx(a)`` of the same row in the frame of the modified convention.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..arrays import FloatArray
from .arm import Arm
from .parts import Joint
from .transform import rotation_x
from .value_reader import ValueReader

MODIFIED, STANDARD = "modified", "standard"
CONVENTIONS = (MODIFIED, STANDARD)
"""Values of the key ``convention:`` of an arm file."""


def modified_joints(rows: Sequence[Joint], reader: ValueReader) -> tuple[tuple[Joint, ...], FloatArray]:
    """Return the joints of the modified convention, and the frames of the standard convention in their frames.

    Args:
        rows: joints with alpha, a and d of the standard convention, from the base outwards.
        reader: reader of the arm file; its quantities of alpha and a are moved to the joint that has them now.

    Returns:
        Joints in the modified convention, and ``(n, 4, 4)`` poses of the frames of the file in frames 1 to n.
    """
    frames = np.tile(np.eye(4), (len(rows), 1, 1))
    for frame, row in zip(frames, rows, strict=True):
        frame[:3, :3], frame[0, 3] = rotation_x(row.alpha), row.a
    for key in ("alpha", "a"):
        read = [reader.quantities.pop(f"joints.{row.name}.{key}", None) for row in rows]
        for row, quantity in zip(rows[1:], read[:-1], strict=True):
            if quantity is not None:
                reader.quantities[f"joints.{row.name}.{key}"] = quantity
    before = [(0.0, 0.0), *((row.alpha, row.a) for row in rows[:-1])]
    return tuple(replace(row, alpha=alpha, a=a) for row, (alpha, a) in zip(rows, before, strict=True)), frames


def in_standard_frames(arm: Arm) -> bool:
    """Return whether an arm file gave the arm in the standard convention, so that `Arm.frames` are its frames."""
    return arm.origin is None and not np.array_equal(arm.frames, np.broadcast_to(np.eye(4), arm.frames.shape))


def standard_joints(joints: Sequence[Joint], frames: FloatArray) -> tuple[Joint, ...]:
    """Return the joints with alpha and a of the standard convention; the inverse of `modified_joints`.

    Args:
        joints: joints in the modified convention.
        frames: ``(n, 4, 4)`` poses of the frames of the standard convention in frames 1 to n.
    """
    rows = zip(joints, frames, strict=True)
    return tuple(replace(joint, alpha=math.atan2(pose[2, 1], pose[1, 1]), a=float(pose[0, 3])) for joint, pose in rows)
