"""Matching of the joints of a bag with those of the arm."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence

from ...errors import BagError

KNOWN = {
    "waist": 0, "base": 0, "trunk": 0,
    "shoulder": 1, "upper_arm": 1,
    "elbow": 2, "forearm": 2,
    "wrist_roll": 3, "wrist_rotation": 3, "wrist_rotate": 3,
    "wrist_bend": 4, "wrist_pitch": 4, "wrist_flex": 4,
    "flange": 5, "wrist_flange": 5, "flange_roll": 5, "hand": 5, "tool": 5,
}  # fmt: skip
"""Usual names of the joints of a PUMA 560, with the index of each joint, counted from the base."""

NUMBERED = re.compile(r"(?<![a-z0-9])(?:joint|jnt|axis|j)_?(\d+)", re.IGNORECASE)
"""Pattern of numbered names: ``joint_1``, ``j1``, ``axis1`` …, counted from one, or from zero if a joint 0 exists."""


def check_joint_map(
    joint_map: Mapping[str, str], expected: Sequence[str], names: Collection[str] | None = None
) -> None:
    """Raise if a joint map contains joints that the arm or the recording does not have.

    Args:
        joint_map: joint names of the bag mapped to joint names of the arm.
        expected: joint names of the arm.
        names: joint names of the bag; `None` if they are not known.

    Raises:
        BagError: a joint on either side of the map does not exist.
    """
    unknown = [ours for ours in joint_map.values() if ours not in expected]
    if unknown:
        joints = ", ".join(expected)
        raise BagError(f"the joint map names {', '.join(unknown)}, which the arm does not have; it has {joints}")
    if names is None:
        return
    absent = [theirs for theirs in joint_map if theirs not in names]
    if absent:
        joints = ", ".join(sorted(names))
        raise BagError(f"the joint map names {', '.join(absent)}, which the recording does not have; it has {joints}")


def match_joints(
    names: Sequence[str], expected: Sequence[str], joint_map: Mapping[str, str] | None = None
) -> tuple[int, ...] | None:
    """Return the indices of the arm's joints in `names`; `None` if the match of any joint is not certain.

    The rules are, in this order: `joint_map`; equal names; equal names with a common prefix or suffix (``puma_waist``,
    ``arm/waist``); and, if the arm itself has six joints with such names, the names in `KNOWN` and numbered names.
    Other names in the bag, such as those of a gripper, are ignored.

    Args:
        names: joint names of the bag.
        expected: joint names of the arm, in its order.
        joint_map: joint names of the bag mapped to joint names of the arm.
    """
    named = [(joint_map or {}).get(name, name) for name in names]
    if len(set(names)) != len(names):
        return None
    if set(expected) <= set((joint_map or {}).values()):
        return _equal(named, tuple(expected))
    for rule in (_equal, _affixed, _known, _numbered):
        found = rule(named, tuple(expected))
        if found is not None and not _goes_on(named, found):
            return found
    return None


def _goes_on(names: Sequence[str], found: tuple[int, ...]) -> bool:
    """Return whether `names` contain a number after the last matched joint: ``joint7`` shows that the arm differs."""
    last = max((names[place] for place in found), key=_number)
    match = NUMBERED.search(last)
    if match is None:
        return False
    more = f"{last[: match.start(1)]}{int(match[1]) + 1}{last[match.end(1) :]}"
    return more in names


def _number(name: str) -> int:
    match = NUMBERED.search(name)
    return int(match[1]) if match else -1


def _equal(names: Sequence[str], expected: tuple[str, ...]) -> tuple[int, ...] | None:
    if any(names.count(name) != 1 for name in expected):
        return None
    return tuple(names.index(name) for name in expected)


def _affixed(names: Sequence[str], expected: tuple[str, ...]) -> tuple[int, ...] | None:
    """Match names that have a common prefix and suffix; `None` if several prefixes or suffixes are possible."""
    return _only(names, lambda inner: _equal(inner, expected), {_around(name, e) for name in names for e in expected})


def _known(names: Sequence[str], expected: tuple[str, ...]) -> tuple[int, ...] | None:
    return _known_places(names) if _goes_by_these(expected) else None


def _numbered(names: Sequence[str], expected: tuple[str, ...]) -> tuple[int, ...] | None:
    return _numbered_places(names) if _goes_by_these(expected) else None


def _goes_by_these(expected: tuple[str, ...]) -> bool:
    """Return whether the arm has six joints with usual or numbered names; numbers are ambiguous for other arms."""
    in_order = tuple(range(6))
    return len(expected) == len(in_order) and in_order in (_known_places(expected), _numbered_places(expected))


def _known_places(names: Sequence[str]) -> tuple[int, ...] | None:
    affixes = {_around(name.lower(), known) for name in names for known in KNOWN}
    return _only(names, lambda inner: _by_number([KNOWN.get(name.lower()) for name in inner], 6), affixes)


def _numbered_places(names: Sequence[str]) -> tuple[int, ...] | None:
    def count(inner: Sequence[str]) -> tuple[int, ...] | None:
        found = [NUMBERED.fullmatch(name) for name in inner]
        numbers = [int(match[1]) if match else None for match in found]
        base = 0 if 0 in numbers else 1
        return _by_number([None if number is None else number - base for number in numbers], 6)

    prefixes = {(name[: match.start()], name[match.end() :]) for name in names for match in NUMBERED.finditer(name)}
    return _only(names, count, set(prefixes))


def _by_number(numbers: Sequence[int | None], n: int) -> tuple[int, ...] | None:
    if any(numbers.count(k) != 1 for k in range(n)):
        return None
    return tuple(numbers.index(k) for k in range(n))


Affix = tuple[str, str]


def _around(name: str, inner: str) -> Affix | None:
    """Return the parts of `name` before and after `inner`; `None` if `name` does not contain it."""
    at = name.find(inner)
    return None if at < 0 else (name[:at], name[at + len(inner) :])


def _only(
    names: Sequence[str],
    rule: Callable[[Sequence[str]], tuple[int, ...] | None],
    affixes: set[Affix | None] | set[Affix],
) -> tuple[int, ...] | None:
    """Apply `rule` to names without a common prefix and suffix; return `None` if the result is ambiguous."""
    found = set()
    for affix in affixes - {None}:
        assert affix is not None
        prefix, suffix = affix
        inner = [
            name[len(prefix) : len(name) - len(suffix)]
            if len(name) > len(prefix) + len(suffix) and _wears(name, prefix, suffix)
            else ""
            for name in names
        ]
        result = rule(inner)
        if result is not None:
            found.add(result)
    return found.pop() if len(found) == 1 else None


def _wears(name: str, prefix: str, suffix: str) -> bool:
    name = name.lower()
    return name.startswith(prefix.lower()) and name.endswith(suffix.lower())
