"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .errors import Puma560Error


def check_writable(path: Path) -> None:
    """See that a file can be written to `path`: before the work that ends in it.

    Raises:
        Puma560Error: there is no such folder, it cannot be written to, or `path` is there and no file: a
            device such as ``/dev/null`` must not be replaced by one.
    """
    target = path.resolve()
    if not target.parent.is_dir():
        raise Puma560Error(f"{path} cannot be written: there is no folder {path.parent}; make it or name another")
    if target.exists() and not target.is_file():
        what = "a folder" if target.is_dir() else "a device or a pipe"
        raise Puma560Error(f"{path} cannot be written: it is {what}; name a file")
    try:
        handle, probe = tempfile.mkstemp(dir=target.parent)  # asks more than the permissions, which root passes
    except OSError:
        raise Puma560Error(
            f"{path} cannot be written: nothing can be written to {path.parent}; name another folder"
        ) from None
    os.close(handle)
    Path(probe).unlink()


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """A place next to `path` to write to; it becomes `path` at the end, and vanishes if that is not reached.

    Raises:
        Puma560Error: see `check_writable`; or the disk is full.
    """
    check_writable(path)
    path = path.resolve()  # a link stays a link
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
