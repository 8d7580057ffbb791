"""Arm files that change another one: ``extends:`` names it, and only what differs is given.

A number replaces the number of the other file with all that goes with it (unit, tolerance, source); everything else is
merged entry by entry. So ``motors: {joint2: {maximum_torque: 150}}`` leaves the rest of that motor, and of the arm.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ..robot_xml import is_xml

EXTENDS = "extends"
"""Key of an arm file that names the file that it changes."""

_WHOLE = ("value", "matrix")  # keys of what is replaced as a whole: a number, a transmission


def extended(
    tree: Any, path: Path, find: Callable[[str | Path], Path], read: Callable[[Path], Any], seen: tuple[Path, ...] = ()
) -> Any:
    """What stands in an arm file together with what stands in the file that it extends.

    Args:
        tree: what stands in the file itself, as YAML has it.
        path: of the file; a relative path in it is relative to its folder.
        find: the path of an arm file by its name or path.
        read: what stands in a file, as YAML has it.
        seen: files that are being extended already.

    Returns:
        `tree` itself where it extends nothing.

    Raises:
        ValueError: ``extends`` names no file, or files extend each other.
        ArmFileError: from `find` and `read`.
    """
    if not isinstance(tree, Mapping) or EXTENDS not in tree:
        return tree
    name = tree[EXTENDS]
    if not isinstance(name, str) or not name:
        raise ValueError(f"expected the name of an arm or the path of an arm file, got {name!r}")
    near = path.parent / name
    below = (near if near.is_file() else find(name)).resolve()
    seen = (*seen, path.resolve())
    if below in seen:
        raise ValueError(f"{below} extends itself; name a file that is complete")
    whole = extended(read(below), below, find, read, seen)
    if not isinstance(whole, Mapping):
        raise ValueError(f"{below} is not an arm file; name one that `puma560 arm check` accepts")
    own = {key: value for key, value in tree.items() if key != EXTENDS}
    return {**merged(_moved(whole, below.parent), own), "name": own.get("name", path.stem)}


def merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """`below` with the entries of `above` added, or in place of those of `below`."""
    result = dict(below)
    for key, value in above.items():
        before = below.get(key)
        whole = any(isinstance(each, Mapping) and any(part in each for part in _WHOLE) for each in (before, value))
        if isinstance(before, Mapping) and isinstance(value, Mapping) and not whole:
            result[key] = merged(before, value)
        else:
            result[key] = value
    return result


def _moved(tree: Mapping[str, Any], folder: Path) -> Mapping[str, Any]:
    """The tree of a file in `folder`, its description by a path that holds elsewhere too."""
    source = tree.get("description")
    if not isinstance(source, str) or is_xml(source):
        return tree
    return {**tree, "description": str(folder / source)}
