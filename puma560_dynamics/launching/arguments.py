"""Launch arguments shared by several launch files, and their values in a running launch."""

from __future__ import annotations

from launch import LaunchContext
from launch.actions import DeclareLaunchArgument

from ..control.gate.gate_settings import BRAKES
from ..errors import LaunchError
from ..models.kinds import DEFAULT_MODEL, MODEL_KINDS

HARDWARE = ("mock", "topic", "gazebo", "mujoco", "real")
CONTROLLERS = ("effort_controller", "joint_trajectory_effort_controller", "joint_trajectory_controller")
IN_MANAGER = "feedforward_controller"
"""Controller of the package that `puma560 controller` writes."""
NO_CONTROLLER = "none"
VIEWS = ("rviz", "web", "none")
SWITCH = ("true", "false")


def arm_argument() -> DeclareLaunchArgument:
    """Return the argument ``arm``."""
    return DeclareLaunchArgument(
        "arm", default_value="akb1986", description="the arm: a name in config/ or the path of an arm file"
    )


def namespace_argument() -> DeclareLaunchArgument:
    """Return the argument ``namespace``."""
    return DeclareLaunchArgument(
        "namespace", default_value="", description="namespace of all nodes and topics, one per robot; empty: none"
    )


def model_argument() -> DeclareLaunchArgument:
    """Return the argument ``model``."""
    return DeclareLaunchArgument(
        "model",
        default_value=DEFAULT_MODEL,
        choices=list(MODEL_KINDS),
        description="dynamic model of the feed-forward torque",
    )


def brakes_argument(usual: str) -> DeclareLaunchArgument:
    """Return the argument ``brakes``; `usual` describes the meaning of an empty value."""
    return DeclareLaunchArgument(
        "brakes",
        default_value="",
        choices=["", *BRAKES],
        description="what holds the arm while no torque is commanded: ours (brakes requested by topic), hardware "
        f"(it opens them itself), none, or supported (a person); empty: {usual}",
    )


def view_argument(default: str) -> DeclareLaunchArgument:
    """Return the argument ``view``, which selects the view of the arm."""
    return DeclareLaunchArgument(
        "view",
        default_value=default,
        choices=list(VIEWS),
        description="what shows the arm: rviz, web (a page for the browser, for machines without RViz), or none",
    )


def record_argument() -> DeclareLaunchArgument:
    """Return the argument ``record``, the folder of the bag."""
    return DeclareLaunchArgument(
        "record", default_value="", description="new folder for a bag of the torque and its causes; empty: no bag"
    )


def controllers_file_argument() -> DeclareLaunchArgument:
    """Return the argument ``controllers_file``."""
    return DeclareLaunchArgument(
        "controllers_file",
        default_value="",
        description="YAML file of the controllers; with prefix, joints in it are without; empty: "
        "config/controllers.yaml, with "
        "controller:=feedforward_controller that of the arm's compiled model, or one that is written for the arm",
    )


def switch_argument(name: str, default: bool, description: str) -> DeclareLaunchArgument:
    """Return an argument with the values ``true`` and ``false``."""
    return DeclareLaunchArgument(
        name, default_value=str(default).lower(), choices=list(SWITCH), description=description
    )


def observe_argument() -> DeclareLaunchArgument:
    """Return the argument ``observe``, which starts observer_node."""
    return switch_argument("observe", False, "find contacts by external torques; needs measured efforts")


def split_words(text: str) -> list[str]:
    """Return the words of an argument that are separated by commas or spaces."""
    return text.replace(",", " ").split()


class Given:
    """The values of the arguments.

    All values are read when the launch file is visited: later, in the events of the launch, the scope of an included
    launch file is gone, together with its arguments.
    """

    def __init__(self, context: LaunchContext) -> None:
        self._values: dict[str, str] = dict(context.launch_configurations)

    def __getitem__(self, name: str) -> str:
        return self._values[name]

    def on(self, name: str) -> bool:
        """Return whether a switch is ``true``."""
        return self._values[name] == "true"

    def number(self, name: str) -> float:
        """Return the value of an argument that is a number.

        Raises:
            LaunchError: the value is not a number.
        """
        try:
            return float(self._values[name])
        except ValueError:
            raise LaunchError(f"{name}:={self._values[name]} is not a number") from None
