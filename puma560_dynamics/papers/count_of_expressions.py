"""When two counts of the same printed expressions may differ."""

from __future__ import annotations

CONVENTIONS = 0.1
"""Share by which counts of the same expressions may differ. Chosen, not derived: the differences found are 3 to 8 %."""

SAME_EXPRESSIONS = (
    "equal counts. The expressions are printed and the convention of counting is not; shown is that the "
    f"difference is less than {CONVENTIONS:.0%} (our choice)"
)


def counted(ours: int, printed: int) -> bool:
    """Whether two counts of the same expressions differ by no more than conventions of counting make."""
    return abs(ours / printed - 1.0) < CONVENTIONS
