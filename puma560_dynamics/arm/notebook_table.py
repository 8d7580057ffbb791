"""The joints of an arm as a table of a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from .parts import Joint, Link, Motor

_HEAD = ("joint", "lower", "upper", "velocity", "maximum torque", "motor inertia", "link", "mass, kg")


def notebook_table(caption: str, joints: Sequence[Joint], motors: Sequence[Motor], links: Sequence[Link]) -> str:
    """HTML with a row a joint.

    Args:
        caption: plain text above the table.
        joints: with limits.
        motors: one a joint.
        links: that each joint moves.

    Returns:
        One ``<table>``; every text in it is escaped.
    """
    rows = [
        (joint.name, f"{joint.lower:.4g} {joint.unit}", f"{joint.upper:.4g} {joint.unit}",
         f"{joint.velocity:.4g} {joint.unit}/s", f"{motor.maximum_torque:.4g}", f"{motor.inertia:.4g}",
         link.name, f"{link.mass:.4g}")
        for joint, motor, link in zip(joints, motors, links, strict=True)
    ]  # fmt: skip
    cells = [[f"<th>{escape(word)}</th>" for word in _HEAD]]
    cells += [[f"<td>{escape(word)}</td>" for word in row] for row in rows]
    lines = "".join(f"<tr>{''.join(row)}</tr>" for row in cells)
    return f"<table><caption>{escape(caption)}</caption>{lines}</table>"
