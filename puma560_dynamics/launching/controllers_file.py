"""The controllers' file of joints with a prefix."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import yaml

from ..errors import LaunchError


def with_prefix(controllers_file: str, joints: Collection[str], prefix: str) -> str:
    """The text of a controllers' file for joints with a prefix: every joint name in it gets that prefix.

    Args:
        controllers_file: path of the file for joints without one.
        joints: their names.
        prefix: to be put in front.

    Raises:
        LaunchError: the file cannot be read or is no YAML.
    """
    try:
        given = yaml.safe_load(Path(controllers_file).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise LaunchError(
            f"controllers_file {controllers_file} cannot be read: {' '.join(str(error).split())}"
        ) from None

    def renamed(value: object) -> object:
        if isinstance(value, dict):
            return {prefix + key if key in joints else key: renamed(below) for key, below in value.items()}
        if isinstance(value, list):
            return [renamed(entry) for entry in value]
        return f"{prefix}{value}" if value in joints else value

    return yaml.safe_dump(renamed(given), sort_keys=False)
