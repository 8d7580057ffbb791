"""Formatting of numbers for readers: few digits, a unit, and a dash for a missing number."""

from __future__ import annotations

import math
import re

MISSING = "–"

TERM_WORDS = {
    "gravity": "gravity",
    "inertia": "inertia",
    "coriolis": "Coriolis",
    "centrifugal": "centrifugal",
    "motor_inertia": "motor inertia",
    "friction": "friction",
    "guiding": "hand guiding",
    "velocity": "Coriolis and centrifugal",
    "acceleration": "inertia with motors",
    "total": "total",
}
"""Names of the torque terms on a page."""

TARGET_WORDS = {"effort": "measured effort", "command": "published command"}


def number(value: float | None, unit: str = "") -> str:
    """Format a value with three significant digits, in scientific notation if it is very small or large."""
    if value is None or not math.isfinite(value):
        return MISSING
    size = abs(value)
    if size == 0.0:
        text = "0"
    elif size < 1e-3 or size >= 1e6:
        text = f"{value:.1e}"
    else:
        text = f"{value:.{max(0, 2 - math.floor(math.log10(size)))}f}"
    return text.replace("e-0", "e-").replace("-", "−") + (f" {unit}" if unit else "")


def percent(share: float | None) -> str:
    """Format a fraction as percent with two significant digits."""
    if share is None or not math.isfinite(share):
        return MISSING
    value = 100.0 * share
    if abs(value) >= 9.95:
        return f"{value:.0f} %"
    if abs(value) >= 0.0095 or value == 0.0:
        return f"{value:.2g} %"
    return f"{value:.0e} %".replace("e-0", "e-").replace("-", "−")


def rounding(share: float | None) -> str:
    """Format a relative difference between models in percent, or as a power of ten if it is only rounding."""
    if share is None or not 0.0 < share < 1e-9:
        return percent(share)
    return f"{share:.0e}, rounding".replace("e-0", "e-").replace("-", "−")


def milliseconds(value: float | None) -> str:
    """Format a time in s as ms."""
    return number(None if value is None else 1e3 * value, "ms")


def duration(value: float | None) -> str:
    """Format a time in s with a suitable unit: ms, s, min or h."""
    if value is None or not math.isfinite(value):
        return MISSING
    if 0.0 < value < 1.0:
        return milliseconds(value)
    if value < 120.0:
        return number(value, "s")
    return number(value / 60.0, "min") if value < 7200.0 else number(value / 3600.0, "h")


def size(count: float) -> str:
    """Format bytes as kB, MB or GB."""
    for limit, unit in ((1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if count >= limit:
            return number(count / limit, unit)
    return f"{count:.0f} B"


def whole(count: float) -> str:
    """Format a count with thousands separated."""
    return f"{int(count):,}".replace(",", "\u2009")


def some(count: float, noun: str) -> str:
    """Format a count with its noun, such as "1 gap" or "2 gaps"."""
    return f"{whole(count)} {noun}{'' if count == 1 else 's'}"


_BEFORE_UNIT = re.compile(r"(?<=\d) (?=(?:N·m|N|kg|[kM]?Hz|[mµn]?s|min|h|m?rad|[mµ]?m|[kMG]B|m?[WJAV]|px|%)(?![\w-]))")


def bind_units(text: str) -> str:
    """Replace the spaces between numbers and their units by spaces at which no line breaks."""
    return _BEFORE_UNIT.sub("\N{NO-BREAK SPACE}", text)
