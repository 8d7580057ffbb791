"""Armstrong, Khatib and Burdick: our drawings of figures 1 and 2, and the text's statements about the frames."""

from __future__ import annotations

import numpy as np

from ...arm import Arm
from ...arm.transform import rotation_x
from ...arrays import FloatArray
from ...models.tables.constants import printed_constants
from ..bench import Bench
from ..corrections import of_place
from ..drawing import frames, labelled_svg
from ..entry import DRAWN, NOT_IN_SCAN, Chapter, EntryResult, EntryRow, Paper
from .errata import akb_errata

CHAPTER = Chapter(Paper.AKB)

COLUMN = 0.4
"""Height of the column below the arm in the drawing, m."""


def zero_pose(arm: Arm) -> tuple[list[FloatArray], list[FloatArray]]:
    """Return rotations (3, 3) and origins (3,) m of the link frames in the base frame at zero joint angles."""
    rotation, origin = np.eye(3), np.zeros(3)
    rotations, origins = [], []
    for joint in arm.joints:
        origin = origin + rotation[:, 0] * joint.a
        rotation = rotation @ rotation_x(joint.alpha)
        origin = origin + rotation[:, 2] * joint.d
        rotations.append(rotation)
        origins.append(origin)
    return rotations, origins


def arm_lines(rotations: list[FloatArray], origins: list[FloatArray], base: float = COLUMN) -> list[FloatArray]:
    """Return lines (K, 3) m through the joints of the PUMA, on a column of height `base` m."""
    return [np.array([[0.0, 0.0, -base], [0.0, 0.0, 0.0]]), np.vstack([np.zeros(3), *origins])]


@CHAPTER.entry("figure 1", "the two wire suspension", "puma560 measure two-wire", criterion=DRAWN)
def figure_1(bench: Bench) -> EntryResult:
    parts = [
        '<path d="M40 20H280" stroke="#5c6675" stroke-width="4"/>',
        '<path d="M107 20V190M213 20V190" stroke="#1c2430" stroke-width="1.5"/>',
        '<rect x="70" y="190" width="180" height="34" rx="12" fill="#cfd6df" stroke="#5c6675"/>',
        '<path d="M160 20V250" stroke="#0072b2" stroke-dasharray="8 4 2 4"/>',
        '<circle cx="160" cy="207" r="4" fill="#d55e00"/><text x="168" y="204" fill="#d55e00">center of gravity</text>',
        '<path d="M160 236H213" stroke="#0072b2"/><text x="182" y="250" fill="#0072b2">r</text>',
        '<text x="222" y="105">l</text><text x="166" y="262" fill="#0072b2">axis of rotation, ω</text>',
    ]
    return EntryResult(
        None,
        "drawn from the text",
        None,
        absent=NOT_IN_SCAN,
        note="its purpose is described in the text before equation (11); its dimensions are not printed",
        figure=labelled_svg("Two wire suspension", 320, 270, parts),
    )


@CHAPTER.entry(
    "figure 2", "the PUMA 560 in the zero position with its coordinate frames", "puma560 arm urdf", criterion=DRAWN
)
def figure_2(bench: Bench) -> EntryResult:
    rotations, origins = zero_pose(bench.arm)
    drawing = frames(
        "PUMA 560 in the zero position", arm_lines(rotations, origins), rotations, origins,
        [str(i) for i in range(1, 7)], 0.13,
    )  # fmt: skip
    return EntryResult(
        None,
        "drawn from table A1",
        None,
        absent=NOT_IN_SCAN,
        note=f"in table A1: {of_place(akb_errata(), 'A1').note}. The column of {COLUMN:g} m below frame 1 is our "
        "choice. Frames 4 to 6 are drawn at three sizes; what the text says of the frames has a separate entry",
        figure=drawing,
    )


@CHAPTER.entry(
    "section 6",
    "the statements on directions and origins of the frames of links 1 to 6, except that the X-Y planes are in the "
    "centers of links 2 and 3",
    "puma560 arm urdf",
    criterion="each of these statements against the frames of table A1 at zero joint angles: parallel axes and equal "
    "origins to 1e-12; “toward” and “away from” by the sign of the component along the line from one origin to the "
    "other (the base: the origin of frame 1; the wrist: of frame 4; links 2 and 3: of frame 3, our choice). That Z "
    "lies along the joint axis is the convention of table A1. The upward direction follows from tables A3 and A7: the "
    "torque g1·C2 holds link 2 level, so up is opposite to Y2 where g1 is negative",
)
def attached_frames(bench: Bench) -> EntryResult:
    rotations, origins = zero_pose(bench.arm)
    x, y, z = ({i + 1: rotation[:, axis] for i, rotation in enumerate(rotations)} for axis in range(3))
    place = {i + 1: origin for i, origin in enumerate(origins)}
    wrist_from_elbow = place[4] - place[3]
    said = {
        "+Z1 up": float(z[1] @ y[2]) * np.sign(printed_constants()["g1"]) > 1 - 1e-12,
        "Y1 parallel to Z2": float(y[1] @ z[2]) > 1 - 1e-12,
        "+X2 toward link 3": float(x[2] @ (place[3] - place[2])) > 0,
        "+Z2 away from the base": float(z[2] @ (place[2] - place[1])) > 0,
        "Z3 parallel to Z2": float(z[3] @ z[2]) > 1 - 1e-12,
        "+Y3 away from the wrist": float(y[3] @ wrist_from_elbow) < 0,
        "origins 4, 5 and 6 coincide": max(float(np.abs(place[4] - place[i]).max()) for i in (5, 6)) < 1e-12,
        "+Z4 away from link 2": float(z[4] @ wrist_from_elbow) > 0,
        "Y4 parallel to Z3": float(y[4] @ z[3]) > 1 - 1e-12,
        "+Z5 away from the base": float(z[5] @ (place[5] - place[1])) > 0,
        "+Y5 toward link 2": float(y[5] @ wrist_from_elbow) < 0,
        "frame 6 aligned with frame 4": float(np.abs(rotations[5] - rotations[3]).max()) < 1e-12,
    }
    rows = tuple(EntryRow(words, "yes", "yes" if true else "no", "", bool(true)) for words, true in said.items())
    wrong = [row.name for row in rows if not row.agrees]
    return EntryResult(
        f"{len(rows)} statements",
        f"{len(rows) - len(wrong)} hold",
        not wrong,
        note="the X-Y planes are not tested, because the paper prints no outer dimensions of links 2 and 3",
        rows=rows,
    )
