"""Convert frozen dataclasses to plain data for JSON and back without loss; parse YAML safely.

Floats survive JSON unchanged, since it writes enough digits; infinity becomes the text ``inf``.
"""

from __future__ import annotations

import math
import types
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import numpy as np
import yaml

from .arrays import FloatArray, read_only
from .errors import Puma560Error, reason_of

T = TypeVar("T")

_WORDS = {math.inf: "inf", -math.inf: "-inf"}
_NUMBERS = {word: value for value, word in _WORDS.items()}


def to_plain(value: Any, leave: Sequence[str] = ()) -> Any:
    """Convert a value to dictionaries, lists, strings and numbers.

    Args:
        value: a dataclass, array, tuple, list, mapping with string keys, string or number.
        leave: names of fields of `value` to omit.

    Returns:
        The value as plain data.
    """
    if is_dataclass(value):
        names = [item.name for item in fields(value) if item.name not in leave]
        return {name: to_plain(getattr(value, name)) for name in names}
    if isinstance(value, np.ndarray):
        return to_plain(value.tolist())
    if isinstance(value, tuple | list):
        return [to_plain(each) for each in value]
    if isinstance(value, Mapping):
        return {name: to_plain(each) for name, each in value.items()}
    if isinstance(value, float):
        return _WORDS.get(value, float(value))
    return value


def from_plain(kind: type[T], data: Any) -> T:
    """Build a dataclass from plain data; missing fields get their defaults.

    Args:
        kind: the dataclass; its fields are dataclasses, arrays, tuples or mappings of one type, strings or numbers.
        data: plain data in the form that `to_plain` returns.

    Returns:
        An instance of `kind`.

    Raises:
        ValueError: the data do not have the form of `kind`, or the class refuses the values.
    """
    made: T = _value(kind, data, kind.__name__)
    return made


@cache
def _types(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _value(kind: Any, data: Any, where: str) -> Any:
    if kind == FloatArray:
        return read_only(_numbers(data, where))
    if get_origin(kind) in (Union, types.UnionType):
        inner = [each for each in get_args(kind) if each is not type(None)]
        return None if data is None else _value(inner[0], data, where)
    if get_origin(kind) is tuple and isinstance(data, list):
        return tuple(_value(get_args(kind)[0], each, where) for each in data)
    if get_origin(kind) is Mapping and isinstance(data, dict):
        return {str(name): _value(get_args(kind)[1], each, f"{where}.{str(name)[:50]}") for name, each in data.items()}
    if isinstance(kind, type) and is_dataclass(kind) and isinstance(data, dict):
        known = _types(kind)
        strange = [str(name)[:50] for name in data if name not in known]
        if strange:
            raise ValueError(f"{where}: {', '.join(strange[:5])} is not known")
        return kind(**{name: _value(known[name], each, f"{where}.{name}") for name, each in data.items()})
    if kind is float:
        return _number(data, where)
    if kind in (str, bool, int) and type(data) is kind:
        return data
    raise ValueError(f"{where}: expected {getattr(kind, '__name__', kind)}, got {data!r:.50}")


def _number(data: Any, where: str) -> float:
    if isinstance(data, str) and data in _NUMBERS:
        return _NUMBERS[data]
    if isinstance(data, bool) or not isinstance(data, int | float):
        raise ValueError(f"{where}: expected a number, got {data!r:.50}")
    return float(data)


def _numbers(data: Any, where: str) -> Any:
    if isinstance(data, list):
        return [_numbers(each, where) for each in data]
    return _number(data, where)


FAST = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
DEEP = 1000
"""Nesting depth up to which libyaml parses a text. It crashes at about 100 000; PyYAML's own parser raises
`RecursionError` at a few hundred and is used beyond this depth."""


def _each_key_once(loader: Any, node: yaml.MappingNode, deep: bool = False) -> Any:
    """Construct a mapping; raise `ConstructorError` if a key is given twice."""
    seen: set[str] = set()
    for key, _ in node.value:
        if str(key.value) in seen:
            raise yaml.constructor.ConstructorError(
                None, None, f"{str(key.value)[:40]!r} is given twice", key.start_mark
            )
        seen.add(str(key.value))
    return yaml.SafeLoader.construct_mapping(loader, node, deep)


_ONCE = {base: type("EachKeyOnce", (base,), {"construct_mapping": _each_key_once}) for base in (FAST, yaml.SafeLoader)}


def parse_yaml(text: str, *, each_key_once: bool = False) -> Any:
    """Parse a YAML text, which may come from an untrusted source.

    Args:
        text: one YAML document.
        each_key_once: whether a key that is given twice in a mapping is an error.

    Returns:
        Mappings, lists, strings, numbers, dates, truth values and `None`.

    Raises:
        yaml.YAMLError: the text is not YAML, or has a tag for other than plain data.
        RecursionError: the text is nested too deeply.
    """
    loader = FAST if nesting_bound(text) < DEEP else yaml.SafeLoader
    return yaml.load(text, Loader=_ONCE[loader] if each_key_once else loader)


def nesting_bound(text: str) -> int:
    """Return an upper bound of the nesting depth of lists and mappings in a YAML text.

    Each level opens a bracket or is indented further than its parent, except that a list may have the same
    indentation as its mapping: hence the factor 2.
    """
    indented = max((len(line) - len(line.lstrip(" ?:-")) for line in text.splitlines()), default=0)
    return 2 * (indented + 1) + text.count("[") + text.count("{")


def read_yaml(path: Path, kind: type[Puma560Error]) -> Any:
    """Read a YAML file in which each key is given once.

    Args:
        path: the file.
        kind: class of the exception.

    Returns:
        As `parse_yaml`.

    Raises:
        Puma560Error: of the class `kind`: the file cannot be read or is not YAML; the message has the line.
    """
    try:
        return parse_yaml(path.read_text(encoding="utf-8"), each_key_once=True)
    except (yaml.YAMLError, RecursionError) as error:
        raise kind(f"{path} is not valid YAML: {yaml_problem(error)}; correct that place") from None
    except UnicodeDecodeError:
        raise kind(f"{path} cannot be read: it is not a text in UTF-8; give a YAML file") from None
    except OSError as error:
        raise kind(f"{path} cannot be read: {reason_of(error)}; give a readable YAML file") from None


def yaml_problem(error: Exception) -> str:
    """Return line and reason of an error of `parse_yaml`, without the text of the line: the file may be private."""
    mark = getattr(error, "problem_mark", None)
    line = f"line {mark.line + 1}: " if mark is not None else ""
    reason = getattr(error, "problem", None) or getattr(error, "reason", None) or "nested too deeply"
    return f"{line}{reason[:100]}"
