"""Publishes the external torque of an arm, its wrench at a link, and contacts, from measured efforts."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from diagnostic_msgs.msg import DiagnosticArray
from geometry_msgs.msg import InertiaStamped, WrenchStamped
from rclpy.clock import Clock
from rclpy.clock_type import ClockType
from sensor_msgs.msg import JointState

from ..arm import Arm
from ..arm.friction import arm_friction
from ..arm.with_followers import with_names
from ..arrays import FloatArray
from ..control.observer.contact_events import STANDS, Contact, ContactEvents
from ..control.observer.external_wrench import ExternalWrench, external_wrench
from ..control.observer.momentum_observer import BANDWIDTH, LONGEST_STEP, MomentumObserver
from ..control.observer.torque_uncertainty import TorqueUncertainty
from ..control.parameter_spec import ParameterSpec, given_each
from ..errors import MessageError, StateError
from ..models.interface import DynamicModel
from ..models.load import load_model
from ..models.payload.payload import Payload
from .wire.arm_source import ArmSource
from .wire.contact_messages import contact_message, contact_torques
from .wire.diagnostics import ERROR, OK, WARN, Diagnostics
from .wire.effort_states import EFFORT_PARAMETERS, EffortStates
from .wire.effort_status import joint_row
from .wire.feedforward_parameters import MODEL
from .wire.messages import joint_state, read_payload
from .wire.model_worker import Worker
from .wire.parameters import ARM_PARAMETERS, declare, parameter_values
from .wire.polling_node import PollingNode, Tick
from .wire.spin import run_node
from .wire.stamps import stamp_of
from .wire.topics import JOINT_STATES, LATCHED, PAYLOAD, QUEUE, RELIABLE

PERIOD = 0.005
"""Period at which new joint states are read, and the newest estimate is published, s."""

MOST_STATES = 20
"""Largest number of joint states that are used in one period; of more, evenly spaced ones are used."""

SILENCE_S = 1.0
"""Time without a joint state with effort after which the node reports its absence, s."""

LASTING_S = 10.0
"""Duration of a contact after which another cause is more likely, s."""

PARAMETERS = (
    *ARM_PARAMETERS,
    MODEL,
    ParameterSpec(
        "bandwidth",
        BANDWIDTH,
        "pole of the estimate, 1/s; its delay is the inverse",
        minimum=1.0,
        maximum=1000.0,
        unit="1/s",
    ),
    ParameterSpec("link", "", "link at whose origin the wrench is given, in its axes; empty: the tip of the arm"),
    ParameterSpec("frame_prefix", "", "prefix of the link frames, as in robot_state_publisher"),
    *EFFORT_PARAMETERS,
)


class _Settings(NamedTuple):
    """Parameters of the estimate; noise is (n,), or `None` if it is measured."""

    model: str
    bandwidth: float
    external: bool
    effort_noise: FloatArray | None
    velocity_noise: FloatArray | None
    assumed: float


class _Parts(NamedTuple):
    """What estimates with one model."""

    model: DynamicModel
    observer: MomentumObserver
    uncertainty: TorqueUncertainty
    events: ContactEvents


class _State(NamedTuple):
    """The newest state that was used."""

    stamp: int
    q: FloatArray
    qd: FloatArray


class ObserverNode(PollingNode):
    """Connects `MomentumObserver`, `TorqueUncertainty` and `ContactEvents` with topics."""

    def __init__(self) -> None:
        super().__init__("observer_node", automatically_declare_parameters_from_overrides=True)
        declare(self, PARAMETERS)
        self._worker: Worker[_Parts] = Worker()
        self._source = ArmSource(self)
        self._source.begin(self._begin)

    def close(self) -> None:
        """End the thread that makes models."""
        self._worker.close()

    def _begin(self, arm: Arm, names: tuple[str, ...]) -> None:
        """Estimate the external torque of an arm from now on."""
        given = parameter_values(self, PARAMETERS)
        self._arm = with_names(arm, names)
        self._reader = EffortStates(self._arm, given)
        self._settings = _Settings(
            given["model"],
            given["bandwidth"],
            self._reader.external,
            given_each("effort_noise", given, arm.n),
            given_each("velocity_noise", given, arm.n),
            given["model_tolerance"],
        )
        self._prefix = str(given["frame_prefix"])
        self._link = given["link"] or self._arm.tip
        if self._arm.place_of(self._link).carrier == 0:
            raise StateError(
                f"parameter 'link': {self._link} does not move, so that a wrench at it causes no torque; expected "
                "a link after the first joint"
            )
        self._parts: _Parts | None = None
        self._origin: int | None = None
        self._state: _State | None = None
        self._heard = -math.inf
        self._repeated = self._left_out = self._contacts = 0
        self._reported = False
        self._payload = Payload()
        self._torque = self.create_publisher(JointState, "~/external_torque", RELIABLE)
        self._band = self.create_publisher(JointState, "~/band", RELIABLE)
        self._wrench = self.create_publisher(WrenchStamped, "~/external_wrench", RELIABLE)
        self._events = self.create_publisher(DiagnosticArray, "~/contacts", RELIABLE)
        self._diagnostics = Diagnostics(self, "contact", self._figures)
        self._diagnostics.set(OK, "the model is prepared")
        self.create_subscription(InertiaStamped, PAYLOAD, self._on_payload, LATCHED)
        self._states = self.poll(JointState, JOINT_STATES, QUEUE)
        self._prepare()
        self.create_timer(PERIOD, Tick(self._step), clock=Clock(clock_type=ClockType.STEADY_TIME))

    def _prepare(self) -> None:
        """Make the model in a thread: it may have to be derived and compiled."""
        self._worker.start(partial(_parts, self._arm, self._payload, self._settings))

    def _on_payload(self, message: InertiaStamped) -> None:
        try:
            payload = read_payload(message, self._arm)
        except (MessageError, StateError) as error:
            self._diagnostics.reject(f"payload: {error}")
            return
        if payload.mass != self._payload.mass or payload.mass:
            self._payload = payload
            self._prepare()

    def _step(self) -> None:
        """Use the joint states that have arrived, and publish the newest estimate."""
        try:
            made = self._worker.take()
        except Exception as error:  # a model may fail to be derived, compiled or loaded
            self._diagnostics.set(ERROR, f"no model: {error}")
            made = None
        if made is not None:
            self._forget()
            self._parts = made
        new = [data for data, _ in self.take(self._states)]
        now = time.monotonic()
        used = False
        if self._parts is not None:
            every = -(-len(new) // MOST_STATES) or 1
            kept = new[::-1][::every][::-1]  # the newest is used
            self._left_out += len(new) - len(kept)
            used = sum(self._use(data, self._parts) for data in kept) > 0
        if used:
            self._heard = now
            self._publish()
        elif self._parts is not None and now - self._heard > SILENCE_S:
            self._diagnostics.set(WARN, f"nothing is estimated: {self._reader.reason}")
            if not new and math.isfinite(self._heard):
                self._reader.reason = "no joint_states arrive"

    def _use(self, data: bytes, parts: _Parts) -> bool:
        """Use one joint state; return whether it contributes to the estimate."""
        state = self._reader.read(data, parts.model)
        if state is None:
            return False
        stamp, q, qd, effort = state
        if self._state is not None and stamp == self._state.stamp:
            self._repeated += 1
            return False
        if self._origin is None or self._state is None or stamp < self._state.stamp:
            self._forget()  # the first state, or a clock that was set back
            self._origin = stamp
        elif stamp - self._state.stamp > 1e9 * LONGEST_STEP:
            self._report(parts.events.restart())
        at = 1e-9 * (stamp - self._origin)
        estimate = parts.observer.update(at, q, qd, effort)
        expected = parts.uncertainty.update(at, q, qd, effort)
        self._state = _State(stamp, q, qd)
        self._report(parts.events.update(at, qd, estimate, expected))
        return True

    def _forget(self) -> None:
        """Begin again at the next state."""
        self._origin = self._state = None
        if self._parts is not None:
            self._report(self._parts.events.restart())
            self._parts.observer.restart()
            self._parts.uncertainty.restart()

    def _publish(self) -> None:
        """Publish the newest estimate and a contact that has begun, and set the status."""
        parts, state = self._parts, self._state
        assert parts is not None
        assert state is not None
        names, stamp = self._arm.joint_names, stamp_of(state.stamp)
        estimate, error = parts.observer.external_torque, parts.uncertainty.error
        self._torque.publish(joint_state(stamp, names, state.q, state.qd, estimate))
        if not np.isfinite(error.band).all():
            self._diagnostics.set(OK, "the noise is measured")
            return
        self._band.publish(joint_state(stamp, names, effort=error.band))
        if self._wrench.get_subscription_count():
            found = self._wrench_now(parts)
            message = WrenchStamped()
            message.header.stamp, message.header.frame_id = stamp, self._prefix + self._link
            for part, values in (("force", found.wrench[:3]), ("torque", found.wrench[3:])):
                for axis, value in zip("xyz", values.tolist(), strict=True):
                    setattr(getattr(message.wrench, part), axis, value)
            self._wrench.publish(message)
        if (present := parts.events.present) is None:
            self._diagnostics.set(OK, "nothing touches the arm")
            return
        if not self._reported:
            self._announce(present)
            self._reported = True
        lasts = 1e-9 * (state.stamp - (self._origin or 0)) - present.start
        words = f"something touches the arm, {contact_torques(self._arm, present)}"
        if lasts > LASTING_S:
            words = (
                f"an external torque lasts for {lasts:.0f} s, {contact_torques(self._arm, present)}: a load that the "
                "model does not have, an effort of another content or unit (effort_without, effort_unit), or a lasting "
                "contact"
            )
        self._diagnostics.set(WARN, words, hold=True)

    def _wrench_now(self, parts: _Parts) -> ExternalWrench:
        """Return the wrench at the link for the newest state, in the axes of the link."""
        assert self._state is not None
        jacobian = parts.model.jacobian(self._state.q, self._link, "link")
        return external_wrench(jacobian, parts.observer.external_torque, parts.uncertainty.error.band)

    def _report(self, ended: Contact | None) -> None:
        """Announce a contact that has ended."""
        if ended is not None:
            self._contacts += 1
            self._reported = False
            self._announce(ended)

    def _announce(self, contact: Contact) -> None:
        """Publish a contact that begins or has ended."""
        assert self._origin is not None
        self._events.publish(contact_message(self.get_name(), self._arm, contact, self._origin))

    def _figures(self) -> dict[str, object]:
        figures: dict[str, object] = {
            "contacts": self._contacts,
            "repeated": self._repeated,
            "left_out": self._left_out,
            "payload_kg": self._payload.mass,
            "effort_without": self._reader.without,
        }
        if self._parts is None or self._state is None:
            return figures
        error = self._parts.uncertainty.error
        figures |= {
            "uncertainty_from": self._parts.uncertainty.source,
            "threshold_Nm": joint_row(error.threshold),
            "detection_limit_Nm": joint_row(error.detection_limit),
            "noise_Nm": joint_row(error.noise),
            "held_by_friction_Nm": joint_row(error.held),
            "delay_s": 1.0 / self._settings.bandwidth,
        }
        if np.isfinite(error.band).all():
            found = self._wrench_now(self._parts)
            figures |= {
                "wrench_link": self._link,
                "wrench_hidden": "; ".join(found.hidden) or "no direction",
                "wrench_band": joint_row(found.band),
                "wrench_unexplained_Nm": joint_row(found.unexplained),
            }
        return figures


def _parts(arm: Arm, payload: Payload, settings: _Settings) -> _Parts:
    """Make what estimates with a payload."""
    model, friction = load_model(settings.model, arm, payload if payload.mass else None), arm_friction(arm)[0]
    uncertainty = TorqueUncertainty(
        model,
        settings.bandwidth,
        friction,
        effort_noise=settings.effort_noise,
        velocity_noise=settings.velocity_noise,
        assumed=settings.assumed,
    )
    observer = MomentumObserver(model, settings.bandwidth, friction, external=settings.external)
    return _Parts(model, observer, uncertainty, ContactEvents(arm.n, settings.bandwidth, STANDS * arm.motion_scale))


def main(args: Sequence[str] | None = None) -> int:
    """Entry point of ``ros2 run puma560_dynamics observer_node``."""
    return run_node(ObserverNode, args)


if __name__ == "__main__":
    sys.exit(main())
