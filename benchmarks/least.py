"""Compare numbers of operations with longer searches, and measure the cost of each additional link of an arm.

``python benchmarks/least.py --write docs`` writes docs/leaderboard_search.csv and docs/leaderboard_links.csv. Only
operations are counted, so the tables do not depend on the machine.
"""

from __future__ import annotations

import argparse
import random
import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

from leaderboard_page import as_csv
from native import Unavailable
from public_arms import ARMS

from puma560_dynamics.emdeg import DEFAULT_EFFORT, Body, Chain, ChainJoint, SearchEffort, derive
from puma560_dynamics.errors import Puma560Error

TASKS = {"torque": "torque", "kinetic_energy_matrix": "A"}
SOME = ("Franka Panda", "Kinova Gen3", "UR5e")
MORE = 10
"""Factor of the longest search relative to the default number of forms and rounds."""

EFFORTS = (
    SearchEffort(forms=0, sketch=0, rounds=1),
    DEFAULT_EFFORT,
    SearchEffort(
        MORE * DEFAULT_EFFORT.forms, MORE * DEFAULT_EFFORT.sketch, MORE * DEFAULT_EFFORT.rounds, DEFAULT_EFFORT.seeds
    ),
)
"""Efforts that are compared: greedy factoring of the default forms, the default search, and a longer one."""

LINKS = range(5, 11)
"""Numbers of joints of the arms, each of which is compared with an arm with one joint less."""

Row = tuple[str, int, int, int, int]
"""Name, operations of the peer, and our operations with each of `EFFORTS`."""


def searched(what: str, chain: Chain, task: str) -> Row:
    """Return the row of one function of one arm; sums of angles are not counted, because the search ignores them."""
    from casadi_dynamics import Peer
    from casadi_forms import FORMS

    greedy, usual, longer = (calculations(chain, task, effort) for effort in EFFORTS)
    return what, min(Peer(chain, form).counts[task] for form in FORMS), greedy, usual, longer


def calculations(chain: Chain, task: str, effort: SearchEffort) -> int:
    """Return the calculations of one function, derived with an effort."""
    return derive(chain, (task,), effort).programs[task].count.total


def arm_of(joints: int) -> Chain:
    """Return a general arm with 90° between axes, an offset at every second joint, and general bodies."""
    rng = random.Random(1)

    def number(least: int, most: int) -> Fraction:
        return Fraction(rng.randrange(least, most), 1000)

    turns, bodies = [], []
    for i in range(joints):
        turn = {"cos_alpha": 0, "sin_alpha": (-1) ** i, "d": number(100, 900) * (i % 2 == 0)} if i else {}
        turns.append(ChainJoint(f"joint{i + 1}", **turn))  # type: ignore[arg-type]
        center = (number(100, 900), number(100, 900), number(100, 900))
        inertia = (*(number(1100, 1900) for _ in range(3)), *(number(10, 90) for _ in range(3)))
        bodies.append(Body(number(100, 900), center, inertia))
    return Chain("general", tuple(turns), tuple(bodies))


def longer_searches(rows: list[Row]) -> str:
    """Return the table of longer searches, with one function of an arm per line."""
    heads = ["", "CasADi's", "ours, greedy factoring", "usual effort", f"{MORE} times the effort"]
    return as_csv(
        [heads, *([what, peer, *(f"{own} ({own / peer:.2f})" for own in ours)] for what, peer, *ours in rows)]
    )


def links(counts: list[tuple[int, int]]) -> str:
    """Return the table of the cost of each additional joint, as CSV.

    Args:
        counts: CasADi's and our operations, for the arm with one joint less than the first of `LINKS` and for all
            arms of `LINKS`.
    """
    lines: list[list[object]] = [["joints", "CasADi's", "ours", "CasADi's, of the last joint", "ours", "ratio"]]
    for joints, (before, now) in zip(LINKS, pairwise(counts), strict=True):
        peer, own = (after - first for first, after in zip(before, now, strict=True))
        lines.append([joints, *now, peer, own, f"{own / peer:.2f}"])
    mean = [(last - first) / len(LINKS) for first, last in zip(counts[0], counts[-1], strict=True)]
    lines.append(["mean", "", "", *(f"{each:.0f}" for each in mean), f"{mean[1] / mean[0]:.2f}"])
    return as_csv(lines)


def main() -> None:
    """Count operations; print the results or write the tables. The exit code is 1 if an arm cannot be read."""
    from casadi_dynamics import Peer

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", type=Path, metavar="DOCS", help="write the tables in this folder")
    parser.add_argument("--arms", nargs="+", default=SOME, help="names of arms")
    arguments = parser.parse_args()
    try:
        chains = {arm.name: arm.chain() for arm in ARMS if arm.name in arguments.arms}
    except (Unavailable, Puma560Error) as reason:
        sys.exit(str(reason))
    rows = [
        searched(f"{name}, {words}", chain, task) for name, chain in chains.items() for task, words in TASKS.items()
    ]
    arms = [arm_of(joints) for joints in (LINKS[0] - 1, *LINKS)]
    counts = [(Peer(arm, "customised").counts["torque"], calculations(arm, "torque", DEFAULT_EFFORT)) for arm in arms]
    made = {"leaderboard_search.csv": longer_searches(rows), "leaderboard_links.csv": links(counts)}
    if arguments.write:
        for name, table in made.items():
            (arguments.write / name).write_text(table, encoding="utf-8")
    print("\n\n".join(made.values()))


if __name__ == "__main__":
    main()
