"""Define the inputs of programs: their numbers of elements, and what the elements are.

Positions, velocities, accelerations and torques have one element per joint. Other inputs have a size of their own,
which a program states (`Program.own_sizes`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

MOST_INPUTS = 8
"""Largest number of inputs of a function, which sets the size of arrays in emitted C and its binding."""

INPUTS_OF_JOINTS: Mapping[str, str] = {
    "q": "positions, rad (m)",
    "qd": "velocities, rad/s (m/s)",
    "qdd": "accelerations, rad/s^2 (m/s^2)",
    "tau": "torques, N m (N)",
}
"""Inputs with one element per joint, and what the elements are."""

MEANINGS: Mapping[str, str] = {
    "wrench": "force (N) and moment (N m) that act on the arm at the origin of a link's frame, in the axes of the base "
    "link; the torque is what the motors must supply",
    "gravity_vector": "acceleration of gravity (m/s^2) in the axes of the base link",
    "payload": "mass (kg), center of mass (m) and inertia about it (kg m^2: xx, yy, zz, xy, xz, yz) of a body that a "
    "link carries in addition, in the frame of this link (by default the arm's tip)",
    "prepared": "result of the function that prepares payload or parameters, which changes only with them",
    "parameters": "numbers of bodies, in the frames of their links",
}
"""What the elements of other inputs are."""

Sizes = tuple[tuple[str, int], ...]
"""Numbers of elements of inputs that do not have one element per joint, by name."""


def input_sizes(inputs: Iterable[str], joints: int, own: Sequence[tuple[str, int]] = ()) -> tuple[int, ...]:
    """Return the number of elements of each input.

    Args:
        inputs: names of the inputs.
        joints: number of joints.
        own: sizes of inputs that do not have one element per joint, by name.
    """
    known = dict(own)
    return tuple(known.get(name, joints) for name in inputs)


def starts(sizes: Iterable[int]) -> tuple[int, ...]:
    """Return the index of each input's first element if the inputs lie in one array, one after another."""
    found, at = [], 0
    for size in sizes:
        found.append(at)
        at += size
    return tuple(found)


def merged_sizes(every: Iterable[Sizes]) -> Sizes:
    """Return the sizes of several programs together."""
    return tuple(dict(pair for own in every for pair in own).items())
