"""An arm as it was read: its chain, limits, friction and links, and what was noticed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ...errors import ChainError
from ..algebra.exact import exact
from ..algebra.vectors import Vector
from ..chain.chain import Chain, Placement
from ..chain.pose import length, three
from ..program.provenance import JointFacts
from ..program.specialise import Friction
from .description import DOWN
from .mimic import Mimic


@dataclass(frozen=True)
class Reading:
    """A chain and what was noticed in reading it.

    Attributes:
        chain: the chain.
        remarks: sentences: what was merged, left out, taken as a quarter turn, or is not quite physical.
        angles: those of them that are on angles next to a quarter turn, taken as one or not.
        base: name of the link that stands still, where the input has names.
        upright: name of the link along whose -z gravity acts, where the input has names, and neither the
            caller nor the input gives another direction.
        gravity: (3,) m/s², in the frame of the base link.
        strength: its size, m/s².
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
    strength: float = 9.81
    carried: tuple[Mapping[str, Placement], ...] = ()
    mimics: tuple[Mimic, ...] = ()

    def under(self, gravity: Sequence[float]) -> Reading:
        """Return the same with other gravity, (3,) m/s² in frame 0.

        Raises:
            ChainError: not three finite numbers.
        """
        down = gravity_vector(gravity)
        return replace(self, chain=replace(self.chain, gravity=down), gravity=down, strength=length(down))


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
