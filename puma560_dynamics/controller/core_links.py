"""Data of an arm's links for the C++ core, which needs them for a payload and for another direction of gravity."""

from __future__ import annotations

import json
from collections.abc import Iterable

from ..arm import Arm
from ..arm.transform import cos_sin

LinkNumbers = tuple[float, ...]
"""Fields of ``torque_core_link`` in order: cos_alpha, sin_alpha, a, d, offset, mass, center (3), slides."""


def core_links(arm: Arm) -> list[LinkNumbers]:
    """Return DH steps, masses and centers of gravity of the links from the base outwards; missing numbers are 0."""
    return [
        (
            *cos_sin(joint.alpha), joint.a, joint.d, joint.offset,
            link.mass, *link.center_of_gravity.tolist(), float(joint.slides),
        )
        for joint, link in zip(arm.joints, arm.links, strict=True)
    ]  # fmt: skip


def links_code(arm: Arm, digits: int = 17) -> str:
    """Return `core_links` as rows of a C initialiser."""
    rows = []
    for *step, x, y, z, slides in core_links(arm):
        rows.append(f"  {{{row_code(step, digits)}, {{{row_code((x, y, z), digits)}}}, {int(slides)}, 0}},")
    return "\n".join(rows)


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
