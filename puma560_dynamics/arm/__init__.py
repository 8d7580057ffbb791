"""The arm as data. Independent of models and ROS."""

from ..emdeg import Selection, is_description
from .arm import Arm
from .arm_file import arm_names, load_arm
from .consistent import consistent_arm, rod_transfers
from .friction import arm_friction, least_friction
from .joint_friction import JointFriction
from .parts import Joint, Link, Motor
from .physics import PhysicsReport, check_physics, triangle_deficit
from .quantity import Quantity, Tolerance
from .rotor import Rotor

__all__ = [
    "Arm",
    "Joint",
    "JointFriction",
    "Link",
    "Motor",
    "PhysicsReport",
    "Quantity",
    "Rotor",
    "Selection",
    "Tolerance",
    "arm_friction",
    "arm_names",
    "check_physics",
    "consistent_arm",
    "is_description",
    "least_friction",
    "load_arm",
    "rod_transfers",
    "triangle_deficit",
]
