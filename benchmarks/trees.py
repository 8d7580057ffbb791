"""Count operations of the torque of robots with two arms on a moving torso, ours and those of the leaderboard's peer.

``python benchmarks/trees.py --write docs`` writes docs/leaderboard_trees.csv. Only operations are counted, so the table
does not depend on the machine.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import casadi
from casadi_dynamics import count, newton_euler, rigid
from casadi_forms import FORMS, Step
from casadi_graph import rebuilt
from leaderboard_page import as_csv
from native import Unavailable
from public_arms import TREES

from puma560_dynamics.emdeg import Chain, derive, regrouped_bodies
from puma560_dynamics.errors import Puma560Error


def peer(chain: Chain, form: str) -> Any:
    """Return the peer's torque as a CasADi function of (q, c, s, qd, qdd), with equal terms computed once.

    Only positions of prismatic joints are used of q, and only cosines and sines of revolute joints of c and s.

    Args:
        chain: chain with numeric parameters, serial or with branches.
        form: name in `FORMS`.
    """
    how = FORMS[form]
    symbols = [casadi.SX.sym(name, chain.n) for name in ("q", "c", "s", "qd", "qdd")]
    q, c, s, rates, seconds = (casadi.vertsplit(symbol) for symbol in symbols)
    steps = [Step.of(joint, *own) for joint, *own in zip(chain.joints, c, s, q, strict=True)]
    bodies = [rigid(body, how) for body in regrouped_bodies(chain)]
    down = [-float(x) for x in chain.gravity]
    torques = newton_euler(how, steps, bodies, rates, seconds, down, chain.parents)
    armature = (float(joint.armature) for joint in chain.joints)
    torques = [own + by * second for own, by, second in zip(torques, armature, seconds, strict=True)]
    function = casadi.Function("torque", symbols, [casadi.cse(casadi.densify(casadi.vertcat(*torques)))])
    return casadi.Function("torque", symbols, rebuilt(function, symbols))


def row(name: str, chain: Chain) -> list[object]:
    """Return the row of a robot: joints, our operations, those of each form of the peer, and ours / the fewest."""
    ours = derive(chain, ("torque",)).programs["torque"].count_single_angles.total
    counts = [count(peer(chain, form)) for form in FORMS]
    return [name, chain.n, ours, *counts, f"{ours / min(counts):.3f}"]


def table(rows: Sequence[Sequence[object]]) -> str:
    """Return the table as CSV."""
    return as_csv([["robot", "joints", "ours", *(f"CasADi, {form}" for form in FORMS), "ours / the fewest"], *rows])


def main() -> None:
    """Print the table, or write it. The exit code is 1 if a robot cannot be read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", type=Path, metavar="DOCS", help="write the table in this folder")
    arguments = parser.parse_args()
    try:
        made = table([row(robot.name, robot.chain()) for robot in TREES])
    except (Unavailable, Puma560Error) as reason:
        sys.exit(str(reason))
    if arguments.write:
        (arguments.write / "leaderboard_trees.csv").write_text(made, encoding="utf-8")
    print(made)


if __name__ == "__main__":
    main()
