"""What a fork server has imported before it makes a node; the nodes then share it."""

from __future__ import annotations

import gc
import inspect
from contextlib import suppress
from importlib import import_module

MODULES = (
    "rosidl_generator_py.import_type_support_impl",  # what rclpy imports with the first message
    "mujoco",
    "pinocchio",
    "viser",
    "yourdfpy",
    "puma560_dynamics.models.generated.generated_model",
    "puma560_dynamics.nodes.command_guard_node",
    "puma560_dynamics.nodes.feedforward_node",
    "puma560_dynamics.nodes.plant_node",
    "puma560_dynamics.nodes.reference_node",
    "puma560_dynamics.nodes.trajectory_feedforward_node",
    "puma560_dynamics.nodes.validator_node",
    "puma560_dynamics.nodes.view_node",
)
"""What of it is missing is left out."""

for _name in MODULES:
    with suppress(ImportError):
        import_module(_name)

# rclpy's logger asks inspect for the file of its caller, which goes through all modules once: 50 ms in every node.
_frame = inspect.currentframe()
assert _frame is not None
inspect.getframeinfo(_frame)

gc.freeze()  # no node searches it for garbage, which would also copy its pages
