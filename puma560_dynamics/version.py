"""Find the version of the package: from package.xml in a checkout, otherwise from the installed metadata."""

from __future__ import annotations

import re
from pathlib import Path

PACKAGE = "puma560_dynamics"


def version() -> str:
    """Return the version, such as ``"0.1.0"``; ``"unknown"`` if the package is neither a checkout nor installed."""
    manifest = Path(__file__).resolve().parent.parent / "package.xml"
    if manifest.is_file():
        found = re.search(r"<version>([^<]+)</version>", manifest.read_text(encoding="utf-8"))
        if found is not None:
            return found[1].strip()
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed(PACKAGE)
    except PackageNotFoundError:
        return "unknown"


__version__ = version()
