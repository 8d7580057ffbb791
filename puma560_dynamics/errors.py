"""The errors of this package: one root, and messages that state what, where and what to do."""


class Puma560Error(Exception):
    """Root of every error that this package raises on purpose.

    The message is one sentence for a person: what was wrong, what was expected, what to do.
    The command line prints it without a traceback; the nodes put it into diagnostics.
    """


class ArmFileError(Puma560Error):
    """An arm file is missing, is not YAML, or holds something that is not an arm."""


class UnphysicalArmError(Puma560Error):
    """The numbers of an arm contradict physics (a negative mass, crossed limits …)."""


class UnsupportedArmError(Puma560Error):
    """A model cannot represent this arm, although the arm itself is sound."""


class NoInverseError(Puma560Error):
    """The Jacobian of a chain has no analytic inverse, or none that is available as code."""


class StateError(Puma560Error, ValueError):
    """Joint positions, velocities, accelerations or torques of the wrong shape, or not finite; another link or axes."""


class UnknownModelError(Puma560Error, ValueError):
    """A model name that does not exist."""


class MissingDependencyError(Puma560Error, ImportError):
    """An optional package, or an optional compiled part of this package, is required but not installed."""


class UrdfError(Puma560Error):
    """A robot description that cannot be read, or that describes another robot."""


class MessageError(Puma560Error):
    """A ROS message that cannot be used: joints missing, wrong length, not finite."""


class BagError(Puma560Error):
    """A recording that cannot be used (no bag, no joint states, another robot's joints) or cannot be written."""


class IdentificationError(Puma560Error):
    """Parameters cannot be found from this motion, or a motion cannot be made within these limits."""


class MeasurementError(Puma560Error):
    """Readings of a measurement that no body could give."""


class SimulationError(Puma560Error):
    """A motion that cannot be simulated: it runs away, or its duration, rate or tolerance is out of range."""


class ViewError(Puma560Error):
    """The live page cannot be served: an address of another machine, no free port, or no check of its requests."""


class RunError(Puma560Error):
    """The simulated run, or a process that it started, could not be started or did not come to its end."""


class TrajectoryError(Puma560Error):
    """A trajectory that the arm must not follow: joints, times, limits, start or end.

    Attributes:
        kind: ``"goal"``, ``"joints"`` (other joints than the arm's) or ``"time"`` (it is over already),
            as `FollowJointTrajectory` distinguishes them.
    """

    def __init__(self, message: str, kind: str = "goal") -> None:
        super().__init__(message)
        self.kind = kind


class ChainError(Puma560Error):
    """A robot description or a table of joints is not a serial chain that the generator supports."""


class AbbreviationError(Puma560Error):
    """No abbreviated model can be made for these ranges, torques or errors."""


class LaunchError(Puma560Error):
    """A step of a launch failed, so that those after it are not taken."""


class DerivationError(Puma560Error):
    """The generator contradicts itself: a factored program does not agree with the independent equations."""


class ProgramError(Puma560Error):
    """A program of the generator from which no code can be made."""


class CompileError(Puma560Error):
    """Generated C code could not be compiled: no compiler, or one that fails."""
