"""Search for the files of a recording, and recognition of their storage formats."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import BagError
from . import mcap_records, sqlite_storage
from .compression import ZSTD_MAGIC, FileStream
from .findings import Findings
from .mcap_storage import McapStorage
from .metadata import METADATA, Metadata, read_metadata
from .raw import Storage
from .sqlite_storage import SqliteStorage

SUFFIXES = (".mcap", ".db3", ".mcap.zstd", ".db3.zstd")
ROS1_MAGIC = b"#ROSBAG"
EXPECTED = (
    "expected the folder of a rosbag2 recording, one of its .mcap or .db3 files, or a table (.csv, .npz, .parquet …)"
)


@dataclass(frozen=True)
class Bag:
    """Files that were recorded together.

    Attributes:
        files: files in order of time.
        folder: whether the user gave the folder of the files, not a file.
        metadata: metadata of the folder; `None` without metadata.
    """

    files: tuple[Storage, ...]
    folder: bool
    metadata: Metadata | None


def find_bags(paths: Sequence[Path], findings: Findings) -> tuple[Bag, ...]:
    """Return the bags at `paths`, in the order given.

    Raises:
        BagError: a path does not exist, is not a bag, or is a folder without files of a bag.
    """
    if not paths:
        raise BagError(f"no bag was named; {EXPECTED}")
    return tuple(_bag(Path(path), findings) for path in paths)


def _bag(path: Path, findings: Findings) -> Bag:
    if not path.exists():
        raise BagError(f"{path} does not exist; {EXPECTED}")
    if path.name == METADATA:
        path = path.parent
    if path.is_dir():
        return _folder(path, findings)
    return Bag((_storage(path),), False, None)


def _folder(folder: Path, findings: Findings) -> Bag:
    metadata = read_metadata(folder, findings)
    there = sorted((file for file in folder.iterdir() if file.name.endswith(SUFFIXES) and _is_file(file)), key=_natural)
    files = there
    if metadata is not None:
        files = _listed(folder, metadata, findings) or there
        for file in there:
            if file not in files:
                findings.add("unlisted_file", f"{file.name} is not listed in {METADATA} and was not read")
    if not files:
        names = sorted(entry.name for entry in folder.iterdir())
        inside = f" in it, but {', '.join(names[:10])}{' …' if len(names) > 10 else ''}" if names else ": it is empty"
        raise BagError(f"{folder} has no file of a bag{inside}; {EXPECTED}")
    storages, reasons = [], []
    for file in files:
        try:
            storages.append(_storage(file))
        except BagError as error:
            reasons.append(str(error))
            findings.add("damaged_file", str(error))
    if not storages:
        raise BagError(f"none of the files in {folder} can be read: {'; '.join(reasons)}")
    return Bag(tuple(storages), True, metadata)


def _listed(folder: Path, metadata: Metadata, findings: Findings) -> list[Path]:
    """Return the listed files that exist, with or without ``.zstd``, which recorders may omit or add too early."""
    files = []
    for name in metadata.files:
        bare = name.removesuffix(".zstd")
        candidates = [folder / name, folder / f"{bare}.zstd", folder / bare]
        file = next((candidate for candidate in candidates if _is_file(candidate)), None)
        if file is None:
            findings.add("missing_file", f"{name} is listed in {METADATA} and does not exist")
        elif file not in files:
            files.append(file)
    return files


def _is_file(path: Path) -> bool:
    """Return whether a file exists; damaged metadata may list impossible names."""
    try:
        return path.is_file()
    except OSError:
        return False


def _storage(path: Path) -> Storage:
    """Return the reader for a file, chosen by its first bytes, or by its name if these bytes are damaged."""
    try:
        stream = FileStream(path)
    except OSError as error:
        raise BagError(f"{path} cannot be opened: {error.strerror}") from None
    head = stream.read(16)
    stream.close()
    if head == sqlite_storage.MAGIC:
        return SqliteStorage(path)
    if head.startswith(mcap_records.MAGIC):
        return McapStorage(path)
    if head.startswith(ROS1_MAGIC):
        raise BagError(f"{path} is a ROS 1 bag; convert it with `rosbags-convert --src {path.name} --dst FOLDER`")
    if path.stat().st_size == 0:
        raise BagError(f"{path} is empty: the recorder was stopped before it had written anything")
    if ".mcap" in path.suffixes and head[:4] != ZSTD_MAGIC:
        return McapStorage(path)
    raise BagError(f"{path} is neither an MCAP nor a SQLite file; {EXPECTED}")


def _natural(path: Path) -> tuple[object, ...]:
    """Return a sort key with which ``bag_10`` follows ``bag_9``."""
    return tuple((1, int(part), "") if part.isdigit() else (0, 0, part) for part in re.split(r"(\d+)", path.name))
