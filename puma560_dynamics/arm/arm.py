"""Define `Arm`, the frozen dataclass of an arm: its parts, gravity and frames; `JointArrays` has arrays of its joints.

Frames follow the modified Denavit-Hartenberg convention of the paper (table A1): the pose of frame i in frame i-1 is
``Rx(alpha) Tx(a) Rz(q + offset) Tz(d)`` for a revolute joint, which rotates about z_i, and
``Rx(alpha) Tx(a) Rz(offset) Tz(d + q)`` for a prismatic joint, which slides along z_i. The offset is 0 where
the x axes are parallel at position zero. Where a docstring of this package says rad and N·m, read m and N for a
prismatic joint.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np

from ..arrays import FloatArray, equal_fields, read_only
from ..emdeg import Chain, Selection
from ..errors import UnsupportedArmError
from .exact_chain import exact_chain, exact_link_frames
from .follower import Follower, chain_of_all, followers_refused, following_matrix, following_offset
from .joint_arrays import JointArrays
from .joint_friction import JointFriction
from .link_place import BASE_LINK, LinkPlace, place_of
from .parts import Joint, Link, Motor, Quantity, Rotor, notebook_table

DOWN = (0.0, 0.0, -1.0)
"""Unit vector of gravity in the base frame of an upright arm."""


@dataclass(frozen=True, eq=False, repr=False)
class Arm(JointArrays):
    """A serial arm. Two arms are equal if all their numbers, names and sources are equal.

    Attributes:
        name: short name.
        source: where the numbers come from.
        gravity: acceleration of gravity, m/s².
        joints: driven joints, one per motor; one per link unless there are `followers`.
        links: moving links, from the base outwards.
        motors: one motor per joint.
        assemblies: measured groups of bodies that are not a complete link.
        quantities: every number of the arm file with unit, tolerance and source. The keys are paths in the
            file, e.g. ``"links.link2.mass"`` or ``"links.link2.inertia.0"``.
        gravity_direction: (3,) unit vector of gravity in the base link's frame; -z for an upright arm.
        friction: parameters of friction, one set per joint; empty if the arm file has none.
        rotors: orientation of the motors, one entry per joint; empty if the arm file has none.
        transmission: (n, n) matrix from joint to motor positions; a motor's position is divided by its gear ratio
            (unit diagonal). The identity if each motor moves one joint. Its transpose maps motor to joint torques.
        base: (4, 4) pose of frame 0 in the frame of the base link; the identity for an arm without description.
        frames: (n, 4, 4) poses of the description's link frames in frames 1 to n; the last entry is the pose of the
            arm's tip. Identities for an arm without description.
        remarks: sentences on what the source lacks, and the consequences.
        origin: the robot description that the arm was read from, with the selected part; None without description.
        places: poses of the description's links, by link name: the base, the moving links, and all links that are
            fixed to these. Empty for an arm without description; `link_places` then has the arm's own links.
        followers: mimic joints: joints without motors whose position is a linear function of another joint's.
        chain_as_read: exact chain from the reader of the description; None for an arm without description.
    """

    name: str
    source: str
    gravity: float
    joints: tuple[Joint, ...]
    links: tuple[Link, ...]
    motors: tuple[Motor, ...]
    assemblies: tuple[Link, ...] = ()
    quantities: Mapping[str, Quantity] = field(default_factory=lambda: MappingProxyType({}))
    gravity_direction: FloatArray = field(default_factory=lambda: read_only(DOWN))
    friction: tuple[JointFriction, ...] = ()
    rotors: tuple[Rotor, ...] = ()
    transmission: FloatArray = field(default_factory=lambda: read_only(np.empty((0, 0))))
    base: FloatArray = field(default_factory=lambda: read_only(np.eye(4)))
    frames: FloatArray = field(default_factory=lambda: read_only(np.empty((0, 4, 4))))
    remarks: tuple[str, ...] = ()
    origin: Selection | None = None
    places: Mapping[str, LinkPlace] = field(default_factory=lambda: MappingProxyType({}))
    followers: tuple[Follower, ...] = ()
    chain_as_read: Chain | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "gravity_direction", read_only(self.gravity_direction))
        object.__setattr__(self, "base", read_only(self.base))
        coupling = self.transmission if len(self.transmission) else np.eye(len(self.joints))
        object.__setattr__(self, "transmission", read_only(coupling))
        frames = self.frames if len(self.frames) else np.broadcast_to(np.eye(4), (len(self.links), 4, 4))
        object.__setattr__(self, "frames", read_only(frames))
        object.__setattr__(self, "quantities", MappingProxyType(dict(self.quantities)))
        object.__setattr__(self, "places", MappingProxyType(dict(self.places)))

    @property
    def link_frames(self) -> FloatArray:
        """(n, 4, 4) poses of the description's link frames in frames 1 to n."""
        places = self.link_places
        return read_only([places[link.name].pose for link in self.links])

    @cached_property
    def link_places(self) -> Mapping[str, LinkPlace]:
        """Places of all links, by link name: those of the description, or else those of the arm file."""
        own = {link.name: LinkPlace(number, self.frames[number - 1]) for number, link in enumerate(self.links, 1)}
        return self.places or MappingProxyType({BASE_LINK: LinkPlace(0, np.eye(4)), **own})

    @property
    def link_names(self) -> tuple[str, ...]:
        """Names of all links that have a pose and a Jacobian, from the base outwards; fixed links are included."""
        return tuple(self.link_places)

    @property
    def end_frames(self) -> Mapping[str, FloatArray]:
        """(4, 4) poses in frame n, by link name: the last moving link (first entry) and the links fixed to it."""
        found = {name: place.pose for name, place in self.link_places.items() if place.carrier == len(self.links)}
        return MappingProxyType({self.links[-1].name: np.eye(4), **found})

    @property
    def base_link(self) -> str:
        """Name of the link in whose frame gravity and the pose of frame 0 are given."""
        return next(iter(self.link_places))

    @property
    def tip(self) -> str:
        """Name of the link for which poses and Jacobians are given by default."""
        return (self.origin and self.origin.tip) or self.links[-1].name

    def place_of(self, link: str | None = None) -> LinkPlace:
        """Return the place of a link.

        Args:
            link: one of `link_names`; the arm's `tip` by default.

        Returns:
            The number of the moving link that `link` is part of, and the pose of `link` in that frame.

        Raises:
            StateError: the arm has no such link.
        """
        if link is None:
            return LinkPlace(len(self.links), self.frames[-1])
        return place_of(self.link_places, link, self.name)

    def __eq__(self, other: object) -> bool:
        return equal_fields(self, other)

    def __hash__(self) -> int:
        return hash((self.name, self.joints))

    def __reduce__(self) -> tuple[Any, ...]:
        """Support pickle and copy, which cannot handle read-only mappings."""
        values = {item.name: getattr(self, item.name) for item in fields(self)}
        return _arm_of, (
            type(self),
            {**values, "quantities": dict(self.quantities), "places": dict(self.places)},
        )

    def __repr__(self) -> str:
        mass = sum(link.mass for link in self.links)
        joints = f"{self.n} joints, {', '.join(self.joint_names)}"
        return f"Arm({self.name!r}: {joints}; {mass:.4g} kg; poses of {self.tip!r})"

    def _repr_html_(self) -> str:
        """Return a table for notebooks: one row per joint with the link that it moves."""
        return notebook_table(f"{self.name}: {self.source}", self.chain.joints, self.chain.motors, self.links)

    @property
    def base_gravity(self) -> FloatArray:
        """(3,) acceleration of gravity in the base link's frame, m/s²."""
        return read_only(self.gravity * self.gravity_direction)

    @property
    def gravity_vector(self) -> FloatArray:
        """(3,) acceleration of gravity in frame 0, m/s²."""
        return read_only(self.base[:3, :3].T @ self.base_gravity)

    @cached_property
    def _chain(self) -> Arm:
        joints, motors = chain_of_all(self.joints, self.motors, self.followers)
        return replace(
            self,
            joints=joints,
            motors=motors,
            followers=(),
            friction=(),
            rotors=(),
            transmission=np.empty((0, 0)),
        )

    @property
    def chain(self) -> Arm:
        """Copy of the arm in which mimic joints are independent joints; the arm itself if it has no mimic joints.

        The copy has no transmission, rotors or friction; these remain in the arm.
        """
        return self._chain if self.followers else self

    @cached_property
    def exact_chain(self) -> Chain:
        """Serial chain of the arm in exact numbers, the input of the generator.

        Raises:
            UnsupportedArmError: the arm has mimic joints; in `chain` these are independent joints.
        """
        if self.followers:
            raise followers_refused("code generated for an arm", self.name, self.followers)
        frames = exact_link_frames(self.base, self.frames[-1], self.n, self.link_places, self.chain_as_read)
        parts = self.joints, self.motors, self.links
        return exact_chain(self.name, *parts, self.gravity_vector, self.chain_as_read, frames)

    @cached_property
    def following(self) -> FloatArray:
        """(m, n) matrix from the velocities of the arm's n joints to those of the m joints of `chain`."""
        return read_only(following_matrix(self.n, self.followers))

    @cached_property
    def _following_offset(self) -> FloatArray:
        return read_only(following_offset(self.n, self.followers))

    def chain_positions(self, q: FloatArray) -> FloatArray:
        """Return the positions of all joints of `chain`, including mimic joints.

        Args:
            q: (…, n) positions of the arm's joints, rad (m for prismatic joints).

        Returns:
            ``(…, m)`` positions, rad (m).
        """
        return q @ self.following.T + self._following_offset if self.followers else q

    @property
    def upright(self) -> bool:
        """Whether gravity acts along -z of the base, as in the paper."""
        return bool(np.array_equal(self.gravity_direction, DOWN))

    def only_revolute(self, what: str) -> None:
        """Raise if the arm has a prismatic joint, because `what` supports only revolute joints.

        Args:
            what: beginning of the message, e.g. ``"table A1"``.

        Raises:
            UnsupportedArmError: a joint is prismatic.
        """
        for joint in self.chain.joints:
            if joint.slides:
                raise UnsupportedArmError(
                    f"{what} takes only revolute joints, and {joint.name} of {self.name} slides; "
                    "use an arm whose joints all turn"
                )

    def with_(self, **changes: Any) -> Arm:
        """Return a copy with some attributes changed, e.g. ``arm.with_(gravity=9.80665)``.

        Args:
            changes: attributes by name, with their new values.

        Returns:
            A new arm.

        Raises:
            TypeError: the arm has no such attribute.
        """
        known = [item.name for item in fields(self)]
        if unknown := changes.keys() - set(known):
            raise TypeError(f"an arm has no {', '.join(sorted(unknown))} to be changed; it has {', '.join(known)}")
        if not self.coupled:
            changes.setdefault("transmission", np.empty((0, 0)))  # the new number of joints sets its shape
        return replace(self, **changes)


def _arm_of(kind: type[Arm], values: dict[str, Any]) -> Arm:
    return kind(**values)
