"""Installed hardware plugins and generated controllers.

Both are checked before anything is started, since the controller manager reports a missing plugin late.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from ament_index_python.resources import get_resource, get_resources

from ..arm import Arm
from ..controller.package_files import GENERAL
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
"""ament resource in which packages register their controller plugins."""

MARK = "puma560_dynamics"
"""Element in package.xml that contains the arm and digest of a generated package."""

NAME = "feedforward_controller"
"""Name of the controller in the controllers' file of a generated package."""

PUBLISHED = ("terms", "gravity", "inertia", "velocity", "friction", "guiding", "total", "payload", "brake")
"""Topics of the controller that subscribers expect under the name of feedforward_node."""

REMAPPINGS = (("~/reference", "reference"), *((f"~/{name}", f"feedforward_node/{name}") for name in PUBLISHED))
"""Remappings of the controller's topics to those of feedforward_node, so that validator, page, markers, recordings and
replay work unchanged."""


@dataclass(frozen=True)
class GeneratedController:
    """An installed package with a generated controller.

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
        """Path of the package's controllers' file."""
        return str(self.share / "config" / "controllers.yaml")


def installed_controllers() -> dict[str, GeneratedController]:
    """Return all generated packages of the environment by name."""
    found = {}
    for package in get_resources(CONTROLLER_RESOURCE):
        _, prefix = get_resource(CONTROLLER_RESOURCE, package)
        share = Path(prefix) / "share" / package
        try:
            mark = ElementTree.parse(share / "package.xml").getroot().find(f"export/{MARK}")
        except (OSError, ElementTree.ParseError):
            continue  # a broken package is ignored: it counts as not installed
        if mark is not None:
            found[package] = GeneratedController(package, mark.get("arm", ""), mark.get("digest", ""), share)
    return found


def check_general() -> None:
    """Check that the controller for every arm is installed.

    Raises:
        LaunchError: it is not.
    """
    if GENERAL not in get_resources(CONTROLLER_RESOURCE):
        raise LaunchError(
            f"package {GENERAL} is not installed; write it with `puma560 controller -o ws/src/{GENERAL}`, build it "
            "with colcon and source the workspace"
        )


def generated_controller(arm: Arm, package: str = "") -> GeneratedController:
    """Return the installed package of an arm.

    Args:
        arm: the arm.
        package: name of the package; empty: the package with the digest of the arm.

    Raises:
        LaunchError: the package is not installed, was not generated, or is for another arm; without a name, if not
            exactly one package fits.
    """
    installed, digest = installed_controllers(), arm.exact_chain.digest
    known = ", ".join(f"{one.package} of {one.arm} ({one.digest})" for one in installed.values()) or "none"
    cure = (
        f"write one with `puma560 controller` for {arm.name} (parameters {digest}), build it with colcon and source "
        "the workspace"
    )
    if package and package not in installed:
        raise LaunchError(f"generated_package {package!r} is not installed; there is {known}; {cure}")
    if package:
        given = installed[package]
        if given.digest != digest:
            raise LaunchError(
                f"package {package} was generated for {given.arm} (parameters {given.digest}), and this launch is for "
                f"{arm.name} (parameters {digest}): its torque would be another arm's; {cure}"
            )
        return given
    of_arm = [one for one in installed.values() if one.digest == digest]
    if not of_arm:
        raise LaunchError(f"no generated controller of {arm.name} is installed; there is {known}; {cure}")
    if len(of_arm) > 1:
        names = ", ".join(one.package for one in of_arm)
        raise LaunchError(f"{names} were generated for {arm.name}; name one of them with generated_package:=")
    return of_arm[0]
