"""Read and change the controllers' file: prefixes of joints, types of controllers and their fallbacks."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import yaml

from ..errors import LaunchError
from .parameter_file import sections


def with_prefix(controllers_file: str, joints: Collection[str], prefix: str) -> str:
    """Return the text of a controllers' file in which every joint name has a prefix.

    A joint name may also follow the name of a controller, as in ``feedforward_controller/joint1``.

    Args:
        controllers_file: path of the file with joint names without a prefix.
        joints: joint names without the prefix.
        prefix: prefix for the joint names.

    Raises:
        LaunchError: the file cannot be read or is not valid YAML.
    """
    given = _read(controllers_file)

    def renamed(value: object) -> object:
        if isinstance(value, dict):
            return {prefix + key if key in joints else key: renamed(below) for key, below in value.items()}
        if isinstance(value, list):
            return [renamed(entry) for entry in value]
        before, slash, joint = str(value).rpartition("/")
        return f"{before}{slash}{prefix}{joint}" if joint in joints else value

    return yaml.safe_dump(renamed(given), sort_keys=False)


def fallbacks(controllers_file: str, controller: str) -> list[str]:
    """Return the controllers that ros2_control activates when `controller` fails; they must be loaded before it.

    Args:
        controllers_file: path of the file.
        controller: name of the controller.

    Raises:
        LaunchError: the file cannot be read or is not valid YAML.
    """
    own = [parameters.get(controller) for parameters in _managers(controllers_file)]
    return [str(name) for one in own if isinstance(one, dict) for name in one.get("fallback_controllers") or ()]


def parameters_of(controllers_file: str, controller: str) -> dict[str, Any]:
    """Return the parameters that a file gives to a controller.

    Args:
        controllers_file: path of the file.
        controller: name of the controller.

    Raises:
        LaunchError: the file cannot be read or is not valid YAML.
    """
    found: dict[str, Any] = {}
    for section, own in sections(_read(controllers_file), controllers_file):
        if section.endswith(f"/{controller}"):
            found |= own
    return found


def with_parameters(controllers_file: str, controller: str, parameters: Mapping[str, object]) -> str | None:
    """Return an additional file with those parameters of a controller that its file does not give; `None` if none.

    Args:
        controllers_file: path of the file.
        controller: name of the controller.
        parameters: parameter values by name.

    Raises:
        LaunchError: the file cannot be read or is not valid YAML.
    """
    known = parameters_of(controllers_file, controller)
    left = {name: value for name, value in parameters.items() if name not in known}
    text = yaml.safe_dump({f"/**/{controller}": {"ros__parameters": left}})
    return text if left else None


def plugin_of(controllers_file: str, controller: str) -> str:
    """Return the pluginlib type of a controller; "" if the file does not give one.

    Args:
        controllers_file: path of the file.
        controller: name of the controller.

    Raises:
        LaunchError: the file cannot be read or is not valid YAML.
    """
    own = [parameters.get(controller) for parameters in _managers(controllers_file)]
    return next((str(one["type"]) for one in own if isinstance(one, dict) and "type" in one), "")


def _managers(path: str) -> list[Mapping[str, Any]]:
    """Return the parameters of all controller managers in a file."""
    given = _read(path)
    if not isinstance(given, dict):
        return []
    return [own for section, own in sections(given, path) if section.endswith("/controller_manager")]


def _read(path: str) -> Any:
    try:
        return yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise LaunchError(f"controllers_file {path} cannot be read: {' '.join(str(error).split())}") from None
