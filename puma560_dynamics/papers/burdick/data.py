"""Burdick: the data of section 6, and bodies without mass."""

from __future__ import annotations

import numpy as np

from ...arm.transform import rotation_x
from ...emdeg import Body, Chain, ChainJoint, Ring, kinetic_energy_matrix
from ..bench import Bench
from ..entry import EXACTLY, Chapter, EntryResult, EntryRow, Paper

CHAPTER = Chapter(Paper.BURDICK)

ROTATIONS = (
    "c1 -s1 ? / s1 c1 ? / ? ? ?",
    "? -s2 ? / 0 0 ? / -s2 -c2 ?",
    "c3 -s3 ? / ? c3 ? / ? ? ?",
    "? -s4 ? / 0 ? ? / s4 c4 ?",
    "? -s5 ? / 0 ? ? / -s5 -c5 ?",
    "? -s6 ? / 0 ? ? / s6 c6 ?",
)
"""Rotation matrices from each frame to the one before, as far as the scan can be read (8 is read as s)."""


@CHAPTER.entry(
    "section 6",
    "rotation matrices of the PUMA 560",
    "puma560 arm urdf",
    criterion="the entries that are legible in the scan (the signs of the last rows give the twists) against the "
    "matrices of table A1 of AKB, the same arm in the other paper, at random angles, to 1e-12",
)
def rotations(bench: Bench) -> EntryResult:
    angles = np.random.default_rng(4).uniform(-3.0, 3.0, 6)
    rows, legible = [], 0
    for i, (joint, text) in enumerate(zip(bench.arm.joints, ROTATIONS, strict=True), start=1):
        c, s = float(np.cos(angles[i - 1])), float(np.sin(angles[i - 1]))
        known = {f"c{i}": c, f"s{i}": s, f"-s{i}": -s, f"-c{i}": -c, "0": 0.0}
        ours = rotation_x(joint.alpha) @ np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        words = text.replace(" / ", " ").split()
        errors = [
            abs(known[word] - float(value)) for word, value in zip(words, ours.ravel(), strict=True) if word != "?"
        ]
        legible += len(errors)
        rows.append(EntryRow(f"frame {i}", text, max(errors), "", max(errors) < 1e-12))
    agree = sum(row.agrees for row in rows)
    return EntryResult(
        f"{legible} entries of {len(rows)} matrices", f"{agree} matrices agree", agree == len(rows), rows=tuple(rows)
    )


@CHAPTER.entry(
    "section 2",
    "joints of more freedom are modeled by bodies that have no mass, inertia or size",
    "puma560 derive",
    criterion="a universal joint as two revolute joints with such a body between them: the generator's M against "
    "that of one "
    f"body by ω = q̇1 z1 + q̇2 z2 and its moments and products of inertia, {EXACTLY}",
)
def phantom_bodies(bench: Bench) -> EntryResult:
    ring = Ring()
    v = ring.variable
    names = ("Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz")
    body = Body(0, (0, 0, 0), tuple(v(name) for name in names))
    phantom = Body(0, (0, 0, 0), (0, 0, 0, 0, 0, 0))
    joints = (ChainJoint("1"), ChainJoint("2", cos_alpha=0, sin_alpha=-1))
    a = kinetic_energy_matrix(Chain("universal joint", joints, (phantom, body), (0, 0, 0)), ring)
    c, s = v("c2"), v("s2")
    xx, yy, zz, xy, xz, yz = (v(name) for name in names)
    # The first axis along the body's own axes is (-s2, -c2, 0), the second (0, 0, 1).
    expected = (
        (s * s * xx + c * c * yy + s * c * xy * 2, -(s * xz) - c * yz),
        (-(s * xz) - c * yz, zz),
    )
    wrong = sum(bool(a[i][j] - expected[i][j]) for i in range(2) for j in range(2))
    return EntryResult("M of one body", "the same" if not wrong else f"{wrong} elements differ", not wrong)
