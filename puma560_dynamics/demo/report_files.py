"""Files of a report: the check of their folder before a run, and how they are written."""

from __future__ import annotations

import contextlib
import json
import math
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import RunError

REPORT = "report.html"
"""Name of the page."""

PICTURE = "tracking.png"
"""Name of the picture, which only some reports have."""


def prepare(directory: Path) -> str:
    """Check before the run starts that `directory` can be written to, or can be made.

    A directory that is made for the check is removed again.

    Returns:
        A sentence if the report in it will be replaced; else an empty text.

    Raises:
        RunError: the directory cannot be made or written to.
    """
    missing = [path for path in (directory, *directory.parents) if not path.exists()]
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory):
            pass
    except OSError as error:
        raise _unwritable(directory, error) from None
    finally:
        for path in missing:
            with contextlib.suppress(OSError):
                path.rmdir()
    there = (directory / REPORT).exists()
    return f"the report of an earlier run in {directory} will be replaced; -o names another folder" if there else ""


def write_files(files: Mapping[str, bytes], directory: Path) -> None:
    """Write files into `directory`, which is made if necessary.

    Existing files are replaced atomically and in the order of `files`, so that no reader sees a partial file. The
    picture of an earlier report is removed.

    Raises:
        RunError: the directory cannot be made or written to.
    """
    temporary = {name: directory / f".{name}.{os.getpid()}.tmp" for name in files}
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            temporary[name].write_bytes(content)
        for name, path in temporary.items():
            path.replace(directory / name)
        if PICTURE not in files:
            (directory / PICTURE).unlink(missing_ok=True)
    except OSError as error:
        raise _unwritable(directory, error) from error
    finally:
        for path in temporary.values():
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)


def _unwritable(directory: Path, error: OSError) -> RunError:
    reason = (error.strerror or str(error)).lower()
    return RunError(f"the report cannot be written to {directory}: {reason}; name a directory that can be written to")


def json_bytes(data: Mapping[str, Any]) -> bytes:
    """Return `data` as a JSON file, with null for numbers that JSON cannot represent."""
    text = json.dumps(json_ready(data), indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    return text.encode()


def json_ready(value: Any) -> Any:
    """Return `value` with null for numbers that JSON cannot represent."""
    if isinstance(value, Mapping):
        return {key: json_ready(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [json_ready(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
