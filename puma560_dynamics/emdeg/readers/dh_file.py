"""Read a Denavit-Hartenberg table in YAML.

.. code-block:: yaml

    name: arm                 # optional
    convention: modified      # Rx(alpha) Tx(a) Rz(theta) Tz(d); standard: Rz(theta) Tz(d) Tx(a) Rx(alpha)
    angles: deg               # unit of alpha and theta; default: rad
    gravity: [0, 0, -9.81]    # m/s^2 in frame 0; this is the default
    joints:                   # from the base outwards; defaults: 0, type revolute
      - {name: shoulder, type: revolute, alpha: -90, a: 0, d: 0.2, theta: 0, armature: 1.1}
      - {name: slide, type: prismatic, alpha: 90, d: 0.1}
    bodies:                   # one per joint, in the joint's frame; inertia about the center of mass
      - {mass: 2.5, center: [0, 0, 0.1], inertia: [0.02, 0.02, 0.01]}           # Ixx, Iyy, Izz
      - {mass: 1.0, inertia: [0.02, 0.02, 0.01, 0, 0.001, 0]}                   # … Ixy, Ixz, Iyz

Units are m, kg, kg m^2. A number may be an expression of numbers and pi, such as ``-pi/2``. `theta` of a revolute joint
and `d` of a prismatic joint are the values at position zero.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import yaml

from ...arithmetic import number_of
from ...errors import ChainError
from ..chain.chain import REVOLUTE, Body
from .description import DOWN
from .read_dh import MODIFIED, DhRow, read_dh
from .reading import Reading

if TYPE_CHECKING:
    from .formats import Source

_UNITS = {"rad": 1.0, "deg": math.pi / 180.0}
_FILE = ("name", "convention", "angles", "gravity", "joints", "bodies")
_ROW = ("name", "type", "alpha", "a", "d", "theta", "armature")
_BODY = ("mass", "center", "inertia")


def read_table(source: Source) -> Reading:
    """Return the chain of a Denavit-Hartenberg table in the form above.

    Raises:
        ChainError: the file does not have this form, or does not describe a chain.
    """
    name = "arm" if source.path is None else source.path.stem
    try:
        tree = yaml.safe_load(source.text)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise ChainError(f"not valid YAML: {' '.join(str(error).split())[:200]}; correct that place") from None
    data = _mapping(tree, "the table", _FILE)
    unit = data.get("angles", "rad")
    if unit not in list(_UNITS):
        raise ChainError(f"angles {unit!r} is not a unit; choose one of {', '.join(_UNITS)}")
    return read_dh(
        [_row(entry, f"joint{k}", _UNITS[unit]) for k, entry in enumerate(_list(data, "joints"), 1)],
        [_body(entry, f"body {k}") for k, entry in enumerate(_list(data, "bodies"), 1)],
        convention=data.get("convention", MODIFIED),
        gravity=_numbers(data, "gravity", "the file", (3,), DOWN),
        name=str(data.get("name", name)),
        snap=source.snap,
    )


def _row(entry: Any, name: str, unit: float) -> DhRow:
    row = _mapping(entry, name, _ROW)
    name = str(row.get("name", name))
    numbers = {key: _number(row.get(key, 0.0), f"{name}, {key}") for key in ("alpha", "a", "d", "theta", "armature")}
    numbers["alpha"] *= unit
    numbers["theta"] *= unit
    return DhRow(name, str(row.get("type", REVOLUTE)), **numbers)


def _body(entry: Any, where: str) -> Body:
    body = _mapping(entry, where, _BODY)
    inertia = _numbers(body, "inertia", where, (3, 6), (0.0,) * 6)
    center = _numbers(body, "center", where, (3,), (0.0,) * 3)
    return Body(_number(body.get("mass", 0.0), f"{where}, mass"), tuple(center), (*inertia, 0.0, 0.0, 0.0)[:6])  # type: ignore[arg-type]


def _mapping(data: Any, where: str, known: Sequence[str]) -> dict[str, Any]:
    if not isinstance(data, dict):
        given = "nothing" if data is None else type(data).__name__
        raise ChainError(f"{where}: expected a mapping with the keys {', '.join(known)}, got {given}")
    unknown = [str(key)[:40] for key in data if key not in known]
    if unknown:
        raise ChainError(f"{where}: unknown entry {', '.join(unknown[:4])}; known are {', '.join(known)}")
    return data


def _list(data: dict[str, Any], key: str) -> list[Any]:
    entries = data.get(key)
    if not isinstance(entries, list):
        raise ChainError(f"{key!r} is {entries!r}; give a list, one entry per joint")
    return entries


def _numbers(
    data: dict[str, Any], key: str, where: str, counts: tuple[int, ...], default: Sequence[float]
) -> list[float]:
    values = data.get(key, default)
    if not isinstance(values, (list, tuple)) or len(values) not in counts:
        raise ChainError(f"{where}: {key} is {values!r}; give {' or '.join(map(str, counts))} numbers")
    return [_number(value, f"{where}, {key}") for value in values]


def _number(value: Any, where: str) -> float:
    number, reason = math.nan, ""
    try:
        number = number_of(value)
    except ValueError as error:
        reason = f" ({error})" if str(error) else ""
    if not math.isfinite(number):
        raise ChainError(f"{where}: {value!r} is not a finite number{reason}; give one in SI units")
    return number
