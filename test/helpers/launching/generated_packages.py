"""Packages of `puma560 controller` as installed: what a launch looks at, without model and library."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from puma560_dynamics.arm import Arm
from puma560_dynamics.controller import ControllerPackage, LoadedState

RESOURCE = "controller_interface__pluginlib__plugin"


def install(prefix: Path, package: str, arm: Arm | None = None, export: str | None = "") -> None:
    """Install a package in a prefix of the ament index.

    Args:
        prefix: of the index.
        package: name, ending with ``_controller`` if it is a generated one.
        arm: of a generated one.
        export: else what its package.xml exports, `None` for no package.xml.
    """
    index = prefix / "share" / "ament_index" / "resource_index" / RESOURCE
    index.mkdir(parents=True, exist_ok=True)
    (index / package).write_text(f"share/{package}/{package}.xml\n", encoding="utf-8")
    share = prefix / "share" / package
    (share / "config").mkdir(parents=True)
    if arm is not None:
        name, digest = package.removesuffix("_controller"), arm.exact_chain.digest
        ones = np.ones(arm.n)
        files = ControllerPackage(
            arm=arm,
            model=name,
            sources={},
            digest=digest,
            version="1.0.0",
            acceleration_limit=ones,
            damping=ones,
            golden=[],
            loaded=LoadedState(np.ones(3), 1.0, np.ones(3), ones),
            description="",
            pinned=False,
        ).files()
        for name in ("package.xml", "config/controllers.yaml"):
            (share / name).write_text(files[name], encoding="utf-8")
    elif export is not None:
        (share / "package.xml").write_text(f"<package><export>{export}</export></package>", encoding="utf-8")
