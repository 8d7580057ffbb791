"""Results of many bags, in a file that stays readable if the process is killed at any moment.

Each bag is one line, which is appended and flushed immediately. A bag is not analysed again if its files, the settings
and the program are unchanged.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ...errors import BagError
from ...version import __version__
from ..reading.recording_paths import is_part_of_a_bag
from ..settings import ReplaySettings

Cell = float | int | str | bool | None


@dataclass(frozen=True)
class BagRow:
    """Result of one bag.

    Attributes:
        bag: path of the bag.
        key: digest of files, settings and program, on which the result depends.
        values: values of the analysis by column; empty if the analysis failed.
        error: reason of the failure, one sentence; `None` if the analysis succeeded.
        seconds: computing time, s.
        again: whether the failure was a defect of this package or of the machine, so that another attempt may succeed.
            Such a row is not used in the next run.
    """

    bag: str
    key: str
    values: Mapping[str, Cell] = field(default_factory=dict)
    error: str | None = None
    seconds: float = 0.0
    again: bool = False


def key(bag: Path, settings: ReplaySettings) -> str:
    """Return a digest of files (name, size, time of change), settings and program, on which the analysis depends."""
    files = sorted(path for path in bag.iterdir() if is_part_of_a_bag(path)) if bag.is_dir() else [bag]
    stated = [(path.name, path.stat().st_size, path.stat().st_mtime_ns) for path in files]
    source = settings.arm if isinstance(settings.arm, str) else settings.arm.source
    own_arm = Path(source).read_text(encoding="utf-8") if Path(source).is_file() else source
    text = json.dumps([__version__, str(bag.resolve()), stated, own_arm, _plain(settings)], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _plain(value: Any) -> Any:
    """Convert settings to types that JSON can represent."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    if hasattr(value, "__dataclass_fields__"):
        return {name: _plain(getattr(value, name)) for name in value.__dataclass_fields__}
    return value


class RowFile:
    """Results of bags in a file with one JSON object per line.

    Args:
        path: path of the file; file and folder are created if they do not exist.

    Raises:
        BagError: the file cannot be read or written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._rows = {row.key: row for row in _read(path)}
            self._stream = path.open("ab")
        except OSError as error:
            raise BagError(
                f"results cannot be kept in {path}: {(error.strerror or str(error)).lower()}; name another folder"
            ) from None
        if path.stat().st_size and not _ends_with_newline(path):
            self._stream.write(b"\n")  # the last line is incomplete because the process was killed

    def __enter__(self) -> RowFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()

    def get(self, key: str) -> BagRow | None:
        """Return the row with this key; `None` if there is no such row."""
        return self._rows.get(key)

    def put(self, row: BagRow) -> None:
        """Append a row to the file; the row is on the disk when this method returns."""
        self._rows[row.key] = row
        self._stream.write(json.dumps(asdict(row)).encode() + b"\n")
        self._stream.flush()
        os.fsync(self._stream.fileno())

    def rows(self, keys: Iterable[str]) -> list[BagRow]:
        """Return the existing rows for `keys`, in the order of `keys`."""
        return [self._rows[key] for key in keys if key in self._rows]


def _read(path: Path) -> Iterator[BagRow]:
    if not path.exists():
        return
    for line in path.read_bytes().splitlines():
        with suppress(ValueError, TypeError):  # an incomplete line: the bag is analysed again
            yield BagRow(**json.loads(line))


def _ends_with_newline(path: Path) -> bool:
    with path.open("rb") as stream:
        stream.seek(-1, os.SEEK_END)
        return stream.read(1) == b"\n"
