"""The controllers' file: for joints with a prefix, and what it names as fallback of a controller."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import yaml

from ..errors import LaunchError
from .parameter_file import sections


def with_prefix(controllers_file: str, joints: Collection[str], prefix: str) -> str:
    """The text of a controllers' file for joints with a prefix: every joint name in it gets that prefix.

    Args:
        controllers_file: path of the file for joints without one.
        joints: their names.
        prefix: to be put in front.

    Raises:
        LaunchError: the file cannot be read or is no YAML.
    """
    given = _read(controllers_file)

    def renamed(value: object) -> object:
        if isinstance(value, dict):
            return {prefix + key if key in joints else key: renamed(below) for key, below in value.items()}
        if isinstance(value, list):
            return [renamed(entry) for entry in value]
        return f"{prefix}{value}" if value in joints else value

    return yaml.safe_dump(renamed(given), sort_keys=False)


def fallbacks(controllers_file: str, controller: str) -> list[str]:
    """Controllers that ros2_control activates when `controller` fails; they must be loaded before.

    Args:
        controllers_file: path of the file.
        controller: its name.

    Raises:
        LaunchError: the file cannot be read or is no YAML.
    """
    given = _read(controllers_file)
    if not isinstance(given, dict):
        return []
    names: list[str] = []
    for section, parameters in sections(given, controllers_file):
        own = parameters.get(controller)
        if section.endswith("/controller_manager") and isinstance(own, dict):
            names += [str(name) for name in own.get("fallback_controllers") or ()]
    return names


def _read(path: str) -> Any:
    try:
        return yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise LaunchError(f"controllers_file {path} cannot be read: {' '.join(str(error).split())}") from None
