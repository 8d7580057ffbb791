"""YAML as plain data, read by libyaml where PyYAML has it, about eight times as fast."""

from __future__ import annotations

from typing import Any

import yaml

FAST = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
DEEP = 1000
"""Lists and mappings within each other. Of a hundred thousand libyaml ends the process; PyYAML's own reader raises
`RecursionError` at some hundred."""


def _each_key_once(loader: Any, node: yaml.MappingNode, deep: bool = False) -> Any:
    """`construct_mapping` where a key that is given twice is an error, not a silent choice."""
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
    """The data of a YAML text, which may come from anywhere.

    Args:
        text: one document.
        each_key_once: a key that is given twice in a mapping is an error.

    Returns:
        Mappings, lists, strings, numbers, dates, truth values and `None`.

    Raises:
        yaml.YAMLError: not YAML, or a tag that is not plain data.
        RecursionError: nested too deeply.
    """
    loader = FAST if nesting_bound(text) < DEEP else yaml.SafeLoader
    return yaml.load(text, Loader=_ONCE[loader] if each_key_once else loader)


def nesting_bound(text: str) -> int:
    """At most so many lists and mappings stand within each other.

    Each opens a bracket, or stands further to the right than the one around it; a list may stand as far to the
    right as its mapping.
    """
    indented = max((len(line) - len(line.lstrip(" ?:-")) for line in text.splitlines()), default=0)
    return 2 * (indented + 1) + text.count("[") + text.count("{")
