"""Convert emitted C from double to single precision.

The same printer writes both: the tokens of the finished text are replaced, the type ``double`` by ``float`` and each
number by the nearest one in single precision. Only the parts that read the bits of a number, and sine and cosine, have
two versions (`backends/c`). Programs whose errors could be large are refused.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Sequence

from ...errors import ProgramError
from ..program.program import Program
from ..program.provenance import JointFacts
from ..program.rounding_error import STATES, ErrorBound, error_bound, input_ranges
from ..program.specialise import pruned
from .fewer_angles import fewer_angles

LARGEST_ERROR = 1e-4
"""Largest bound of an error in single precision that is accepted, relative to the largest element of a result."""

COARSER = 2.0**29
"""Factor of the error of a rounding, compared with double precision."""

LARGEST = (2 - 2.0**-23) * 2.0**127
"""Largest finite number in single precision."""

LARGEST_DECIMAL = 3.4028235e38
"""Its shortest literal."""

_TOKEN = re.compile(
    r"(?P<comment>/\*.*?\*/)"
    r'|(?P<string>"(?:\\.|[^"\\\n])*")'
    r"|(?P<number>(?<![\w.])(?:\d+\.\d*|\d+(?=[eE]))(?:[eE][-+]?\d+)?f?(?![\w.]))"
    r"|(?P<name>[A-Za-z_]\w*)",
    re.DOTALL,
)
_NAMES = {
    "double": "float",
    "double_of": "float_of",
    "uint64_t": "uint32_t",
    "UINT64_C": "UINT32_C",
}


def in_single_precision(text: str) -> str:
    """Return emitted C in single precision; its first comment, the provenance, is not changed."""
    head, end, code = text.partition("*/")
    return head + end + _TOKEN.sub(_replaced, code)


def nearest_single(value: float) -> float:
    """Return the nearest number in single precision; larger ones become the largest finite number."""
    if abs(value) >= LARGEST:
        return LARGEST if value > 0 else -LARGEST
    return float(struct.unpack("<f", struct.pack("<f", value))[0])


def single_literal(value: float) -> str:
    """Return the shortest literal in C for the single-precision number nearest to a value."""
    single = nearest_single(value)
    texts = (f"{single:.{digits}g}" for digits in range(1, 10))
    # A literal above the largest number would be infinite in C.
    text = next(text for text in texts if nearest_single(float(text)) == single and abs(float(text)) <= LARGEST_DECIMAL)
    return text + ("f" if "." in text or "e" in text else ".0f")


def _replaced(token: re.Match[str]) -> str:
    text = token[0]
    if token["number"]:
        return single_literal(float(text.removesuffix("f")))
    if token["comment"]:
        return re.sub(r"\bdouble(?=s?\b)", "float", text)
    return _NAMES.get(text, text) if token["name"] else text


def accepted_in_single_precision(
    programs: Sequence[Program], combined: Sequence[Program], joints: Sequence[JointFacts]
) -> tuple[list[Program], list[str]]:
    """Bound the errors of programs in single precision.

    Args:
        programs: programs that are to be written.
        combined: programs that combine several of these; those with large errors are left out.
        joints: facts about the joints, whose limits are the ranges of the inputs.

    Returns:
        The accepted programs among `combined`, and sentences about the errors.

    Raises:
        ProgramError: the bound for one of `programs` exceeds `LARGEST_ERROR`.
    """
    kept, figures, everywhere, missing = [], [], [], []
    for program in (*programs, *combined):
        program = fewer_angles(pruned(program))
        bound = error_bound(program, input_ranges(program, joints))
        if bound.relative <= LARGEST_ERROR:
            kept.append(program.name)
            figures.append(f"{program.name} {bound.absolute:.1e} ({bound.relative:.1e} of its largest element)")
            if bound.everywhere < math.inf:
                everywhere.append(f"{program.name} {bound.everywhere:.1e}")
        elif program.name in {one.name for one in combined}:
            missing.append(f"There is no {program.name} in single precision: {_large(bound)}.")
        else:
            raise ProgramError(
                f"{program.name} cannot be written in single precision: {_large(bound)}; write it in double precision"
            )
    words = (
        f"Single precision: elements differ from those of double precision by at most {', '.join(figures)}, by a "
        f"running error analysis at {STATES} random states within the limits of positions and velocities (2 pi rad, 1 "
        "m, 3 rad/s and 3 m/s where the input has none), and with other inputs up to 10."
    )
    if everywhere:
        words += f" At every state within these limits, they differ by at most {', '.join(everywhere)}."
    return [one for one in combined if one.name in kept], [words, *missing]


def _large(bound: ErrorBound) -> str:
    if bound.relative == math.inf:
        return "no bound of its error is known"
    return f"its error could be {bound.relative:.1e} of its largest element, and at most {LARGEST_ERROR:g} is accepted"
