"""The C++ core with the generated model of an arm, compiled as a user would and called through ctypes."""

from __future__ import annotations

import ctypes
import math
import shutil
from collections.abc import Sequence
from ctypes import POINTER, c_char_p, c_double, c_int, c_int32, c_size_t, c_uint32, c_uint64, c_void_p
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import ArrayLike

from helpers.emdeg.c_library import COMPILERS, ZIG, compiled, linked, write
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.friction_terms import COMPENSATED, FRICTION_TERMS
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.control.gate.faults import Fault
from puma560_dynamics.control.gate.gate_state import GateState
from puma560_dynamics.controller import CORE
from puma560_dynamics.controller.core_links import core_followers, core_links, links_code, row_code
from puma560_dynamics.controller.core_settings import COMPILED, NUMBERS, SWITCHES, core_name
from puma560_dynamics.emdeg.emitters.emit_c import emit_c
from puma560_dynamics.emdeg.program.provenance import Provenance
from puma560_dynamics.models.generated.factored_programs import programs_of
from puma560_dynamics.models.interface import DynamicModel
from puma560_dynamics.models.terms import Elements, OperationCount
from puma560_dynamics.states import joint_arrays

CXX = [
    *(compiler for compiler in ("g++", "clang++") if shutil.which(compiler)),
    *([ZIG.removesuffix("cc") + "c++"] if ZIG in COMPILERS else []),
]
"""C++ compilers of this machine; clang from PyPI if no other."""

CXX_NAMES = ["zig" if "ziglang" in compiler else compiler for compiler in CXX]
needs_cxx = pytest.mark.skipif(not CXX, reason="needs a C++ compiler: g++ or clang++, or ziglang from PyPI")

WARNINGS = (
    "-std=c++17", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Wold-style-cast", "-Wdouble-promotion",
    "-pedantic", "-Werror",
)  # fmt: skip
WITHOUT = ("-fno-exceptions", "-fno-rtti")
SAME_ROUNDING = ("-ffp-contract=off", "-DCLONES=")
MODEL = ("torque", "gravity", "kinetic_energy_matrix", "all_elements")
MOST = 16
STATES = tuple(GateState)
FAULTS = tuple(Fault)
NONE, SEND, STAMP, FINITE, FAULT, LIMIT, STEP, CALL = 0, 1, -1, -2, -3, -4, -5, -6

_ARRAYS = ("maximum_torque", "motor_torque", "torque_rate", "removal_rate", "lower", "upper", "velocity",
           "acceleration_limit", "motor_inertia", *COMPENSATED, "position_resolution", "stiffness",
           "damping", "contact_still", "contact_acceleration", "contact_velocity", "contact_dry",
           "contact_reversal", "contact_least", "contact_motion_scale",
           *(f"contact_{name}" for name, term in FRICTION_TERMS.items() if term.basis),
           "guiding_hold_torque", "guiding_inertia", "guiding_walls", "guiding_tool_point")  # fmt: skip
_SIZES = {"gravity_vector": 3, "guiding_walls": 6 * MOST, "guiding_tool_point": 3, "contact_acceleration": MOST * MOST}
_NUMBERS = (
    "contact_unknown",
    "contact_model_widths",
    "contact_noise_widths",
    *map(core_name, NUMBERS),
    "acceleration_cutoff",
)
_WHOLE = ("acceleration_source", "fault_policy", "brakes", "contact_policy", "effort_without",
          *map(core_name, SWITCHES), "mode", "guiding_walls_count",
          "reserved")  # fmt: skip


class LinkNumbers(ctypes.Structure):
    """``torque_core_link``."""

    _fields_ = [
        ("turn", c_double * 9), ("place", c_double * 3), ("mass", c_double), ("center", c_double * 3),
        ("inertia", c_double * 6), ("slides", c_int32), ("reserved", c_int32),
    ]  # fmt: skip


class FollowerNumbers(ctypes.Structure):
    """``torque_core_follower``."""

    _fields_ = [("multiplier", c_double), ("offset", c_double), ("link", c_size_t), ("leader", c_size_t)]


class Load(ctypes.Structure):
    """``torque_core_payload``."""

    _fields_ = [("mass", c_double), ("center", c_double * 3), ("inertia", c_double * 6)]


def load_of(mass: float, center: Sequence[float], inertia: Sequence[float]) -> Load:
    """A payload from mass, center of mass and Ixx, Iyy, Izz, Ixy, Ixz, Iyz."""
    return Load(mass, (c_double * 3)(*center), (c_double * 6)(*inertia))


class Settings(ctypes.Structure):
    """``torque_core_settings``."""

    _fields_ = [
        *((name, c_double * _SIZES.get(name, MOST)) for name in _ARRAYS),
        *((name, c_double) for name in _NUMBERS),
        ("gravity_vector", c_double * 3),
        ("payload", Load),
        ("terms", c_uint32),
        *((name, c_int32) for name in _WHOLE),
    ]

    @classmethod
    def of(cls, values: dict[str, Any]) -> Settings:
        """From `core_settings`."""
        made = cls()
        for name, value in values.items():
            size = _SIZES.get(name, MOST)
            setattr(made, name, (c_double * size)(*value) if isinstance(value, list) else value)
        return made


class Status(ctypes.Structure):
    """``torque_core_status_t``."""

    _fields_ = [
        ("since", c_double),
        *((name, c_int32) for name in ("state", "latched", "done", "quiet", "waiting", "brake", "pending", "followed")),
        *((name, c_int32) for name in ("settling", "touched", "effort", "guided", "released", "floating", "leads")),
        *((name, c_uint64) for name in ("torque_limit", "soft_limit", "torque_rate", "not_finite", "stamp")),
        ("refused", c_uint64 * len(FAULTS)),
        ("faults", c_uint64 * len(FAULTS)),
    ]

    def counts(self) -> dict[str, int]:
        """As `GateStatus.counts`."""
        plain = {name: getattr(self, name) for name in ("torque_limit", "soft_limit", "torque_rate", "not_finite",
                                                        "stamp")}  # fmt: skip
        refused = {fault.value: count for fault, count in zip(FAULTS, self.refused, strict=True)}
        latched = {f"fault.{fault.value}": count for fault, count in zip(FAULTS, self.faults, strict=True)}
        return {name: count for name, count in {**plain, **refused, **latched}.items() if count}


class Model(ctypes.Structure):
    """``torque_core_model``."""

    _fields_ = [
        ("joints", c_size_t), *((name, c_void_p) for name in MODEL),
        ("links", POINTER(LinkNumbers)), ("gravity_vector", c_double * 3),
        ("followers", POINTER(FollowerNumbers)), ("followers_count", c_size_t),
    ]  # fmt: skip


_TIME, _ARRAY, _CORE = c_double, c_void_p, c_void_p
_CALLS = {
    "check": (c_char_p, POINTER(Model), POINTER(Settings)),
    "complete": (None, POINTER(Model), POINTER(Settings)),
    "create": (_CORE, POINTER(Model), POINTER(Settings)),
    "destroy": (None, _CORE),
    "configure": (c_int, _CORE, POINTER(Settings)),
    "renew": (c_int, _CORE, POINTER(Settings)),
    "acting": (c_int, _CORE, _TIME, _ARRAY),
    "activate": (c_int, _CORE, _TIME),
    "resume": (c_int, _CORE, c_int32),
    "brakes": (c_int, _CORE, c_int32),
    "deactivate": (c_int, _CORE, _TIME),
    "reset": (c_int, _CORE),
    "fault": (c_int, _CORE, _TIME, c_int32),
    "set_terms": (c_int, _CORE, c_uint32),
    "check_payload": (c_char_p, POINTER(Model), POINTER(Settings), POINTER(Load)),
    "set_payload": (c_int, _CORE, POINTER(Load)),
    "set_friction": (c_int, _CORE, c_double),
    "set_gains": (c_int, _CORE, c_double, c_double),
    "followed": (c_int32, _CORE, _ARRAY, _ARRAY, _ARRAY),
    "set_source": (c_int, _CORE, _TIME, c_int32),
    "set_mode": (c_int, _CORE, c_int32),
    "guided_terms": (c_uint32, _CORE),
    "reference": (c_int, _CORE, _TIME, _TIME, _TIME, _ARRAY, _ARRAY, _ARRAY),
    "state": (c_int, _CORE, _TIME, _TIME, _TIME, _ARRAY, _ARRAY, _ARRAY, _ARRAY, _ARRAY),
    "update": (c_int, _CORE, _TIME, _ARRAY),
    "torque": (None, _CORE, _ARRAY),
    "external": (None, _CORE, _ARRAY, _ARRAY, _ARRAY),
    "status": (None, _CORE, POINTER(Status)),
    "terms": (None, _CORE, _ARRAY),
    "state_name": (c_char_p, c_int32),
    "fault_name": (c_char_p, c_int32),
    "fault_cause": (c_char_p, c_int32),
    "fault_reaction": (c_int, c_int32),
    "fault_restarts": (c_int, c_int32),
}


def _link(row: tuple[float, ...]) -> LinkNumbers:
    turn, place, center, inertia = row[:9], row[9:12], row[13:16], row[16:22]
    arrays = ((c_double * len(one))(*one) for one in (turn, place, center, inertia))
    turns, places, centers, inertias = arrays
    return LinkNumbers(turns, places, row[12], centers, inertias, int(row[22]))


class CoreLibrary:
    """A shared library of core and model.

    Args:
        path: of the library.
        arm: whose model it is; its functions begin with ``arm_``.
        recursive: the core computes the model from the links, without these functions.
    """

    def __init__(self, path: Path, arm: Arm, recursive: bool = False) -> None:
        self.loaded, self.n, self.recursive = ctypes.CDLL(str(path)), arm.n, recursive
        functions = (ctypes.cast(getattr(self.loaded, f"arm_{name}"), c_void_p) for name in MODEL)
        calls = [None] * len(MODEL) if recursive else functions
        self._links = (LinkNumbers * len(arm.links))(*map(_link, core_links(arm)))
        self._followers = (FollowerNumbers * len(arm.followers))(
            *(FollowerNumbers(*row) for row in core_followers(arm))
        )
        self.model = Model(
            arm.n, *calls, self._links, (c_double * 3)(*arm.gravity_vector), self._followers, len(arm.followers)
        )
        for name, (result, *arguments) in _CALLS.items():
            call = getattr(self.loaded, f"torque_core_{name}")
            call.restype, call.argtypes = result, arguments
            setattr(self, name, call)

    def __getattr__(self, name: str) -> Any:
        """A call of `_CALLS` is an attribute of each library; no other name is."""
        raise AttributeError(name)

    def wrong(self, settings: Settings) -> str | None:
        """What the core finds wrong with settings."""
        found = self.check(self.model, settings)
        return None if found is None else found.decode()

    def wrong_payload(self, settings: Settings, payload: Load) -> str | None:
        """What the core finds wrong with a payload."""
        found = self.check_payload(self.model, settings, payload)
        return None if found is None else found.decode()


class Core:
    """One core; calls as of the C interface, arrays as numpy's.

    Args:
        library: core and model.
        settings: that the core accepts.
    """

    def __init__(self, library: CoreLibrary, settings: Settings) -> None:
        self.library, self.n = library, library.n
        self._core = library.create(library.model, settings)
        assert self._core, library.wrong(settings)
        self._out = (c_double * self.n)()
        self._shown = Status()

    def __del__(self) -> None:
        self.library.destroy(self._core)

    def __getattr__(self, name: str) -> Any:
        """Calls without arrays."""
        if name not in _CALLS:
            raise AttributeError(name)
        call = getattr(self.library, name)
        return lambda *arguments: call(self._core, *arguments)

    def reference(self, now: float, clock: float, stamp: float, *fields: Sequence[float]) -> int:
        given = [(c_double * self.n)(*field) for field in fields]
        return self.library.reference(self._core, now, clock, stamp, *given)

    def acting(self, now: float, torque: Sequence[float]) -> int:
        return self.library.acting(self._core, now, (c_double * self.n)(*torque))

    def state(
        self, now: float, clock: float, stamp: float, q: Sequence[float], qd: Sequence[float],
        added: Sequence[float] | None = None, effort: Sequence[float] | None = None,
    ) -> tuple[int, list[float] | None]:  # fmt: skip
        extra, measured = (None if one is None else (c_double * self.n)(*one) for one in (added, effort))
        positions, velocities = (c_double * self.n)(*q), (c_double * self.n)(*qd)
        result = self.library.state(self._core, now, clock, stamp, positions, velocities, measured, extra, self._out)
        return result, list(self._out) if result == SEND else None

    def set_payload(self, mass: float, center: Sequence[float], inertia: Sequence[float]) -> int:
        return self.library.set_payload(self._core, load_of(mass, center, inertia))

    def update(self, now: float) -> tuple[int, list[float] | None]:
        result = self.library.update(self._core, now, self._out)
        return result, list(self._out) if result == SEND else None

    @property
    def status(self) -> Status:
        """What the gate shows; the same object each time."""
        self.library.status(self._core, self._shown)
        return self._shown

    @property
    def torque(self) -> list[float]:
        self.library.torque(self._core, self._out)
        return list(self._out)

    def external(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """External torque, thresholds and band, (n,) each."""
        found = (c_double * self.n)(), (c_double * self.n)(), (c_double * self.n)()
        self.library.external(self._core, *found)
        return np.array(found[0]), np.array(found[1]), np.array(found[2])

    def terms(self) -> FloatArray:
        """(7, n)."""
        rows = (c_double * (7 * self.n))()
        self.library.terms(self._core, rows)
        return np.array(rows).reshape(7, self.n)


def model_sources(arm: Arm) -> dict[str, str]:
    """The arm's model as C, its functions beginning with ``arm_``."""
    chain = arm.exact_chain
    programs = programs_of(chain)
    return emit_c("arm", [programs[name] for name in MODEL], Provenance.of(chain), batch=False)


def links_header(arm: Arm) -> str:
    """``links.h``: the arm's links, followers and gravity, and the functions of its model, for a C or C++ program."""
    links = f"static const torque_core_link LINKS[] = {{\n{links_code(arm)}\n}};\n"
    rows = ", ".join(f"{{{row_code(row)}}}" for row in core_followers(arm))
    if rows:
        links += f"static const torque_core_follower FOLLOWING[] = {{{rows}}};\n"
    followers = f"#define FOLLOWERS {'FOLLOWING' if rows else 'NULL'}, {len(arm.followers)}\n"
    functions = ", ".join("NULL" if rows else f"arm_{name}" for name in MODEL)
    defined = f"#define JOINTS {arm.n}\n#define FUNCTIONS {functions}\n{followers}"
    gravity = f"static const double GRAVITY_VECTOR[] = {{{row_code(arm.gravity_vector)}}};\n"
    return f'#include "torque_core_types.h"\n\n{links}{gravity}{defined}'


def settings_lines(values: dict[str, Any]) -> list[str]:
    """Statements that give `core_settings` to ``settings`` of a C program."""
    numbers = [f"    settings.{name} = {value!r};" for name, value in values.items() if not isinstance(value, list)]
    return numbers + [
        f"    settings.{name}[{place}] = {one!r};"
        for name, each in values.items() if isinstance(each, list)
        for place, one in enumerate(each)
    ]  # fmt: skip


def c_of(cxx: str) -> str:
    """The C compiler that belongs to a C++ compiler."""
    return cxx.replace("c++", "cc") if "ziglang" in cxx else {"g++": "gcc", "clang++": "clang"}[cxx]


CARRIED = Path(__file__).with_name("carried.cpp")
OBJECTS = ("arm.o", *(name.replace(".cpp", ".o") for name in COMPILED))


def objects(folder: Path, arm: Arm, cxx: str, *flags: str) -> None:
    """Compile core and model into `OBJECTS`, with the same rounding as Python."""
    write(model_sources(arm), folder)
    flags = ("-O1", "-fPIC", *SAME_ROUNDING, *flags)
    compiled(c_of(cxx), folder, "-std=c11", *flags, "-c", "arm.c", "-o", "arm.o")
    for name in COMPILED:
        compiled(cxx, folder, *WARNINGS, *WITHOUT, *flags, "-c", str(CORE / name), "-o", name.replace(".cpp", ".o"))


def core_library(folder: Path, arm: Arm, cxx: str, recursive: bool = False) -> CoreLibrary:
    """The `OBJECTS` of a folder as a loaded library, with `carried.cpp`; they need no C++ runtime."""
    compiled(cxx, folder, *WARNINGS, *WITHOUT, "-O1", "-fPIC", *SAME_ROUNDING, f"-I{CORE}", "-c", str(CARRIED))
    linked(folder, "-shared", *OBJECTS, "carried.o", "-o", "core.so")
    return CoreLibrary(folder / "core.so", arm, recursive)


class LibraryModel(DynamicModel):
    """The very functions that the core calls, as a model of Python: what differs is then not the model."""

    kind = "library"

    def __init__(self, arm: Arm, library: CoreLibrary) -> None:
        super().__init__(arm)
        n, pairs = arm.n, math.comb(arm.n, 2)
        self._sizes = {"torque": n, "gravity": n, "kinetic_energy_matrix": n * n,
                       "all_elements": 2 * n * n + n * pairs + n}  # fmt: skip
        self._ends = np.cumsum([n * n, n * pairs, n * n])
        self._calls = {name: getattr(library.loaded, f"arm_{name}") for name in MODEL}
        for call in self._calls.values():
            call.restype = None

    def _call(self, name: str, *states: ArrayLike) -> FloatArray:
        n = self.arm.n
        out = (c_double * self._sizes[name])()
        self._calls[name](*((c_double * n)(*np.asarray(state).tolist()) for state in states), out)
        return np.array(out)

    def kinetic_energy_matrix(self, q: ArrayLike) -> FloatArray:
        return self._call("kinetic_energy_matrix", q).reshape(self.arm.n, self.arm.n)

    def elements(self, q: ArrayLike) -> Elements:
        n = self.arm.n
        a, b, c, g = np.split(self._call("all_elements", q), self._ends)
        return Elements(a.reshape(n, n), b.reshape(n, -1), c.reshape(n, n), g)

    def coriolis_coefficients(self, q: ArrayLike) -> FloatArray:
        return self.elements(q).coriolis

    def centrifugal_coefficients(self, q: ArrayLike) -> FloatArray:
        return self.elements(q).centrifugal

    def gravity(self, q: ArrayLike) -> FloatArray:
        return self._call("gravity", q)

    def torque(
        self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, wrench: ArrayLike | None = None, link: str | None = None
    ) -> FloatArray:
        return self._call("torque", q, qd, qdd)

    def torque_and_gravity(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> tuple[FloatArray, FloatArray]:
        q, qd, qdd = joint_arrays(self.arm.n, {"q": q, "qd": qd, "qdd": qdd})
        return self._call("torque", q, qd, qdd), self._call("gravity", q)

    def operation_counts(self) -> dict[str, OperationCount]:
        return {}
