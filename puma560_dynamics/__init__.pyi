from .arm import (
    Arm as Arm,
    JointFriction as JointFriction,
    PhysicsReport as PhysicsReport,
    arm_friction as arm_friction,
    arm_names as arm_names,
    check_physics as check_physics,
    load_arm as load_arm,
)
from .arm.friction import friction_torque as friction_torque
from .control.feed_forward.friction import FrictionCompensation as FrictionCompensation
from .control.feed_forward.references import Reference as Reference
from .control.gate.faults import FaultError as FaultError
from .control.gate.gate_settings import GateSettings as GateSettings
from .control.gate.torque_gate import TorqueGate as TorqueGate
from .control.loop_settings import LoopSettings as LoopSettings
from .control.observer.contact_events import Contact as Contact, ContactEvents as ContactEvents
from .control.observer.external_wrench import ExternalWrench as ExternalWrench, external_wrench as external_wrench
from .control.observer.momentum_observer import MomentumObserver as MomentumObserver
from .control.observer.torque_uncertainty import EstimateError as EstimateError, TorqueUncertainty as TorqueUncertainty
from .control.torque_loop import TorqueLoop as TorqueLoop
from .control.trajectory.joint_path import Present as Present
from .control.trajectory.trajectory_effort import TrajectoryEffort as TrajectoryEffort
from .control.trajectory.waypoints import Waypoint as Waypoint
from .emdeg import (
    Provenance as Provenance,
    SearchEffort as SearchEffort,
    derive as derive,
    emit as emit,
    load_dh as load_dh,
    load_urdf as load_urdf,
    numpy_functions as numpy_functions,
)
from .errors import (
    AbbreviationError as AbbreviationError,
    ArmFileError as ArmFileError,
    BagError as BagError,
    ChainError as ChainError,
    CompileError as CompileError,
    DerivationError as DerivationError,
    IdentificationError as IdentificationError,
    LaunchError as LaunchError,
    MeasurementError as MeasurementError,
    MessageError as MessageError,
    MissingDependencyError as MissingDependencyError,
    NoInverseError as NoInverseError,
    ProgramError as ProgramError,
    Puma560Error as Puma560Error,
    RunError as RunError,
    SimulationError as SimulationError,
    StateError as StateError,
    TrajectoryError as TrajectoryError,
    UnknownModelError as UnknownModelError,
    UnphysicalArmError as UnphysicalArmError,
    UnsupportedArmError as UnsupportedArmError,
    UrdfError as UrdfError,
    ViewError as ViewError,
)
from .extras import require_extras as require_extras
from .identification.arm_yaml import arm_yaml as arm_yaml
from .identification.from_bags import identify as identify
from .identification.identify import Identified as Identified
from .models.derivatives import TorqueDerivatives as TorqueDerivatives
from .models.forward_derivatives import AccelerationWithDerivatives as AccelerationWithDerivatives
from .models.interface import DynamicModel as DynamicModel
from .models.kinds import MODEL_KINDS as MODEL_KINDS
from .models.load import load_model as load_model
from .models.payload.payload import Payload as Payload
from .models.regressors import BaseParameters as BaseParameters
from .models.terms import Elements as Elements, OperationCount as OperationCount, Terms as Terms
from .replay.analyse import compare_recording as compare_recording
from .replay.analysis.torque_band import TorqueBand as TorqueBand, torque_band as torque_band
from .replay.reading.read_recording import read_bag as read_bag, read_recording as read_recording
from .replay.reading.to_bag import recording_to_bag as recording_to_bag
from .replay.result import Analysis as Analysis
from .replay.settings import ReplaySettings as ReplaySettings
from .simulation.simulate import Simulated as Simulated, simulate as simulate
from .version import __version__ as __version__

__all__: list[str]
