"""Torque inside a real-time loop: the C++ core of the torque path, and what drives it with a generated model.

`core_files` gives the C++ sources, `core_settings` what one arm's loop settings are there. `core/torque_core.h`
describes the C interface.
"""

from __future__ import annotations

from .core_files import CORE, core_files
from .core_settings import core_settings

__all__ = ["CORE", "core_files", "core_settings"]
