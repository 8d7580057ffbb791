"""`read_recording`: any recording as the same samples, for work in Python."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from ...bags.columns.column_map import Columns
from ...bags.tables.open_table import is_table
from ...errors import BagError
from ..settings import ReplaySettings
from .named_recording import named_recording
from .read_bag import read_samples
from .samples import Block

RecordingLike = Any
"""A path; an array (N, C), a mapping of names to arrays, a data frame; or a list of these, parts of one recording."""


def sources_of(recording: RecordingLike) -> list[Any]:
    """What makes up one recording, as a list: a list or tuple is one already, anything else is its only part.

    Raises:
        BagError: a path at which there is nothing.
    """
    parts = recording if isinstance(recording, (list, tuple)) else [recording]
    return [named_recording(part) if isinstance(part, (str, Path)) else part for part in parts]


def read_recording(recording: RecordingLike, columns: Columns = None, settings: ReplaySettings | None = None) -> Block:
    """Read a recording into memory: a rosbag2 bag, a table in a file (CSV, NPZ, Parquet), or one from Python.

    A table needs to know its columns: by their names (``t``, ``q1`` …, ``qd1`` …, ``tau1`` …), or by a column map.
    What is damaged or missing is left out, with a `UserWarning` each.

    Args:
        recording: a path, an array, a mapping of names to arrays, a data frame, or a list of these in the order in
            which they were recorded; ``"example"`` is the bag that comes with the package.
        columns: column map of a table: words as ``"t=0 q=1:7 qd=7:13 effort=13:19"``, the path of a YAML file, or a
            mapping; before `settings.columns`.
        settings: `arm`, `joint_map`, `topics` and `cut_off` are used.

    Returns:
        Arrays in the arm's joint order, samples in the order of recording; NaN where a quantity is missing.

    Raises:
        BagError: it cannot be read, its columns do not fit, or it is of another robot.
        MissingDependencyError: a package for this kind of recording is not installed.
    """
    chosen, sources = settings or ReplaySettings(), sources_of(recording)
    if columns is not None:
        if all(isinstance(one, Path) and not is_table(one) for one in sources):
            raise BagError("a bag has topics, not columns; a column map is for tables: CSV, NPZ, Parquet")
        chosen = replace(chosen, columns=columns)
    return read_samples(sources, chosen, stacklevel=4)
