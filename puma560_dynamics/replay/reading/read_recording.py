"""Reading of a whole recording into arrays: `read_recording` for every kind of recording, `read_bag` for bags."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from ...arm import load_arm
from ...bags.columns.column_map import Columns
from ...bags.findings import Finding, Findings
from ...bags.tables.open_table import is_table
from ...errors import BagError
from ..settings import ReplaySettings
from .bag_recording import open_recording
from .recording_paths import RecordingLike, named_recording, sources_of
from .samples import Block, CommandSamples, JointSamples, ReferenceSamples, TermSamples


def read_recording(recording: RecordingLike, columns: Columns = None, settings: ReplaySettings | None = None) -> Block:
    """Read a recording into memory: a rosbag2 bag, a table file (CSV, NPZ, Parquet), or data from Python.

    The columns of a table are found by their names (``t``, ``q1`` …, ``qd1`` …, ``tau1`` …) or by a column map.
    Damaged or missing parts are left out, with a `UserWarning` each.

    Args:
        recording: a path, an array, a mapping of names to arrays, a data frame, or a list of these in the order in
            which they were recorded; ``"example"`` is the bag that comes with the package.
        columns: column map of a table: text such as ``"t=0 q=1:7 qd=7:13 effort=13:19"``, the path of a YAML file, or
            a mapping. It overrides `settings.columns`.
        settings: `arm`, `joint_map`, `topics` and `cut_off` are used.

    Returns:
        Arrays in the arm's joint order, samples in the order of recording; NaN where a quantity is missing.

    Raises:
        BagError: the recording cannot be read, its columns do not fit, or it is of another robot.
        MissingDependencyError: a package for this kind of recording is not installed.
    """
    chosen, sources = settings or ReplaySettings(), sources_of(recording)
    if columns is not None:
        if all(isinstance(one, Path) and not is_table(one) for one in sources):
            raise BagError("a bag has topics, not columns; a column map is for tables: CSV, NPZ, Parquet")
        chosen = replace(chosen, columns=columns)
    return read_samples(sources, chosen, stacklevel=4)


Kind = TypeVar("Kind", JointSamples, CommandSamples, ReferenceSamples, TermSamples)

Bags = str | Path | Sequence[str | Path]
"""One bag (its folder or one of its files), or several bags that form one recording."""


def paths_of(bags: Bags) -> list[Path]:
    """Return the bags as a list of paths.

    Raises:
        BagError: an item is not a path, or the path does not exist.
    """
    given = [bags] if isinstance(bags, (str, Path)) else bags
    if not isinstance(given, Sequence) or not all(isinstance(bag, (str, Path)) for bag in given):
        raise BagError(f"expected the path of a bag, or a list of paths, got {bags!r:.80}")
    return [named_recording(bag) for bag in given]


def read_bag(bags: Bags, settings: ReplaySettings | None = None) -> Block:
    """Read the joint states, commands, published terms and references of a recording into memory.

    Damaged or missing parts are left out, with a `UserWarning` each.

    Args:
        bags: rosbag2 folder or file (MCAP or SQLite3), or several in the order in which they were recorded;
            ``"example"`` is the bag that comes with the package.
        settings: `arm`, `joint_map` and `topics` are used.

    Returns:
        Arrays in the arm's joint order, messages in the order of recording.

    Raises:
        BagError: a path is not a bag, or the bag has no joint states of this arm.
        MissingDependencyError: a package for this kind of bag is not installed.
    """
    return read_samples(paths_of(bags), settings or ReplaySettings(), stacklevel=4)


def read_samples(sources: Sequence[Any], settings: ReplaySettings, stacklevel: int) -> Block:
    """Return all samples of a recording in one block; losses are reported as warnings, `stacklevel` calls up."""
    findings = Findings()
    blocks = list(open_recording(sources, load_arm(settings.arm), settings, findings).blocks())
    warn_of(findings.warnings, stacklevel)
    names = dict.fromkeys(name for block in blocks for name in block.terms)
    return Block(
        _joined([block.states for block in blocks]),
        _joined([block.commands for block in blocks]),
        {name: _joined([block.terms[name] for block in blocks if name in block.terms]) for name in names},
        _joined([block.reference for block in blocks]),
        1.0,
    )


def warn_of(findings: Sequence[Finding], stacklevel: int = 3) -> None:
    """Issue a `UserWarning` for each finding, attributed to the caller's caller by default (see `warnings.warn`)."""
    for finding in findings:
        times = f" ({finding.count} times)" if finding.count > 1 else ""
        warnings.warn(f"{finding.message}{times}", UserWarning, stacklevel=stacklevel)


def _joined(parts: Sequence[Kind]) -> Kind:
    if len(parts) == 1:
        return parts[0]
    columns: list[Any] = [np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(parts[0])]
    return type(parts[0])(*columns)
