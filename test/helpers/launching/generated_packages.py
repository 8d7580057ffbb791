"""Packages of `puma560 controller` as installed: what a launch looks at, without libraries."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from puma560_dynamics.arm import Arm
from puma560_dynamics.controller import ModelPackage
from puma560_dynamics.controller.arm_values import ArmValues, LoadedState

CONTROLLERS, MODELS = "controller_interface__pluginlib__plugin", "feedforward_controller__pluginlib__plugin"


def install(prefix: Path, package: str, export: str | None = "", resource: str = CONTROLLERS) -> Path:
    """Install a package in a prefix of the ament index.

    Args:
        prefix: of the index.
        package: name.
        export: what its package.xml exports, `None` for no package.xml.
        resource: in which it is registered.

    Returns:
        Folder of its shared files.
    """
    index = prefix / "share" / "ament_index" / "resource_index" / resource
    index.mkdir(parents=True, exist_ok=True)
    (index / package).write_text(f"share/{package}/{package}.xml\n", encoding="utf-8")
    share = prefix / "share" / package
    (share / "config").mkdir(parents=True)
    if export is not None:
        (share / "package.xml").write_text(f"<package><export>{export}</export></package>", encoding="utf-8")
    return share


def install_model(prefix: Path, package: str, arm: Arm) -> None:
    """Install the model of an arm; the package's name ends with ``_model``."""
    share, ones = install(prefix, package, None, MODELS), np.ones(arm.n)
    values = ArmValues(
        arm=arm,
        acceleration_limit=ones,
        damping=ones,
        golden=[],
        loaded=LoadedState(np.ones(3), 1.0, np.ones(3), ones),
        description="",
        pinned=False,
    )
    files = ModelPackage(package.removesuffix("_model"), values, {}, [1]).files()
    for name in ("package.xml", "config/controllers.yaml"):
        (share / name).write_text(files[name], encoding="utf-8")
