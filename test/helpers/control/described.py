"""The controller's reader of robot descriptions, compiled and called through ctypes."""

from __future__ import annotations

import ctypes
import importlib.util
from collections.abc import Sequence
from ctypes import POINTER, c_char_p, c_double, c_int, c_size_t, c_uint64, c_void_p
from pathlib import Path

import numpy as np
import pytest

from helpers.control.core_library import CXX, WARNINGS
from helpers.emdeg.c_library import compiled
from puma560_dynamics.controller import CORE

ROBOT = CORE.parent / "robot"
READER = ("robot_description.cpp", "selected_joints.cpp", "described_arm.cpp", "arm_digest.cpp")
SOURCE = Path(__file__).parent / "described_arm.cpp"


def tinyxml2() -> tuple[str, ...] | None:
    """Flags for tinyxml2 of the system, or of Pinocchio's packages on PyPI; `None` without either."""
    if Path("/usr/include/tinyxml2.h").is_file():
        return ("-ltinyxml2",)
    found = importlib.util.find_spec("cmeel_tinyxml2") or importlib.util.find_spec("pinocchio")
    for folder in () if found is None or found.origin is None else Path(found.origin).parents:
        for prefix in (folder / "cmeel.prefix", folder):
            if (prefix / "include" / "tinyxml2.h").is_file():
                lib = prefix / "lib"
                return (f"-I{prefix / 'include'}", f"-L{lib}", "-ltinyxml2", f"-Wl,-rpath,{lib}")
    return None


XML = tinyxml2()
needs_reader = pytest.mark.skipif(
    not CXX or XML is None, reason="needs a C++ compiler and tinyxml2 (Debian libtinyxml2-dev, or Pinocchio from PyPI)"
)


class Refused(Exception):
    """The description cannot be used."""


class Reader:
    """The compiled reader."""

    def __init__(self, folder: Path, *flags: str) -> None:
        assert XML is not None
        sources = [str(ROBOT / name) for name in READER]
        includes = (f"-I{CORE}", f"-I{ROBOT}")
        compiled(CXX[0], folder, *WARNINGS, "-O1", "-fPIC", "-shared", *flags, *includes, *sources, str(SOURCE),
                 *XML, "-o", "reader.so")  # fmt: skip
        self.loaded = ctypes.CDLL(str(folder / "reader.so"))
        self.loaded.arm_create.restype = c_void_p
        self.loaded.arm_create.argtypes = [c_char_p, c_size_t, c_char_p, c_char_p, c_char_p, c_char_p, c_size_t]
        self.loaded.arm_numbers.restype = c_uint64
        self.loaded.arm_names.restype = c_size_t
        for name in ("arm_destroy", "arm_names", "arm_numbers", "arm_torque", "arm_pose"):
            function = getattr(self.loaded, name)
            function.argtypes = {
                "arm_destroy": [c_void_p],
                "arm_names": [c_void_p, c_char_p, c_size_t],
                "arm_numbers": [c_void_p, POINTER(c_double)],
                "arm_torque": [c_void_p, *[POINTER(c_double)] * 4],
                "arm_pose": [c_void_p, c_char_p, POINTER(c_double), POINTER(c_double)],
            }[name]
        self.loaded.arm_pose.restype = c_int

    def read(self, text: str, joints: Sequence[str] = (), base: str = "", tip: str = "") -> Described:
        """The arm of a description.

        Raises:
            Refused: with the reader's sentence.
        """
        error, data = ctypes.create_string_buffer(2000), text.encode("utf-8", "surrogatepass")
        made = self.loaded.arm_create(
            data, len(data), ",".join(joints).encode(), base.encode(), tip.encode(), error, len(error)
        )
        if not made:
            raise Refused(error.value.decode("utf-8", "replace"))
        return Described(self.loaded, made)


class Described:
    """An arm of the reader."""

    def __init__(self, loaded: ctypes.CDLL, arm: int) -> None:
        self._loaded, self._arm = loaded, c_void_p(arm)
        text = ctypes.create_string_buffer(8000)
        self.n = int(loaded.arm_names(self._arm, text, len(text)))
        *self.joints, self.base, self.tip, self.moved_base = text.value.decode().split(",")
        numbers = (c_double * (3 + 6 * self.n))()
        self.digest = int(loaded.arm_numbers(self._arm, numbers))
        self.gravity = np.array(numbers[:3])
        rows = np.array(numbers[3:]).reshape(6, self.n)
        self.lower, self.upper, self.velocity, self.effort, self.viscous, self.dry = rows

    def __del__(self) -> None:
        self._loaded.arm_destroy(self._arm)

    def torque(self, *state: np.ndarray) -> np.ndarray:
        """Torque of positions, velocities and accelerations."""
        out = (c_double * self.n)()
        self._loaded.arm_torque(self._arm, *((c_double * self.n)(*each) for each in state), out)
        return np.array(out)

    def pose(self, link: str, q: np.ndarray) -> np.ndarray:
        """Pose (4, 4) of a link that moves in the frame of the base."""
        out, pose = (c_double * 12)(), np.eye(4)
        assert self._loaded.arm_pose(self._arm, link.encode(), (c_double * self.n)(*q), out)
        pose[:3, :3], pose[:3, 3] = np.reshape(out[:9], (3, 3)), out[9:]
        return pose
