"""Units of columns, and what they are in SI."""

from __future__ import annotations

import math

from ...errors import BagError

_TURN = 2.0 * math.pi

UNITS = {
    "time": {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9},
    "position": {"rad": 1.0, "deg": _TURN / 360.0, "rev": _TURN, "m": 1.0, "mm": 1e-3},
    "velocity": {
        "rad/s": 1.0,
        "deg/s": _TURN / 360.0,
        "rev/s": _TURN,
        "rpm": _TURN / 60.0,
        "m/s": 1.0,
        "mm/s": 1e-3,
    },
    "acceleration": {"rad/s^2": 1.0, "deg/s^2": _TURN / 360.0, "rev/s^2": _TURN, "m/s^2": 1.0, "mm/s^2": 1e-3},
    "effort": {"Nm": 1.0, "mNm": 1e-3, "kNm": 1e3, "N": 1.0, "kN": 1e3, "lbf.in": 0.1129848290276167},
    "command": {"Nm": 1.0, "mNm": 1e-3, "kNm": 1e3, "N": 1.0, "kN": 1e3, "lbf.in": 0.1129848290276167},
}
"""Factor to SI by quantity and unit."""

PER_GAIN = ("A", "mA", "V", "mV", "%", "counts")
"""Units of effort that are no torque: a gain (N·m, or N where a joint slides, for one of them) makes them one."""

_SPELLED = {
    "°": "deg", "degrees": "deg", "radians": "rad", "°/s": "deg/s", "rad/s²": "rad/s^2", "deg/s²": "deg/s^2",
    "°/s²": "deg/s^2", "m/s²": "m/s^2", "mm/s²": "mm/s^2", "N·m": "Nm", "N m": "Nm", "N*m": "Nm", "mN·m": "mNm",
    "sec": "s", "seconds": "s", "µs": "us",
}  # fmt: skip
"""Other spellings."""

DERIVED = {"velocity": "/s", "acceleration": "/s^2"}
"""What is appended to the unit of the position where a derivative's is not stated."""


def spelled(unit: str) -> str:
    """A unit as `UNITS` spells it."""
    return _SPELLED.get(unit, unit)


def factor(quantity: str, unit: str) -> float:
    """Factor from a unit to SI; 1 for those that a gain converts.

    Raises:
        BagError: the quantity does not have this unit.
    """
    known = UNITS[quantity]
    unit = spelled(unit)
    if unit in known:
        return known[unit]
    if quantity in ("effort", "command") and unit in PER_GAIN:
        return 1.0
    units = [*known, *(PER_GAIN if quantity in ("effort", "command") else ())]
    raise BagError(f"columns: {quantity} has no unit {unit!r}; it has {', '.join(units)}")


def needs_gain(unit: str) -> bool:
    """Whether a unit of effort is not a torque."""
    return spelled(unit) in PER_GAIN
