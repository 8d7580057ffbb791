"""Define the place of a link: the moving link that it is fixed to, and its pose in the frame of that link."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..arrays import FloatArray, equal_fields, read_only
from ..errors import MAX_NAMES, StateError, listed

BASE_LINK = "base_link"
"""Name of the base link of an arm without description."""


@dataclass(frozen=True, eq=False)
class LinkPlace:
    """Place of a link: the moving link that it is part of, and its pose in the frame of that link.

    Attributes:
        carrier: number of the moving link that the link is fixed to (or is), from 1; 0 for the base.
        pose: (4, 4) pose of the description's link frame in frame `carrier` of the arm, or in the frame of the base
            link if `carrier` is 0. Position in m.
    """

    carrier: int
    pose: FloatArray

    def __post_init__(self) -> None:
        object.__setattr__(self, "pose", read_only(self.pose))

    def __eq__(self, other: object) -> bool:
        return equal_fields(self, other)

    def __hash__(self) -> int:
        return hash(self.carrier)


def place_of(places: Mapping[str, LinkPlace], link: str, arm: str) -> LinkPlace:
    """Return the place of a link.

    Args:
        places: places of the arm's links, by link name.
        link: name of the link.
        arm: name of the arm, for the message.

    Raises:
        StateError: the arm has no such link.
    """
    if not isinstance(link, str) or link not in places:
        all_names = " (arm.link_names)" if len(places) > MAX_NAMES else ""
        raise StateError(
            f"link: {link!r:.80} is no link of {arm} that is fixed to its base or moves with it; "
            f"use one of {listed(places)}{all_names}"
        )
    return places[link]
