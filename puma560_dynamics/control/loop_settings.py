"""Settings of a `TorqueLoop` as one typed value for nodes and Python users, and the parts made from them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

from ..arrays import FloatArray, read_only
from ..errors import StateError
from ..models.interface import DynamicModel
from .contact_watch import ContactWatch
from .feed_forward.change_over import SOURCES
from .feed_forward.feed_forward import MODEL_TERMS, SWITCHED_TERMS, FeedForward
from .feed_forward.friction import FrictionCompensation
from .feed_forward.references import ReferenceCheck, largest_acceleration
from .gate.damping import Damping
from .gate.gate_settings import GateSettings
from .gate.supervision import NO_GUARD, OTHER_PUBLISHER_POLICIES, Supervision
from .gate.torque_gate import TorqueGate
from .guiding.guided_mode import GuidedMode
from .guiding.guiding_settings import FEEDFORWARD, MODES, GuidingSettings
from .guiding.hand_guiding import HandGuiding
from .observer.contact_bounds import contact_bounds
from .observer.contact_estimate import NOTHING, WITHOUT, ContactEstimate
from .parameter_spec import NODE, check_parameters, documented_parameters, number, parameter

NO_CONTACTS, REPORT, STOP, FLOAT = CONTACT_POLICIES = ("none", "report", "stop", "float")
"""What an external torque above its threshold leads to."""


@documented_parameters
@dataclass(frozen=True, eq=False)
class LoopSettings:
    """Settings of one `TorqueLoop`, with the defaults of `feedforward_node`, but without a guard.

    Attributes:
        gate: limits, times and fault policy of the torque gate; `GateSettings.of` the model's arm by default.
        terms: names of the active terms, out of `SWITCHED_TERMS`.
        friction: friction compensation; `FrictionCompensation.of` the model's arm by default.
        guiding: hand guiding; not enabled by default.

    Raises:
        StateError: an invalid value; the message begins with the name of the attribute.
    """

    gate: GateSettings | None = None
    terms: tuple[str, ...] = MODEL_TERMS
    friction: FrictionCompensation | None = None
    guiding: GuidingSettings | None = None
    mode: str = parameter(
        FEEDFORWARD,
        choices=MODES,
        read_only=False,
        users=(NODE,),
        doc="feedforward (the terms that are on), or hand_guiding (a person leads the arm; needs hand_guiding.enabled)",
    )
    acceleration_source: str = parameter(
        "reference",
        choices=SOURCES,
        read_only=False,
        users=(NODE,),
        doc="acceleration of the inertia terms: none, reference, or filtered (measured velocity, first-order low-pass)",
    )
    acceleration_cutoff: float = number(10.0, 0.01, 1000.0, "Hz", "cut-off of the filtered acceleration", users=(NODE,))
    configuration_update_divider: int = number(
        1, 1, 1000, "", "evaluate the configuration-dependent terms only every k-th sample", users=(NODE,)
    )
    hardware_compensates_gravity: bool = parameter(False, doc="leave out the gravity torque, because the drives add it")
    reference_timeout: float = number(
        0.2, 0.005, 10.0, "s", "age of a reference, by its stamp and by its arrival, after which it is dropped"
    )
    acceleration_limit: FloatArray | None = parameter(
        None,
        unit="rad/s²",
        low=0.0,
        per_joint=True,
        otherwise="a default from the motors' torques",
        doc="largest acceleration of a reference, for each joint",
    )
    guard: str = parameter(
        NO_GUARD, users=(NODE,), doc="name of the guard node, whose heartbeat is required; none: no guard"
    )
    rival_policy: str = parameter(
        OTHER_PUBLISHER_POLICIES[0],
        choices=OTHER_PUBLISHER_POLICIES,
        users=(NODE,),
        doc="reaction to a second publisher of commands: close (the gate) or warn",
    )
    state_publishers: int = number(
        1,
        0,
        100,
        "",
        "largest number of publishers of joint_states, e.g. 2 for an arm and a gripper; 0 for any number",
        users=(NODE,),
    )

    contact_policy: str = parameter(
        NO_CONTACTS,
        choices=CONTACT_POLICIES,
        doc="what an external torque above its threshold leads to, from measured efforts: none (nothing is estimated), "
        "report (external torque and contacts are published), stop (also the fault contact), or float (hand guiding "
        "begins after a slow contact with an open gate, if hand_guiding.enabled; otherwise as stop)",
    )
    contact_bandwidth: float = number(
        50.0, 1.0, 1000.0, "1/s", "pole of the estimated external torque; its delay is the inverse"
    )
    contact_threshold_scale: float = number(
        1.0, 0.1, 100.0, "", "factor of the thresholds that follow from the arm's tolerances, friction and noise"
    )
    effort_without: str = parameter(
        NOTHING,
        choices=WITHOUT,
        doc="what the driver subtracts from the measured efforts: nothing, gravity, or the torque of its whole model, "
        "so that efforts are external torques already",
    )

    def __post_init__(self) -> None:
        for name, kind in (
            ("gate", GateSettings),
            ("friction", FrictionCompensation),
            ("guiding", GuidingSettings),
        ):
            value = getattr(self, name)
            if value is not None and not isinstance(value, kind):
                raise StateError(f"{name}: expected {kind.__name__} or None, got {value!r:.80}")
        object.__setattr__(self, "terms", _terms(self.terms))
        check_parameters(self)
        if not isinstance(self.guard, str) or not self.guard:
            raise StateError(f"guard: expected the name of a node, or {NO_GUARD!r}, got {self.guard!r}")
        if self.contact_policy == FLOAT and not (self.guiding is not None and self.guiding.enabled):
            raise StateError(
                "contact_policy: float begins hand guiding, which is not enabled; set hand_guiding.enabled to true, or "
                "use stop"
            )
        if self.acceleration_limit is not None:
            object.__setattr__(self, "acceleration_limit", _positive("acceleration_limit", self.acceleration_limit))

    def with_(self, **changes: Any) -> LoopSettings:
        """Return a copy with some attributes changed.

        Args:
            changes: attributes by name, with their new values.

        Returns:
            New settings, checked in the same way.

        Raises:
            StateError: an invalid value.
        """
        return replace(self, **changes)


def _terms(given: Any) -> tuple[str, ...]:
    names = () if isinstance(given, str) else tuple(given)
    unknown = [name for name in names if name not in SWITCHED_TERMS]
    if isinstance(given, str) or unknown:
        raise StateError(f"terms: expected names out of {', '.join(SWITCHED_TERMS)}, got {given!r}")
    return names


def _positive(name: str, given: Any) -> FloatArray:
    try:
        values = read_only(given)
    except (TypeError, ValueError):
        values = read_only(math.nan)
    if values.ndim != 1 or not (values > 0.0).all():
        raise StateError(f"{name}: expected positive numbers, one per joint, got {given!r:.80}")
    return values


def loop_parts(model: DynamicModel, settings: LoopSettings) -> dict[str, Any]:
    """Make the parts of a torque loop.

    Args:
        model: model that gives the torque, and the limits of its arm that `settings` leave open.
        settings: settings of the loop.

    Returns:
        Arguments of `TorqueLoop` by name.

    Raises:
        StateError: no model, or settings for a number of joints that differs from the arm's.
    """
    for name, value, kind in (("model", model, DynamicModel), ("settings", settings, LoopSettings)):
        if not isinstance(value, kind):
            raise StateError(f"{name}: expected a {kind.__name__}, got {value!r:.80}")
    arm = model.arm
    gate = GateSettings.of(arm) if settings.gate is None else settings.gate
    if len(gate.joint_names) != arm.n:
        raise StateError(f"gate: expected settings of {arm.n} joints, got {len(gate.joint_names)}; use GateSettings.of")
    if settings.friction is not None and len(settings.friction.joints) != arm.n:
        raise StateError(f"friction: expected that of {arm.n} joints, got {len(settings.friction.joints)}")
    limit = settings.acceleration_limit
    forward = FeedForward(
        model,
        settings.terms,
        friction=settings.friction,
        divider=settings.configuration_update_divider,
        hardware_compensates_gravity=settings.hardware_compensates_gravity,
    )
    references = ReferenceCheck(
        arm,
        largest_acceleration(model) if limit is None else limit,
        settings.reference_timeout,
        gate.clock_offset_limit,
        gate.joint_names,
        gate.jump_tolerance,
    )
    damping = Damping(model, gate.damping_time, gate.velocity)
    return {
        "forward": forward,
        "gate": TorqueGate(gate),
        "damping": damping,
        "mode": _mode(model, settings, gate, damping),
        "references": references,
        "supervision": Supervision(gate.timing, settings.guard, settings.rival_policy, settings.state_publishers),
        "source": settings.acceleration_source,
        "cutoff": settings.acceleration_cutoff,
        "reference_timeout": settings.reference_timeout,
        "contacts": ContactWatch(
            contact_estimate(model, settings, gate), gate, settings.contact_policy in (STOP, FLOAT)
        ),
    }


def _mode(model: DynamicModel, settings: LoopSettings, gate: GateSettings, damping: Damping) -> GuidedMode:
    guiding = settings.guiding
    if guiding is None or not guiding.enabled:
        return GuidedMode(None, gate, 0.0, settings.mode)
    made = HandGuiding(model, guiding, gate, damping)
    return GuidedMode(made, gate, guiding.timeout, settings.mode, settings.contact_policy == FLOAT)


def contact_estimate(model: DynamicModel, settings: LoopSettings, gate: GateSettings) -> ContactEstimate | None:
    """Return the estimate of external torques that settings ask for; `None` with ``contact_policy: none``.

    Args:
        model: model of the loop.
        settings: settings of the loop.
        gate: settings of its gate.
    """
    if settings.contact_policy == NO_CONTACTS:
        return None
    return ContactEstimate(
        model.arm,
        contact_bounds(model),
        settings.contact_bandwidth,
        gate.velocity,
        settings.contact_threshold_scale,
        settings.effort_without,
    )
