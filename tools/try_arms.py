"""Try robot descriptions like a new user (import, run, replay, identify), and print a table of the results.

``python -m tools.try_arms LIST FOLDER`` reads a list with one arm per line, ``NAME: FILE [arguments of puma560 arm
import]``, and stores the output of each command in FOLDER. Arms with results in FOLDER are not tried again, so that a
long list can be completed later. The descriptions are not part of this package.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pinocchio as pin

from puma560_dynamics import Arm, load_arm, load_model
from puma560_dynamics.emdeg import description_source

STATES = 200
"""Number of random states at which torque is compared with Pinocchio on the original description."""


def main() -> int:
    """Try every arm of the list; print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list", type=Path, metavar="LIST")
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--model", default="generated", help="feed-forward model of the runs")
    parser.add_argument("--domain", default="56", help="ROS domain")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for line in arguments.list.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        name, _, rest = line.partition(":")
        result = arguments.folder / f"{name.strip()}.json"
        if not result.exists():
            print(f"trying {name}", file=sys.stderr, flush=True)
            found = tried(name.strip(), shlex.split(rest), arguments.folder, arguments.model, arguments.domain)
            result.write_text(json.dumps(found, indent=1), encoding="utf-8")
        rows.append(row(name.strip(), json.loads(result.read_text(encoding="utf-8"))))
    print(table(rows))
    return 0


def tried(name: str, given: list[str], folder: Path, model: str, domain: str) -> dict[str, Any]:
    """Return the results of all commands for one arm; ``failed`` contains the first command that failed."""
    arm, bag, fitted = folder / f"{name}.yaml", folder / f"{name}_bag", folder / f"{name}_identified.yaml"
    report = folder / f"{name}_report"
    commands = {
        "import": ["arm", "import", *given, "-o", str(arm)],
        "run": ["run", "--arm", str(arm), "--model", model, "--domain", domain, "--record", str(bag),
                "--plant-bodies", "exact", "--plant-friction", "exact", "-o", str(report)],
        "replay": ["replay", str(bag), "--arm", str(arm), "--model", model, "--report", str(report / "replay.html")],
        "identify": ["identify", str(bag), "--arm", str(arm), "-o", str(fitted)],
        "check": ["arm", "check", str(fitted)],
    }  # fmt: skip
    found: dict[str, Any] = {}
    for command, words in commands.items():
        program = [sys.executable, "-m", "puma560_dynamics.cli", *words, "--json"]
        done = subprocess.run(program, capture_output=True, text=True, check=False)
        try:
            found[command] = json.loads(done.stdout)
        except json.JSONDecodeError:
            found[command] = {"ok": False, "error": done.stderr.strip().splitlines()[-1:]}
        if done.returncode == 2:
            return {**found, "failed": command}
        if command == "import":
            found["pinocchio"] = against_pinocchio(load_arm(arm))
    return found


def against_pinocchio(arm: Arm) -> float:
    """Return the largest torque difference (N·m) from Pinocchio on the original description, fixed joints locked."""
    assert arm.origin is not None
    robot = ElementTree.fromstring(description_source(arm.origin).text)
    for joint in robot.findall("joint"):
        # In Pinocchio, the position of a continuous joint is cosine and sine, that of a revolute joint is the angle.
        joint.set("type", joint.attrib["type"].replace("continuous", "revolute"))
        joint.set("name", f"joint {joint.attrib['name']}")  # Pinocchio refuses a joint with the name of a link
    whole = pin.buildModelFromXML(ElementTree.tostring(robot, encoding="unicode"))
    names = [f"joint {name}" for name in arm.chain.joint_names]
    locked = [joint for joint in range(1, whole.njoints) if whole.names[joint] not in names]
    rest = np.clip(np.zeros(whole.nq), whole.lowerPositionLimit, whole.upperPositionLimit)
    reduced = pin.buildReducedModel(whole, locked, rest)
    data, own = reduced.createData(), load_model("newton_euler", arm)
    order = [names.index(name) for name in list(reduced.names)[1:]]
    worst = 0.0
    for q, qd, qdd in np.random.default_rng(1).uniform(-2.0, 2.0, (STATES, 3, arm.n)):
        places, rates, seconds = arm.chain_positions(q), arm.following @ qd, arm.following @ qdd
        expected = np.empty(len(order))
        expected[order] = pin.rnea(reduced, data, places[order], rates[order], seconds[order])
        worst = max(worst, float(np.abs(own.torque(q, qd, qdd) - expected @ arm.following).max()))
    return worst


def row(name: str, found: dict[str, Any]) -> list[str]:
    """Return the table cells of one arm."""
    if "joints" not in found["import"]:
        return [name, "–", "–", "–", f"refused: {' '.join(found['import'].get('error', ['']))}", "–", "–", "–"]
    cells = [name, str(len(found["import"]["joints"])), f"{found['import']['mass']:.3g}", f"{found['pinocchio']:.0e}"]
    run = found.get("run", {})
    if "checks" not in run:
        return [*cells, "failed", "–", "–", "–"]
    good = sum(check["ok"] for check in run["checks"])
    unsure = sum(check["inconclusive"] for check in run["checks"])
    said = f"{good} of {len(run['checks'])}" + (f", {unsure} of them inconclusive" if unsure else "")
    said += f" (`{run['model']}`)"
    residual = next((check["detail"] for check in run["checks"] if "against Pinocchio" in check["name"]), "–")
    cells += [said, residual.removeprefix("largest residual ").split(" N·m")[0]]
    replay, identify = found.get("replay", {}), found.get("identify", {})
    share = replay.get("residual_share")
    cells.append("failed" if share is None else f"{100.0 * share:.2g} %")
    fits = [joint["rms"]["train"] for joint in identify.get("joints", [])]
    before, after = (float(np.hypot.reduce([fit[key] for fit in fits])) if fits else 0.0 for key in ("before", "after"))
    return [*cells, f"{before:.2g} → {after:.2g}" if fits else "failed"]


def table(rows: list[list[str]]) -> str:
    """Return the table as Markdown."""
    head = [
        "arm",
        "joints",
        "kg",
        "Newton-Euler less Pinocchio on the URDF, N·m",
        "checks of `run` that hold",
        "residual in the run, N·m",
        "`replay`: residual, share of maximum torque",
        "`identify`: residual before → after, N·m",
    ]
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


if __name__ == "__main__":
    sys.exit(main())
