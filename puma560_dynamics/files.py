"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .errors import Puma560Error


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """A place beside `path` to write to; it becomes `path` at the end, and vanishes if that is not reached.

    Raises:
        Puma560Error: the folder does not exist or cannot be written to.
    """
    temporary = None
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        os.close(handle)
        temporary = Path(name)
        yield temporary
        temporary.chmod(0o644)
        temporary.replace(path)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise Puma560Error(f"{path} cannot be written: {reason}; choose another place") from None
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def write_whole(path: Path, text: str) -> None:
    """Write `text` to `path` in one step.

    Raises:
        Puma560Error: as `written_whole`.
    """
    with written_whole(path) as temporary:
        temporary.write_text(text, encoding="utf-8")
