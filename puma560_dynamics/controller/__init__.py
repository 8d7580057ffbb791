"""Torque inside a real-time loop: the C++ core of the torque path, and what is written around it for any arm.

`core_files` gives the C++ sources, `core_settings` the settings of one arm's loop, `controller_files` the files of the
ros2_control package, `model_package` that of one arm's compiled model, and `library_files.library_files` a library
without ROS. `core/torque_core.h` describes the C interface.
"""

from __future__ import annotations

from .arm_values import check_controllable
from .core_settings import CORE, core_files, core_settings
from .model_package import ModelPackage, model_package
from .package_files import controller_files

__all__ = [
    "CORE",
    "ModelPackage",
    "check_controllable",
    "controller_files",
    "core_files",
    "core_settings",
    "model_package",
]
