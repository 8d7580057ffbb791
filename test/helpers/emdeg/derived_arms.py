"""Arms derived with little effort, their Python and their C, and what Pinocchio says of the same robot descriptions."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helpers.emdeg.c_library import COMPILERS, STRICT, compiled, one, rows, write
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.derivation import derive
from puma560_dynamics.emdeg.effort import SearchEffort
from puma560_dynamics.emdeg.emitters.emit import emit
from puma560_dynamics.emdeg.program.program import Program
from puma560_dynamics.emdeg.program.provenance import Provenance
from puma560_dynamics.emdeg.readers.formats import load_urdf
from puma560_dynamics.emdeg.tasks import DEFAULT_NAMES, model_names
from puma560_dynamics.emdeg.tasks.element_forms import MAX_EXPLICIT_TERMS, has_more_terms

QUICK = SearchEffort(sketch=1, rounds=5)
DOWN = (0.0, 0.0, -9.81)


@dataclass(frozen=True)
class DerivedArm:
    """An arm: its description, and the programs made of it."""

    name: str
    text: str
    gravity: tuple[float, float, float] = DOWN

    @cached_property
    def chain(self) -> Chain:
        """As the description says."""
        return load_urdf(self.text, gravity=self.gravity).chain

    @cached_property
    def programs(self) -> Mapping[str, Program]:
        """All of them where the equations are short, else without B and C."""
        names = DEFAULT_NAMES if has_more_terms(self.chain, MAX_EXPLICIT_TERMS) else model_names()
        return derive(self.chain, names, QUICK).programs

    def files(self, kind: str, batch: bool = True) -> dict[str, str]:
        """As `emit` gives them."""
        return emit(self.name, list(self.programs.values()), Provenance.of(self.chain), [kind], batch=batch)

    @cached_property
    def python(self) -> Mapping[str, Callable[..., tuple[Any, ...]]]:
        """Functions of the emitted module."""
        space: dict[str, Any] = {}
        exec(self.files("python")[f"{self.name}.py"], space)
        return space

    def evaluate(self, name: str, *states: NDArray[Any]) -> NDArray[Any]:
        """A program's result (N, …) by the emitted Python for states (N, n), also complex ones."""
        values = self.python[name](*(state.T for state in states), trigonometry=np)
        columns = np.broadcast_arrays(*values, np.empty(len(states[0])))[:-1]
        return np.stack(columns, axis=-1).reshape(len(states[0]), *self.programs[name].shape)

    def random_states(self, count: int = 20) -> list[FloatArray]:
        """Positions, velocities and accelerations, each (count, n)."""
        return list(np.random.default_rng(11).uniform(-3, 3, (3, count, self.chain.n)))

    def split(self, flat: NDArray[Any]) -> list[NDArray[Any]]:
        """A, B, C and g of all elements (N, …)."""
        n, count = self.chain.n, len(flat)
        pairs = n * (n - 1) // 2
        a, b, c, g = np.split(flat, np.cumsum([n * n, n * pairs, n * n]), axis=-1)
        return [a.reshape(count, n, n), b.reshape(count, n, pairs), c.reshape(count, n, n), g]


class Pinocchio:
    """The same description in another engine; every function takes states (N, n)."""

    def __init__(self, arm: DerivedArm) -> None:
        import pinocchio

        self._pin = pinocchio
        self._model = pinocchio.buildModelFromXML(arm.text)
        self._model.gravity.linear = np.array(arm.gravity)
        self._weightless = self._model.copy()
        self._weightless.gravity.linear = np.zeros(3)
        self._data = self._model.createData()

    def torque(self, q: FloatArray, qd: FloatArray, qdd: FloatArray, weight: bool = True) -> FloatArray:
        """(N, n)."""
        model = self._model if weight else self._weightless
        given = zip(map(self._configuration, q), qd, qdd, strict=True)
        return np.array([self._pin.rnea(model, self._data, *state) for state in given])

    def kinetic_energy_matrix(self, q: FloatArray) -> FloatArray:
        """(N, n, n)."""
        upper = np.array([np.triu(self._pin.crba(self._model, self._data, self._configuration(x))) for x in q])
        return upper + np.triu(upper, 1).transpose(0, 2, 1)

    def weightless(self, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
        """Torque of every state (N, n) with every motion (k, n), without gravity: (N, k, n)."""
        rates, accelerations = (np.tile(motion, (len(q), 1)) for motion in (qd, qdd))
        return self.torque(np.repeat(q, len(qd), axis=0), rates, accelerations, weight=False).reshape(len(q), *qd.shape)

    def derivatives(self, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> list[FloatArray]:
        """Derivatives of the torque by positions and by velocities, each (N, n, n)."""
        found = []
        for place, *motion in zip(map(self._configuration, q), qd, qdd, strict=True):
            self._pin.computeRNEADerivatives(self._model, self._data, place, *motion)
            found.append((self._data.dtau_dq.copy(), self._data.dtau_dv.copy()))
        return [np.array(part) for part in zip(*found, strict=True)]

    def transposed_coriolis_torque(self, q: FloatArray, qd: FloatArray) -> FloatArray:
        """(N, n)."""
        given = zip(map(self._configuration, q), qd, strict=True)
        return np.array([self._pin.computeCoriolisMatrix(self._model, self._data, x, v).T @ v for x, v in given])

    def _configuration(self, q: FloatArray) -> FloatArray:
        """A joint without limits is a cosine and a sine to Pinocchio."""
        joints = list(self._model.joints)[1:]
        parts = [[math.cos(x), math.sin(x)] if joint.nq == 2 else [x] for joint, x in zip(joints, q, strict=True)]
        return np.concatenate(parts)


class Library:
    """The C of many arms, compiled at once.

    Args:
        arms: each with another name.
        folder: for the files.
        many: names of the arms whose functions take many states; those of others are called state by state.
    """

    def __init__(self, arms: Sequence[DerivedArm], folder: Path, many: Collection[str]) -> None:
        import ctypes

        self._many = many
        for arm in arms:
            write(arm.files("c", batch=arm.name in many), folder)
        sources = [f"{arm.name}.c" for arm in arms]
        flags = (*STRICT, "-O0", "-DCLONES=", "-fPIC", "-shared")
        compiled(COMPILERS[0], folder, *flags, *sources, "-o", "arms.so", "-lm")
        self._library = ctypes.CDLL(str(folder / "arms.so"))

    def evaluate(self, arm: DerivedArm, name: str, *states: FloatArray) -> FloatArray:
        """As `DerivedArm.evaluate`."""
        shape = arm.programs[name].shape
        call, form = (rows, "_rows") if arm.name in self._many else (one, "")
        result = call(self._library[f"{arm.name}_{name}{form}"], list(states), math.prod(shape))
        return result.reshape(len(states[0]), *shape)


def random_urdf(seed: int, joints: int = 6) -> str:
    """A robot description: axes and origins square or not, joints that slide, links without mass."""
    rng = np.random.default_rng(seed)

    def words(values: Any) -> str:
        return " ".join(repr(round(float(value), 3)) for value in values)

    def origin() -> str:
        turn = rng.integers(-1, 3, 3) * (math.pi / 2) if rng.random() < 0.6 else rng.uniform(-2, 2, 3).round(2)
        angles = " ".join(repr(float(x)) for x in turn)
        return f'<origin xyz="{words(rng.uniform(-0.5, 0.5, 3) * rng.integers(0, 2, 3))}" rpy="{angles}"/>'

    parts = ['<link name="link0"/>']
    massless, sliding = rng.integers(0, joints - 1), rng.integers(1, joints)
    for k in range(joints):
        kind = "prismatic" if k == sliding else "revolute"
        axis = np.eye(3)[rng.integers(0, 3)] if rng.random() < 0.7 else rng.integers(1, 4, 3)
        x, y, z = rng.uniform(0.01, 0.1, 3)
        body = (
            f'<inertial>{origin()}<mass value="{words([rng.uniform(0.5, 5)])}"/><inertia ixx="{y + z:.4f}" '
            f'iyy="{x + z:.4f}" izz="{x + y:.4f}" ixy="0.001" ixz="0" iyz="-0.002"/></inertial>'
        )
        parts.append(f'<link name="link{k + 1}">{"" if k == massless else body}</link>')
        parts.append(
            f'<joint name="joint{k + 1}" type="{kind}"><parent link="link{k}"/><child link="link{k + 1}"/>{origin()}'
            f'<axis xyz="{words(axis)}"/><limit lower="-9" upper="9" effort="1" velocity="1"/></joint>'
        )
    return f'<robot name="random{seed}">{"".join(parts)}</robot>'
