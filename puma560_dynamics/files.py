"""Write files atomically; find the shared files of the package."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from .errors import Puma560Error, reason_of


def check_writable(path: Path) -> None:
    """Raise if a file cannot be written to `path`. Callers check this before they compute what to write.

    Raises:
        Puma560Error: the folder does not exist or is not writable, or `path` exists and is not a regular file
            (a device such as ``/dev/null`` must not be replaced).
    """
    target = path.resolve()
    if not target.parent.is_dir():
        raise Puma560Error(f"{path} cannot be written: there is no folder {path.parent}; make it or name another")
    if target.exists() and not target.is_file():
        what = "a folder" if target.is_dir() else "a device or a pipe"
        raise Puma560Error(f"{path} cannot be written: it is {what}; name a file")
    try:
        handle, probe = tempfile.mkstemp(dir=target.parent)  # permission bits are not enough: root ignores them
    except OSError:
        raise Puma560Error(
            f"{path} cannot be written: nothing can be written to {path.parent}; name another folder"
        ) from None
    os.close(handle)
    Path(probe).unlink()


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """Yield a temporary path in the folder of `path`. The temporary file replaces `path` unless an error occurs.

    Raises:
        Puma560Error: as `check_writable`, or the disk is full.
    """
    check_writable(path)
    path = path.resolve()  # replace the target of a symbolic link, not the link
    temporary = None
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        os.close(handle)
        temporary = Path(name)
        yield temporary
        temporary.chmod(0o644)
        temporary.replace(path)
    except OSError as error:
        reason = reason_of(error)
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


PACKAGE = "puma560_dynamics"


def share_directories() -> Iterator[Path]:
    """Yield folders that may contain the package's shared files, in order of precedence.

    The source checkout (also of an editable or symlinked install) is first, so that edited files are the files in
    use; then the folders of the ament index, as on a robot; then ``share/`` of the place where pip installed the
    package, which its options ``--user`` and ``--target`` choose, and of the Python environment.
    """
    place = Path(__file__).resolve().parent.parent
    installed: list[Path] = []
    if (place / "package.xml").is_file():
        yield place
    else:  # PREFIX/lib/python3.N/site-packages, or a target folder
        installed = [prefix for prefix in (place, *place.parents[:3]) if (prefix / "share" / PACKAGE).is_dir()]
    for prefix in os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep):
        marker = Path(prefix) / "share" / "ament_index" / "resource_index" / "packages" / PACKAGE
        if prefix and marker.is_file():
            yield Path(prefix) / "share" / PACKAGE
    for path in dict.fromkeys((*installed, Path(sys.prefix))):
        yield path / "share" / PACKAGE


def share_file(*parts: str) -> Path:
    """Return the path of a shared file, e.g. ``share_file("config", "akb1986.yaml")``.

    Raises:
        Puma560Error: the file is in none of the `share_directories`.
    """
    return _found(parts, Path.is_file)


def share_folder(*parts: str) -> Path:
    """Return the path of a shared folder, e.g. ``share_folder("examples", "pick_and_place")``.

    Raises:
        Puma560Error: the folder is in none of the `share_directories`.
    """
    return _found(parts, Path.is_dir)


def _found(parts: tuple[str, ...], is_there: Callable[[Path], bool]) -> Path:
    looked = list(share_directories())
    for directory in looked:
        path = directory.joinpath(*parts)
        if is_there(path):
            return path
    places = ", ".join(str(directory) for directory in looked)
    raise Puma560Error(f"{'/'.join(parts)} was not found in {places}; install the package again (pip install .)")
