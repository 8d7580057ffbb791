"""Data frames and series as joint arrays: their columns are matched with joints by name, never by position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .arrays import FloatArray
from .errors import StateError

_PLAIN = (np.ndarray, list, tuple, float, int)
"""Types without names of columns, which need no further look."""

_MOST_NAMES = 12
"""Names that a message lists."""


def column_names(values: Any) -> list[Any] | None:
    """Read the names of what is to be the last axis of an array.

    Args:
        values: anything; a data frame has ``columns`` (pandas, polars) or ``column_names`` (Arrow), a series has an
            ``index`` of texts.

    Returns:
        One a column; None for what has no names, as an array or a frame whose columns are numbered in order.
    """
    if type(values) in _PLAIN:
        return None
    for attribute in ("column_names", "columns"):
        found = getattr(values, attribute, None)
        if found is not None and not callable(found):
            names = list(found)
            return None if names == list(range(len(names))) else names
    index = getattr(values, "index", None)  # of a list it is a method
    if index is None or callable(index):
        return None
    names = list(index)
    return names if any(isinstance(name, str) for name in names) else None


def in_joint_order(name: str, array: FloatArray, names: Sequence[Any], joints: Sequence[str]) -> FloatArray:
    """Put the columns of an array into the order of the joints.

    Args:
        name: of the array, for messages.
        array: (…, n), a column for each of `names`.
        names: of the columns.
        joints: of the arm; empty where they are not known.

    Returns:
        (…, n), a column for each of `joints`.

    Raises:
        StateError: names that are not the joints, each once.
    """
    if not joints:
        raise StateError(
            f"{name}: its columns have names ({_listed(names)}), and joints have none here; give an array, "
            "one column a joint"
        )
    strange = [column for column in names if column not in joints]
    missing = [joint for joint in joints if joint not in names]
    if strange or missing or len(names) != len(joints):
        wrong = [f"{_listed(strange)} {'is' if len(strange) == 1 else 'are'} no joint of the arm"] if strange else []
        wrong += [f"{_listed(missing)} {'is' if len(missing) == 1 else 'are'} missing"] if missing else []
        raise StateError(
            f"{name}: among its columns {' and '.join(wrong) or 'a joint is there twice'}; give one a joint, in any "
            f"order: {_listed(joints)}"
        )
    places = [names.index(joint) for joint in joints]
    return array[..., places]


def _listed(names: Sequence[Any]) -> str:
    """Names in one line, cut where they are many."""
    rest = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return f"{', '.join(f'{name!s:.60}' for name in names[:_MOST_NAMES])}{rest}"
