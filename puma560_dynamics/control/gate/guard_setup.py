"""Settings that the guard needs, as one text that the commanding node publishes.

The guard has no parameters for these settings, so that its arm, joint order, units and limits cannot differ from those
of the node. The guard's heartbeat contains a digest of the text that it uses.
"""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...arm import Arm
from ...arm.parts import JOINT_KINDS
from ...arrays import FloatArray
from ...errors import MessageError, Puma560Error
from ...models.interface import DynamicModel
from ...plain_data import from_plain, to_plain
from ..joint_state_reader import MEASURED, JointStateReader
from .command_guard import CommandGuard
from .gate_settings import GateSettings
from .timing import take_over_time

NOT_NEEDED = (
    "source", "assemblies", "quantities", "friction", "rotors", "frames", "remarks", "origin", "chain_as_read",
)  # fmt: skip
"""Fields of an arm that change neither gravity nor inertia."""


@dataclass(frozen=True, eq=False)
class GuardSetup:
    """Arm, joint order, unit, limits and times of one torque path.

    Attributes:
        arm: arm with the data of gravity and inertia.
        settings: limits and times of the torque gate; its joint names are those of the messages, in command order.
        effort_per_torque: (n,) factor from a torque to the effort that is sent: 1, or A/(N·m).
        command_timeout: s of silence of commands after which the guard takes over.
        holds_gravity: false if the hardware compensates gravity itself.
        velocity_source: source of the velocity in a joint state, one of `VELOCITY_SOURCES`.

    Raises:
        StateError: a time-out that `take_over_time` rejects.
        MessageError: attributes with different numbers of joints.
    """

    arm: Arm
    settings: GateSettings
    effort_per_torque: FloatArray
    command_timeout: float
    holds_gravity: bool = True
    velocity_source: str = MEASURED

    def __post_init__(self) -> None:
        n, scale = self.arm.n, self.effort_per_torque
        if len(self.settings.joint_names) != n or scale.shape != (n,):
            raise MessageError(f"setup of the guard: expected limits and units of {n} joints")
        if not np.isfinite(scale).all() or not scale.all():
            raise MessageError(f"setup of the guard: expected effort_per_torque other than 0, got {scale.tolist()}")
        JointStateReader(self.settings.joint_names, self.settings.continuous, self.velocity_source)
        take_over_time(self.settings.timing, self.command_timeout)

    @property
    def text(self) -> str:
        """Setup as JSON; equal settings give equal texts."""
        plain = {**to_plain(self, ("arm",)), "arm": to_plain(self.arm, NOT_NEEDED)}
        return json.dumps(plain, sort_keys=True, separators=(",", ":"))

    @classmethod
    def parse(cls, text: str) -> GuardSetup:
        """Parse a setup.

        Args:
            text: value of `text`.

        Raises:
            MessageError: the text is not a setup, or contains invalid numbers.
        """
        try:
            plain = json.loads(text)
            plain["arm"]["source"] = ""
            if not _finite(plain["arm"]):
                raise MessageError("setup of the guard: the arm has numbers that are not finite")
            made = from_plain(cls, plain)
            if not _whole(made.arm):
                raise MessageError("setup of the guard: the arm has parts of another number or shape than joints")
            return made
        except MessageError:
            raise
        except Puma560Error as error:
            raise MessageError(f"setup of the guard: {error}") from None
        except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
            raise MessageError(f"setup of the guard: {str(error)[:200]}; start both nodes from one version") from None

    def guard(self, model: DynamicModel) -> CommandGuard:
        """Return a guard for this torque path; `model` is the arm's model including its payload."""
        return CommandGuard(model, self.settings, self.command_timeout, self.holds_gravity)


def _finite(plain: Any) -> bool:
    """Return whether every number in plain data is finite, position limits excepted."""
    if isinstance(plain, dict):
        return all(_finite(value) for name, value in plain.items() if name not in ("lower", "upper"))
    if isinstance(plain, list):
        return all(map(_finite, plain))
    return plain not in ("inf", "-inf") and not (isinstance(plain, float) and not math.isfinite(plain))


def _whole(arm: Arm) -> bool:
    """Return whether an arm has a motor for each joint, a link for each moving joint, and arrays of the right shape."""
    n, m = arm.n, arm.n + len(arm.followers)
    shapes = [(arm.gravity_direction, (3,)), (arm.base, (4, 4)), (arm.transmission, (n, n))]
    shapes += [(place.pose, (4, 4)) for place in arm.places.values()]
    shapes += [(link.center_of_gravity, (3,)) for link in arm.links] + [(link.inertia, (3, 3)) for link in arm.links]
    kinds = all(joint.kind in JOINT_KINDS for joint in (*arm.joints, *(each.joint for each in arm.followers)))
    places = all(0 <= each.place < m and 0 <= each.leader < n for each in arm.followers)
    known = not arm.places or arm.places.keys() >= {link.name for link in arm.links}
    places = places and known and all(0 <= each.carrier <= m for each in arm.places.values())
    counts = n > 0 and len(arm.motors) == n and len(arm.links) == m
    return kinds and places and counts and all(array.shape == shape for array, shape in shapes)


def setup_digest(text: str) -> str:
    """Return the digest of a setup that heartbeats contain; equal digests mean equal texts."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]
