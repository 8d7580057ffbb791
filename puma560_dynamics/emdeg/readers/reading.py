"""What every reader returns, and what every reader takes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ...errors import ChainError
from ..algebra.exact import exact
from ..algebra.vectors import Vector
from ..chain.chain import Chain, Placement
from ..chain.pose import three
from ..equations.friction import Friction
from ..program.provenance import JointFacts
from .mimic import Mimic

DOWN: Vector = (0, 0, -9.81)
"""Gravity of an upright arm, m/s²."""


@dataclass(frozen=True)
class Reading:
    """A chain and what was noticed in reading it.

    Attributes:
        chain: the chain.
        remarks: sentences: what was merged, left out, taken as a quarter turn, or is not quite physical.
        angles: those of them that are on angles next to a quarter turn, taken as one or not.
        base: name of the link that stands still, where the input has names.
        upright: name of the link along whose -z gravity acts, where the input has names and gravity is not given.
        gravity: (3,) m/s², in the frame of the base link.
        carried: links that are fixed to the base, and where they are in its frame; then the same for each moving link,
            itself first, in its frame of the chain. Empty where the input has no names.
        facts: one a joint, where the input has more than names.
        friction: one a joint, where the input has it.
        lacking: one a joint, what its bodies lack to have inertia, empty where they have it.
        links: one a joint, the name of the link that it moves, where the input has names.
        mimics: the joints that follow others; the chain has a coordinate for them all the same.
    """

    chain: Chain
    remarks: tuple[str, ...] = ()
    facts: tuple[JointFacts, ...] = ()
    friction: tuple[Friction, ...] = ()
    lacking: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    angles: tuple[str, ...] = ()
    base: str = ""
    upright: str = ""
    gravity: Vector = DOWN
    carried: tuple[Mapping[str, Placement], ...] = ()
    mimics: tuple[Mimic, ...] = ()


def gravity_vector(values: Sequence[float]) -> Vector:
    """(3,) m/s², exact.

    Raises:
        ChainError: not three finite numbers.
    """
    numbers = [float(value) for value in values]
    if len(numbers) != 3 or not all(math.isfinite(x) for x in numbers):
        raise ChainError(
            f"gravity is {', '.join(f'{x:g}' for x in numbers) or 'empty'}; give three finite numbers in m/s^2"
        )
    return three(exact(x) for x in numbers)


@contextmanager
def naming(path: str | Path) -> Iterator[None]:
    """Every complaint begins with the name of the file."""
    try:
        yield
    except ChainError as error:
        raise ChainError(f"{path}: {error}") from None


def read_bytes(path: Path) -> bytes:
    """The file.

    Raises:
        ChainError: it cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise ChainError(f"{path} cannot be read: {error.strerror or error}; give the path of a file") from None
