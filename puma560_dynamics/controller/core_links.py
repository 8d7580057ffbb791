"""Data of an arm's links for the C++ core, which needs them for a payload and for another direction of gravity."""

from __future__ import annotations

import json
from collections.abc import Iterable

from ..arm import Arm
from ..arm.transform import cos_sin

LinkNumbers = tuple[float, ...]
"""Fields of ``torque_core_link`` in order: turn (9), place (3), mass, center (3), inertia (6), slides."""


def core_links(arm: Arm) -> list[LinkNumbers]:
    """Return steps between the frames, and bodies of the links, from the base outwards; missing numbers are 0."""
    rows = []
    for joint, link in zip(arm.joints, arm.links, strict=True):
        (ca, sa), (co, so) = cos_sin(joint.alpha), cos_sin(joint.offset)
        turn = (co, -so, 0.0, ca * so, ca * co, -sa, sa * so, sa * co, ca)
        place = (joint.a, -sa * joint.d, ca * joint.d)
        i = link.inertia
        inertia = (i[0, 0], i[1, 1], i[2, 2], i[0, 1], i[0, 2], i[1, 2])
        rows.append((*turn, *place, link.mass, *link.center_of_gravity, *inertia, float(joint.slides)))
    return [tuple(map(float, row)) for row in rows]


def links_code(arm: Arm, digits: int = 17) -> str:
    """Return `core_links` as rows of a C initialiser."""
    rows = []
    for row in core_links(arm):
        turn, place, mass, center, inertia = (row_code(row[part], digits) for part in _FIELDS)
        rows.append(f"  {{{{{turn}}}, {{{place}}}, {mass}, {{{center}}}, {{{inertia}}}, {int(row[-1])}, 0}},")
    return "\n".join(rows)


_FIELDS = (slice(0, 9), slice(9, 12), slice(12, 13), slice(13, 16), slice(16, 22))


def frames_code(arm: Arm, digits: int = 17) -> str:
    """Return the frames in which a payload may be given: name, rotation by rows, origin; the unnamed tip first."""
    at_end = arm.end_frames
    frames = {"": arm.frames[-1], **{name: at_end[name] for name in payload_links(arm)}}
    rows = []
    for name, frame in frames.items():
        turn, origin = row_code(frame[:3, :3].ravel().tolist(), digits), row_code(frame[:3, 3].tolist(), digits)
        rows.append(f"  {{{text_code(name)}, {{{turn}}}, {{{origin}}}}},")
    return "\n".join(rows)


def payload_links(arm: Arm) -> list[str]:
    """Return the names of links in whose frames a payload may be given: the last moving link, then others by name."""
    last, *others = arm.end_frames
    return [last, *sorted(others)]


def row_code(numbers: Iterable[float], digits: int = 17) -> str:
    """Return the numbers of a C initialiser, without the braces."""
    return ", ".join(f"{float(number):.{digits}g}" for number in numbers)


def text_code(text: str) -> str:
    """Return a C string literal."""
    return json.dumps(text, ensure_ascii=False)
