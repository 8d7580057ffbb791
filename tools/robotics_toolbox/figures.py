"""Write `docs/puma560_toolbox.csv`: torques and matrices of the PUMA 560 as roboticstoolbox-python computes them.

``ROBOTICS_TOOLBOX_PYTHON=…/bin/python python -m tools.robotics_toolbox.figures`` needs a separate environment with
``pip install roboticstoolbox-python 'numpy<2'``. The arm of the toolbox's class ``Puma560`` is its own; those in
modified frames are built from the numbers of our arm files as they are printed there, before any conversion of ours.
"""

from __future__ import annotations

import csv
import json
import math
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from puma560_dynamics.arithmetic import number_of
from puma560_dynamics.files import share_file

PYTHON = "ROBOTICS_TOOLBOX_PYTHON"
"""Environment variable that names the Python of an environment with roboticstoolbox-python."""

FILE = Path(__file__).parents[2] / "docs" / "puma560_toolbox.csv"
"""The figures: columns set, version, state, quantity, and one number per joint."""

OWN = "corke1995"
"""Arm file with the numbers of the toolbox's own model."""

SETS = (OWN, "corke_akb", "akb1986")
"""Arm files whose figures are computed."""

STANDARD_POSES = {
    "qz": (0, 0, 0, 0, 0, 0),
    "qr": (0, 0.5, -0.5, 0, 0, 0),
    "qs": (0, 0, -0.5, 0, 0, 0),
    "qn": (0, 0.25, 1, 0, 0.25, 0),
}
"""Named poses of the toolbox's standard model, in multiples of pi."""

MODIFIED_POSES = {"qz": (0, 0, 0, 0, 0, 0), "qr": (0, -0.5, 0.5, 0, 0, 0), "qstretch": (0, 0, 0.5, 0, 0, 0)}
"""Named poses of the toolbox's model in modified frames (``mdl_puma560akb.m``), in multiples of pi."""

RANDOM = 12
"""Number of random states of each set."""

Figures = dict[str, dict[str, list[float]]]
"""Six numbers by state and quantity."""


def states(name: str) -> dict[str, dict[str, list[float]]]:
    """Return the states of a set: the toolbox's named poses at rest, and random states in motion."""
    poses = STANDARD_POSES if name == OWN else MODIFIED_POSES
    still = {key: [0.0] * 6 for key in ("qd", "qdd")}
    found = {pose: {"q": [turn * math.pi for turn in turns], **still} for pose, turns in poses.items()}
    draw = np.random.default_rng(1986)
    for number in range(1, RANDOM + 1):
        q, qd, qdd = (draw.uniform(-size, size, 6).tolist() for size in (math.pi, 2.0, 5.0))
        found[f"random {number}"] = {"q": q, "qd": qd, "qdd": qdd}
    return found


def printed(name: str) -> Mapping[str, Any]:
    """Return the content of an arm file as it is printed, without any conversion."""
    tree: Mapping[str, Any] = yaml.safe_load(share_file("config", f"{name}.yaml").read_text(encoding="utf-8"))
    return tree


def value(entry: Any) -> Any:
    """Return the number, or the list of numbers, of an entry of an arm file, in its printed unit."""
    given = entry["value"] if isinstance(entry, Mapping) else entry
    return (
        [number_of(each) if each is not None else 0.0 for each in given]
        if isinstance(given, list)
        else number_of(given)
    )


def links(name: str) -> list[dict[str, Any]]:
    """Return the numbers of an arm file as arguments of the toolbox's links; motor inertia of the joint has ratio 1."""
    tree = printed(name)
    found = []
    for joint, link, motor in zip(*(tree[key].values() for key in ("joints", "links", "motors")), strict=True):
        row = {"alpha": math.radians(value(joint["alpha"])), "a": value(joint["a"]), "d": value(joint["d"])}
        row |= {"m": value(link.get("mass", 0.0)), "r": value(link.get("center_of_gravity", [0.0] * 3))}
        row["I"] = [*value(link["inertia"]), 0.0, 0.0, 0.0]
        at_motor = "rotor_inertia" in motor
        row |= {"Jm": value(motor["rotor_inertia" if at_motor else "inertia"])}
        row |= {"G": value(motor["gear_ratio"]) if at_motor else 1.0}
        found.append(row)
    return found


def computed(name: str, python: str) -> tuple[str, Figures]:
    """Return the version of the toolbox, and its figures for a set; the state "links" has the numbers of the links.

    Args:
        name: one of `SETS`.
        python: Python of an environment with the toolbox.
    """
    script = Path(__file__).with_name("in_toolbox.py")
    request = {"links": None if name == OWN else links(name), "states": states(name)}
    run = subprocess.run([python, str(script)], input=json.dumps(request), capture_output=True, text=True, check=True)
    answer = json.loads(run.stdout.splitlines()[-1])
    return answer["version"], {"links": answer["numbers"], **answer["figures"]}


def committed() -> dict[str, Figures]:
    """Return the committed figures by set."""
    found: dict[str, Figures] = {}
    with FILE.open(encoding="utf-8", newline="") as file:
        for name, _, state, quantity, *row in list(csv.reader(file))[1:]:
            found.setdefault(name, {}).setdefault(state, {})[quantity] = [float(each) for each in row]
    return found


def main() -> int:
    """Compute all figures and write the file."""
    python = os.environ.get(PYTHON)
    if not python:
        print(f"{PYTHON} is not set; give the Python of an environment with roboticstoolbox-python", file=sys.stderr)
        return 2
    with FILE.open("w", encoding="utf-8", newline="") as file:
        write = csv.writer(file, lineterminator="\n")
        write.writerow(["set", "roboticstoolbox-python", "state", "quantity", *range(1, 7)])
        for name in SETS:
            number, found = computed(name, python)
            for state, rows in found.items():
                write.writerows([name, number, state, quantity, *map(repr, row)] for quantity, row in rows.items())
    return 0


if __name__ == "__main__":
    sys.exit(main())
