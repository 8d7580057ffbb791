"""Represent arms as data: links, joints, motors, friction, tolerances. Independent of models and ROS.

Input is an arm file (YAML), a robot description (such as a URDF or xacro), or an arm file that adds what a description
lacks. Output is one frozen `Arm` in SI units, ordered by joint, with kinematics, friction and a physical check. Steps:
text → description or sections of the file → parts → `Arm` → checks. The readers of `emdeg` convert a description
to a chain, so that arm and generated code have the same frames.
"""

from ..emdeg import Selection, is_description
from .arm import Arm
from .arm_file import arm_names, load_arm
from .consistent import consistent_arm, rod_transfers
from .friction import arm_friction, least_friction
from .joint_friction import JointFriction
from .parts import Joint, Link, Motor, Quantity, Rotor, Tolerance
from .physics import PhysicsReport, check_physics, triangle_deficit

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
