"""The same arm with other signs, zero positions and frames, for tests of comparisons."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.axis_changes import AxisChange, changed_arm, wrapped


def parallel(arm: Arm, index: int) -> bool:
    """Whether the next axis is parallel to that of joint `index`, so that its frame may be shifted."""
    return index == arm.n - 1 or abs(math.sin(arm.joints[index + 1].alpha)) < 1e-9


def random_changes(arm: Arm, seed: int) -> tuple[AxisChange, ...]:
    """Random signs, x axes and shifts of frames; the first step stays, as `changed_arm` lets the base absorb it."""
    draw = np.random.default_rng(seed)
    changes: list[AxisChange] = []
    for index, joint in enumerate(arm.joints):
        sign, way = int(draw.choice((-1, 1))), bool(draw.integers(2))
        before = bool(index) and changes[-1].reversed_x
        shift = float(draw.uniform(-0.3, 0.3)) if parallel(arm, index) and index else 0.0
        zero = wrapped(sign * joint.offset + math.pi * (way + before) - joint.offset)
        if joint.slides and index:
            last = changes[-1].shift * math.cos(joint.alpha) * sign * changes[-1].sign
            zero = sign * joint.d + shift - last - joint.d
        zero = zero if index else 0.0
        changes.append(AxisChange(sign, way, shift, zero))
    return tuple(changes)


def re_expressed(arm: Arm, seed: int) -> Arm:
    """The arm with random changes, and with other zero positions of all joints except the first and the last."""
    changed = changed_arm(arm, random_changes(arm, seed), arm)
    draw = np.random.default_rng(seed + 1000)
    joints = list(changed.joints)
    for index in range(1, arm.n - 1):
        turn = float(draw.uniform(-1.0, 1.0))
        key = "d" if joints[index].slides else "offset"
        limits = {name: getattr(joints[index], name) - turn for name in ("lower", "upper")}
        joints[index] = replace(joints[index], **{key: getattr(joints[index], key) + turn}, **limits)
    return changed.with_(name="re-expressed", joints=tuple(joints))
