"""The arm as one frozen, typed value: its parts, gravity, units, and arrays by joint.

Frames follow the modified Denavit-Hartenberg convention of the paper (table A1): frame i-1 goes to
frame i by ``Rx(alpha) Tx(a) Rz(q) Tz(d)``; joint i turns about z_i. A prismatic joint slides along z_i
instead: ``Rx(alpha) Tx(a) Tz(d + q)``. A joint whose frames do not line up at position zero has an offset: then it
is ``Rz(q + offset)``, and ``Rz(offset)`` before a slide. Where a docstring of this package says rad and N·m, a
prismatic joint has m and N.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arrays import FloatArray, equal_fields, read_only
from ..emdeg import Chain, Selection
from ..errors import UnsupportedArmError
from .exact_chain import exact_chain
from .follower import Follower, chain_of_all, followers_refused, following_matrix, following_offset
from .joint_friction import JointFriction
from .link_place import BASE_LINK, LinkPlace, place_of
from .parts import Joint, Link, Motor, Quantity, Rotor, notebook_table

DOWN = (0.0, 0.0, -1.0)
"""Gravity's direction in the base frame of an upright arm."""


@dataclass(frozen=True, eq=False, repr=False)
class Arm:
    """A serial arm. Two arms are equal if all their numbers, names and sources are equal.

    Attributes:
        name: short name.
        source: where the numbers come from.
        gravity: acceleration of gravity, m/s².
        joints: one a motor, and one a link unless there are `followers`.
        links: moved bodies, from the base outwards.
        motors: one a joint.
        assemblies: measured pieces that are not a complete link.
        quantities: every number of the file with unit, tolerance and source, by its path in the
            file, e.g. ``"links.link2.mass"`` or ``"links.link2.inertia.0"``.
        gravity_direction: (3,) unit vector of gravity in the base link's frame; -z for an upright arm.
        friction: one a joint where the file gives it (identified arms); empty where it does not.
        rotors: one a joint where the file says how the motors lie; empty where it does not.
        transmission: (n, n) from joint to motor positions, every motor in units of its joint (unit diagonal);
            the identity where each motor turns with its joint alone. Torque goes back by its transpose.
        base: (4, 4) pose of frame 0 in the frame of the base link; the identity where the arm file defines both.
        frames: (n, 4, 4) poses of the links' frames, as their description has them, in the frames 1 to n; the last
            is that of the arm's tip. Identities where the arm file defines both.
        remarks: sentences on what the source lacks, and what follows from that.
        origin: the robot description that it was read from, and which part of it, if it was.
        places: where the links of the description are, by name: the base and what is fixed to it, every moving link
            and what is fixed to it. Empty where there is no description; `link_places` has links then too.
        followers: joints without motors that move further links, each at a multiple of the position of another joint.
        chain_as_read: the exact chain that the reader of a description made; None for an arm file.
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
        """(n, 4, 4) poses of the links' frames, as their description has them, in the frames 1 to n."""
        places = self.link_places
        return read_only([places[link.name].pose for link in self.links])

    @cached_property
    def link_places(self) -> Mapping[str, LinkPlace]:
        """Places of all links with a pose, by name. Without a description these are the links of the arm file."""
        own = {link.name: LinkPlace(number, self.frames[number - 1]) for number, link in enumerate(self.links, 1)}
        return self.places or MappingProxyType({BASE_LINK: LinkPlace(0, np.eye(4)), **own})

    @property
    def link_names(self) -> tuple[str, ...]:
        """Names of all links with a pose and a Jacobian: the base, the links fixed to it, then outwards."""
        return tuple(self.link_places)

    @property
    def end_frames(self) -> Mapping[str, FloatArray]:
        """(4, 4) poses in frame n of the last moving link, which comes first, and of those that are fixed to it."""
        found = {name: place.pose for name, place in self.link_places.items() if place.carrier == len(self.links)}
        return MappingProxyType({self.links[-1].name: np.eye(4), **found})

    @property
    def tip(self) -> str:
        """Name of the link that poses and Jacobians are given for where none is named."""
        return (self.origin and self.origin.tip) or self.links[-1].name

    def place_of(self, link: str | None = None) -> LinkPlace:
        """Return the place of a link.

        Args:
            link: one of `link_names`; the arm's `tip` by default.

        Returns:
            The moving link that carries it, and its pose in that link's frame.

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

    @property
    def offsets(self) -> FloatArray:
        """(n,) constant parts of the joint angles, rad."""
        return read_only([joint.offset for joint in self.joints])

    def angles(self, q: FloatArray) -> FloatArray:
        """Return the angles about z_1 to z_n.

        Args:
            q: (…, n) rad (m where a joint slides).

        Returns:
            ``(…, n)`` rad, offsets included; constant where a joint slides.
        """
        if not any(joint.offset or joint.slides for joint in self.joints):
            return q
        return np.where([joint.slides for joint in self.joints], 0.0, q) + self.offsets

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
        """The same arm with a separate coordinate for every link; the arm itself if no joint follows another.

        Coupling and friction of motors stay with the arm.
        """
        return self._chain if self.followers else self

    @cached_property
    def exact_chain(self) -> Chain:
        """The arm as a serial chain in exact numbers, as the generator takes it.

        Raises:
            UnsupportedArmError: joints follow others; `chain` has a coordinate for each of them.
        """
        if self.followers:
            raise followers_refused("code generated for an arm", self.name, self.followers)
        return exact_chain(self.name, self.joints, self.motors, self.links, self.gravity_vector, self.chain_as_read)

    @cached_property
    def following(self) -> FloatArray:
        """(m, n) from joint velocities to those of all m joints of `chain`; the identity without followers."""
        return read_only(following_matrix(self.n, self.followers))

    @cached_property
    def _following_offset(self) -> FloatArray:
        return read_only(following_offset(self.n, self.followers))

    def chain_positions(self, q: FloatArray) -> FloatArray:
        """Return the positions of all joints of `chain`, including those that follow others.

        Args:
            q: (…, n) rad (m where a joint slides).

        Returns:
            ``(…, m)`` rad (m).
        """
        return q @ self.following.T + self._following_offset if self.followers else q

    @property
    def upright(self) -> bool:
        """Whether gravity acts along -z of the base, as the paper takes it."""
        return bool(np.array_equal(self.gravity_direction, DOWN))

    @property
    def n(self) -> int:
        """Number of joints."""
        return len(self.joints)

    @cached_property
    def joint_names(self) -> tuple[str, ...]:
        """Joint names from the base outwards."""
        return tuple(joint.name for joint in self.joints)

    @property
    def motor_inertia(self) -> FloatArray:
        """(n,) reflected motor inertia, kg·m²."""
        return read_only([motor.inertia for motor in self.motors])

    @property
    def coupled(self) -> bool:
        """Whether a motor turns with more joints than its own."""
        return not np.array_equal(self.transmission, np.eye(self.n))

    @property
    def armature(self) -> FloatArray:
        """(n, n) kg·m², contribution of rotors and drives to the kinetic energy matrix; diagonal unless `coupled`."""
        return read_only((self.transmission.T * self.motor_inertia) @ self.transmission)

    @property
    def maximum_torque(self) -> FloatArray:
        """(n,) maximum torque, N·m (table 7)."""
        return read_only([motor.maximum_torque for motor in self.motors])

    @property
    def break_away_torque(self) -> FloatArray:
        """(n,) break-away torque, N·m (table 7)."""
        return read_only([motor.break_away_torque for motor in self.motors])

    @property
    def torque_resolution(self) -> FloatArray:
        """(n,) torque resolution of the D/A converters, N·m."""
        return read_only([motor.torque_resolution for motor in self.motors])

    @property
    def lower(self) -> FloatArray:
        """(n,) lower position limits, rad."""
        return read_only([joint.lower for joint in self.joints])

    @property
    def upper(self) -> FloatArray:
        """(n,) upper position limits, rad."""
        return read_only([joint.upper for joint in self.joints])

    @property
    def velocity(self) -> FloatArray:
        """(n,) velocity limits, rad/s."""
        return read_only([joint.velocity for joint in self.joints])

    @property
    def continuous(self) -> NDArray[np.bool_]:
        """(n,) whether a joint turns without limits of position."""
        return np.array([joint.continuous for joint in self.joints])

    @property
    def pose_range(self) -> tuple[FloatArray, FloatArray]:
        """(n,) lowest and highest positions for sampling poses, rad: the limits, or ±π for a joint without limits."""
        lower, upper = np.where(self.continuous, [[-np.pi], [np.pi]], [self.lower, self.upper])
        return read_only(lower), read_only(upper)

    def poses(self, count: int) -> FloatArray:
        """Return poses spread evenly over `pose_range` by an additive recurrence (deterministic).

        Args:
            count: how many.

        Returns:
            ``(count, n)`` rad; the same ones at every call.
        """
        lower, upper = self.pose_range
        roots = np.sqrt([2.0, 3.0, 5.0, 7.0, 11.0, 13.0, 17.0, 19.0, 23.0, 29.0, 31.0, 37.0])
        share = np.outer(np.arange(1, count + 1), np.resize(roots, self.n)) % 1.0
        return np.asarray(lower + share * (upper - lower))

    def only_revolute(self, what: str) -> None:
        """Refuse an arm with a prismatic joint where `what` takes only angles.

        Args:
            what: beginning of the message, e.g. ``"table A1"``.

        Raises:
            UnsupportedArmError: a joint slides.
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
            changes.setdefault("transmission", np.empty((0, 0)))  # that of as many joints as there are then
        return replace(self, **changes)


def _arm_of(kind: type[Arm], values: dict[str, Any]) -> Arm:
    return kind(**values)
