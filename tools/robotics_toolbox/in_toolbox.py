"""Compute torques and matrices with roboticstoolbox-python. Runs in a separate environment, without this package.

Standard input is a JSON object with ``states`` (lists ``q``, ``qd``, ``qdd`` by name of the state) and ``links``: for
each link the arguments of ``RevoluteMDH``, or null for the package's own model ``models.DH.Puma560``. Standard output
is a JSON object with the version, the numbers of the links and the figures of each state.
"""

from __future__ import annotations

import json
import sys
from importlib.metadata import version
from typing import Any

import numpy as np
import roboticstoolbox


def robot_of(links: list[dict[str, Any]] | None) -> Any:
    """Return the package's PUMA 560, or a robot of links in modified Denavit-Hartenberg frames."""
    if links is None:
        return roboticstoolbox.models.DH.Puma560()
    robot = roboticstoolbox.DHRobot([roboticstoolbox.RevoluteMDH(**link) for link in links])
    robot.gravity = [0.0, 0.0, -9.81]
    return robot


def numbers(robot: Any) -> dict[str, list[float]]:
    """Return the numbers of all links, one list per parameter."""
    columns: dict[str, list[float]] = {}
    for link in robot.links:
        (xx, xy, xz), (_, yy, yz), (_, _, zz) = np.asarray(link.I).tolist()
        x, y, z = np.asarray(link.r).tolist()
        row = {"alpha": link.alpha, "a": link.a, "d": link.d, "m": link.m, "rx": x, "ry": y, "rz": z}
        row |= {"Ixx": xx, "Iyy": yy, "Izz": zz, "Ixy": xy, "Ixz": xz, "Iyz": yz, "Jm": link.Jm, "G": link.G}
        row |= {"B": link.B, "Tc positive": link.Tc[0], "Tc negative": link.Tc[1]}
        for name, value in row.items():
            columns.setdefault(name, []).append(float(value))
    return columns


def figures(robot: Any, state: dict[str, list[float]]) -> dict[str, list[float]]:
    """Return the state and the robot's torques and matrices in it, one list of six numbers per quantity."""
    q, qd, qdd = (np.array(state[key]) for key in ("q", "qd", "qdd"))
    free = robot.nofriction(coulomb=True, viscous=True)
    rows = {key: state[key] for key in ("q", "qd", "qdd")}
    rows["gravload"] = robot.gravload(q).tolist()
    rows["friction"] = robot.friction(qd).tolist()
    rows["coriolis times qd"] = (robot.coriolis(q, qd) @ qd).tolist()
    rows["rne"] = robot.rne(q, qd, qdd).tolist()
    rows["rne without friction"] = free.rne(q, qd, qdd).tolist()
    motors = np.diag([link.G**2 * link.Jm for link in robot.links])
    for name, matrix in (("inertia", robot.inertia(q)), ("inertia without motors", robot.inertia(q) - motors)):
        rows |= {f"{name} {row}": values.tolist() for row, values in enumerate(matrix, 1)}
    pose = robot.fkine(q).A
    return rows | {"fkine": [*pose[:3, 3].tolist(), *pose[:3, 2].tolist()]}


def main() -> None:
    """Answer the request on standard input."""
    request = json.load(sys.stdin)
    robot = robot_of(request["links"])
    answer = {"version": version("roboticstoolbox-python"), "numbers": numbers(robot)}
    answer["figures"] = {name: figures(robot, state) for name, state in request["states"].items()}
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
