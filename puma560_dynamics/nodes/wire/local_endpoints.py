"""Keeps a process from receiving its own messages, where the middleware offers that by its profile.

`feedforward_node` subscribes the topic of its commands, for those of others. At 1 kHz its own ones would cost it about
2.5 % of a core, to be recognised and left alone. Neither ROS 2 Jazzy nor Kilted has an option of rclpy for it; Fast DDS
has a property of the participant, in both.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, MutableMapping
from pathlib import Path

from ...files import share_file

PROFILES = "FASTDDS_DEFAULT_PROFILES_FILE", "FASTRTPS_DEFAULT_PROFILES_FILE"
"""Environment variables that name the profile: of Fast DDS 3 (Kilted and later), and of 2 (Jazzy)."""

UNASKED = "DEFAULT_FASTDDS_PROFILES.xml", "DEFAULT_FASTRTPS_PROFILES.xml"
"""Profiles that Fast DDS reads from the folder in which a process runs."""

FAST = "rmw_fastrtps"
"""What the names of the middlewares begin with that read such profiles; the default one of ROS 2 is among them."""


def ignore_local_endpoints(environment: MutableMapping[str, str] = os.environ, folder: Path | None = None) -> bool:
    """Let publishers and subscriptions of this process not find each other; to be called before ROS starts.

    Nothing is changed where a profile is given already: only one can be the default.

    Args:
        environment: in which the profile is set.
        folder: in which the process runs; the present one by default.

    Returns:
        Whether the profile is set now.
    """
    here = Path.cwd() if folder is None else folder
    if not environment.get("RMW_IMPLEMENTATION", FAST).startswith(FAST):
        return False
    if any(environment.get(name) for name in PROFILES) or any((here / name).is_file() for name in UNASKED):
        return False
    environment[PROFILES[_is_version_2(environment)]] = str(share_file("config", "fastdds.xml"))
    return True


def _is_version_2(environment: Mapping[str, str]) -> bool:
    """Whether this ROS has Fast DDS 2, by the name of its package: the other version warns of that variable."""
    prefixes = [*environment.get("AMENT_PREFIX_PATH", "").split(os.pathsep), sys.prefix]
    return any((Path(prefix) / "share" / "fastrtps").is_dir() for prefix in prefixes if prefix)
