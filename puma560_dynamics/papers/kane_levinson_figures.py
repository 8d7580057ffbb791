"""Kane and Levinson: figures 1 to 3, and what the paper says of the motions that they show."""

from __future__ import annotations

import numpy as np

from ..kane_levinson import feedback, maneuver
from .bench import Bench
from .claim import ROUNDING, Chapter, Finding, Paper, Row
from .drawing import curves, frames
from .kane_levinson import MORE, section
from .kane_levinson_appendices import APPENDIX_3
from .link_motion import STANFORD_AXES, links_in_motion

CHAPTER = Chapter(Paper.KANE_LEVINSON)


@CHAPTER.entry("figure 1", "control torques and control force of the manoeuvre (127)", f"{MORE} --figure 1")
def figure_1(bench: Bench) -> Finding:
    claim = bench.stanford_claims["control torques and force of the manoeuvre (127)"]
    motion, torque = maneuver.figure1(bench.kane)
    names = ("τ1, N·m", "τ2, N·m", "τ3, N·m", "τ4, N·m", "τ5, N·m", "σ, N")
    return Finding(
        "curves",
        f"curves, torques to {claim.ours:.0e} those of Newton-Euler",
        False,
        obstacle="the final values of (127), g and the drawing itself are not in the text that we have: the curves "
        "are drawn for 60°, 0.1 m and 9.81 m/s² and cannot be laid over the paper's",
        bounded=claim.holds,
        figure=curves("Kane and Levinson, figure 1: control torques and force", motion.time, torque, names),
    )


@CHAPTER.entry("figure 2", "the Stanford Arm in the position of zero coordinates", MORE)
def figure_2(bench: Bench) -> Finding:
    links = links_in_motion(bench.stanford, np.zeros(6), np.zeros(6), STANFORD_AXES)
    aligned = max(float(np.abs(link.rotation - links[0].rotation).max()) for link in links)
    lengths = APPENDIX_3
    up = links[0].rotation[:, 1]
    # A* at the origin, B* beside the vertical axis; along the arm C* (q6 = 0), D*, E*, F*
    along = {"B": 0.0, "C": 0.0, "D": lengths["L5"], "E": lengths["L2"] + lengths["L6"],
             "F": lengths["L2"] + lengths["L3"]}  # fmt: skip
    rows = []
    for body, distance in along.items():
        ours = float((links["ABCDEF".index(body)].center - links[1].center) @ up)
        rows.append(Row(f"B* to {body}* along n2", distance, ours, "m", abs(ours - distance) < ROUNDING))
    side = float((links[1].center - links[0].center) @ links[0].rotation[:, 0])
    height = float(links[1].center @ up)
    rows += [
        Row("A* to B* along n1", lengths["L1"], side, "m", abs(side - lengths["L1"]) < ROUNDING),
        Row("A* to B* along n2", lengths["L4"], height, "m", abs(height - lengths["L4"]) < ROUNDING),
    ]
    centers = [link.center for link in links]
    order = (1, 2, 4, 3, 5)
    path = np.vstack([np.zeros(3), up * lengths["L4"], *(centers[i] for i in order)])
    return Finding(
        "a schematic",
        f"{sum(row.agrees for row in rows)} of {len(rows)} dimensions, unit vectors aligned to {aligned:.0e}",
        all(row.agrees for row in rows) and aligned < ROUNDING,
        note="drawn again from the arm's data, unit vectors at the mass centers",
        rows=tuple(rows),
        figure=frames("Stanford Arm", [path], [links[i].rotation for i in (0, 1, 4, 3, 5)],
                      [centers[i] for i in (0, 1, 4, 3, 5)], ["A", "B", "E", "D", "F"], 0.09),
    )  # fmt: skip


@CHAPTER.entry("figure 3", "generalized coordinates under the laws (128) to (133): at rest at 60° and 0.1 m by 10 s",
               f"{MORE} --figure 3")  # fmt: skip
def figure_3(bench: Bench) -> Finding:
    motion = bench.controlled.motion
    left = feedback.remaining(bench.controlled)
    claims = [claim for words, claim in bench.stanford_claims.items() if claim.where == "figure 3"]
    scale = np.array([180.0 / np.pi] * 5 + [1.0])
    names = ("q1, °", "q2, °", "q3, °", "q4, °", "q5, °", "q6, m")
    return Finding(
        "60° and 0.1 m",
        f"within {np.degrees(left[:5].max()):.2g}° and {1000 * left[5]:.2g} mm",
        all(claim.holds for claim in claims),
        mended=section(("figure 3", "k_11")).words,
        note="by the paper's gains; what remains is less than 2 % of the way",
        figure=curves("Kane and Levinson, figure 3: generalized coordinates", motion.time, motion.q * scale, names,
                      maneuver.GOAL * scale),
    )  # fmt: skip


@CHAPTER.entry("section 2", "with tau1 = 0 the angular momentum W31 differs from zero by less than 1e-9", MORE)
def momentum_stays(bench: Bench) -> Finding:
    claim = bench.stanford_claims["W31 stays zero while tau1 = 0"]
    return Finding(claim.printed, claim.ours, claim.holds, claim.unit, note=claim.remark)


@CHAPTER.entry("section 2", "inverse dynamics along the motion of figure 3 returns the laws (128) to (133)", MORE)
def laws_returned(bench: Bench) -> Finding:
    claim = bench.stanford_claims["inverse dynamics along figure 3 returns (128) to (133)"]
    return Finding("precisely", claim.ours, claim.holds, "relative error", note=claim.remark)
