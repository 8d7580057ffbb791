"""Define the options for writing programs as C; they change results only by rounding."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ...errors import ProgramError
from . import SCALARS

Scalar = Literal["double", "float"]
"""Type of the numbers in C."""

LANES = 8
"""Number of states in a block of a batch: the width of the widest vector registers. More would add a loop."""

MANY = 16
"""Size of a result (number of columns written) above which two blocks are written at a time."""


@dataclass(frozen=True)
class CodeForm:
    """Options for one function in C.

    Attributes:
        ordered: whether to sort statements, terms and factors by `schedule`; otherwise they keep the search's order.
        formulas: whether to compute sines and cosines of sums of angles by the angle sum formulas where possible.
        spread: whether to multiply each term of a sum by a constant factor (free with fused multiply-add) instead of
            the whole sum.
    """

    ordered: bool = True
    formulas: bool = True
    spread: bool = False


USUAL_FORM = CodeForm()


@dataclass(frozen=True)
class UnitForm:
    """Options for a C file.

    Attributes:
        functions: options by name of the program; `USUAL_FORM` for other programs.
        lanes: number of states in a block of a batch of doubles; a block of floats has twice as many.
        scalar: type of all numbers.
        firmware: whether the code does without libm and without batches, and shares one copy of sine and cosine among
            its functions.

    Raises:
        ProgramError: `scalar` is not one of `SCALARS`.
    """

    functions: Mapping[str, CodeForm] = field(default_factory=dict)
    lanes: int = LANES
    scalar: Scalar = "double"
    firmware: bool = False

    def __post_init__(self) -> None:
        if self.scalar not in SCALARS:
            raise ProgramError(f"{self.scalar!r:.80} is not a type of numbers in C; use one of {', '.join(SCALARS)}")

    def of(self, name: str) -> CodeForm:
        """Return the options for a function."""
        return self.functions.get(name, USUAL_FORM)

    @staticmethod
    def blocks_at_once(size: int) -> int:
        """Return the number of blocks that a batch writes past the caches at a time, for results of `size` elements.

        With many columns, writing two consecutive cache lines of each at a time is faster (36 columns: 15 instead of
        24 ns per state); with six columns it is a tenth slower.
        """
        return 2 if size > MANY else 1


USUAL_UNIT = UnitForm()
"""Default options, independent of the machine; tuning may find faster ones."""
