"""Kane and Levinson: figures 1 to 3, and the paper's statements about the motions in them."""

from __future__ import annotations

import numpy as np

from ..bench import Bench
from ..corrections import OfEquations
from ..drawing import curves, frames
from ..entry import DRAWN, NOT_IN_SCAN, EntryKind, EntryResult, EntryRow, Paper
from ..link_motion import STANFORD_AXES, links_in_motion
from . import feedback, maneuver
from .claims import NEAR, PRINTED_DRIFT, arrival_claims, momentum
from .counts import APPENDIX_3
from .disclosure import FORWARD, disclosing
from .equations import MOMENTUM, TORQUES
from .printed_vectors import VELOCITIES
from .states import MORE, section_2_errata

CHAPTER = OfEquations(Paper.KANE_LEVINSON)

LENGTHS = ("(30)", "(31)", "(32)", "(33)", "(34)", "(35)", "(40)", "(41)", "(42)", "(43)")
"""Equations that place the mass centers by L1 to L6."""

LABELS_READ = "the labels of C1, F1 and F3 in appendix 3 are not in the scan as such (C_i, F_l and a second F_2)"
"""What a motion with the numbers of appendix 3 depends on beyond the errata of its equations."""


@CHAPTER.entry(
    "figure 1", "control torques and control force of the manoeuvre (127)", f"{MORE} --figure 1", criterion=DRAWN
)
@disclosing(*TORQUES)
def figure_1(bench: Bench) -> EntryResult:
    claim = bench.stanford_claims["control torques and force of the manoeuvre (127)"]
    motion, torque = maneuver.manoeuvre_curves(bench.kane)
    names = ("τ1, N·m", "τ2, N·m", "τ3, N·m", "τ4, N·m", "τ5, N·m", "σ, N")
    return EntryResult(
        "curves",
        f"curves, torques within {claim.ours:.0e}, relative to the largest, of those by Newton-Euler",
        claim.holds,
        absent=NOT_IN_SCAN,
        note=f"final values of (127) are not in the scan either: drawn for 60° and 0.1 m; {LABELS_READ}",
        figure=curves("Kane and Levinson, figure 1: control torques and force", motion.time, torque, names),
    )


@CHAPTER.entry("figure 2", "the Stanford Arm in the position of zero coordinates", MORE, criterion=DRAWN)
@disclosing(rows={vector.equation: vector.components for vector in VELOCITIES if vector.equation in LENGTHS})
def figure_2(bench: Bench) -> EntryResult:
    links = links_in_motion(bench.stanford, np.zeros(6), np.zeros(6), STANFORD_AXES)
    up = links[0].rotation[:, 1]
    centers = [link.center for link in links]
    order = (1, 2, 4, 3, 5)
    path = np.vstack([np.zeros(3), up * APPENDIX_3["L4"], *(centers[i] for i in order)])
    return EntryResult(
        "a schematic",
        "drawn from appendix 3 and the text",
        None,
        absent=NOT_IN_SCAN,
        note="drawn with q6 = 0, too, which is our choice. Where the text has L1 to L6, (30) to (43) and (135) to "
        "(137) were read, with (136) and (137) as corrected",
        figure=frames("Stanford Arm", [path], [links[i].rotation for i in (0, 1, 4, 3, 5)],
                      [centers[i] for i in (0, 1, 4, 3, 5)], ["A", "B", "E", "D", "F"], 0.09),
    )  # fmt: skip


@CHAPTER.entry(
    "equations (135) to (137)",
    "position vectors of B* to F* from A*",
    MORE,
    criterion="positions along the axes at zero coordinates against the links of the arm file, which were written "
    "from this text, to 1e-12",
    kind=EntryKind.TRANSCRIPTION,
)
def positions(bench: Bench) -> EntryResult:
    links = links_in_motion(bench.stanford, np.zeros(6), np.zeros(6), STANFORD_AXES)
    length, up, beside = APPENDIX_3, links[0].rotation[:, 1], links[0].rotation[:, 0]
    # At zero coordinates q6 = 0, and c2, d2 and e2 are n2.
    from_b = {"B": 0.0, "C": 0.0, "D": length["L5"], "E": length["L2"] + length["L6"], "F": length["L2"] + length["L3"]}
    rows = []
    for body, along in from_b.items():
        ours = links["ABCDEF".index(body)].center - links[0].center
        for name, axis, said in (("n1", beside, length["L1"]), ("n2", up, length["L4"] + along)):
            found = float(ours @ axis)
            rows.append(EntryRow(f"{body}* along {name}", float(said), found, "m", abs(found - said) < 1e-12))
    agree = sum(row.agrees for row in rows)
    corrected = section_2_errata(("equation (136)", "equation (137)")).sentences
    return EntryResult(
        f"{len(rows)} lengths", f"{agree} agree", agree == len(rows), corrected=corrected, rows=tuple(rows)
    )


@CHAPTER.entry(
    "figure 3", "generalized coordinates under the laws (128) to (133)", f"{MORE} --figure 3", criterion=DRAWN
)
@disclosing(*FORWARD)
def figure_3(bench: Bench) -> EntryResult:
    motion = bench.controlled.motion
    scale = np.array([180.0 / np.pi] * 5 + [1.0])
    names = ("q1, °", "q2, °", "q3, °", "q4, °", "q5, °", "q6, m")
    return EntryResult(
        "curves",
        "curves by the paper's gains",
        None,
        absent=NOT_IN_SCAN,
        note="starts at rest at q2 = 90°, the others 0 (the text has 0 for all, where (8) divides by 0); k11 is "
        "in N/m and k12 in N·s/m (printed N m and N s). Terms of the control laws cancel gravity, so the motion "
        f"does not depend on g; {LABELS_READ}",
        figure=curves("Kane and Levinson, figure 3: generalized coordinates", motion.time, motion.q * scale, names,
                      maneuver.GOAL * scale),
    )  # fmt: skip


@CHAPTER.entry(
    "section 2",
    "under the laws (128) to (133) the arm comes to rest at 60° and 0.1 m in 10 s",
    f"{MORE} --figure 3",
    criterion=f"the motion integrated with the printed gains and parameters: after 10 s less than {NEAR:.0%} of "
    "each distance remains. That share is our choice, because the paper gives none and the figure is not in the "
    "scan",
)
@disclosing(*FORWARD)
def arrival(bench: Bench) -> EntryResult:
    left = feedback.remaining(bench.controlled)
    return EntryResult(
        "60° and 0.1 m",
        f"within {np.degrees(left[:5].max()):.2g}° and {1000 * left[5]:.2g} mm",
        all(claim.holds for claim in arrival_claims(bench.controlled)),
        corrected=section_2_errata(("figure 3", "k_11", "k_12")).sentences,
        note=f"terms of the laws cancel gravity, so the motion does not depend on g; {LABELS_READ}",
    )


@CHAPTER.entry(
    "section 2",
    "with tau1 = 0 the angular momentum W31 differs from zero by less than 1e-9",
    MORE,
    criterion=f"largest |W31| in 10 s below the printed {PRINTED_DRIFT:g}; our integrator has a tolerance of 1e-12 "
    "per step, and the number computed is its error; the paper does not name its integrator. The paper gives no unit; "
    "ours is kg·m²/s",
)
@disclosing(MOMENTUM, *FORWARD)
def momentum_stays(bench: Bench) -> EntryResult:
    claim = momentum(bench.kane)
    corrected = section_2_errata(("figure 3",)).sentences
    note = f"{claim.remark}; (129) to (131) and (133) contain g, too"
    return EntryResult(claim.printed, claim.ours, claim.holds, claim.unit, corrected=corrected, note=note)


@CHAPTER.entry(
    "section 2",
    "inverse dynamics along the motion of figure 3 returns the laws (128) to (133)",
    MORE,
    criterion="the torques from which our forward dynamics computed the motion, against those of our inverse "
    "dynamics along it, to 1e-12. In the paper, too, this checks programs against each other",
    kind=EntryKind.ROUND_TRIP,
)
@disclosing(*FORWARD, tested=False)
def laws_returned(bench: Bench) -> EntryResult:
    claim = bench.stanford_claims["inverse dynamics along figure 3 returns (128) to (133)"]
    return EntryResult("precisely", claim.ours, claim.holds, "relative error", note=claim.remark)
