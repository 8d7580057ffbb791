"""Burdick's EMDEG: figures 1 and 2, and the calculations of section 6."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np

from ..emdeg.derive import USUAL, find
from ..emdeg.proof import prove
from ..model import OperationCount
from .akb_figures import arm_lines, zero_pose
from .bench import Bench
from .claim import ROUNDING, Chapter, Finding, Paper, Row
from .drawing import Array, frames

CHAPTER = Chapter(Paper.BURDICK)

ELEMENTS = OperationCount(291, 131)
"""All elements of M, c, b and g (section 6)."""

PRODUCTS = OperationCount(110, 123)
"""From them to the torque."""

TORQUE = OperationCount(401, 254)
"""Both together."""

HOLLERBACH = OperationCount(852, 738)
"""The recursion they are compared with."""

NOT_PRINTED = "EMDEG is not there to be counted, and appendix II has lost lines in the scan; ours are the "
"generator's programs"


@CHAPTER.entry("figure 1", "a, α, d and θ describe the step from one frame to the next", "puma560 derive")
def figure_1(bench: Bench) -> Finding:
    rotations, origins = zero_pose(bench.arm)
    rotations, origins = [np.eye(3), *rotations], [np.zeros(3), *origins]
    rows = []
    for i, joint in enumerate(bench.arm.joints, start=1):
        x, z0, z1 = rotations[i - 1][:, 0], rotations[i - 1][:, 2], rotations[i][:, 2]
        length = float((origins[i] - origins[i - 1]) @ x)
        twist = float(np.arctan2(np.cross(z0, z1) @ x, z0 @ z1))
        offset = float((origins[i] - origins[i - 1] - length * x) @ z1)
        step = (("a", joint.a, length, "m"), ("α", joint.alpha, twist, "rad"), ("d", joint.d, offset, "m"))
        for name, said, ours, unit in step:
            rows.append(Row(f"{name} of step {i}", float(said), ours, unit, abs(said - ours) < ROUNDING))
    agree = sum(row.agrees for row in rows)
    near, far = 2, 3  # from axis 2 to axis 3: the step with both a and d
    foot = origins[near] + bench.arm.joints[near].a * rotations[near][:, 0]
    lines = [_axis(origins[i], rotations[i]) for i in (near, far)] + [np.vstack([origins[near], foot, origins[far]])]
    drawing = frames(
        "A link between two axes",
        lines,
        [rotations[i] for i in (near, far)],
        [origins[i] for i in (near, far)],
        ["i-1", "i"],
        0.12,
    )
    return Finding(
        f"{len(rows)} parameters",
        f"{agree} measured in the frames",
        agree == len(rows),
        note="drawn again with the PUMA's link 2: a along the common normal, d along the axis",
        rows=tuple(rows),
        figure=drawing,
    )


@CHAPTER.entry("figure 2", "the PUMA 560 with its frames", "puma560 urdf")
def figure_2(bench: Bench) -> Finding:
    rotations, origins = zero_pose(bench.arm)
    parallel = float(rotations[1][:, 2] @ rotations[2][:, 2])
    crossing = [float(rotations[i][:, 2] @ rotations[i + 1][:, 2]) for i in (0, 2, 3, 4)]
    wrist = max(float(np.abs(origins[3] - origin).max()) for origin in origins[4:])
    drawing = frames(
        "PUMA 560 of EMDEG", arm_lines(rotations, origins), rotations, origins, [str(i) for i in range(1, 7)], 0.13
    )
    return Finding(
        "axes 2, 3 parallel, others at right angles, a wrist",
        f"parallel to {1 - parallel:.0e}, right angles to {max(map(abs, crossing)):.0e}, wrist to {wrist:g} m",
        1 - parallel < ROUNDING and max(map(abs, crossing)) < ROUNDING and wrist < ROUNDING,
        note="the scan has two labels of the drawing alone; drawn again from table A1 of the paper on the same arm",
        figure=drawing,
    )


@CHAPTER.entry("section 6", "all elements take 291 multiplications and 131 additions", "puma560 tables")
def elements(bench: Bench) -> Finding:
    return _count(bench, "A, B, C and g, every element", ELEMENTS)


@CHAPTER.entry("section 6", "inverse dynamics takes 401 multiplications and 254 additions", "puma560 tables")
def inverse_dynamics(bench: Bench) -> Finding:
    finding = _count(bench, "inverse dynamics", TORQUE)
    return replace(finding, bounded=finding.bounded and tuple(map(sum, zip(ELEMENTS, PRODUCTS, strict=True))) == TORQUE,
                   note="as printed it is the sum of 291 + 131 and 110 + 123")  # fmt: skip


@CHAPTER.entry("section 6", "that is significantly less than the recursion's 852 + 738", "puma560 tables")
def less_than_recursion(bench: Bench) -> Finding:
    ours = bench.generated_rows["inverse dynamics"].without_motors.count.total
    recursion = bench.recursive.operation_counts()["torque"].total
    return Finding(
        f"{TORQUE.total} < {HOLLERBACH.total}",
        f"{ours} < {recursion}",
        ours < recursion,
        "calculations",
        note="here both know the arm's zeros",
    )


@CHAPTER.entry("section 6", "EMDEG took about 10 minutes on a VAX 11/780", "puma560 derive")
def derivation_time(bench: Bench) -> Finding:
    began = time.process_time()
    _, system, variables = find(bench.chain, "all_elements", USUAL, 0)
    prove(bench.chain, "all_elements", system, variables)
    took = time.process_time() - began
    return Finding(
        "600 s",
        f"{took:.1f} s",
        False,
        obstacle="program and machine are gone; ours is the time to derive, factor and prove every element here",
        bounded=took < 600,
    )


def _count(bench: Bench, quantity: str, printed: OperationCount) -> Finding:
    ours = bench.generated_rows[quantity].without_motors.count
    return Finding(
        f"{printed.multiplications} + {printed.additions} = {printed.total}",
        f"{ours.multiplications} + {ours.additions} = {ours.total}",
        tuple(ours) == tuple(printed),
        "calculations",
        obstacle=NOT_PRINTED,
        bounded=ours.total <= printed.total,
    )


def _axis(origin: Array, rotation: Array) -> Array:
    return np.array([origin - 0.1 * rotation[:, 2], origin + 0.25 * rotation[:, 2]])
