"""Define the selection of an arm from a robot description."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Selection:
    """A robot description and the selection of an arm in it.

    Attributes:
        source: path of a file, or the text of the description.
        base: link that does not move; None for the root.
        tip: link at the end of the arm; None for the link of the last moving joint, if there is only one arm.
        more_tips: links at the ends of further arms, which together with the first arm are a chain with branches.
        hold: joints to fix at zero or the nearest limit: names, or patterns with ``*`` and ``?``. Joints that mimic
            them are fixed at the corresponding positions. Fingers of a gripper on the last link are always fixed.
        arguments: pairs of names and values for xacro.
        without: links to leave out, with everything attached to them.
        upright: link whose -z axis is the direction of gravity; None for the root.
    """

    source: str
    base: str | None = None
    tip: str | None = None
    hold: tuple[str, ...] = ()
    arguments: tuple[tuple[str, str], ...] = ()
    without: tuple[str, ...] = ()
    upright: str | None = None
    more_tips: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        source: object,
        *,
        base: str | None = None,
        tip: str | Sequence[str] | None = None,
        hold: Sequence[str] = (),
        arguments: Mapping[str, str] | None = None,
        without: Sequence[str] = (),
        upright: str | None = None,
    ) -> Selection:
        """Return a selection from user input: lists of names, a mapping of arguments, empty strings for defaults.

        `tip` may also be a list of the ends of several arms.
        """
        first, *more = tuple(filter(None, (tip,) if isinstance(tip, str) else tip or ())) or (None,)
        return cls(
            str(source),
            base or None,
            first,
            tuple(filter(None, hold)),
            tuple(sorted((arguments or {}).items())),
            tuple(filter(None, without)),
            upright or None,
            tuple(filter(None, more)),
        )

    @property
    def tips(self) -> tuple[str, ...]:
        """Names of the links at the ends of the arms; empty for the link of the last moving joint."""
        return (*((self.tip,) if self.tip else ()), *self.more_tips)

    @property
    def whole(self) -> bool:
        """Whether nothing but the source is given, so that the whole source is the arm."""
        return self == Selection(self.source)
