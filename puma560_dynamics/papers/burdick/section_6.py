"""Burdick's vector identities, the data of the PUMA 560 in section 6, and bodies without mass (section 2)."""

from __future__ import annotations

import re

import numpy as np

from ...arm.transform import rotation_x
from ...emdeg import Body, Chain, ChainJoint, Poly, Ring, kinetic_energy_matrix
from ..bench import Bench
from ..entry import EQUALITY, EXACTLY, Chapter, EntryResult, EntryRow, Paper
from .appendix_constants import CONSTANTS, pairs_of
from .appendix_lines import NAMES_READ, appendix_lines
from .appendix_polynomials import derived_coefficients
from .extended import tilde

CHAPTER = Chapter(Paper.BURDICK)

ROTATIONS = (
    "c1 -s1 ? / s1 c1 ? / 0 0 ?",
    "? -s2 ? / 0 ? ? / -s2 -c2 ?",
    "c3 -s3 ? / ? c3 ? / 0 ? ?",
    "? -s4 ? / 0 ? ? / s4 c4 ?",
    "? -s5 ? / 0 ? ? / -s5 -c5 ?",
    "? -s6 ? / 0 ? ? / s6 c6 ?",
)
"""Rotation matrices from each frame to the previous one, with ``?`` for illegible entries (8 is read as s).

A single 0 of a row is taken as its first entry.
"""


@CHAPTER.entry(
    "section 6",
    "rotation matrices of the PUMA 560",
    "puma560 arm urdf",
    criterion="entries that are legible in the scan, or read (signs of the last rows give the twists), "
    "against the matrices of table A1 of AKB, the same arm in the other paper, at one random set of angles, to 1e-12",
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
        f"{legible} entries of {len(rows)} matrices",
        f"{agree} matrices agree",
        agree == len(rows),
        corrected=(
            "the matrices are read: “8” as s, “C” as c, “-s.” as -s3, “-as” as -s6, “Cs” as c6; labels such as “sas”, "
            "by the indices of the entries; a single 0 as the first entry of its row",
        ),
        rows=tuple(rows),
    )


SECTION_6 = {
    "ry1": "r~,", "rx2": "T", "ry3": "r~3", "ry5": "r~5", "rz6": "r~J",
    "Ixx1": "Im", "Iyy1": "Ii;v1", "Izz1": "I,.1", "Ixy1": "Ixy 1", "Ixz1": "I$zl", "Iyz1": "Iyz 1",
    "Ixx2": "Im", "Iyy2": "Iyy2", "Izz2": "Izz2", "Ixy2": "fxy2", "Ixz2": "Im", "Iyz2": "Iyz 2",
    "Ixx3": "Im", "Iyy3": "Iyy3", "Izz3": "I,,,", "Ixy3": "Ixy 3", "Ixz3": "Im", "Iyz3": "lyz 3",
    "Ixx4": "Ir", "Iyy4": "Iyy4", "Izz4": "fxz4", "Ixx5": "Im", "Izz5": "lzzs", "Ixx6": "If", "Izz6": "Izzo",
}  # fmt: skip
"""Coordinates of the centers r, and moments of inertia, of section 6 as read, and the scan's text of each at its first
place: full tensors of links 1 to 3, diagonal ones of links 4 to 6 with two equal moments of links 5 and 6."""


@CHAPTER.entry(
    "section 6",
    "vectors P_1 to P_6",
    "puma560 arm check",
    criterion="none, because P_1 to P_4 are not in the scan, and P_5 and P_6 are not legible",
)
def vectors_p(bench: Bench) -> EntryResult:
    rows = []
    for i, joint in enumerate(bench.arm.joints, start=1):
        own = np.array([joint.a, -np.sin(joint.alpha) * joint.d, np.cos(joint.alpha) * joint.d])
        rows.append(EntryRow(f"P_{i}", None, ", ".join(f"{value:g}" for value in own.round(12) + 0.0), "m"))
    return EntryResult(
        None,
        f"{len(rows)} vectors",
        None,
        absent="P_1 to P_4 are not in the scan, of P_5 it has “[~]”, of P_6 “rnJ”; ours, of table A1 of AKB, stand "
        "alone",
        rows=tuple(rows),
    )


@CHAPTER.entry(
    "section 6",
    "vectors r_1 to r_6 with one coordinate at most, full inertia of links 1 to 3 and diagonal inertia of links 4 to 6",
    "puma560 derive",
    criterion="the names of the coordinates and moments of section 6 against those in appendix II: "
    "appendix II has each of them, or the generator's M, b, c and g do not depend on it, and it has no other. Moments "
    "that are not legible are read by their place in the matrices; the axes of the five coordinates, and the second "
    f"moment of link 5 as equal to the first, and r_4 = 0, by appendix II, so that these are not tested; {NAMES_READ}",
)
def centers_and_inertia(bench: Bench) -> EntryResult:
    own = set(SECTION_6)
    used = set(re.findall(r"\b(?:r[xyz]|I[xyz]{2})\d\b", _appendix()))
    found = derived_coefficients()
    influence = [_names(poly) for key, poly in found.items() if key[0] in "Mbcg"]
    needed = {name for name in own if any(name in names for names in influence)}
    rows = tuple(
        EntryRow(
            name,
            SECTION_6.get(name, "not in section 6"),
            f"{'' if name in used else 'not '}in appendix II"
            + ("" if name in needed else "; the torques do not depend on it"),
            "",
            (name in used) == (name in needed) and (name in own or name not in used),
        )
        for name in sorted(own | used)
    )
    agree = sum(row.agrees for row in rows)
    unread = [name for name, scan in SECTION_6.items() if scan.replace(" ", "").replace("lyz", "Iyz") != name]
    return EntryResult(
        f"{len(own)} names",
        f"{agree} agree",
        agree == len(rows),
        corrected=(
            f"{len(unread)} of {len(own)} names are read (rows, with the scan's text of the first place); of the "
            "middle moments of links 5 and 6, the scan has “Ins” and “Ixx6”, of r_4 “[ ~]”",
        ),
        rows=rows,
    )


def _appendix() -> str:
    return " ".join([text for _, text in pairs_of(CONSTANTS)] + [line.printed for line in appendix_lines().values()])


def _names(poly: Poly) -> set[str]:
    return {name for monomial, _ in poly.items() for name, _ in poly.ring.factors(monomial)}


@CHAPTER.entry(
    "section 4",
    "(a × b)·(c × d) = -a·b̃·d̃·c, and (a × b)·(c × (d × e)) = -(d × e)·(c × (a × b))",
    criterion="both sides of both identities with 50 sets of random vectors of integers from -9 to 9: exact, no "
    "tolerance",
)
def identities(bench: Bench) -> EntryResult:
    random = np.random.default_rng(1986)
    differences = []
    for _ in range(50):
        a, b, c, d, e = random.integers(-9, 10, (5, 3))
        differences.append(np.cross(a, b) @ np.cross(c, d) + a @ tilde(b) @ tilde(d) @ c)
        differences.append(np.cross(a, b) @ np.cross(c, np.cross(d, e)) + np.cross(d, e) @ np.cross(c, np.cross(a, b)))
    worst = float(np.abs(differences).max())
    return EntryResult(
        EQUALITY,
        worst,
        worst == 0.0,
        corrected=("a dot and tildes are read, where the scan has “(axb)-(cxd) = -a·b·d·c”",),
    )


@CHAPTER.entry(
    "section 2",
    "joints of more freedom are modeled by bodies that have no mass, inertia or size",
    "puma560 derive",
    criterion="a universal joint, our example, as two revolute joints with such a body between them: the generator's M "
    "against that of one body by ω = q̇1 z1 + q̇2 z2 and its moments and products of inertia about the crossing of the "
    f"axes, {EXACTLY}",
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
    # In the body's frame, the first axis is (-s2, -c2, 0) and the second (0, 0, 1).
    expected = (
        (s * s * xx + c * c * yy + s * c * xy * 2, -(s * xz) - c * yz),
        (-(s * xz) - c * yz, zz),
    )
    wrong = sum(bool(a[i][j] - expected[i][j]) for i in range(2) for j in range(2))
    return EntryResult(
        "no mass, inertia or size",
        "M of one body on a universal joint, identical" if not wrong else f"{wrong} elements differ",
        not wrong,
    )
