"""Find the joint signs, zero positions and link frames that two descriptions of an arm have in common.

Two published tables of the same arm usually differ in the direction of axes, in the zero pose, in the base frame and
in link frames along parallel axes. `aligned` searches all signs for the change of the second arm that makes it most
like the first arm, and returns the second arm in the conventions of the first. What differs then is a difference of the
arms.

Twists and lengths between consecutive axes, distances along axes, the direction of gravity, and masses decide. Where
these leave a choice (a spherical wrist may be described with two directions of its middle axis), the change with the
fewest reversed axes and the smallest changes of zero positions is chosen. The last frame may have any direction
about the last axis: if a rotation makes the last bodies equal, the frame is rotated, and with it the zero position of
the last joint. The zero position of the first joint is that at which gravity has the same direction in the base frames;
if gravity acts along the first axis, it is assumed to be the same, because a rotation about this axis is a rotation of
the base frame. A prismatic axis is taken where the
description places it, although only its direction has a meaning. If it is parallel to the first axis, its zero position
and the height of the base cannot be distinguished: the base counts as shifted.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from ..arrays import FloatArray
from ..errors import UnsupportedArmError
from .arm import Arm
from .axis_changes import AxisChange, changed_arm, changed_step, positions, wrapped
from .parts import Link
from .physics import reach_of
from .transform import rotation_x, rotation_z

PARALLEL_RAD = 1e-6
"""Largest angle between axes that count as parallel, rad."""

MOST_JOINTS = 10
"""Largest number of joints: the search tries 2 to the power of this number of signs."""

SAME_BODY = 1e-6
"""Largest relative difference of first moments and inertias of last links that count as the same body."""

NEAR = 1.0
"""Alignments whose kinematic mismatch exceeds the smallest one by more than this are not compared by their bodies."""


@dataclass(frozen=True)
class Alignment:
    """An arm in the conventions of another arm.

    Attributes:
        arm: the second arm, with joints, zero pose and frames like those of the first.
        changes: change of each joint of the second arm.
        base_turn: rotation of the base frame about the first axis, rad.
        base_shift: displacement of the base frame along the first axis, m.
    """

    arm: Arm
    changes: tuple[AxisChange, ...]
    base_turn: float
    base_shift: float

    def positions(self, q: FloatArray) -> FloatArray:
        """Convert (…, n) joint positions of the second arm to those of the first, rad (m)."""
        return positions(self.changes, q)

    def positions_back(self, q: FloatArray) -> FloatArray:
        """Convert (…, n) joint positions of the first arm to those of the second, rad (m)."""
        signs = np.array([change.sign for change in self.changes])
        return np.asarray(signs * (q - np.array([change.zero for change in self.changes])))


def aligned(first: Arm, second: Arm) -> Alignment:
    """Return the second arm in the conventions of the first.

    Raises:
        UnsupportedArmError: the arms differ in the number or kinds of joints, have mimic joints, or too many joints.
    """
    _check(first, second)
    near = sorted(_candidates(first, second), key=lambda found: found[0])
    best = near[0][0]
    like = ((each, _first_turned(first, second, changes)) for each, changes in near if each <= best + NEAR)
    choices = ((each, _last_turned(first, second, changes)) for each, changes in like)
    arms = [(each, changes, changed_arm(second, changes, first)) for each, changes in choices]
    ranked = min(arms, key=lambda found: (round(found[0] + _mismatch_of_bodies(first, found[2]), 9), _size(found[1])))
    changes = _within_limits(first, second, ranked[1])
    arm = changed_arm(second, changes, first)
    turn = second.base[:3, :3].T @ arm.base[:3, :3]
    shift = second.base[:3, :3].T @ (arm.base[:3, 3] - second.base[:3, 3])
    return Alignment(arm, changes, math.atan2(turn[1, 0], turn[0, 0]), float(shift[2]))


def _check(first: Arm, second: Arm) -> None:
    for arm in (first, second):
        if arm.followers:
            raise UnsupportedArmError(f"{arm.name} has mimic joints; compare arms without them, or hold these joints")
    kinds = [[joint.kind for joint in arm.joints] for arm in (first, second)]
    if kinds[0] != kinds[1]:
        texts = [f"{arm.name} has {', '.join(each)}" for arm, each in zip((first, second), kinds, strict=True)]
        raise UnsupportedArmError(f"the joints differ: {'; '.join(texts)}; compare arms with equal joints")
    if first.n > MOST_JOINTS:
        raise UnsupportedArmError(f"{first.name} has {first.n} joints; at most {MOST_JOINTS} can be compared")


def _candidates(first: Arm, second: Arm) -> Iterator[tuple[float, tuple[AxisChange, ...]]]:
    """Yield changes of the second arm with their kinematic mismatch, for all signs of its joints."""
    size = reach_of(first)
    for signs in product((1, -1), repeat=first.n):
        mismatch = _mismatch_of_gravity(first, second, signs[0])
        choices = []
        for index in range(1, first.n):
            costs = [_mismatch_of_step(first, second, index, signs, way, size) for way in (False, True)]
            mismatch += min(costs)
            choices.append([way for way, cost in zip((False, True), costs, strict=True) if cost <= min(costs) + 1e-12])
        for ways in product(*choices, (False, True)):
            changes, along = _changes(first, second, signs, ways)
            yield mismatch + along / size, changes


def _mismatch_of_step(
    first: Arm, second: Arm, index: int, signs: Sequence[int], reversed_x: bool, size: float
) -> float:
    alpha, a = changed_step(second.joints[index], signs[index], signs[index - 1], reversed_x)
    wanted = first.joints[index]
    return abs(wrapped(alpha - wanted.alpha)) + abs(a - wanted.a) / size


def _mismatch_of_gravity(first: Arm, second: Arm, sign: int) -> float:
    """Return the difference of the component of gravity along the first axis, as a fraction of gravity."""
    along = []
    for arm, way in ((first, 1), (second, sign)):
        alpha = arm.joints[0].alpha
        axis = np.array([0.0, -math.sin(alpha), math.cos(alpha)])
        along.append(way * float(axis @ arm.gravity_vector) / (arm.gravity or 1.0))
    return abs(along[0] - along[1])


def _changes(
    first: Arm, second: Arm, signs: Sequence[int], ways: Sequence[bool]
) -> tuple[tuple[AxisChange, ...], float]:
    """Return the change of each joint, and the sum of distances along axes that no shift of a frame explains, m."""
    shifts = _shifts(first, second, signs)
    changes: list[AxisChange] = []
    mismatch = 0.0
    for index, (joint, wanted, sign, way) in enumerate(zip(second.joints, first.joints, signs, ways, strict=True)):
        d, before = sign * joint.d + shifts[index], bool(index) and ways[index - 1]
        if index:
            d -= shifts[index - 1] * math.cos(wanted.alpha)
        angle = wrapped(sign * joint.offset + math.pi * (way + before) - wanted.offset)
        zero, left = (d - wanted.d, angle) if joint.slides else (angle, d - wanted.d)
        if index == 0:  # motion along the first axis, or about it, is one of the base frame
            zero = left = 0.0
        mismatch += abs(left)
        changes.append(AxisChange(sign, way, shifts[index], zero))
    return tuple(changes), mismatch


def _shifts(first: Arm, second: Arm, signs: Sequence[int]) -> list[float]:
    """Return the shift of each frame along its axis, m.

    Only the sum of the distances d along parallel axes has a meaning. Their remaining difference is left to a pivot: to
    the base frame for the first group of parallel axes, to the zero position of a prismatic joint, or else to the last
    joint of the group. The last frame may be anywhere on its axis.
    """
    n, turn = first.n, [math.cos(joint.alpha) for joint in first.joints]
    excess = [sign * own.d - like.d for sign, own, like in zip(signs, second.joints, first.joints, strict=True)]
    starts = [i for i in range(n) if i == 0 or not (_parallel(first, i) and _parallel(second, i))]
    shifts = [0.0] * n
    for start, end in zip(starts, [*starts[1:], n], strict=True):
        sliding = [index for index in range(start, end) if first.joints[index].slides]
        pivot = 0 if start == 0 else sliding[0] if sliding else end - 1
        for index in range(start, pivot):
            shifts[index] = shifts[index - 1] * turn[index] - excess[index]
        for index in range(end - 1, pivot, -1):
            shifts[index - 1] = (excess[index] + shifts[index]) / turn[index]
        if pivot == n - 1 and not sliding:
            shifts[pivot] = shifts[pivot - 1] * turn[pivot] - excess[pivot]
    return shifts


def _parallel(arm: Arm, index: int) -> bool:
    """Return whether the axis of a joint is parallel to that of the joint before it."""
    return abs(math.sin(arm.joints[index].alpha)) < PARALLEL_RAD


def _mismatch_of_bodies(first: Arm, second: Arm) -> float:
    """Return the difference of first moments and inertias, relative to mass and size of the first arm."""
    mass, size = sum(link.mass for link in first.links), reach_of(first)
    if not mass or not any(link.mass for link in second.links):
        return 0.0
    total = 0.0
    for one, other in zip(first.links, second.links, strict=True):
        moment = one.mass * one.center_of_gravity - other.mass * other.center_of_gravity
        total += float(np.linalg.norm(moment)) / (mass * size)
        total += float(np.linalg.norm(one.inertia - other.inertia)) / (mass * size**2)
    return total


def _first_turned(first: Arm, second: Arm, changes: tuple[AxisChange, ...]) -> tuple[AxisChange, ...]:
    """Return the changes with the zero position of the first joint at which gravity has the same direction."""
    joint = first.joints[0]
    if joint.slides:
        return changes
    to_axis = rotation_x(joint.alpha).T
    wanted, found = (to_axis @ arm.gravity_vector for arm in (first, changed_arm(second, changes, first)))
    sizes = [math.hypot(*each[:2]) for each in (wanted, found)]
    if min(sizes) <= PARALLEL_RAD * first.gravity or abs(sizes[0] - sizes[1]) > PARALLEL_RAD * first.gravity:
        return changes
    zero = wrapped(math.atan2(wanted[1], wanted[0]) - math.atan2(found[1], found[0]))
    return (replace(changes[0], zero=changes[0].zero + zero), *changes[1:])


def _last_turned(first: Arm, second: Arm, changes: tuple[AxisChange, ...]) -> tuple[AxisChange, ...]:
    """Return the changes with the last frame rotated about its axis, if that makes the last bodies equal."""
    wanted, found = first.links[-1], changed_arm(second, changes, first).links[-1]
    if first.n == 1 or first.joints[-1].slides or not wanted.mass or not found.mass:
        return changes
    differences = {0.0: _difference(wanted, found, 0.0)}
    differences |= {angle: _difference(wanted, found, angle) for angle in _angles_between(wanted, found)}
    turn = min(differences, key=lambda angle: (differences[angle], abs(angle)))
    if differences[0.0] <= SAME_BODY or differences[turn] > SAME_BODY:
        return changes
    last = changes[-1]
    return (*changes[:-1], replace(last, turn=turn, zero=wrapped(last.zero + turn)))


def _angles_between(wanted: Link, found: Link) -> list[float]:
    """Return rotations about z, rad, that may turn `wanted` into `found`, by center of gravity and by inertia."""
    angles = []
    vectors = [(link.center_of_gravity[:2], link.inertia[:2, 2]) for link in (wanted, found)]
    for one, other in zip(*vectors, strict=True):
        angles.append(math.atan2(other[1], other[0]) - math.atan2(one[1], one[0]))
    double = [math.atan2(2.0 * i[0, 1], i[0, 0] - i[1, 1]) for i in (wanted.inertia, found.inertia)]
    angles += [0.5 * (double[1] - double[0]), 0.5 * (double[1] - double[0]) + math.pi]
    return [wrapped(angle) for angle in angles]


def _difference(wanted: Link, found: Link, turn: float) -> float:
    """Return the difference of the body `found` in a frame that is rotated about z by `turn` from `wanted`."""
    back = rotation_z(turn).T
    center = back @ found.center_of_gravity - wanted.center_of_gravity
    inertia = back @ found.inertia @ back.T - wanted.inertia
    size, most = (float(np.linalg.norm(each)) for each in (wanted.center_of_gravity, wanted.inertia))
    return max(float(np.linalg.norm(center)) / (size or 1.0), float(np.linalg.norm(inertia)) / (most or 1.0))


def _size(changes: Sequence[AxisChange]) -> tuple[float, float, float]:
    """Return the number of reversed axes, the sum of changes of zero positions, and the number of reversed x axes."""
    reversed_axes = sum(change.sign < 0 for change in changes)
    return reversed_axes, round(sum(abs(change.zero) for change in changes), 9), sum(c.reversed_x for c in changes)


def _within_limits(first: Arm, second: Arm, changes: Sequence[AxisChange]) -> tuple[AxisChange, ...]:
    """Return the changes with zero positions moved by a full turn where the joint limits then agree better."""
    result = []
    for joint, wanted, change in zip(second.joints, first.joints, changes, strict=True):
        middle = 0.5 * (joint.lower + joint.upper)
        goal = 0.5 * (wanted.lower + wanted.upper)
        if joint.slides or joint.continuous or wanted.continuous or joint.without_limits or wanted.without_limits:
            middle = goal = 0.0
        turns = [change.zero + turn for turn in (0.0, -math.tau, math.tau) if abs(change.zero + turn) < math.tau - 1e-9]
        zero = min(turns, key=lambda each: (round(abs(change.sign * middle + each - goal), 9), abs(each)))
        result.append(replace(change, zero=zero))
    return tuple(result)
