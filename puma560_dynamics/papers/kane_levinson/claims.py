"""Claims of the paper about its equations, each compared with our result."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...models.recursive.newton_euler import NewtonEulerModel
from . import feedback
from .counted_algorithms import PRINTED, counted_algorithms
from .equation_code import any_numbers, of_torques
from .maneuver import GOAL, START, as_printed, in_chain, manoeuvre_curves
from .model import KaneLevinsonModel

AGREEMENT = 1e-12
"""Relative difference below which two models agree."""

PRINTED_DRIFT = 1e-9
"""Bound of |W31| in section 2 of the paper, kg·m²/s."""

NEAR = 0.02
"""Largest remaining fraction of the way after 10 s for which the arm counts as arrived; our choice."""

COUNT = 0.05
"""Largest relative difference of our count from the printed one, because conventions of counting are not printed."""


@dataclass(frozen=True)
class StanfordClaim:
    """A statement of the paper, with our result.

    Attributes:
        where: place in the paper.
        claim: the statement.
        printed: number in the paper, or number that represents its words; `None` if there is none.
        ours: our number.
        unit: unit of both numbers.
        holds: whether the claim holds.
        remark: remark on the comparison.
    """

    where: str
    claim: str
    printed: float | None
    ours: float
    unit: str
    holds: bool
    remark: str = ""


def claims(model: KaneLevinsonModel) -> list[StanfordClaim]:
    """Return all claims that can be computed, in the order of the paper."""
    engine = NewtonEulerModel(model.arm)
    controlled = feedback.simulate_figure3(model)
    return [
        _curves(model, engine),
        *arrival_claims(controlled),
        momentum(model),
        _laws(engine, controlled),
        *_calculations(model),
    ]


def _curves(model: KaneLevinsonModel, engine: NewtonEulerModel) -> StanfordClaim:
    motion, torque = manoeuvre_curves(model)
    expected = as_printed(engine.torque(*(in_chain(part) for part in (motion.q, motion.qd, motion.qdd))))
    error = float(np.abs(torque - expected).max() / np.abs(expected).max())
    return StanfordClaim(
        "figure 1", "control torques and force of the manoeuvre (127)", None, error, "1", error < AGREEMENT,
        "relative difference from Newton-Euler; final values 60° and 0.1 m and g = 9.81 m/s² are assumed",
    )  # fmt: skip


def arrival_claims(controlled: feedback.Controlled) -> list[StanfordClaim]:
    """Return the claims that the motion of figure 3 reaches its goal, for the angles and for joint 6."""
    left = feedback.remaining(controlled)
    way = np.abs(GOAL - START)
    found = []
    for name, part, unit in (("q1 to q5 come to 60°", slice(0, 5), "rad"), ("q6 comes to 0.1 m", slice(5, 6), "m")):
        share = float((left[part] / way[part]).max())
        worst = float(left[part].max())
        remark = f"what remains after 10 s, {100 * share:.2g} % of the way at most"
        found.append(StanfordClaim("figure 3", name, 0.0, worst, unit, share < NEAR, remark))
    return found


def momentum(model: KaneLevinsonModel) -> StanfordClaim:
    """Return the claim that the vertical angular momentum is constant if no torque acts about that axis."""
    drift = feedback.momentum_drift(feedback.without_first_torque(model))
    return StanfordClaim(
        "section 2", "W31 stays zero while tau1 = 0", PRINTED_DRIFT, drift, "kg·m²/s", drift < PRINTED_DRIFT,
        "largest departure in 10 s",
    )  # fmt: skip


def _laws(engine: NewtonEulerModel, controlled: feedback.Controlled) -> StanfordClaim:
    error = float(feedback.returned(engine, controlled).max() / np.abs(controlled.torque).max())
    return StanfordClaim(
        "section 2", "inverse dynamics along figure 3 returns (128) to (133)", None, error, "1", error < AGREEMENT,
        "relative difference, by Newton-Euler",
    )  # fmt: skip


def _calculations(model: KaneLevinsonModel) -> list[StanfordClaim]:
    lines = counted_algorithms(model.arm)
    printed, ours = PRINTED.total, of_torques(any_numbers()).total
    by_name = {(line.algorithm, line.knows): line.count.total for line in lines if not line.printed}
    recursion, generated = by_name["Newton-Euler", "structure"], by_name["generated", "structure"]
    return [
        StanfordClaim(
            "section 3", "646 multiplications and 394 additions", printed, ours, "calculations",
            abs(ours - printed) < COUNT * printed, "(118) to (126) from q and its derivatives",
        ),
        StanfordClaim(
            "section 3", "fewer calculations than Newton-Euler", printed, recursion, "calculations",
            printed < recursion,
            "only the paper's equations use the zeros of the arm; Newton-Euler that uses them needs this many",
        ),
        StanfordClaim(
            "section 3", "separate formulations would need significantly fewer", printed, generated, "calculations",
            generated < printed / 2, "the generator's inverse dynamics of the same structure",
        ),
    ]  # fmt: skip
