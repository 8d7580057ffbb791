"""The simulated arm as a node: effort commands in, joint states out, in wall-clock time.

There are two interfaces. ``direct`` behaves like a robot with an effort controller. ``topic_hardware`` is the
hardware side of ros2_control's ``joint_state_topic_hardware_interface/JointStateTopicSystem``, so that
the real controller manager and its controllers drive the simulated arm. The plant then includes the drives and
their time-out: without commands the brakes stop the arm, and the fault is latched.

With ``servo: pd`` the drives have a position servo for the topic ``reference``, which adds its torque to every
command; with ``none`` another controller has to close the loop. With ``compensates_gravity`` they hold the weight
of the arm, as the robots of ``control/drivers.py`` do.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from builtin_interfaces.msg import Time
from rclpy.node import Node
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64MultiArray, String
from std_srvs.srv import Trigger
from trajectory_msgs.msg import JointTrajectory

from ..arm import Arm
from ..arm.home_pose import home
from ..control.feed_forward.references import Reference
from ..control.joint_order import JointOrder
from ..control.lock_step import refusal
from ..control.parameter_spec import NODE, ParameterSpec, each_joint, given_each
from ..control.torque_parameters import PAYLOAD
from ..description.urdf import urdf
from ..errors import MessageError, StateError
from ..models.load import load_model
from ..models.payload.payload import attached
from ..simulation.drives import Drives
from ..simulation.plant import Plant
from ..simulation.plant_errors import LARGEST_FRICTION_ERROR, LARGEST_SEED, PlantErrors, simulated_arm_of
from ..simulation.servo import Servo
from ..states import joint_array
from ..system.machine import steady_time
from .wire.arm_source import ArmSource
from .wire.diagnostics import ERROR, OK, WARN, Diagnostics
from .wire.intake import Intake
from .wire.lock_step_plant import LockStepPlant
from .wire.lock_step_topics import answered_by
from .wire.messages import hardware_effort, joint_state, read_reference
from .wire.parameters import ARM_PARAMETERS, declare, parameter_values
from .wire.payload_parameters import payload
from .wire.spin import run_node
from .wire.stamps import seconds
from .wire.topics import COMMAND, COMMANDS, DEEP, JOINT_STATES, LATCHED, REFERENCE, RELIABLE, ROBOT_DESCRIPTION

MAX_STEP_S = 0.05
"""Longest time that one timer call integrates, s; after a longer pause of the machine simulated time lags."""

PARAMETERS = (
    *ARM_PARAMETERS,
    ParameterSpec(
        "interface",
        "direct",
        "direct: the topics of a robot; topic_hardware: the topics of JointStateTopicSystem",
        choices=("direct", "topic_hardware"),
    ),
    ParameterSpec("commands_topic", "/robot_joint_commands", "topic_hardware: topic of the commands (JointState)"),
    ParameterSpec("states_topic", "/robot_joint_states", "topic_hardware: topic of the joint states (JointState)"),
    ParameterSpec(
        "command_timeout",
        0.1,
        "topic_hardware: time without commands, once torque acts, after which the drives fault (no torque, brakes on, "
        "until ~/reset); 0 for no time-out, s",
        minimum=0.0,
        maximum=10.0,
    ),
    ParameterSpec("rate", 250.0, "rate of joint_states, Hz", minimum=1.0, maximum=2000.0),
    each_joint(
        "initial_position", "joint positions at the start", "rad", "the home pose of the arm", (NODE,), low=None
    ),
    ParameterSpec(
        "friction",
        True,
        "simulate friction: kinetic friction of the arm file or else of the compensation, and break-away torque",
    ),
    ParameterSpec(
        "friction_error",
        0.0,
        "fraction by which the kinetic friction of each joint is above or below that of the arm, at random",
        minimum=0.0,
        maximum=LARGEST_FRICTION_ERROR,
    ),
    ParameterSpec(
        "body_errors",
        False,
        "whether masses, centers of mass, inertias and motor inertias are off within their tolerances, and there is a "
        "hidden load of 1 % of the arm's mass",
    ),
    ParameterSpec("seed", 0, "seed of these errors", minimum=0, maximum=LARGEST_SEED),
    *(replace(spec, read_only=True) for spec in PAYLOAD),
    ParameterSpec(
        "servo",
        "pd",
        "pd: the drives add PD on the reference to every command; none: another controller closes the loop",
        choices=("pd", "none"),
    ),
    ParameterSpec(
        "compensates_gravity",
        False,
        "add the gravity torque of the arm and the payload to every command, as robots do that compensate gravity",
    ),
    ParameterSpec("bandwidth", [0.0], "natural frequency of the servo per joint, rad/s; [0.0] for the default"),
    ParameterSpec(
        "lock_step",
        False,
        "only for `puma560 run`: simulated time on /clock, which advances when the command for the last state has "
        "arrived; each command acts one sample later",
    ),
)


class PlantNode(Node):
    """Connects `Plant` with topics. Brakes hold the arm until the first command.

    The simulated arm carries the payload of the parameters; the published robot description is that of the arm alone.

    With ``direct`` the last command acts until the next one, because a forward controller repeats it to the drives.
    With ``topic_hardware``, a silence of ``command_timeout`` is a latched fault of the drives: torque returns with
    the first command after ``~/reset``.
    """

    def __init__(self) -> None:
        super().__init__("plant_node", automatically_declare_parameters_from_overrides=True)
        declare(self, PARAMETERS)
        self._source = ArmSource(self)
        self._source.begin(self._begin)

    def _begin(self, arm: Arm, names: tuple[str, ...]) -> None:
        """Simulate an arm from now on.

        Raises:
            Puma560Error: an invalid value, or an arm that the engine cannot simulate.
        """
        self._arm, self._names = arm, names
        given = parameter_values(self, PARAMETERS)
        errors = PlantErrors(given["friction_error"], given["body_errors"], given["seed"])
        drawn = simulated_arm_of(arm, errors)
        load = payload(given, arm)
        self._plant = Plant(attached(drawn.arm, load), friction=given["friction"], break_away=drawn.break_away)
        if not errors.bodies:
            self.get_logger().info(
                "the simulated arm has the numbers of the model, so a real arm has larger errors; body_errors and "
                "friction_error change them"
            )
        start = given_each("initial_position", given, arm.n)
        self._home = home(arm) if start is None else joint_array("initial_position", start, arm.n)
        self._plant.reset(self._home)
        self._order, self._reference_order = JointOrder(names), JointOrder(names)
        servo, timeout = self._servo_asked_for(), 0.0
        self._before = steady_time()
        self._diagnostics = Diagnostics(self, "commands", self._figures)
        self._intake = Intake(self, self._diagnostics.reject)
        if self.get_parameter("lock_step").value:
            self._intake.pauses.limit = math.inf  # simulated time stands still with every process
        if self.get_parameter("interface").value == "direct":
            states = JOINT_STATES
            if self.get_parameter("arm").value:  # otherwise the robot already publishes its description
                self._description = self.create_publisher(String, ROBOT_DESCRIPTION, LATCHED)
                self._description.publish(String(data=urdf(self._arm)))
            self._intake.subscribe(Float64MultiArray, COMMANDS, self._on_command, COMMAND)
        else:
            # No robot_description: besides robot_state_publisher's, it could also reach the controller manager.
            states = self.get_parameter("states_topic").value
            timeout = self.get_parameter("command_timeout").value
            self._intake.subscribe(
                JointState, self.get_parameter("commands_topic").value, self._on_hardware_command, COMMAND
            )
        # The robot's own model does not know the errors of its numbers either.
        gravity = load_model("newton_euler", arm, load).gravity if given["compensates_gravity"] else None
        self._drives = Drives(self._plant, servo, timeout, gravity)
        stepped = self.get_parameter("lock_step").value
        self._states = self.create_publisher(JointState, states, DEEP if stepped else RELIABLE)
        self.create_service(Trigger, "~/reset", self._on_reset)
        rate = self.get_parameter("rate").value
        self._lock_step: LockStepPlant | None = None
        if stepped:
            self._check_lock_step(servo)
            self._lock_step = LockStepPlant(self, rate, self._step, self._publish)
        else:
            self.create_timer(1.0 / rate, self._tick)

    def _servo_asked_for(self) -> Servo | None:
        """Return the servo that the parameter ``servo`` requests, and subscribe to its references.

        Raises:
            StateError: invalid gains.
        """
        given = parameter_values(self, PARAMETERS)
        if given["servo"] == "none":
            return None
        servo = Servo(self._arm, given_each("bandwidth", given, self._arm.n))
        self.create_subscription(JointTrajectory, REFERENCE, self._on_reference, RELIABLE)
        return servo

    def _on_reference(self, message: JointTrajectory) -> None:
        try:
            reference = read_reference(message, self._reference_order)
        except MessageError as error:
            self._diagnostics.reject(f"reference: {error}")
            return
        if self._lock_step is None:
            self._drives.follow(seconds(message.header.stamp), reference)
        else:
            self._lock_step.reference(message.header.stamp, reference)

    def _on_command(self, message: Float64MultiArray) -> None:
        torque = np.array(message.data, dtype=np.float64)
        if torque.shape != (self._arm.n,) or not np.isfinite(torque).all():
            self._diagnostics.reject(
                f"command with {torque.size} entries or not finite; expected {self._arm.n} finite torques, not used"
            )
            return
        self._drives.command(torque)
        self._diagnostics.set(OK, "commands arrive")
        if self._lock_step is not None:
            self._lock_step.command(answered_by(message), torque)

    def _on_hardware_command(self, message: JointState) -> None:
        try:
            torque = hardware_effort(message, self._order)
        except MessageError as error:
            self._diagnostics.reject(f"commands: {error}")
            return
        if torque is not None:
            if self._drives.command(torque):
                self._diagnostics.set(OK, "commands arrive")
            else:
                self._diagnostics.set(ERROR, f"{self._drives.fault}; commands have returned, call ~/reset")
        elif not self._drives.acting and self._drives.fault is None:
            self._diagnostics.set(WARN, "the hardware interface is up, no controller commands an effort yet; brakes on")

    def _on_reset(self, request: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        if self._drives.clear():
            self._diagnostics.set(WARN, "the drives' fault is reset; brakes on until a command comes")
            response.success, response.message = True, "the drives' fault is reset, the arm is where it was, brakes on"
            return response
        self._drives.restart(self._home)
        if self._lock_step is not None:
            self._lock_step.reset()
        response.success, response.message = True, "the arm is at its initial position, brakes on"
        return response

    def _tick(self) -> None:
        now = self._intake.note_running()
        elapsed, self._before = min(now - self._before, MAX_STEP_S), now
        clock = self.get_clock().now()
        if self._drives.advance(1e-9 * clock.nanoseconds, elapsed):
            self._diagnostics.set(ERROR, f"{self._drives.fault}; restore the commands, then call ~/reset")
        self._publish(clock.to_msg())

    def _step(self, now: float, elapsed: float, torque: np.ndarray | None, reference: Reference) -> None:
        """Simulate one sample in lock-step, which begins at the time of `reference`."""
        self._drives.follow(now - elapsed, reference)
        self._drives.move(now, elapsed, torque)

    def _publish(self, stamp: Time) -> None:
        """Publish the state of the arm."""
        position, velocity = self._plant.position, self._plant.velocity
        if not (np.isfinite(position).all() and np.isfinite(velocity).all()):
            self._diagnostics.set(ERROR, "the simulation diverged; call ~/reset")
            return
        self._states.publish(joint_state(stamp, self._names, position, velocity, self._plant.effort))

    def _figures(self) -> dict[str, object]:
        figures: dict[str, object] = {"simulated_s": round(self._plant.time, 3)}
        return figures if self._lock_step is None else figures | {"repeated": self._lock_step.repeated}

    def _check_lock_step(self, servo: Servo | None) -> None:
        """Check the conditions for lock-step.

        Raises:
            StateError: a condition does not hold.
        """
        reason = refusal(
            simulated_time=bool(self.get_parameter("use_sim_time").value),
            guard="none",
            discovery=os.environ.get("ROS_AUTOMATIC_DISCOVERY_RANGE", ""),
            controller=self.get_parameter("interface").value != "direct",
        )
        if reason is None and servo is None:
            reason = "lock_step needs servo: pd, whose references it waits for"
        if reason is not None:
            raise StateError(reason)


def main(args: Sequence[str] | None = None) -> int:
    """Entry point of ``ros2 run puma560_dynamics plant_node``."""
    return run_node(PlantNode, args)


if __name__ == "__main__":
    sys.exit(main())
