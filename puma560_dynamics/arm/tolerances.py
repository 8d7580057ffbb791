"""Covariance of the inertial parameters in which torque is linear, from the tolerances of tables 4 to 6.

The measured quantities are masses, centers of gravity, inertias about the centers, and motor inertias. They are
independent of each other. Torque is linear in mass, first moments m c, inertia about the frame's origin, and motor
inertia (`models.recursive.regressor`). These parameters are smooth functions of the measured quantities. The Jacobian
at the measured values propagates the tolerances; two parameters that depend on the same mass or center are correlated.

Link 3 is a special case. According to section 5 of the paper, its center and inertia "were measured with the wrist
attached; the values reported for link 3 alone have been obtained by subtracting the contribution of the wrist", and the
tolerances are printed for link 3 plus wrist. We use the tolerances in the same way: if a link's inertia has no
tolerance but an assembly ``<link>_with_wrist`` has one, the link's first moments and inertia are those of the assembly
minus those of all following links, in the zero position. So a wrist that is heavier than assumed makes the link
lighter. We subtract the following links, not the ``detached_wrist`` of table 4, because only the following links
reproduce the values of link 3 (1.25 kg, not 2.24). The link's mass is a separate measurement (table 4 prints one), and
so is a motor's inertia. A quantity without a tolerance counts as exact.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..arrays import FloatArray, read_only
from .arm import Arm
from .parts import Link
from .transform import rotation_x

_ENTRIES = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
_COLUMNS = ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))
_SIZE = 10  # parameters of a link


@dataclass(frozen=True, eq=False)
class Tolerances:
    """Measured quantities with a tolerance, and their effect on the inertial parameters of l links and n motors.

    Attributes:
        names: (m) path of each quantity in the arm file, such as ``"links.link2.mass"``.
        half_width: (m,) tolerance of each quantity, in its SI unit.
        jacobian: (10 l + n, m) derivative of the regressor's parameters with respect to each quantity.
    """

    names: tuple[str, ...]
    half_width: FloatArray
    jacobian: FloatArray

    @property
    def factor(self) -> FloatArray:
        """Return the factor F (10 l + n, m) of the covariance F Fᵀ, with tolerances as standard deviations."""
        return np.asarray(self.jacobian * self.half_width)


def tolerances_of(arm: Arm) -> Tolerances:
    """Return the tolerances of the arm file and their Jacobian, for the arm without payload."""
    known = {name: quantity.half_width for name, quantity in arm.quantities.items() if quantity.half_width}
    columns = {name: column for name, column in _columns(arm) if name in known and column.any()}
    jacobian = np.stack(list(columns.values()), axis=1) if columns else np.zeros((_SIZE * len(arm.links) + arm.n, 0))
    return Tolerances(tuple(columns), read_only([known[name] for name in columns]), read_only(jacobian))


def assumed_factor(arm: Arm, share: float, centers: bool = False) -> FloatArray:
    """Return a factor (10 l + n, k) of the covariance for an arm without tolerances.

    Args:
        arm: the arm.
        share: standard deviation of each link's mass, moments and inertia together, and of each motor's inertia, as a
            fraction of their values; independent from link to link.
        centers: whether each center of mass has errors, too: `share` of the link's radius of gyration in each axis.
    """
    links = len(arm.links)
    factor = np.zeros((_SIZE * links + arm.n, links + arm.n))
    moved = np.zeros((len(factor), 3 * links))
    for index, link in enumerate(arm.links):
        moments = link.mass * link.center_of_gravity
        factor[_rows(index), index] = share * _parameters(link.mass, moments, link.inertia_at_frame)
        radius = math.sqrt(max(float(np.trace(link.inertia)), 0.0) / 2.0 / link.mass) if link.mass > 0.0 else 0.0
        moved[_rows(index)[1:4], 3 * index + np.arange(3)] = share * link.mass * radius
    factor[_SIZE * links :, links:] = np.diag(share * arm.motor_inertia)
    return np.hstack([factor, moved]) if centers else factor


def _columns(arm: Arm) -> Iterator[tuple[str, FloatArray]]:
    """Yield the path of every quantity that may have been measured, and its column (10 l + n,) of the Jacobian."""
    derived: list[int] = []
    for index, link in enumerate(arm.links):
        assembly = _assembly(arm, link)
        moved = {lighter: _transport(arm, index, lighter) for lighter in derived}
        for place, effect in _effects(link).items():
            column = np.zeros(_SIZE * len(arm.links) + arm.n)
            column[_rows(index)] = effect
            if assembly is not None:  # center and inertia were measured on the assembly, the mass on the link alone
                column[_rows(index)[1:]] = 0.0
            for lighter, transport in moved.items():
                column[_rows(lighter)[1:]] -= (transport @ effect)[1:]
            yield f"links.{link.name}.{place}", column
        if assembly is not None:
            derived.append(index)
            for place, effect in _effects(assembly).items():
                column = np.zeros(_SIZE * len(arm.links) + arm.n)
                column[_rows(index)[1:]] = effect[1:]
                yield f"assemblies.{assembly.name}.{place}", column
    for index, joint in enumerate(arm.joints):
        column = np.zeros(_SIZE * len(arm.links) + arm.n)
        column[_SIZE * len(arm.links) + index] = 1.0
        yield f"motors.{joint.name}.inertia", column


def _assembly(arm: Arm, link: Link) -> Link | None:
    """Return the assembly from which the link's center and inertia were derived; `None` if the link was measured."""
    own = [arm.quantities.get(f"links.{link.name}.inertia.{entry}") for entry in range(6)]
    if any(quantity is not None and quantity.half_width for quantity in own):
        return None
    return next((part for part in arm.assemblies if part.name == f"{link.name}_with_wrist"), None)


def _rows(link: int) -> NDArray[np.intp]:
    return np.arange(_SIZE * link, _SIZE * (link + 1))


def _effects(body: Link) -> dict[str, FloatArray]:
    """Return the derivative (10,) of a body's parameters with respect to each measured quantity, by its path."""
    m, c = body.mass, body.center_of_gravity
    effects = {"mass": _parameters(1.0, c, float(c @ c) * np.eye(3) - np.outer(c, c))}
    for axis in range(3):
        e = np.eye(3)[axis]
        turned = m * (2.0 * c[axis] * np.eye(3) - np.outer(e, c) - np.outer(c, e))
        effects[f"center_of_gravity.{axis}"] = _parameters(0.0, m * e, turned)
    for entry, (i, j) in enumerate(_ENTRIES):
        tensor = np.zeros((3, 3))
        tensor[i, j] = tensor[j, i] = 1.0
        effects[f"inertia.{entry}"] = _parameters(0.0, np.zeros(3), tensor)
    return effects


def _parameters(mass: float, moments: Sequence[float] | FloatArray, tensor: FloatArray) -> FloatArray:
    """Return inertial parameters (10,) in the order of the regressor's columns."""
    return np.array([mass, *moments, *(tensor[i, j] for i, j in _COLUMNS)])


def _transport(arm: Arm, source: int, target: int) -> FloatArray:
    """Return the matrix (10, 10) that transforms parameters from the frame of link `source` to that of `target`.

    All joints are at zero.
    """
    step = np.eye(4)
    for joint in arm.chain.joints[target + 1 : source + 1]:
        rotation = rotation_x(joint.alpha)
        offset = np.array([joint.a, 0.0, 0.0]) + joint.d * rotation[:, 2]
        step = step @ np.block([[rotation, offset[:, None]], [np.zeros((1, 3)), np.ones((1, 1))]])
    columns = [_of_pseudo(step @ _pseudo(unit) @ step.T) for unit in np.eye(_SIZE)]
    return np.stack(columns, axis=1)


def _pseudo(parameters: FloatArray) -> FloatArray:
    """Return the pseudo-inertia P (4, 4) of ten parameters, which a displacement T transforms to T P Tᵀ."""
    tensor = np.zeros((3, 3))
    for value, (i, j) in zip(parameters[4:], _COLUMNS, strict=True):
        tensor[i, j] = tensor[j, i] = value
    second = 0.5 * np.trace(tensor) * np.eye(3) - tensor
    h = parameters[1:4, None]
    return np.block([[second, h], [h.T, parameters[:1, None]]])


def _of_pseudo(moments: FloatArray) -> FloatArray:
    second = moments[:3, :3]
    return _parameters(float(moments[3, 3]), moments[:3, 3], np.trace(second) * np.eye(3) - second)
