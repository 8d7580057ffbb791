"""Which robot description an arm was read from, and how: what it takes to read it again."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Origin:
    """A robot description and what was chosen of it.

    Attributes:
        source: absolute path of a URDF or xacro file, or the XML text.
        base: link that stands still; None for the root.
        tip: link at the arm's end; None for that of the last moving joint.
        hold: joints that are held: names or patterns.
        arguments: pairs of names and values for xacro.
        without: links that are left out, with all that they carry.
        upright: link along whose -z gravity acts; None for the root.
    """

    source: str
    base: str | None = None
    tip: str | None = None
    hold: tuple[str, ...] = ()
    arguments: tuple[tuple[str, str], ...] = ()
    without: tuple[str, ...] = ()
    upright: str | None = None
