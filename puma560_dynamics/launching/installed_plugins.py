"""Installed hardware plugins, the controller of this package and compiled models.

Both are checked before anything is started, since the controller manager reports a missing plugin late.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from ament_index_python.resources import get_resource, get_resources

from ..arm import Arm
from ..controller.package_files import CONTROLLER
from ..errors import LaunchError

HARDWARE_RESOURCE = "hardware_interface__pluginlib__plugin"
"""ament resource in which packages list the description files of their hardware plugins."""


def installed_plugins() -> list[str]:
    """Return the pluginlib names of the hardware plugins of all packages in the environment."""
    found: set[str] = set()
    for package in get_resources(HARDWARE_RESOURCE):
        content, prefix = get_resource(HARDWARE_RESOURCE, package)
        for file in re.split(r"[;\s]+", content.strip()):
            try:
                root = ElementTree.parse(Path(prefix) / file).getroot()
            except (OSError, ElementTree.ParseError):
                continue  # a broken package is ignored: its plugins count as not installed
            found |= {str(one.get("name") or one.get("type")) for one in root.iter("class")}
    return sorted(found)


def check_plugin(name: str) -> None:
    """Check that a hardware plugin is installed.

    Raises:
        LaunchError: no package of the environment has this plugin.
    """
    known = installed_plugins()
    if name not in known:
        raise LaunchError(
            f"real_plugin {name!r} is not installed; expected one of {', '.join(known) or 'none'}; install the "
            "driver's package, or source the workspace that it is in"
        )


CONTROLLER_RESOURCE = "controller_interface__pluginlib__plugin"
MODEL_RESOURCE = f"{CONTROLLER}__pluginlib__plugin"
"""ament resources in which packages register their controllers and their models for the controller."""

MARK = "puma560_dynamics"
"""Element in package.xml that contains the arm and digest of a model's package."""

PUBLISHED = ("terms", "gravity", "inertia", "velocity", "friction", "guiding", "total", "payload", "brake")
"""Topics of the controller that subscribers expect under the name of feedforward_node."""

REMAPPINGS = (("~/reference", "reference"), *((f"~/{name}", f"feedforward_node/{name}") for name in PUBLISHED))
"""Remappings of the controller's topics to those of feedforward_node, so that validator, page, markers, recordings and
replay work unchanged."""


@dataclass(frozen=True)
class InstalledModel:
    """An installed package with the compiled model of an arm.

    Attributes:
        package: name of the package.
        arm: name of the arm for which it was generated.
        digest: digest of the arm's numbers.
        share: folder of the package's shared files.
    """

    package: str
    arm: str
    digest: str
    share: Path

    @property
    def controllers_file(self) -> str:
        """Path of the package's controllers' file, which names the model."""
        return str(self.share / "config" / "controllers.yaml")


def installed_models() -> dict[str, InstalledModel]:
    """Return the packages of all models in the environment by name."""
    found = {}
    for package in get_resources(MODEL_RESOURCE):
        _, prefix = get_resource(MODEL_RESOURCE, package)
        share = Path(prefix) / "share" / package
        try:
            mark = ElementTree.parse(share / "package.xml").getroot().find(f"export/{MARK}")
        except (OSError, ElementTree.ParseError):
            continue  # a broken package is ignored: it counts as not installed
        if mark is not None:
            found[package] = InstalledModel(package, mark.get("arm", ""), mark.get("digest", ""), share)
    return found


def check_controller() -> None:
    """Check that the controller of this package is installed.

    Raises:
        LaunchError: it is not.
    """
    if CONTROLLER not in get_resources(CONTROLLER_RESOURCE):
        raise LaunchError(
            f"package {CONTROLLER} is not installed; write it with `puma560 controller -o ws/src/{CONTROLLER}`, build "
            "it with colcon and source the workspace"
        )


def model_of(arm: Arm) -> InstalledModel | None:
    """Return the installed model of an arm; `None` without one, as for every arm with mimic joints.

    Raises:
        LaunchError: several models were generated for the arm.
    """
    if arm.followers:
        return None
    of_arm = [one for one in installed_models().values() if one.digest == arm.exact_chain.digest]
    if len(of_arm) > 1:
        names = ", ".join(sorted(one.package for one in of_arm))
        raise LaunchError(
            f"{names} were generated for {arm.name}; name the model of one in a controllers_file (parameter model)"
        )
    return of_arm[0] if of_arm else None
