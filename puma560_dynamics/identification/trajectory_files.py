"""An exciting motion as files: a JointTrajectory message in YAML, and a plain table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .excitation import Excitation

RATE = 20.0
"""Points a second. Between them the trajectory controller runs polynomials of fifth degree."""


def times(excitation: Excitation, periods: int, rate: float = RATE) -> np.ndarray:
    """(P,) s of the points: whole periods, both ends included."""
    count = int(np.ceil(periods * excitation.motion.period * rate))
    return np.linspace(0.0, periods * excitation.motion.period, count + 1)


def message_yaml(excitation: Excitation, joints: Sequence[str], periods: int, lead: float = 2.0) -> str:
    """A `trajectory_msgs/JointTrajectory` as `ros2 topic pub` and `ros2 topic echo` write it.

    Args:
        excitation: the motion.
        joints: names, in the order of the motion.
        periods: how often it is run.
        lead: s given to come from wherever the arm rests to the first point.
    """
    at = times(excitation, periods)
    lines = ["header: {stamp: {sec: 0, nanosec: 0}, frame_id: ''}", f"joint_names: [{', '.join(joints)}]", "points:"]
    for time, q, qd, qdd in zip(at + lead, *excitation.motion.states(at), strict=True):
        seconds, nanoseconds = divmod(round(time * 1e9), 10**9)
        lines.append(f"- positions: {_numbers(q)}")
        lines.append(f"  velocities: {_numbers(qd)}")
        lines.append(f"  accelerations: {_numbers(qdd)}")
        lines.append("  effort: []")
        lines.append(f"  time_from_start: {{sec: {seconds}, nanosec: {nanoseconds}}}")
    return "\n".join(lines) + "\n"


def excitation_csv(excitation: Excitation, joints: Sequence[str], periods: int) -> str:
    """Time, positions, velocities and accelerations, a row a point: s, rad, rad/s, rad/s²."""
    at = times(excitation, periods)
    names = [f"{joint}.{what}" for what in ("position", "velocity", "acceleration") for joint in joints]
    rows = np.column_stack([at, *excitation.motion.states(at)])
    return "\n".join([",".join(["time", *names]), *(",".join(f"{value:.9g}" for value in row) for row in rows)]) + "\n"


def _numbers(values: np.ndarray) -> str:
    return "[" + ", ".join(f"{value:.9f}" for value in values.tolist()) + "]"
