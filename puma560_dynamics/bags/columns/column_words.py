"""Parsing of column maps, from the text of ``--columns`` or a YAML file, to a nested mapping of texts.

``--columns "t=0 q=1:7 effort=13:19 effort.unit=A effort.gain=14.9,13.3"`` is equivalent to the file ::

    time: 0
    position: 1:7
    effort: {columns: 13:19, unit: A, gain: [14.9, 13.3]}
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from ...errors import BagError, reason_of

SHORT = {
    "t": "time",
    "q": "position",
    "qd": "velocity",
    "dq": "velocity",
    "qdd": "acceleration",
    "ddq": "acceleration",
    "tau": "effort",
    "torque": "effort",
}
"""Short names of quantities."""

COLUMNS = "columns"
"""Key with the columns of a quantity, next to keys such as ``unit``."""

Words = dict[str, Any]
"""A parsed column map: keys mapped to texts, lists of texts, or further `Words`."""


def from_words(text: str) -> Words:
    """Parse ``KEY=VALUE KEY.PART=VALUE,VALUE …`` into a nested mapping.

    Raises:
        BagError: a word has no ``=``, or a key is given twice.
    """
    try:
        words = shlex.split(text)
    except ValueError:
        raise BagError(f"columns: a quotation mark is not closed in {text!r}") from None
    found: Words = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not (key and equals and value):
            raise BagError(f"columns: expected KEY=VALUE as in 't=0 q=1:7 qd=7:13 effort=13:19', got {word!r}")
        name, dot, part = key.partition(".")
        inner = found.setdefault(SHORT.get(name, name), {})
        part = part if dot else COLUMNS
        if part in inner:
            raise BagError(f"columns: {key} is given twice")
        inner[part] = _listed(value)
    return found


def _listed(value: str) -> Any:
    """Parse ``1,2;3,4`` into rows of a matrix and ``1,2`` into a list; return other texts unchanged."""
    if ";" in value and value != ";":
        return [_list(row) for row in value.split(";")]
    return _list(value) if "," in value and value != "," else value


def _list(value: str) -> list[str]:
    return [one.strip() for one in value.split(",")]


def from_yaml(path: Path) -> Words:
    """Read a YAML file into a nested mapping. Numbers remain texts, because YAML reads ``1:7`` as a base-60 number.

    Raises:
        BagError: the file cannot be read, or is not YAML with a mapping.
    """
    try:
        data = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    except OSError as error:
        raise BagError(f"columns: {path} cannot be read: {reason_of(error)}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f", line {mark.line + 1}" if mark is not None else ""
        raise BagError(f"columns: {path}{where} is no YAML") from None
    if not isinstance(data, Mapping):
        raise BagError(f"columns: {path} is not a column map; expected keys as time, position, effort")
    return from_mapping(data)


def from_mapping(data: Mapping[Any, Any]) -> Words:
    """Convert a Python mapping to `Words`: each quantity becomes a mapping, and each number a text.

    Raises:
        BagError: a value is not a text, number, list or mapping.
    """
    found: Words = {}
    for key, value in data.items():
        name = SHORT.get(str(key), str(key))
        if name in found:
            raise BagError(f"columns: {name} is given twice")
        inner = value if isinstance(value, Mapping) else {COLUMNS: value}
        found[name] = {str(part): _texts(f"{name}.{part}", each) for part, each in inner.items()}
    return found


def _texts(where: str, value: Any) -> Any:
    if isinstance(value, (list, tuple, range, np.ndarray)):
        return [_texts(where, one) for one in value]
    if isinstance(value, slice):
        return ":".join("" if end is None else str(end) for end in (value.start, value.stop))
    if isinstance(value, (bool, Mapping)) or value is None:
        raise BagError(f"columns: {where} is {value!r}; expected a name, a number or a list of them")
    return str(value)
