"""Parameter changes of a running torque loop: mode, terms, friction, source of the acceleration, payload."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from geometry_msgs.msg import InertiaStamped
from rcl_interfaces.msg import SetParametersResult
from rclpy.node import Node
from rclpy.parameter import Parameter

from ...arm import Arm
from ...control.drivers import check_driver
from ...control.loop_settings import LoopSettings
from ...control.torque_loop import TorqueLoop
from ...errors import Puma560Error, StateError
from ...models.interface import DynamicModel
from ...models.payload.payload import Payload
from ...models.payload.payload_model import check_holdable
from .diagnostics import Diagnostics
from .feedforward_parameters import PARAMETERS, changed_settings, loaded_model
from .messages import payload_message
from .model_worker import Worker
from .parameters import parameter_values
from .payload_parameters import check_whole, payload, unplaced_payload
from .stamps import TorqueClock
from .topics import LATCHED, PAYLOAD


class LoopChanges:
    """Checks all parameter changes of one call together, and applies them; a thread makes models with a new payload.

    Args:
        node: node with the parameters.
        clock: clock of the torque path.
        diagnostics: receives errors of models.
    """

    def __init__(self, node: Node, clock: TorqueClock, diagnostics: Diagnostics) -> None:
        self._node, self._clock, self._diagnostics = node, clock, diagnostics
        self._worker: Worker[DynamicModel] = Worker()
        self._attached: tuple[Arm, TorqueLoop, LoopSettings] | None = None
        self._payload = node.create_publisher(InertiaStamped, PAYLOAD, LATCHED)
        self._applied = self._accepted = Payload()
        node.add_on_set_parameters_callback(self._on_parameters)

    def attach(self, arm: Arm, loop: TorqueLoop, settings: LoopSettings) -> None:
        """Apply changes to `loop` from now on, which was made for `arm` with `settings`."""
        self._attached = arm, loop, settings

    def detach(self) -> None:
        """Apply no changes until another loop is attached; drop a model that is still being made."""
        self._attached = None
        self._worker.drop()

    def take_model(self) -> None:
        """Use the model with the new payload as soon as it is ready."""
        try:
            model = self._worker.take()
        except Puma560Error as error:
            self._diagnostics.reject(f"payload: {error}")
            return
        if model is None or self._attached is None:
            return
        arm, loop, _ = self._attached
        loop.change(model=model)
        self._publish(arm, self._accepted)

    def publish_payload(self) -> None:
        """Publish the payload in the parameters, which is that of the attached loop."""
        if self._attached is not None:
            arm = self._attached[0]
            self._accepted = payload(parameter_values(self._node, PARAMETERS), arm)
            self._publish(arm, self._accepted)

    def figures(self) -> dict[str, object]:
        """Return diagnostics of the payload: the mass in the model in use, and whether another model is being made."""
        if self._attached is None:
            return {}
        return {"payload_kg": self._applied.mass, "payload_pending": self._worker.busy}

    def _publish(self, arm: Arm, load: Payload) -> None:
        self._applied = load
        self._payload.publish(payload_message(self._node.get_clock().now().to_msg(), arm, load))

    def close(self) -> None:
        """Stop the thread without waiting for it."""
        self._worker.close()

    def _on_parameters(self, parameters: list[Parameter[Any]]) -> SetParametersResult:
        """Check all changes of one call, and apply them or refuse them with the reason."""
        changes = {parameter.name: parameter.value for parameter in parameters}
        if "use_sim_time" in changes and self._attached is not None and self._attached[1].gate.active:
            return SetParametersResult(successful=False, reason="use_sim_time: deactivate the node before it changes")
        declared = {item.name for item in PARAMETERS}
        given = parameter_values(
            self._node, PARAMETERS, {name: value for name, value in changes.items() if name in declared}
        )
        try:
            apply = self._changes(changes, given)
        except (Puma560Error, TypeError, ValueError) as error:
            return SetParametersResult(successful=False, reason=str(error))
        apply()
        return SetParametersResult(successful=True)

    def _changes(self, changes: dict[str, Any], given: dict[str, Any]) -> Callable[[], None]:
        """Return a function that applies `changes`. All checks that are fast have passed when this returns."""
        for item in PARAMETERS:
            if item.name in changes and item.choices and changes[item.name] not in item.choices:
                raise StateError(
                    f"{item.name}: {changes[item.name]!r} is not known; use one of {', '.join(item.choices)}"
                )
        check_whole(changes)
        check_driver(given)
        if self._attached is None:
            unplaced_payload(given)  # checked in every state
            return lambda: None
        arm, loop, configured = self._attached
        load = payload(given, arm)
        settings = changed_settings(configured, arm, given)
        loaded = any(name.startswith("payload.") for name in changes)
        if loaded:
            check_holdable(arm, load)
        if "mode" in changes:
            loop.check_mode(settings.mode)

        def apply() -> None:
            forward: dict[str, Any] = {"active": settings.terms}
            if settings.friction is not None:
                forward["friction"] = settings.friction
            if any(name.startswith(("terms.", "friction.")) for name in changes):
                loop.change(**forward)
            if "mode" in changes:  # also the same mode: a released arm is guided again
                loop.set_mode(settings.mode)
            if settings.acceleration_source != loop.source:
                loop.set_source(self._clock.steady(), settings.acceleration_source)
            if loaded:  # may take longer than `state_timeout`, so a thread does it
                self._worker.start(lambda: loaded_model(arm, given))
                self._accepted = load

        return apply
