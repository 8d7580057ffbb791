"""Explicit dynamics of the PUMA 560 (Armstrong, Khatib and Burdick 1986), proven and on ROS 2.

>>> from puma560_dynamics import load_arm, load_model
>>> model = load_model("generated", load_arm("akb1986"))
>>> model.gravity([0, 0, 0, 0, 0, 0])  # N·m, joints 1 to 6

Names are imported when they are used (PEP 562): the import of the package itself costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .arm import Arm, JointFriction, arm_names, load_arm
    from .control.feed_forward.feed_forward import Reference
    from .control.feed_forward.friction import FrictionCompensation
    from .control.gate.gate_settings import GateSettings
    from .control.gate.torque_gate import TorqueGate
    from .control.loop_settings import LoopSettings
    from .control.torque_loop import TorqueLoop
    from .errors import (
        AbbreviationError,
        ArmFileError,
        BagError,
        ChainError,
        CompileError,
        DerivationError,
        IdentificationError,
        LaunchError,
        MeasurementError,
        MessageError,
        MissingDependencyError,
        NoInverseError,
        ProgramError,
        Puma560Error,
        RunError,
        SimulationError,
        StateError,
        TrajectoryError,
        UnknownModelError,
        UnphysicalArmError,
        UnsupportedArmError,
        UrdfError,
        ViewError,
    )
    from .models.interface import DynamicModel, Elements, OperationCount, Terms
    from .models.load import MODEL_KINDS, load_model
    from .models.payload.payload import Payload

__version__ = "0.1.0"

_MODULES = {
    "AbbreviationError": ".errors",
    "Arm": ".arm",
    "ArmFileError": ".errors",
    "BagError": ".errors",
    "ChainError": ".errors",
    "CompileError": ".errors",
    "DerivationError": ".errors",
    "DynamicModel": ".models.interface",
    "Elements": ".models.interface",
    "FrictionCompensation": ".control.feed_forward.friction",
    "GateSettings": ".control.gate.gate_settings",
    "IdentificationError": ".errors",
    "JointFriction": ".arm",
    "LaunchError": ".errors",
    "LoopSettings": ".control.loop_settings",
    "MODEL_KINDS": ".models.load",
    "MeasurementError": ".errors",
    "MessageError": ".errors",
    "MissingDependencyError": ".errors",
    "NoInverseError": ".errors",
    "OperationCount": ".models.interface",
    "Payload": ".models.payload.payload",
    "ProgramError": ".errors",
    "Puma560Error": ".errors",
    "Reference": ".control.feed_forward.feed_forward",
    "RunError": ".errors",
    "SimulationError": ".errors",
    "StateError": ".errors",
    "Terms": ".models.interface",
    "TorqueGate": ".control.gate.torque_gate",
    "TorqueLoop": ".control.torque_loop",
    "TrajectoryError": ".errors",
    "UnknownModelError": ".errors",
    "UnphysicalArmError": ".errors",
    "UnsupportedArmError": ".errors",
    "UrdfError": ".errors",
    "ViewError": ".errors",
    "arm_names": ".arm",
    "load_arm": ".arm",
    "load_model": ".models.load",
}
"""Module of each public name."""

__all__ = [
    "AbbreviationError",
    "Arm",
    "ArmFileError",
    "BagError",
    "ChainError",
    "CompileError",
    "DerivationError",
    "DynamicModel",
    "Elements",
    "FrictionCompensation",
    "GateSettings",
    "IdentificationError",
    "JointFriction",
    "LaunchError",
    "LoopSettings",
    "MODEL_KINDS",
    "MeasurementError",
    "MessageError",
    "MissingDependencyError",
    "NoInverseError",
    "OperationCount",
    "Payload",
    "ProgramError",
    "Puma560Error",
    "Reference",
    "RunError",
    "SimulationError",
    "StateError",
    "Terms",
    "TorqueGate",
    "TorqueLoop",
    "TrajectoryError",
    "UnknownModelError",
    "UnphysicalArmError",
    "UnsupportedArmError",
    "UrdfError",
    "ViewError",
    "__version__",
    "arm_names",
    "load_arm",
    "load_model",
]


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_MODULES[name], __name__), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
