"""Torque inside a real-time loop: the C++ core of the torque path, and a ros2_control package around it for any arm.

`core_files` gives the C++ sources, `core_settings` the settings of one arm's loop, `ControllerPackage` the files of a
package, `library_files` those of a library without ROS. `core/torque_core.h` describes the C interface.
"""

from __future__ import annotations

from .core_settings import CORE, core_files, core_settings
from .package_files import ControllerPackage, LoadedState, check_controllable

__all__ = ["CORE", "ControllerPackage", "LoadedState", "check_controllable", "core_files", "core_settings"]
