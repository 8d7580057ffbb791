"""Data of an arm's links for the C++ core, which needs them for a payload and for another direction of gravity."""

from __future__ import annotations

import json
from collections.abc import Iterable

from ..arm import Arm
from ..arm.link_place import LinkPlace
from ..arm.transform import cos_sin

LinkNumbers = tuple[float, ...]
"""Fields of ``torque_core_link`` in order: turn (9), place (3), mass, center (3), inertia (6), slides."""


def core_links(arm: Arm) -> list[LinkNumbers]:
    """Return steps between the frames, and bodies of the links, from the base outwards; missing numbers are 0."""
    rows = []
    for joint, link in zip(arm.chain.joints, arm.links, strict=True):
        (ca, sa), (co, so) = cos_sin(joint.alpha), cos_sin(joint.offset)
        turn = (co, -so, 0.0, ca * so, ca * co, -sa, sa * so, sa * co, ca)
        place = (joint.a, -sa * joint.d, ca * joint.d)
        i = link.inertia
        inertia = (i[0, 0], i[1, 1], i[2, 2], i[0, 1], i[0, 2], i[1, 2])
        rows.append((*turn, *place, link.mass, *link.center_of_gravity, *inertia, float(joint.slides)))
    return [tuple(map(float, row)) for row in rows]


FollowerNumbers = tuple[float, float, int, int]
"""Fields of ``torque_core_follower`` in order: multiplier, offset, link, leader."""


def core_followers(arm: Arm) -> list[FollowerNumbers]:
    """Return the mimic joints, in the order of the links that they move."""
    followers = sorted(arm.followers, key=lambda one: one.place)
    return [(one.multiplier, one.offset, one.place, one.leader) for one in followers]


def links_code(arm: Arm, digits: int = 17) -> str:
    """Return `core_links` as rows of a C initialiser."""
    rows = []
    for row in core_links(arm):
        turn, place, mass, center, inertia = (row_code(row[part], digits) for part in _FIELDS)
        rows.append(f"  {{{{{turn}}}, {{{place}}}, {mass}, {{{center}}}, {{{inertia}}}, {int(row[-1])}, 0}},")
    return "\n".join(rows)


_FIELDS = (slice(0, 9), slice(9, 12), slice(12, 13), slice(13, 16), slice(16, 22))


def frames_code(arm: Arm, digits: int = 17) -> str:
    """Return the frames of all links that move, as rows of a C initialiser.

    Args:
        arm: the arm.
        digits: significant digits of the numbers.

    Returns:
        Rows of name, number of the moving link that carries the frame, rotation by rows and origin (m) in the frame of
        the moving link. The unnamed tip is first, then the last link, then the others from the base outwards.
    """
    last = arm.links[-1].name
    places = {last: LinkPlace(len(arm.links), arm.end_frames[last]), **arm.link_places}
    rows = []
    for name, place in {"": arm.place_of(), **places}.items():
        if place.carrier == 0:
            continue  # a wrench at a link that does not move causes no torque
        turn = row_code(place.pose[:3, :3].ravel().tolist(), digits)
        origin = row_code(place.pose[:3, 3].tolist(), digits)
        rows.append(f"  {{{text_code(name)}, {place.carrier}, {{{turn}}}, {{{origin}}}}},")
    return "\n".join(rows)


def row_code(numbers: Iterable[float], digits: int = 17) -> str:
    """Return the numbers of a C initialiser, without the braces."""
    return ", ".join(f"{float(number):.{digits}g}" for number in numbers)


def text_code(text: str) -> str:
    """Return a C string literal."""
    return json.dumps(text, ensure_ascii=False)
