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
from ..errors import LaunchError

HARDWARE_RESOURCE = "hardware_interface__pluginlib__plugin"
"""Where packages list the files that describe their hardware plugins."""


def installed_plugins() -> list[str]:
    """Return names of the hardware plugins of all packages in the environment, as pluginlib names them."""
    found: set[str] = set()
    for package in get_resources(HARDWARE_RESOURCE):
        content, prefix = get_resource(HARDWARE_RESOURCE, package)
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


CONTROLLER_RESOURCE = "controller_interface__pluginlib__plugin"
"""Where packages register their controller plugins."""

MARK = "puma560_dynamics"
"""Element in package.xml by which a generated package names its arm and digest."""

NAME = "feedforward_controller"
"""The controller in the controllers' file of a generated package."""

PUBLISHED = ("terms", "gravity", "inertia", "velocity", "friction", "total", "payload", "brake")
"""Topics of the controller that readers know by the names of feedforward_node."""

REMAPPINGS = (("~/reference", "reference"), *((f"~/{name}", f"feedforward_node/{name}") for name in PUBLISHED))
"""The controller has the topics of feedforward_node: validator, page, markers, recordings and replay work unchanged."""


@dataclass(frozen=True)
class GeneratedController:
    """An installed package.

    Attributes:
        package: its name.
        arm: for which it was generated.
        digest: of that arm's numbers.
        share: its folder of shared files.
    """

    package: str
    arm: str
    digest: str
    share: Path

    @property
    def controllers_file(self) -> str:
        """Path of its controllers' file."""
        return str(self.share / "config" / "controllers.yaml")


def installed_controllers() -> dict[str, GeneratedController]:
    """Return every generated package of the environment by its name."""
    found = {}
    for package in get_resources(CONTROLLER_RESOURCE):
        _, prefix = get_resource(CONTROLLER_RESOURCE, package)
        share = Path(prefix) / "share" / package
        try:
            mark = ElementTree.parse(share / "package.xml").getroot().find(f"export/{MARK}")
        except (OSError, ElementTree.ParseError):
            continue  # a package that is broken is not the one that is asked for, or it is not found
        if mark is not None:
            found[package] = GeneratedController(package, mark.get("arm", ""), mark.get("digest", ""), share)
    return found


def generated_controller(arm: Arm, package: str = "") -> GeneratedController:
    """Return the installed package of an arm.

    Args:
        arm: whose torque is wanted.
        package: name of the package; empty: the one whose digest is the arm's.

    Raises:
        LaunchError: it is not installed, is no generated one, or is of another arm; without a name, if there is not
            exactly one.
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
