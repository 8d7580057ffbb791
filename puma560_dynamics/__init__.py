"""Explicit dynamics of the PUMA 560 (Armstrong, Khatib and Burdick 1986), proven and on ROS 2.

>>> from puma560_dynamics import load_arm, load_model
>>> model = load_model("generated", load_arm("akb1986"))
>>> model.gravity([0, 0, 0, 0, 0, 0])  # N·m, joints 1 to 6

Names are imported when they are used (PEP 562): the import of the package itself costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .arm import Arm, JointFriction, PhysicsReport, arm_friction, arm_names, check_physics, load_arm
    from .arm.friction import friction_torque
    from .control.feed_forward.friction import FrictionCompensation
    from .control.feed_forward.references import Reference
    from .control.gate.faults import FaultError
    from .control.gate.gate_settings import GateSettings
    from .control.gate.torque_gate import TorqueGate
    from .control.loop_settings import LoopSettings
    from .control.torque_loop import TorqueLoop
    from .control.trajectory.joint_path import Present
    from .control.trajectory.trajectory_effort import TrajectoryEffort
    from .control.trajectory.waypoints import Waypoint
    from .emdeg import Provenance, SearchEffort, derive, emit, load_dh, load_urdf, numpy_functions
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
    from .identification.arm_yaml import arm_yaml
    from .identification.from_bags import identify
    from .identification.identify import Identified
    from .models.derivatives import TorqueDerivatives
    from .models.forward_derivatives import AccelerationWithDerivatives
    from .models.interface import DynamicModel
    from .models.kinds import MODEL_KINDS
    from .models.load import load_model
    from .models.payload.payload import Payload
    from .models.regressors import BaseParameters
    from .models.terms import Elements, OperationCount, Terms
    from .replay.analyse import compare_recording
    from .replay.analysis.torque_band import TorqueBand, torque_band
    from .replay.reading.read_recording import read_bag, read_recording
    from .replay.reading.to_bag import recording_to_bag
    from .replay.result import Analysis
    from .replay.settings import ReplaySettings
    from .simulation.simulate import Simulated, simulate
    from .version import __version__

_MODULES = {
    "AbbreviationError": ".errors",
    "Analysis": ".replay.result",
    "Arm": ".arm",
    "ArmFileError": ".errors",
    "BagError": ".errors",
    "ChainError": ".errors",
    "BaseParameters": ".models.regressors",
    "CompileError": ".errors",
    "DerivationError": ".errors",
    "DynamicModel": ".models.interface",
    "Elements": ".models.terms",
    "FaultError": ".control.gate.faults",
    "FrictionCompensation": ".control.feed_forward.friction",
    "GateSettings": ".control.gate.gate_settings",
    "IdentificationError": ".errors",
    "Identified": ".identification.identify",
    "JointFriction": ".arm",
    "LaunchError": ".errors",
    "LoopSettings": ".control.loop_settings",
    "MODEL_KINDS": ".models.kinds",
    "MeasurementError": ".errors",
    "MessageError": ".errors",
    "MissingDependencyError": ".errors",
    "NoInverseError": ".errors",
    "OperationCount": ".models.terms",
    "Payload": ".models.payload.payload",
    "PhysicsReport": ".arm",
    "Present": ".control.trajectory.joint_path",
    "ProgramError": ".errors",
    "Provenance": ".emdeg",
    "Puma560Error": ".errors",
    "Reference": ".control.feed_forward.references",
    "ReplaySettings": ".replay.settings",
    "RunError": ".errors",
    "SearchEffort": ".emdeg",
    "Simulated": ".simulation.simulate",
    "SimulationError": ".errors",
    "StateError": ".errors",
    "Terms": ".models.terms",
    "TorqueDerivatives": ".models.derivatives",
    "AccelerationWithDerivatives": ".models.forward_derivatives",
    "TorqueBand": ".replay.analysis.torque_band",
    "TorqueGate": ".control.gate.torque_gate",
    "TorqueLoop": ".control.torque_loop",
    "TrajectoryEffort": ".control.trajectory.trajectory_effort",
    "TrajectoryError": ".errors",
    "UnknownModelError": ".errors",
    "UnphysicalArmError": ".errors",
    "UnsupportedArmError": ".errors",
    "UrdfError": ".errors",
    "ViewError": ".errors",
    "Waypoint": ".control.trajectory.waypoints",
    "__version__": ".version",
    "arm_friction": ".arm",
    "arm_names": ".arm",
    "arm_yaml": ".identification.arm_yaml",
    "check_physics": ".arm",
    "compare_recording": ".replay.analyse",
    "derive": ".emdeg",
    "emit": ".emdeg",
    "friction_torque": ".arm.friction",
    "identify": ".identification.from_bags",
    "load_arm": ".arm",
    "load_dh": ".emdeg",
    "load_model": ".models.load",
    "load_urdf": ".emdeg",
    "numpy_functions": ".emdeg",
    "read_bag": ".replay.reading.read_recording",
    "read_recording": ".replay.reading.read_recording",
    "recording_to_bag": ".replay.reading.to_bag",
    "simulate": ".simulation.simulate",
    "torque_band": ".replay.analysis.torque_band",
}
"""Module of each public name."""

__all__ = [
    "AbbreviationError",
    "Analysis",
    "Arm",
    "ArmFileError",
    "BagError",
    "BaseParameters",
    "ChainError",
    "CompileError",
    "DerivationError",
    "DynamicModel",
    "Elements",
    "FaultError",
    "FrictionCompensation",
    "GateSettings",
    "IdentificationError",
    "Identified",
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
    "PhysicsReport",
    "Present",
    "ProgramError",
    "Provenance",
    "Puma560Error",
    "Reference",
    "ReplaySettings",
    "RunError",
    "SearchEffort",
    "Simulated",
    "SimulationError",
    "StateError",
    "Terms",
    "TorqueBand",
    "TorqueDerivatives",
    "AccelerationWithDerivatives",
    "TorqueGate",
    "TorqueLoop",
    "TrajectoryEffort",
    "TrajectoryError",
    "UnknownModelError",
    "UnphysicalArmError",
    "UnsupportedArmError",
    "UrdfError",
    "ViewError",
    "Waypoint",
    "__version__",
    "arm_friction",
    "arm_names",
    "arm_yaml",
    "check_physics",
    "compare_recording",
    "derive",
    "emit",
    "friction_torque",
    "identify",
    "load_arm",
    "load_dh",
    "load_model",
    "load_urdf",
    "numpy_functions",
    "read_bag",
    "read_recording",
    "recording_to_bag",
    "simulate",
    "torque_band",
]


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_MODULES[name], __name__), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
