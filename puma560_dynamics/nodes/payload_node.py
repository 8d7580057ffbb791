"""Publishes what the arm has gripped, from measured efforts, and sets it as the payload of a node that sends torque."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from geometry_msgs.msg import InertiaStamped
from rcl_interfaces.srv import SetParametersAtomically
from rclpy.client import Client
from rclpy.clock import Clock
from rclpy.clock_type import ClockType
from rclpy.parameter import Parameter
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64MultiArray
from std_srvs.srv import Trigger

from ..arm import Arm
from ..arm.transform import inverse_pose
from ..arm.with_followers import with_names
from ..arrays import FloatArray
from ..control.load.gripper_watch import GripperWatch
from ..control.load.load_estimate import LoadEstimate
from ..control.load.load_feed import LoadFeed
from ..control.load.load_filter import EFFORT_TOLERANCE
from ..control.load.load_limits import largest_mass
from ..control.load.load_tracker import LIFT, Carries, LoadTracker
from ..control.parameter_spec import ParameterSpec, given_each
from ..errors import MessageError, StateError
from ..models.load import load_model
from ..models.payload.payload import Payload, last_link_payload
from .wire.arm_source import ArmSource
from .wire.diagnostics import ERROR, OK, WARN, Diagnostics
from .wire.effort_states import EFFORT_PARAMETERS, EffortState, EffortStates
from .wire.effort_status import joint_row
from .wire.feedforward_parameters import MODEL
from .wire.gripper_state import GripperState
from .wire.messages import doubles, payload_message, read_payload
from .wire.model_worker import Worker
from .wire.parameters import ARM_PARAMETERS, declare, parameter_values
from .wire.payload_parameters import payload_parameters
from .wire.polling_node import PollingNode, Tick
from .wire.spin import run_node
from .wire.stamps import stamp_of
from .wire.topics import JOINT_STATES, LATCHED, QUEUE, RELIABLE

PERIOD = 0.01
"""Period at which new joint states are read, s."""

MOST_STATES = 20
"""Largest number of joint states that are used in one period; of more, evenly spaced ones are used."""

SILENCE_S = 1.0
"""Time without a joint state with effort after which the node reports its absence, s."""

ANSWER_S = 5.0
"""Time within which the target must answer, s."""

PARAMETERS = (
    *ARM_PARAMETERS,
    MODEL,
    ParameterSpec(
        "lift_distance",
        LIFT,
        "distance by which the tip rises after a grip before the load is weighed, or 5 times that "
        "sideways, m; 0 for loads without support",
        minimum=0.0,
        maximum=1.0,
        unit="m",
    ),
    ParameterSpec("by_weight", False, "whether a constant weight at the tip counts as a grip without a trigger"),
    ParameterSpec("gripper_joint", "", "joint of the gripper in joint_states that tells if something is held"),
    ParameterSpec(
        "gripper_range", [0.0, 0.0], "positions of gripper_joint, lowest and highest, between which something is held"
    ),
    ParameterSpec(
        "payload_limit",
        0.0,
        "largest mass of a load, kg; 0 for what the arm can hold in every pose",
        minimum=0.0,
        maximum=10000.0,
        unit="kg",
    ),
    ParameterSpec("feed", False, "whether the load is set as the payload of `target`"),
    ParameterSpec("target", "feedforward_node", "node or controller with the parameters payload.*"),
    ParameterSpec(
        "effort_tolerance",
        EFFORT_TOLERANCE,
        "standard deviation of the scale of each joint's efforts, as a fraction",
        minimum=0.0,
        maximum=0.5,
    ),
    *EFFORT_PARAMETERS,
)


class _Settings(NamedTuple):
    """Parameters of the estimate."""

    model: str
    limit: float
    given: dict[str, Any]
    effort_noise: FloatArray | None
    velocity_noise: FloatArray | None
    external: bool


class PayloadNode(PollingNode):
    """Connects `LoadTracker` and `LoadFeed` with topics and services."""

    def __init__(self) -> None:
        super().__init__("payload_node", automatically_declare_parameters_from_overrides=True)
        declare(self, PARAMETERS)
        self._worker: Worker[LoadTracker] = Worker()
        self._source = ArmSource(self)
        self._source.begin(self._begin)

    def close(self) -> None:
        """End the thread that makes models."""
        self._worker.close()

    def _begin(self, arm: Arm, names: tuple[str, ...]) -> None:
        """Estimate the load of an arm from now on."""
        given = parameter_values(self, PARAMETERS)
        self._arm = with_names(arm, names)
        self._reader = EffortStates(self._arm, given)
        noise = given_each("effort_noise", given, arm.n), given_each("velocity_noise", given, arm.n)
        limit = given["payload_limit"] or largest_mass(self._arm)
        self._settings = _Settings(given["model"], limit, given, *noise, self._reader.external)
        self._gripper = _gripper(given)
        self._feed, self._feeds = LoadFeed(self._arm, limit), bool(given["feed"])
        self._tracker: LoadTracker | None = None
        self._estimate: LoadEstimate | None = None
        self._origin: int | None = None
        self._stamp, self._heard = 0, -math.inf
        self._repeated = self._left_out = self._fed = 0
        self._pending: Any = None
        self._before: Payload | None = None
        self._asked_at = -math.inf
        self._load = self.create_publisher(InertiaStamped, "~/load", RELIABLE)
        self._covariance = self.create_publisher(Float64MultiArray, "~/covariance", RELIABLE)
        self._diagnostics = Diagnostics(self, "load", self._figures)
        self._diagnostics.set(OK, "the model is prepared")
        self.create_service(Trigger, "~/gripped", self._on_gripped)
        self.create_service(Trigger, "~/released", self._on_released)
        target = str(given["target"])
        self.create_subscription(InertiaStamped, f"{target}/payload", self._on_payload, LATCHED)
        if self._feeds:
            self._client: Client[Any, Any] = self.create_client(
                SetParametersAtomically, f"{target}/set_parameters_atomically"
            )
        self._states = self.poll(JointState, JOINT_STATES, QUEUE)
        self._prepare()
        self.create_timer(PERIOD, Tick(self._step), clock=Clock(clock_type=ClockType.STEADY_TIME))

    def _prepare(self) -> None:
        """Make the model in a thread: it may have to be derived and compiled."""
        self._tracker = self._estimate = self._origin = None
        self._worker.start(partial(_tracker, self._arm, self._feed.base, self._settings))

    def _on_payload(self, message: InertiaStamped) -> None:
        """Note the payload in use; one that was set by hand is part of the model from now on."""
        try:
            payload = read_payload(message, self._arm)
            if self._feed.in_use(payload, carried=self._carries is not Carries.NOTHING):
                self._prepare()
        except (MessageError, StateError) as error:
            self._diagnostics.reject(f"payload: {error}")

    @property
    def _carries(self) -> Carries:
        return Carries.NOTHING if self._tracker is None else self._tracker.carries

    def _on_gripped(self, _: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        return self._triggered(True, response)

    def _on_released(self, _: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        return self._triggered(False, response)

    def _triggered(self, holds: bool, response: Trigger.Response) -> Trigger.Response:
        response.success = self._tracker is not None
        if self._tracker is None:
            response.message = "the model is prepared; nothing is estimated yet"
        else:
            self._change(self._tracker, holds)
            response.message = f"carries: {self._carries.value}"
        return response

    def _change(self, tracker: LoadTracker, holds: bool) -> None:
        """Begin or end a load by a trigger."""
        if holds:
            if tracker.carries is Carries.NOTHING:
                self._feed.begin()
            tracker.grip()
        else:
            self._feed.begin()
            tracker.release()
            self._publish()

    def _step(self) -> None:
        """Use the joint states that have arrived, and publish and feed the load."""
        try:
            made = self._worker.take()
        except Exception as error:  # a model may fail to be derived, compiled or loaded
            self._diagnostics.set(ERROR, f"no model: {error}")
            made = None
        if made is not None:
            self._tracker = made
        new = [data for data, _ in self.take(self._states)]
        tracker, now = self._tracker, time.monotonic()
        if tracker is None:
            return
        every = -(-len(new) // MOST_STATES) or 1
        kept = new[::-1][::every][::-1]  # the newest is used
        self._left_out += len(new) - len(kept)
        used = changed = False
        before = tracker.carries
        for data in kept:
            self._watch_gripper(tracker, data)
            state = self._reader.read(data, tracker.model)
            if state is not None and state.stamp != self._stamp:
                used = True
                changed = self._use(tracker, state) or changed
            elif state is not None:
                self._repeated += 1
        if changed or tracker.carries is not before:
            self._publish()
        if used:
            self._heard = now
            self._give(now, tracker)
            self._say(tracker)
        elif now - self._heard > SILENCE_S:
            self._diagnostics.set(WARN, f"nothing is estimated: {self._reader.reason}")
            if not new and math.isfinite(self._heard):
                self._reader.reason = "no joint_states arrive"

    def _watch_gripper(self, tracker: LoadTracker, data: bytes) -> None:
        if self._gripper is None:
            return
        changed = self._gripper.update(data)
        if changed is not None:
            self._change(tracker, changed)

    def _use(self, tracker: LoadTracker, state: EffortState) -> bool:
        """Use one joint state; return whether the estimate may have changed."""
        if self._origin is None or state.stamp < self._stamp:
            tracker.restart()  # the first state, or a clock that was set back
            self._origin = state.stamp
        self._stamp = state.stamp
        return tracker.update(1e-9 * (state.stamp - self._origin), state.q, state.qd, state.effort)

    def _publish(self) -> None:
        """Publish the load, or that there is none any more."""
        before, tracker = self._estimate, self._tracker
        self._estimate = found = None if tracker is None else tracker.estimate
        stamp = stamp_of(self._stamp)
        if found is None:
            if before is not None:
                self._load.publish(payload_message(stamp, self._arm, Payload()))
            return
        if found.mass > 0.0:
            self._load.publish(payload_message(stamp, self._arm, found.payload()))
            covariance = found.covariance_in(inverse_pose(self._arm.link_frames[-1]))
            self._covariance.publish(Float64MultiArray(data=doubles(covariance.ravel())))

    def _give(self, now: float, tracker: LoadTracker) -> None:
        """Ask the target to use the load, if the estimate allows it."""
        carried = tracker.carries is not Carries.NOTHING
        wanted = self._feed.wanted(now, self._estimate, carried)
        if self._pending is not None and now - self._asked_at > ANSWER_S:
            self._client.remove_pending_request(self._pending)
            self._pending = None
            self._feed.refused(self._before)
            self._diagnostics.reject(f"{self._client.srv_name} did not answer within {ANSWER_S:g} s")
        if not self._feeds or wanted is None or self._pending is not None:
            return
        if not self._client.service_is_ready():
            self._feed.reason = f"{self._client.srv_name} is not there"
            return
        values = payload_parameters(last_link_payload(self._arm, wanted))
        request = SetParametersAtomically.Request(
            parameters=[Parameter(key, value=value).to_parameter_msg() for key, value in values.items()]
        )
        self._before, self._asked_at = self._feed.asked, now
        self._feed.sent(now, wanted)
        self._pending = self._client.call_async(request)
        self._pending.add_done_callback(self._answered)

    def _answered(self, future: Any) -> None:
        self._pending = None
        try:
            result = future.result().result
            refusal = "" if result.successful else result.reason or "no reason is given"
        except Exception as error:  # the service may have ended
            refusal = str(error)
        if refusal:
            self._feed.refused(self._before)
            self._diagnostics.reject(f"the load is not used: {refusal}")
        else:
            self._fed += 1

    def _say(self, tracker: LoadTracker) -> None:
        """Set the status."""
        found = self._estimate
        if tracker.contact:
            self._diagnostics.set(WARN, "an external torque acts that is no weight at the tip", state="contact")
        elif tracker.tests:
            self._diagnostics.set(OK, "an external torque acts: a weight or a contact, move the arm", state="open")
        elif tracker.carries is Carries.NOTHING:
            self._diagnostics.set(OK, "nothing is carried", state="nothing")
        elif found is None:
            self._diagnostics.set(OK, "something was gripped; it is weighed as soon as it is lifted", state="gripped")
        else:
            words = f"a load of {found.mass:.3g} ± {2.0 * found.mass_error:.2g} kg"
            if self._feeds and self._feed.reason:
                self._diagnostics.set(WARN, f"{words}, not used: {self._feed.reason}", state="refused")
            else:
                self._diagnostics.set(OK, words, state="load")

    def _figures(self) -> dict[str, object]:
        figures: dict[str, object] = {
            "carries": self._carries.value,
            "repeated": self._repeated,
            "left_out": self._left_out,
            "effort_without": self._reader.without,
            "payload_limit_kg": f"{self._settings.limit:.3g}",
            "by_hand_kg": self._feed.base.mass,
            "overridden_by_hand": self._feed.by_hand,
            "fed": self._fed,
            "fed_kg": 0.0 if self._feed.asked is None else self._feed.asked.mass,
            "not_used_because": (self._feed.reason or "it is used") if self._feeds else "feed is false",
        }
        found = self._estimate
        if found is None:
            return figures
        figures |= {
            "mass_kg": f"{found.mass:.4g}",
            "mass_error_kg": f"{found.mass_error:.2g}",
            "not_shown": "; ".join(found.hidden) or "nothing",
            "equations": 0 if self._tracker is None else self._tracker.used,
        }
        if found.mass > 0.0:
            placed = last_link_payload(self._arm, found.payload())
            covariance = found.covariance_in(inverse_pose(self._arm.link_frames[-1]))
            slope = np.hstack([-placed.center_of_mass[:, None], np.eye(3)]) / found.mass
            errors = np.sqrt(np.maximum(np.diag(slope @ covariance @ slope.T), 0.0))
            figures |= {
                "center_m": joint_row(placed.center_of_mass),
                "center_error_m": joint_row(errors),
                "frame": placed.link,
                "inertia": "shown" if found.inertia is not None else "not shown; a point mass is used",
            }
        return figures


def _tracker(arm: Arm, base: Payload, settings: _Settings) -> LoadTracker:
    """Make what estimates on an arm with a payload that it always has."""
    given = settings.given
    return LoadTracker(
        load_model(settings.model, arm, base if base.mass else None),
        lift=given["lift_distance"],
        by_weight=given["by_weight"],
        limit=settings.limit,
        effort_noise=settings.effort_noise,
        velocity_noise=settings.velocity_noise,
        assumed=given["model_tolerance"],
        effort_tolerance=given["effort_tolerance"],
        external=settings.external,
    )


def _gripper(given: dict[str, Any]) -> GripperState | None:
    """Return what watches the gripper; `None` without a joint.

    Raises:
        StateError: the range is empty.
    """
    joint, values = str(given["gripper_joint"]), list(given["gripper_range"])
    if not joint:
        return None
    if len(values) != 2 or not values[0] < values[1]:
        raise StateError(
            f"gripper_range: expected the lowest and the highest position of {joint} at which something is held, got "
            f"{values}"
        )
    return GripperState(joint, GripperWatch(*values))


def main(args: Sequence[str] | None = None) -> int:
    """Entry point of ``ros2 run puma560_dynamics payload_node``."""
    return run_node(PayloadNode, args)


if __name__ == "__main__":
    sys.exit(main())
