"""The C++ sources of the core, the same for every arm."""

from __future__ import annotations

from pathlib import Path

CORE = Path(__file__).parent / "core"
"""Folder of the sources; they include each other from there."""

COMPILED = ("torque_core.cpp", "create.cpp")
"""What is compiled; everything else is a header."""


def core_files() -> dict[str, str]:
    """Text of every source of the core by its name."""
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(CORE.glob("*.[hc]*"))}
