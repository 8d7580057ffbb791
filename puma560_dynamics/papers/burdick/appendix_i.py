"""Burdick's appendix I: derivatives of rotation matrices and of vectors between links, (A-1) to (A-4)."""

from __future__ import annotations

import numpy as np

from ...arm.transform import rotation_x
from ...arrays import FloatArray
from ...models.sampling import sample_states
from ..bench import Bench
from ..entry import EQUALITY, Chapter, EntryResult, Paper
from ..link_motion import links_in_motion
from .text import BY_DIFFERENCES, DIFFERENCES, STEP, shifted

CHAPTER = Chapter(Paper.BURDICK)


@CHAPTER.entry(
    "equations (A-1), (A-3) and (A-4)",
    "derivatives with respect to q_p: of the rotation matrix of joint p, of L and of U",
    criterion="none, because the right sides are not in the scan. Our check is only of first moments: the derivatives "
    "of that of all links about the base by each joint, against z × that of the links that the joint moves, about its "
    f"frame's origin, at 5 random configurations of the PUMA by {DIFFERENCES}; rotation matrices have the entry of "
    "(A-2)",
)
def lever_derivative(bench: Bench) -> EntryResult:
    mass = np.array([link.mass for link in bench.arm.links])
    worst = 0.0
    for q in sample_states(bench.arm, 5)[0]:
        still = links_in_motion(bench.arm, q, np.zeros(6))
        for p in range(bench.arm.n):
            pairs = shifted(bench.arm, q, np.eye(6)[p])
            first_moment = sum(
                m * (ahead.center - behind.center) for m, (ahead, behind) in zip(mass, pairs, strict=True)
            )
            turned = sum(m * (link.center - still[p].origin) for m, link in zip(mass[p:], still[p:], strict=True))
            expected = np.cross(still[p].rotation[:, 2], turned)
            worst = max(worst, float(np.abs(first_moment / (2 * STEP) - expected).max()))
    return EntryResult(None, worst, worst < BY_DIFFERENCES, "kg·m",
                   absent="of the right sides, only the limits of a sum in (A-3), m = p and j-1, are in the scan, "
                   "and that of (A-1) stands in (A-2); ours, of first moments only, stands alone")  # fmt: skip


@CHAPTER.entry(
    "equation (A-2)",
    "∂(iRj)/∂q_p = iRp z̃ pRj for i < p ≤ j, else 0",
    criterion="the matrix product against rotations from frame to frame, for all p and all i ≤ j of the PUMA, at one "
    f"configuration of our choice, {DIFFERENCES}",
)
def rotation_derivative(bench: Bench) -> EntryResult:
    z = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    q = np.array((0.3, -1.1, 0.7, 2.0, -0.4, 1.3))
    n, worst = bench.arm.n, 0.0

    def frames(at: FloatArray) -> list[FloatArray]:
        turns = [rotation_x(joint.alpha) @ _about_z(angle) for joint, angle in zip(bench.arm.joints, at, strict=True)]
        found = [np.eye(3)]
        for turn in turns:
            found.append(found[-1] @ turn)
        return found

    now = frames(q)
    for p in range(1, n + 1):
        ahead, behind = (frames(q + sign * STEP * np.eye(n)[p - 1]) for sign in (1, -1))
        for i in range(n + 1):
            for j in range(i, n + 1):
                slope = (ahead[i].T @ ahead[j] - behind[i].T @ behind[j]) / (2 * STEP)
                said = now[i].T @ now[p] @ z @ now[p].T @ now[j] if i < p <= j else np.zeros((3, 3))
                worst = max(worst, float(np.abs(slope - said).max()))
    return EntryResult(
        EQUALITY,
        worst,
        worst < BY_DIFFERENCES,
        corrected=("iRp z̃ pRj is read, where the scan has “'RP ii PRi”",),
    )


def _about_z(angle: float) -> FloatArray:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
