"""LeRobot data sets as tables: a folder with ``meta/info.json`` and episodes in Parquet files.

Positions, velocities and efforts of the joints are lists in the columns ``observation.state``, ``.velocity`` and
``.effort``; the names of the joints are in ``info.json``. Episodes follow each other with a gap.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from ...arrays import FloatArray
from ...errors import BagError
from ...extras import require
from .table import Table

INFO = Path("meta") / "info.json"
"""File that describes a data set, in its folder."""

QUANTITIES = {
    "observation.state": "position",
    "observation.velocity": "velocity",
    "observation.effort": "effort",
}
"""Columns of a data set, and the quantities that they are."""

GAP = 10.0
"""Time between two episodes in the table, s; long enough for a new segment at any rate."""

_ENDINGS = (".pos", ".position", ".vel", ".velocity", ".effort", ".torque")


def is_lerobot(path: Path) -> bool:
    """Return whether a path is the folder of a LeRobot data set."""
    return (path / INFO).is_file()


def read_lerobot(path: Path) -> Table:
    """Read the joint states of all episodes of a data set.

    Raises:
        BagError: the data set has no joint states, or cannot be read.
        MissingDependencyError: pyarrow is not installed.
    """
    require(f"reading the data set {path.name}", "pyarrow")
    features = _features(path)
    wanted = [name for name in QUANTITIES if name in features]
    files = sorted((path / "data").rglob("*.parquet"))
    if "observation.state" not in wanted or not files:
        raise BagError(f"{path}: the data set has no joint states (observation.state, in Parquet files below data/)")
    joints = _joint_names(features["observation.state"])
    parts, times, episodes = [], [], []
    for file in files:
        values, time, episode = _read(file, wanted)
        parts.append(values)
        times.append(time)
        episodes.append(episode)
    values = np.concatenate(parts)
    if values.shape[1] != len(joints) * len(wanted):
        raise BagError(f"{path}: {INFO} names {len(joints)} joints, and the episodes have other columns")
    time = _one_after_the_other(np.concatenate(times), np.concatenate(episodes))
    names = [f"{joint}.{QUANTITIES[name]}" for name in wanted for joint in joints]
    size = sum(file.stat().st_size for file in files)
    columns = (time, *np.ascontiguousarray(values.T))
    return Table(str(path), columns, ("time", *names), kind="parquet", path=path, size=size)


def _features(path: Path) -> dict[str, Any]:
    try:
        features = json.loads((path / INFO).read_text(encoding="utf-8"))["features"]
    except (OSError, ValueError, KeyError, TypeError):
        features = None
    if not isinstance(features, dict):
        raise BagError(f"{path / INFO} is not the description of a LeRobot data set: it has no features")
    return features


def _joint_names(feature: Any) -> list[str]:
    """Return the names of the joints of a feature: a list, or a list in a mapping; numbers if there are none."""
    names = feature.get("names") if isinstance(feature, dict) else None
    if isinstance(names, dict):
        names = next((one for one in names.values() if isinstance(one, list)), None)
    if not isinstance(names, list):
        shape = feature.get("shape", [0]) if isinstance(feature, dict) else [0]
        return [str(number) for number in range(int(shape[0]))]
    return [_without_ending(str(name)) for name in names]


def _without_ending(name: str) -> str:
    return next((name[: -len(ending)] for ending in _ENDINGS if name.endswith(ending)), name)


def _read(file: Path, wanted: list[str]) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return values (N, k), times (N,) s and numbers of episodes (N,) of a file."""
    import pyarrow
    import pyarrow.parquet

    try:
        table = pyarrow.parquet.read_table(file, columns=["timestamp", "episode_index", *wanted])
        values = np.hstack([np.array(table[name].to_pylist(), dtype=np.float64) for name in wanted])
        time, episode = (table[name].to_numpy().astype(np.float64) for name in ("timestamp", "episode_index"))
    except (pyarrow.ArrowException, OSError, ValueError, KeyError) as error:
        raise BagError(f"{file} cannot be read as an episode: {str(error).splitlines()[0]}") from None
    return values, time, episode


def _one_after_the_other(time: FloatArray, episode: FloatArray) -> FloatArray:
    """Return times that rise: every episode begins `GAP` after the end of the one before."""
    starts = np.flatnonzero(np.r_[True, np.diff(episode) != 0.0])
    result, end = time.copy(), -GAP
    for first, last in zip(starts, [*starts[1:], len(time)], strict=True):
        result[first:last] += end + GAP - time[first]
        end = float(result[last - 1])
    return np.asarray(result)
