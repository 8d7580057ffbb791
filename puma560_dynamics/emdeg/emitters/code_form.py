"""Choices in writing programs as C that change values by rounding at most."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

LANES = 8
"""States in a block of a batch: one of the widest registers; with more the compiler writes a loop around the block."""

MANY = 16
"""Elements of a result, so many columns that are written side by side."""


@dataclass(frozen=True)
class CodeForm:
    """Form of one function in C.

    Attributes:
        ordered: statements, terms and factors in the order of `schedule`, or as the search left them.
        formulas: sines and cosines of sums of angles by the formulas of sums where that is possible, or each alone.
        spread: numbers multiplied term by term, which fused multiply-add does for nothing, or sums multiplied by them.
    """

    ordered: bool = True
    formulas: bool = True
    spread: bool = False


USUAL_FORM = CodeForm()


@dataclass(frozen=True)
class UnitForm:
    """Form of a file of C.

    Attributes:
        functions: name of a program -> its form; the usual one where there is none.
        lanes: states in a block of a batch.
    """

    functions: Mapping[str, CodeForm] = field(default_factory=dict)
    lanes: int = LANES

    def of(self, name: str) -> CodeForm:
        """Return the form of a function."""
        return self.functions.get(name, USUAL_FORM)

    @staticmethod
    def blocks_at_once(size: int) -> int:
        """Blocks of a result with `size` elements that a batch writes past the caches at a time.

        With many columns two lines of each, one behind the other, take hardly more time than one (36 columns that are
        only written: 24 and 15 ns a state); with six it took a tenth longer than block by block.
        """
        return 2 if size > MANY else 1


USUAL_UNIT = UnitForm()
"""Form that is used unless another was measured to be faster: it does not depend on the machine."""
