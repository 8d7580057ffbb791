"""Read the shapes of a body from a YAML file, or from one line of YAML per shape.

A file has ``shapes``, one entry per shape by name, and optionally the ``mass`` or ``density`` of the whole body. Each
number is a reading such as ``30 ± 1 mm``, a plain number in SI units, or a mapping with ``value``, ``unit`` and
``tolerance`` as in an arm file. Three numbers are a list.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import yaml

from ..errors import MeasurementError
from ..plain_data import parse_yaml, read_yaml, yaml_problem
from .measured import Measured, parse_measured
from .primitives import PRIMITIVES
from .summed_body import BodyPart

_AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
_OPTIONAL = {"mass": "kg", "density": "kg/m^3", "thickness": "m"}
_TRIPLES = {"size": "m", "center": "m", "rpy": "rad"}
_READING_KEYS = ("value", "unit", "tolerance", "source")


class ShapeFile(NamedTuple):
    """Content of a file of shapes.

    Attributes:
        parts: the shapes.
        mass: mass of the whole body, kg; `None` if the file does not give it.
        density: density of the shapes without mass or density, kg/m³; `None` if the file does not give it.
    """

    parts: tuple[BodyPart, ...]
    mass: Measured | None
    density: Measured | None


def read_shapes(path: Path) -> ShapeFile:
    """Read a file of shapes.

    Raises:
        MeasurementError: the file cannot be read, or an entry is wrong; the message has file and entry.
    """
    tree = _mapping(read_yaml(path, MeasurementError), str(path), ("mass", "density", "shapes", "source"))
    shapes = _mapping(tree.get("shapes"), f"{path}: shapes")
    parts = tuple(_part(str(name), entry, f"{path}: shapes.{name}") for name, entry in shapes.items())
    mass, density = (
        _reading(tree[key], f"{path}: {key}", unit) if key in tree else None
        for key, unit in (("mass", "kg"), ("density", "kg/m^3"))
    )
    return ShapeFile(parts, mass, density)


def parse_shape(text: str, name: str) -> BodyPart:
    """Parse one shape: the entries of a shape in a file, separated by commas.

    Args:
        text: such as ``shape: cylinder shell, mass: 0.2 ± 1% kg, radius: 30 ± 1 mm, length: 0.1, axis: x``.
        name: name of the shape.

    Raises:
        MeasurementError: the text is not YAML, or an entry is wrong.
    """
    try:
        tree = parse_yaml(f"{{{text}}}", each_key_once=True)
    except (yaml.YAMLError, RecursionError) as error:
        raise MeasurementError(
            f"{name}: {text!r}: {yaml_problem(error)}; write e.g. 'shape: box, mass: 2 kg, size: [10 mm, 20 mm, 30 mm]'"
        ) from None
    return _part(name, tree, name)


def _part(name: str, data: Any, where: str) -> BodyPart:
    entry = _mapping(data, where)
    kind = str(entry.get("shape"))
    if kind not in PRIMITIVES:
        got = repr(kind) if "shape" in entry else "nothing"
        raise MeasurementError(f"{where}.shape: expected one of {', '.join(PRIMITIVES)}, got {got}")
    lengths = dict.fromkeys(length.partition(".")[0] for length in PRIMITIVES[kind].lengths)
    _mapping(entry, where, ("shape", "hole", "center", "axis", "rpy", *lengths, *_OPTIONAL))
    missing = [key for key in lengths if key not in entry]
    if missing:
        raise MeasurementError(f"{where}: missing {', '.join(missing)}; a {kind} has {', '.join(lengths)}")
    if "axis" in entry and "rpy" in entry:
        raise MeasurementError(f"{where}: axis and rpy are given; leave out one of them")
    hole = entry.get("hole", False)
    if not isinstance(hole, bool):
        raise MeasurementError(f"{where}.hole: expected true or false, got {str(hole)[:40]!r}")
    readings: dict[str, Measured] = {}
    for key in ("center", *lengths, *_OPTIONAL, "rpy"):
        if key in _TRIPLES:
            if key in entry or key == "center":
                triple = _triple(entry.get(key, [0.0, 0.0, 0.0]), f"{where}.{key}", _TRIPLES[key])
                readings |= {f"{key}.{axis}": reading for axis, reading in enumerate(triple)}
        elif key in entry:
            readings[key] = _reading(entry[key], f"{where}.{key}", _OPTIONAL.get(key, "m"))
    if "axis" in entry:
        angles = _axis_angles(entry["axis"], f"{where}.axis")
        readings |= {f"rpy.{axis}": Measured(angle, "rad") for axis, angle in enumerate(angles)}
    try:
        return BodyPart(name, kind, readings, hole)
    except MeasurementError as error:
        raise MeasurementError(f"{where.removesuffix(name)}{error}") from None


def _mapping(data: Any, where: str, known: tuple[str, ...] = ()) -> Mapping[str, Any]:
    if not isinstance(data, Mapping) or not data:
        got = "nothing" if not data else type(data).__name__
        raise MeasurementError(f"{where}: expected entries such as 'shape: cylinder', got {got}")
    unknown = [str(key) for key in data if known and key not in known]
    if unknown:
        raise MeasurementError(f"{where}: unknown entry {', '.join(unknown)[:80]}; known are {', '.join(known)}")
    return data


def _triple(data: Any, where: str, unit: str) -> list[Measured]:
    values = data.get("value") if isinstance(data, Mapping) else data
    if not isinstance(values, list) or len(values) != 3:
        raise MeasurementError(f"{where}: expected a list of three, such as [0, 0, -50 ± 1 mm]")
    if not isinstance(data, Mapping):
        return [_reading(value, f"{where}.{axis}", unit) for axis, value in enumerate(values)]
    tolerances = data.get("tolerance")
    each = tolerances if isinstance(tolerances, list) else [tolerances] * 3
    if len(each) != 3:
        raise MeasurementError(f"{where}: expected one tolerance or three, got {len(each)}")
    return [
        _reading({**data, "value": value, "tolerance": tolerance}, f"{where}.{axis}", unit)
        for axis, (value, tolerance) in enumerate(zip(values, each, strict=True))
    ]


def _reading(data: Any, where: str, unit: str) -> Measured:
    if isinstance(data, Mapping):
        _mapping(data, where, _READING_KEYS)
        text = f"{data.get('value')} {data.get('tolerance') or ''} {data.get('unit', '')}"
    elif isinstance(data, bool) or not isinstance(data, str | int | float):
        raise MeasurementError(f"{where}: expected a reading such as 30 ± 1 mm, got {str(data)[:40]!r}")
    else:
        text = str(data)
    try:
        return parse_measured(text.strip(), unit)
    except MeasurementError as error:
        raise MeasurementError(f"{where}: {error}") from None


def _axis_angles(data: Any, where: str) -> tuple[float, float, float]:
    """Return roll, pitch and yaw that turn z to an axis: x, y, z or three numbers."""
    values = _AXES.get(data) if isinstance(data, str) else data
    try:
        x, y, z = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        x = y = z = math.nan
    length = math.hypot(x, y, z)
    if not 0.0 < length < math.inf:
        raise MeasurementError(f"{where}: expected x, y, z or three numbers that are not all 0, got {str(data)[:40]!r}")
    return (0.0, math.atan2(math.hypot(x, y), z), math.atan2(y, x) if x or y else 0.0)
