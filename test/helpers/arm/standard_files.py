"""The same numbers as an arm file in the standard convention and as a Denavit-Hartenberg table."""

from __future__ import annotations

from typing import Any

import numpy as np

QUARTERS = (0.0, 90.0, -90.0, 180.0)


def rows(seed: int, joints: int = 4) -> list[dict[str, Any]]:
    """Random rows: alpha in degrees, lengths, a body and a motor each; the last one has a twist and a length too."""
    draw = np.random.default_rng(seed)
    found = []
    for _ in range(joints):
        square = draw.normal(size=(3, 3))
        moment = square @ square.T / 20
        inertia = np.trace(moment) * np.eye(3) - moment
        found.append({
            "alpha": float(draw.choice(QUARTERS)) if draw.random() < 0.7 else float(draw.uniform(-170, 170)),
            "a": float(draw.uniform(-0.5, 0.5)), "d": float(draw.uniform(-0.5, 0.5)),
            "kind": "prismatic" if draw.random() < 0.2 else "revolute",
            "mass": float(draw.uniform(0.5, 5.0)), "center": draw.uniform(-0.2, 0.2, 3).tolist(),
            "inertia": [float(inertia[i, j]) for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))],
        })  # fmt: skip
    return found


def arm_tree(given: list[dict[str, Any]]) -> dict[str, Any]:
    """Content of an arm file."""
    tree: dict[str, Any] = {"convention": "standard", "joints": {}, "links": {}, "motors": {}}
    for number, row in enumerate(given, 1):
        name = f"joint{number}"
        tree["joints"][name] = {
            "kind": row["kind"], "alpha": {"value": row["alpha"], "unit": "deg"}, "a": row["a"], "d": row["d"],
            "lower": -1.0, "upper": 1.0, "velocity": 1.0,
        }  # fmt: skip
        tree["links"][f"link{number}"] = {
            "mass": row["mass"], "center_of_gravity": row["center"], "inertia": row["inertia"],
        }  # fmt: skip
        tree["motors"][name] = {"inertia": 0.1, "gear_ratio": 1, "maximum_torque": 10, "break_away_torque": 1}
    return tree


def table_tree(given: list[dict[str, Any]]) -> dict[str, Any]:
    """Content of a Denavit-Hartenberg table."""
    return {
        "convention": "standard",
        "angles": "deg",
        "joints": [
            {"type": row["kind"], "alpha": row["alpha"], "a": row["a"], "d": row["d"], "armature": 0.1} for row in given
        ],
        "bodies": [{"mass": row["mass"], "center": row["center"], "inertia": row["inertia"]} for row in given],
    }
