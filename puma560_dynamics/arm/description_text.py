"""The text of a robot description: read from a URDF file, expanded from a xacro file, or given as it is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ..errors import ArmFileError, MissingDependencyError
from ..robot_xml import is_xml

SUFFIXES = (".urdf", ".xacro", ".xml")
"""File names that are robot descriptions."""


def is_description(source: str | Path) -> bool:
    """Whether `source` is a robot description: XML text, or a path that ends like one."""
    return _is_text(source) or Path(source).suffix.lower() in SUFFIXES


def description_text(source: str | Path, arguments: Mapping[str, str] | None = None) -> tuple[str | bytes, str]:
    """A description, and what to call it in messages.

    Args:
        source: path of a URDF or xacro file, or XML text.
        arguments: of a xacro file, by name; its defaults for others.

    Raises:
        ArmFileError: no such file, it cannot be read or expanded, or arguments for what is not a xacro file.
        MissingDependencyError: a xacro file, and xacro is not installed.
    """
    if _is_text(source):
        _only_xacro("the text of a description", arguments)
        return str(source), "robot description"
    try:
        path = Path(source).expanduser()
        found = path.is_file()
    except (OSError, RuntimeError, ValueError) as error:
        raise ArmFileError(f"{str(source)[:100]!r} is not a path: {error}; give that of a URDF or xacro file") from None
    if not found:
        raise ArmFileError(f"{path} does not exist; give the path of a URDF or xacro file")
    if path.suffix.lower() == ".xacro":
        return _expanded(path, arguments or {}), str(path)
    _only_xacro(str(path), arguments)
    try:
        return path.read_bytes(), str(path)
    except OSError as error:
        raise ArmFileError(f"{path} cannot be read: {error.strerror}; give a readable file") from None


def absolute(source: str | Path) -> str:
    """A path from the root, XML text as it is."""
    return str(source) if _is_text(source) else str(Path(source).expanduser().resolve())


def _is_text(source: str | Path) -> bool:
    return isinstance(source, str) and is_xml(source)


def _only_xacro(name: str, arguments: Mapping[str, str] | None) -> None:
    if arguments:
        raise ArmFileError(
            f"{name} is not xacro and takes no arguments, got {', '.join(sorted(arguments))}; leave them out"
        )


def _expanded(path: Path, arguments: Mapping[str, str]) -> str:
    """A xacro file's text."""
    try:
        import xacro
    except ImportError as error:
        raise MissingDependencyError(
            f"{path} needs xacro ({error}); run `pip install xacro`, or give the URDF that it makes"
        ) from None
    try:
        return str(xacro.process_file(str(path), mappings=dict(arguments)).toxml())
    except Exception as error:  # xacro lets through whatever an expression of the file raises
        reason = " ".join(str(error).split())[:300]
        advice = "correct that place"
        if "AMENT_PREFIX_PATH" in reason or "package" in reason:  # what $(find …) needs
            advice = "source the ROS workspace that has its packages, or give the URDF that xacro makes there"
        raise ArmFileError(f"{path}: xacro cannot expand it: {reason}; {advice}") from None
