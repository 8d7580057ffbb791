"""Select the reader of a robot description by file suffix and content, and read the description.

A new format needs a module with a function from a `Source` to a `Description`, and a line in `FORMATS`. The reader of a
format that contains the chain directly, such as Denavit-Hartenberg tables, returns a `Reading` instead.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import yaml

from ...errors import ChainError, MissingDependencyError
from ...robot_xml import MAX_NAME, is_xml
from ..algebra.exact import SNAP, checked_snap
from .selection import Selection

if TYPE_CHECKING:
    from .description import Description
    from .reading import Reading


@dataclass(frozen=True)
class Source:
    """Text of a robot description.

    Attributes:
        text: content of the file.
        path: path of the file, to which included files are relative; None if the text was given directly.
        snap: distance from a multiple of 90° within which an angle is rounded to that multiple, rad.
    """

    text: str | bytes
    path: Path | None = None
    snap: float = SNAP


class Format(NamedTuple):
    """A format of robot descriptions.

    Attributes:
        root: outermost XML element; empty for YAML.
        suffixes: suffixes of its files, except ``.xml``, which all formats may have.
        reader: module and function of its reader in this folder, which is imported when it is used.
    """

    root: str
    suffixes: tuple[str, ...]
    reader: str


FORMATS = (
    Format("robot", (".urdf",), "urdf_file.read_urdf"),
    Format("mujoco", (".mjcf",), "mjcf_file.read_mjcf"),
    Format("", (), "dh_file.read_table"),
)
"""URDF, MuJoCo models (MJCF) and Denavit-Hartenberg tables. XML that no format recognises is read as URDF."""

XACRO = ".xacro"
SUFFIXES = (XACRO, ".xml", *(suffix for each in FORMATS for suffix in each.suffixes))
"""File suffixes of robot descriptions."""

_YAML = (".yaml", ".yml")

_HEAD = 1000
"""Number of bytes at the start of a file without a known suffix in which XML must begin."""

_BEFORE = re.compile(rb"\xef\xbb\xbf|\s+|<\?.*?\?>|<!--.*?-->|<!(?!--)[^>]*>", re.DOTALL)
_ROOT = re.compile(rb"<([\w:.-]+)")


def is_description(source: str | Path) -> bool:
    """Return whether `source` is a robot description: XML text, a path with one of `SUFFIXES`, or a file of XML."""
    if _is_text(source):
        return True
    suffix = Path(source).suffix.lower()
    return suffix in SUFFIXES or (suffix not in _YAML and _begins_as_xml(Path(source)))


def _begins_as_xml(path: Path) -> bool:
    """Return whether a regular file begins with an XML element, declaration or comment."""
    try:
        path = path.expanduser()
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return file.read(_HEAD).removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<")
    except (OSError, RuntimeError, ValueError):
        return False


def is_dh_table(source: str | Path) -> bool:
    """Return whether `source` is the path of a Denavit-Hartenberg table (and not of an arm file)."""
    path = Path(source)
    try:
        tree = yaml.safe_load(path.read_bytes()) if path.suffix.lower() in _YAML else None
    except (OSError, yaml.YAMLError, RecursionError, ValueError):
        return False
    return isinstance(tree, dict) and "bodies" in tree


def description_name(source: str | Path) -> str:
    """Return the name of a description for messages: its path, or "robot description" for XML text."""
    return "robot description" if _is_text(source) else str(source)[:MAX_NAME]


def read_description(part: Selection, gravity: Sequence[float] | None = None, snap: float = SNAP) -> Reading:
    """Read the selected arm of a robot description.

    Args:
        part: the description and the selection of the arm in it.
        gravity: (3,) acceleration of gravity in the frame of the base link, m/s². By default the description's, or
            9.81 along -z of the upright link if the format has none.
        snap: distance from a multiple of 90° within which an angle is rounded to that multiple, rad.

    Returns:
        The chain, with remarks on the description.

    Raises:
        ChainError: the description cannot be read, or has no such arm; the message begins with its name.
        MissingDependencyError: the format needs a package that is not installed.
    """
    from .described_chain import described_chain  # the generator takes a while to import
    from .description import Description

    checked_snap(snap)
    try:
        found = _read(part, snap)
        if isinstance(found, Description):
            return described_chain(found, part, gravity, snap)
        if not part.whole:
            raise ChainError("a table is one arm; leave out base, tip, hold and other selections")
        return found if gravity is None else found.under(gravity)
    except ChainError as error:
        raise ChainError(f"{description_name(part.source)}: {error}") from None


def load_urdf(
    path: str | Path,
    *,
    base: str | None = None,
    tip: str | Sequence[str] | None = None,
    hold: Sequence[str] = (),
    without: Sequence[str] = (),
    upright: str | None = None,
    gravity: Sequence[float] | None = None,
    snap: float = SNAP,
) -> Reading:
    """Return the chain of a robot description: URDF, xacro or MJCF.

    Args:
        path: path of the file, or its text.
        base: link that does not move (default: the root).
        tip: link at the end of the arm (default: the link of the last moving joint, if there is only one arm), or the
            ends of several arms, which become one chain with branches.
        hold: joints to fix at zero or the nearest limit: names, or patterns with ``*`` and ``?``.
        without: links to leave out, with everything attached to them.
        upright: link whose -z axis is the direction of gravity (default: the root).
        gravity: (3,) acceleration of gravity in the frame of the base link, m/s². By default the description's, or
            9.81 along -z of the upright link if the format has none.
        snap: distance from a multiple of 90° within which an angle is rounded to that multiple, rad.

    Returns:
        The chain, with remarks on the description.

    Raises:
        ChainError: the file cannot be read, or describes no serial chain; the message has the name of the file.
        MissingDependencyError: the file needs xacro or MuJoCo, which is not installed.
    """
    part = Selection.of(path, base=base, tip=tip, hold=hold, without=without, upright=upright)
    return read_description(part, gravity, snap)


def load_dh(path: str | Path, *, gravity: Sequence[float] | None = None, snap: float = SNAP) -> Reading:
    """Return the chain of a Denavit-Hartenberg table in YAML (`emdeg.readers.dh_file`).

    Args:
        path: path of the file.
        gravity: (3,) acceleration of gravity in frame 0, m/s² (default: the file's).
        snap: distance from a multiple of 90° within which an angle is rounded to that multiple, rad.

    Returns:
        The chain, with remarks on the table.

    Raises:
        ChainError: the file cannot be read, has a wrong form, or is not a chain; the message has the file's name.
    """
    return read_description(Selection.of(path), gravity, snap)


def parse_description(part: Selection, snap: float = SNAP) -> Description:
    """Read the complete robot of a description, not only one arm.

    Args:
        part: the description; only `source` and `arguments` are used.
        snap: as in `read_description`.

    Raises:
        ChainError: the description cannot be read, or is a Denavit-Hartenberg table, which has only one arm.
        MissingDependencyError: the format needs a package that is not installed.
    """
    from .description import Description

    found = _read(part, snap)
    if not isinstance(found, Description):
        raise ChainError("a table is one arm; give the description of a robot")
    return found


def _read(part: Selection, snap: float) -> Description | Reading:
    source = description_source(part, snap)
    module, function = _format(source).reader.split(".")
    found: Description | Reading = getattr(import_module(f".{module}", __package__), function)(source)
    return found


def _format(source: Source) -> Format:
    """Return the format of a source, determined by its outermost XML element; without any, it is YAML."""
    data = source.text.encode("utf-8", "replace") if isinstance(source.text, str) else source.text
    place = 0
    while (before := _BEFORE.match(data, place)) is not None:
        place = before.end()
    found = _ROOT.match(data, place)
    if found is None and source.path is not None and source.path.suffix.lower() not in SUFFIXES:
        return next(each for each in FORMATS if not each.root)
    root = b"" if found is None else found[1]
    return next((each for each in FORMATS if each.root and each.root.encode() == root), FORMATS[0])


def description_source(part: Selection, snap: float = SNAP) -> Source:
    """Return the text of a description: the given text, the content of a file, or an expanded xacro file.

    Args:
        part: the description; only `source` and `arguments` are used.
        snap: as in `read_description`.

    Raises:
        ChainError: the file does not exist, or cannot be read or expanded; or arguments are given without xacro.
        MissingDependencyError: the file is a xacro file, and xacro is not installed.
    """
    source, arguments = part.source, dict(part.arguments)
    if arguments and (_is_text(source) or Path(source).suffix.lower() != XACRO):
        raise ChainError(f"it is not xacro and takes no arguments, got {', '.join(sorted(arguments))}; leave them out")
    if _is_text(source):
        return Source(source, None, snap)
    try:
        path = Path(source).expanduser()
        if path.is_dir():
            raise ChainError("it cannot be read, since it is a folder; give the path of a robot description")
        if not path.is_file():
            raise ChainError("it cannot be read, since it does not exist; give the path of a robot description")
        if path.suffix.lower() == XACRO:
            return Source(_expanded(path, arguments), None, snap)
        return Source(path.read_bytes(), path, snap)
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ChainError(f"it cannot be read: {reason}; give the path of a readable file") from None


def _expanded(path: Path, arguments: Mapping[str, str]) -> str:
    """Expand a xacro file, and return the resulting URDF."""
    try:
        import xacro
    except ImportError as error:
        raise MissingDependencyError(
            f"{path} needs xacro ({error}); run `pip install xacro`, or give the URDF that it makes"
        ) from None
    known = _Asked(arguments)
    try:
        text = str(xacro.process_file(str(path), mappings=known).toxml())
    except Exception as error:  # xacro does not catch errors of expressions in the file
        reason = " ".join(str(error).split())[:300]
        advice = "correct that place"
        if "AMENT_PREFIX_PATH" in reason or "package" in reason:  # $(find …) needs a workspace
            advice = "source the ROS workspace that has its packages, or give the URDF that xacro makes there"
        raise ChainError(f"xacro cannot expand it: {reason}; {advice}") from None
    unknown = sorted(arguments.keys() - known.asked)
    if unknown:
        declared = ", ".join(sorted(known.asked)) or "none"
        raise ChainError(f"it has no argument {', '.join(unknown)}; it has {declared}; correct the name")
    return text


class _Asked(dict[str, str]):
    """Arguments for xacro that remember for which names xacro asked: those that the file declares or uses."""

    def __init__(self, given: Mapping[str, str]) -> None:
        super().__init__(given)
        self.asked: set[str] = set()

    def __contains__(self, name: object) -> bool:
        self.asked.add(str(name))
        return super().__contains__(name)

    def __getitem__(self, name: str) -> str:
        self.asked.add(name)
        return super().__getitem__(name)


def _is_text(source: str | Path) -> bool:
    return isinstance(source, str) and is_xml(source)
