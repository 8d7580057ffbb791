"""Explicit dynamics of the PUMA 560 (Armstrong, Khatib and Burdick 1986), proven and on ROS 2.

>>> from puma560_dynamics import load_arm, load_model
>>> model = load_model("full", load_arm("akb1986"))
>>> model.gravity([0, 0, 0, 0, 0, 0])  # N·m, joints 1 to 6
"""

from .arm import Arm, arm_names, load_arm
from .errors import Puma560Error
from .model import DynamicModel, OperationCount, Terms
from .models import MODEL_KINDS, load_model

__version__ = "0.1.0"

__all__ = [
    "MODEL_KINDS",
    "Arm",
    "DynamicModel",
    "OperationCount",
    "Puma560Error",
    "Terms",
    "__version__",
    "arm_names",
    "load_arm",
    "load_model",
]
