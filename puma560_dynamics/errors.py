"""Exceptions of this package. They have one base class; messages state what was wrong, where, and what to do."""

from collections.abc import Iterable

MAX_NAMES, MAX_NAME_LENGTH = 12, 60
"""Limits for names quoted in a message: their number, and the characters of each."""


class Puma560Error(Exception):
    """Base class of all errors that this package raises on purpose.

    The message is one sentence for the user: what was wrong, what was expected, what to do.
    The command line prints the message without a traceback; the nodes publish it in diagnostics.
    """


class ArmFileError(Puma560Error):
    """An arm file is missing, is not YAML, or does not describe an arm."""


class UnphysicalArmError(Puma560Error):
    """Parameters of an arm are physically impossible (a negative mass, a lower limit above the upper limit …)."""


class UnsupportedArmError(Puma560Error):
    """A model cannot represent this arm, although the arm itself is valid."""


class NoInverseError(Puma560Error):
    """The Jacobian of a chain has no analytic inverse, or its inverse is not available as code."""


class StateError(Puma560Error, ValueError):
    """Joint positions, velocities, accelerations or torques have a wrong shape or are not finite; an unknown link."""


class UnknownModelError(Puma560Error, ValueError):
    """A model name is unknown."""


class MissingDependencyError(Puma560Error, ImportError):
    """An optional package, or an optional compiled part of this package, is required but not installed."""


class UrdfError(Puma560Error):
    """A robot description cannot be read, or describes a different robot."""


class MessageError(Puma560Error):
    """A ROS message cannot be used: joints are missing, arrays have a wrong length, or values are not finite."""


class BagError(Puma560Error):
    """A recording cannot be used (not a bag, no joint states, joints of a different robot) or cannot be written."""


class IdentificationError(Puma560Error):
    """Parameters cannot be identified from this motion, or no motion exists within the given limits."""


class MeasurementError(Puma560Error):
    """Readings of a measurement are physically impossible."""


class SimulationError(Puma560Error):
    """A motion cannot be simulated: it diverges, or its duration, rate or tolerance is out of range."""


class ViewError(Puma560Error):
    """The live page cannot be served: not a local address, no free port, or requests that cannot be verified."""


class RunError(Puma560Error):
    """The simulated run or one of its processes could not be started, or did not finish."""


class TrajectoryError(Puma560Error):
    """A trajectory must not be executed, because of its joints, times, limits, start or end.

    Attributes:
        kind: error code of `FollowJointTrajectory`: ``"goal"`` (invalid goal), ``"joints"`` (not the joints of
            the arm) or ``"time"`` (the end time has passed).
    """

    def __init__(self, message: str, kind: str = "goal") -> None:
        super().__init__(message)
        self.kind = kind


class ChainError(Puma560Error):
    """A robot description or Denavit-Hartenberg table is not a serial chain that the generator supports."""


class AbbreviationError(Puma560Error):
    """No abbreviated model can be made for the given joint ranges, torques or permitted errors."""


class LaunchError(Puma560Error):
    """A step of a launch failed; the following steps are not executed."""


class DerivationError(Puma560Error):
    """A program of the generator does not agree with the independent equations that it is checked against."""


class ProgramError(Puma560Error):
    """A program of the generator cannot be converted to code."""


class CompileError(Puma560Error):
    """Generated C code could not be compiled: no compiler was found, or the compiler failed."""


def listed(names: Iterable[object]) -> str:
    """Return names for a message, separated by commas: only the first if there are many, and long ones shortened."""
    texts = [str(name) for name in names]
    shown = ", ".join(
        text if len(text) <= MAX_NAME_LENGTH else f"{text[: MAX_NAME_LENGTH - 1]}…" for text in texts[:MAX_NAMES]
    )
    return f"{shown} and {len(texts) - MAX_NAMES} more" if len(texts) > MAX_NAMES else shown


def reason_of(error: Exception) -> str:
    """Return the reason of an error of the operating system, or any error's message, for use within a sentence."""
    return str(getattr(error, "strerror", None) or error).lower() if isinstance(error, OSError) else str(error)
