"""Whether the plugin of a hardware is installed: checked before any start, since the manager reports it late."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

from ament_index_python.resources import get_resource, get_resources

from ..errors import LaunchError

RESOURCE = "hardware_interface__pluginlib__plugin"
"""Where packages list the files that describe their hardware plugins."""


def installed_plugins() -> list[str]:
    """Names of the hardware plugins of all packages in the environment, as pluginlib names them."""
    found: set[str] = set()
    for package in get_resources(RESOURCE):
        content, prefix = get_resource(RESOURCE, package)
        for file in re.split(r"[;\s]+", content.strip()):
            try:
                root = ElementTree.parse(Path(prefix) / file).getroot()
            except (OSError, ElementTree.ParseError):
                continue  # a package that is broken is not the one that is asked for, or it is not found
            found |= {str(one.get("name") or one.get("type")) for one in root.iter("class")}
    return sorted(found)


def check_plugin(name: str) -> None:
    """Accept the name of a hardware plugin.

    Raises:
        LaunchError: no package of the environment has it.
    """
    known = installed_plugins()
    if name not in known:
        raise LaunchError(
            f"real_plugin {name!r} is not installed; expected one of {', '.join(known) or 'none'}; install the "
            "driver's package, or source the workspace that it is in"
        )
