"""Selection of an arm from a robot description."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Selection:
    """A robot description, and the part of it that is the arm.

    Attributes:
        source: path of a file, or the text of the description.
        base: link that stands still; None for the root.
        tip: link at the arm's end; None for that of the last moving joint, if there is one arm only.
        hold: joints held at zero or the nearest limit: names, or patterns with ``*`` and ``?``. Joints that mimic them
            are held where these put them. The fingers of a gripper on the last link are held in any case.
        arguments: pairs of names and values for xacro.
        without: links that the robot does not carry, left out with all that hangs on them.
        upright: link along whose -z gravity acts; None for the root, in which the base may stand turned.
    """

    source: str
    base: str | None = None
    tip: str | None = None
    hold: tuple[str, ...] = ()
    arguments: tuple[tuple[str, str], ...] = ()
    without: tuple[str, ...] = ()
    upright: str | None = None

    @classmethod
    def of(
        cls,
        source: object,
        *,
        base: str | None = None,
        tip: str | None = None,
        hold: Sequence[str] = (),
        arguments: Mapping[str, str] | None = None,
        without: Sequence[str] = (),
        upright: str | None = None,
    ) -> Selection:
        """Return the selection of what users give: lists of names, arguments by name, empty names for the defaults."""
        return cls(
            str(source),
            base or None,
            tip or None,
            tuple(filter(None, hold)),
            tuple(sorted((arguments or {}).items())),
            tuple(filter(None, without)),
            upright or None,
        )

    @property
    def whole(self) -> bool:
        """Whether nothing is selected: the source is the arm."""
        return self == Selection(self.source)
