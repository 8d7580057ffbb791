"""Kane and Levinson: figures 1 to 3, and the paper's statements about the motions in them."""

from __future__ import annotations

import numpy as np

from ...arrays import FloatArray
from ..bench import Bench
from ..corrections import OfEquations
from ..drawing import curves, frames
from ..entry import DRAWN, EQUALITY, NOT_IN_SCAN, EntryKind, EntryResult, EntryRow, Paper
from ..link_motion import STANFORD_AXES, LinkMotion, links_in_motion
from . import feedback, maneuver
from .claims import AGREEMENT, NEAR, PRINTED_DRIFT, arrival_claims, momentum
from .counts import APPENDIX_3
from .disclosure import FORWARD, disclosing
from .equations import MOMENTUM, TORQUES
from .printed_vectors import VELOCITIES
from .states import LABELS_READ, MORE, SAMPLE, chain_states, section_2_errata

CHAPTER = OfEquations(Paper.KANE_LEVINSON)

LENGTHS = ("(30)", "(31)", "(32)", "(33)", "(34)", "(35)", "(40)", "(41)", "(42)", "(43)")
"""Equations that place the mass centers by L1 to L6."""

ITS_ERRATA = ("figure 3", "k_11", "k_12")
"""Errata of the motion of figure 3: its start, and the units of two gains."""

NOT_G = "terms of the laws cancel gravity, so the motion does not depend on g"


@CHAPTER.entry(
    "figure 1",
    "control torques and control force of the manoeuvre (127)",
    f"{MORE} --figure 1",
    criterion=f"{DRAWN}. Our check: torques by the paper's equations within {AGREEMENT:.0e}, relative to the largest, "
    "of those by our recursion",
)
@disclosing(*TORQUES)
def figure_1(bench: Bench) -> EntryResult:
    claim = bench.stanford_claims["control torques and force of the manoeuvre (127)"]
    motion, torque = maneuver.manoeuvre_curves(bench.kane)
    names = ("τ1, N·m", "τ2, N·m", "τ3, N·m", "τ4, N·m", "τ5, N·m", "σ, N")
    return EntryResult(
        None,
        f"curves, torques within {claim.ours:.0e}, relative to the largest, of those by Newton-Euler",
        claim.holds,
        absent=NOT_IN_SCAN,
        note="drawn for (127) from q2 = 90°, the others 0 (the scan has both q_2(0) = 90° and q_2(0) = 0, "
        "and no q_6(0); later the text has 0 for all, where (8) divides by 0) to 60° and "
        "0.1 m, the goal of (128) to (133) (that of (127) is not in the scan). "
        f"{LABELS_READ[0].upper()}{LABELS_READ[1:]}",
        figure=curves("Kane and Levinson, figure 1: control torques and force", motion.time, torque, names),
    )


@CHAPTER.entry("figure 2", "the Stanford Arm at q1 to q5 = 0", MORE, criterion=DRAWN)
@disclosing(rows={vector.equation: vector.components for vector in VELOCITIES if vector.equation in LENGTHS})
def figure_2(bench: Bench) -> EntryResult:
    links = links_in_motion(bench.stanford, np.zeros(6), np.zeros(6), STANFORD_AXES)
    up = links[0].rotation[:, 1]
    centers = [link.center for link in links]
    order = (1, 2, 4, 3, 5)
    path = np.vstack([np.zeros(3), up * APPENDIX_3["L4"], *(centers[i] for i in order)])
    return EntryResult(
        None,
        "drawn from appendix 3 and the text",
        None,
        absent=NOT_IN_SCAN,
        note="drawn with q6 = 0, which is our choice. Where the text has L1 to L6, (30) to (43) and (135) to "
        "(137) were read, with (136) and (137) as corrected",
        figure=frames("Stanford Arm", [path], [links[i].rotation for i in (0, 1, 4, 3, 5)],
                      [centers[i] for i in (0, 1, 4, 3, 5)], ["A", "B", "E", "D", "F"], 0.09),
    )  # fmt: skip


@CHAPTER.entry(
    "equations (135) to (137)",
    "position vectors of B* to F* from A*",
    MORE,
    criterion="each vector, as corrected, against the links of the arm file, which were written from this text, to "
    f"1e-12 m at 20 {SAMPLE}",
    kind=EntryKind.TRANSCRIPTION,
)
def positions(bench: Bench) -> EntryResult:
    errors = dict.fromkeys("BCDEF", 0.0)
    for q in chain_states(count=20)[0]:
        links = links_in_motion(bench.stanford, q, np.zeros(6), STANFORD_AXES)
        for body, vector in printed_positions(links, float(q[2])).items():
            found = links["ABCDEF".index(body)].center - links[0].center
            errors[body] = max(errors[body], float(np.abs(found - vector).max()))
    rows = tuple(EntryRow(f"{body}*", EQUALITY, error, "m", error < 1e-12) for body, error in errors.items())
    corrected = section_2_errata(("equation (136)", "equation (137)")).sentences
    return EntryResult(
        EQUALITY, max(errors.values()), all(row.agrees for row in rows), "m", corrected=corrected, rows=rows
    )


def printed_positions(links: list[LinkMotion], q6: float) -> dict[str, FloatArray]:
    """Return the vectors (135) to (137), as corrected, from A* to the mass centers of B to F, by body: (3,) m.

    Args:
        links: links A to F with the paper's unit vectors.
        q6: sixth coordinate, m.
    """
    length = APPENDIX_3
    (a1, a2, _), _, (_, c2, _), (_, d2, _), (_, e2, _), _ = (link.rotation.T for link in links)
    b = length["L1"] * a1 + length["L4"] * a2
    c = b + q6 * c2
    wrist = c + length["L2"] * d2
    return {"B": b, "C": c, "D": c + length["L5"] * c2, "E": wrist + length["L6"] * e2, "F": wrist + length["L3"] * e2}


@CHAPTER.entry(
    "figure 3", "generalized coordinates under the laws (128) to (133)", f"{MORE} --figure 3", criterion=DRAWN
)
@disclosing(*FORWARD)
def figure_3(bench: Bench) -> EntryResult:
    motion = bench.controlled.motion
    scale = np.array([180.0 / np.pi] * 5 + [1.0])
    names = ("q1, °", "q2, °", "q3, °", "q4, °", "q5, °", "q6, m")
    return EntryResult(
        None,
        "curves by the paper's gains",
        None,
        absent=NOT_IN_SCAN,
        note="starts at rest at q2 = 90°, the others 0 (the text has 0 for all, where (8) divides by 0); k11 is "
        f"in N/m and k12 in N·s/m (printed N m and N s); {NOT_G}; {LABELS_READ}",
        figure=curves("Kane and Levinson, figure 3: generalized coordinates", motion.time, motion.q * scale, names,
                      maneuver.GOAL * scale),
    )  # fmt: skip


@CHAPTER.entry(
    "section 2",
    "the laws (128) to (133) bring the arm to a state of rest at 60° and 0.1 m in 10 s",
    f"{MORE} --figure 3",
    criterion="none, because the paper does not print how near the arm comes. The entry shows that less than "
    f"{100 * NEAR:.0f} % of each distance (our choice) remains after 10 s with the printed gains and parameters",
)
@disclosing(*FORWARD)
def arrival(bench: Bench) -> EntryResult:
    left, rate = feedback.remaining(bench.controlled), np.abs(bench.controlled.motion.qd[-1])
    return EntryResult(
        "60° and 0.1 m at rest",
        f"within {np.degrees(left[:5].max()):.2g}° and {1000 * left[5]:.2g} mm, at up to "
        f"{np.degrees(rate[:5].max()):.2g}°/s and {1000 * rate[5]:.2g} mm/s",
        False,
        obstacle="the paper does not print what remains after 10 s, and the figure is not in the scan",
        shown=all(claim.holds for claim in arrival_claims(bench.controlled)),
        corrected=section_2_errata(ITS_ERRATA).sentences,
        note=f"{NOT_G}; {LABELS_READ}",
    )


@CHAPTER.entry(
    "section 2",
    "with tau1 = 0 the angular momentum W31 differs from zero by less than 1e-9",
    MORE,
    criterion=f"largest |W31| at {feedback.INSTANTS} instants of 10 s below the printed {PRINTED_DRIFT:g}; our "
    f"integrator has a tolerance of {feedback.TOLERANCE:g} per step, and the number computed is its error; the paper "
    "does not name its integrator. The paper gives no unit; ours is kg·m²/s",
)
@disclosing(MOMENTUM, *FORWARD)
def momentum_stays(bench: Bench) -> EntryResult:
    claim = momentum(bench.kane)
    corrected = section_2_errata(ITS_ERRATA).sentences
    note = f"{NOT_G}; {LABELS_READ}"
    return EntryResult(claim.printed, claim.ours, claim.holds, claim.unit, corrected=corrected, note=note)


@CHAPTER.entry(
    "section 2",
    "inverse dynamics along the motion of figure 3 returns the laws (128) to (133)",
    MORE,
    criterion="torques by the laws, from which the paper's equations computed the motion, against those of our "
    "recursion along it, to 1e-12 of the largest. In the paper, too, this checks programs against each other",
    kind=EntryKind.ROUND_TRIP,
)
@disclosing(*FORWARD, tested=False)
def laws_returned(bench: Bench) -> EntryResult:
    claim = bench.stanford_claims["inverse dynamics along figure 3 returns (128) to (133)"]
    return EntryResult("precisely", claim.ours, claim.holds, "relative error",
                       corrected=section_2_errata(ITS_ERRATA).sentences, note=LABELS_READ)  # fmt: skip
