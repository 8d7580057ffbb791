"""The files of a ros2_control package for one arm, from templates: deterministic, with the arm's digest."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..arm import Arm
from ..arrays import FloatArray
from ..control.gate.gate_settings import BOUNDS, RATE_FROM_LIMIT, GateSettings
from ..control.loop_settings import LOOP_BOUNDS, LoopSettings
from ..errors import Puma560Error
from .core_files import core_files
from .core_settings import core_settings

TEMPLATES = Path(__file__).parent / "templates"
"""Files with ``@name@`` in the place of what differs from arm to arm."""

_PLACE = re.compile(r"@([a-z_]+(?:\.[a-z_]+)?|MODEL)@")
_DIGITS = 12
"""Of numbers that were computed in floating point: the text must not depend on the machine."""


@dataclass(frozen=True)
class ControllerPackage:
    """What a package is made of.

    Attributes:
        arm: whose controller it is.
        model: what the C functions begin with, and the files of the model.
        sources: text of ``MODEL.c`` and ``MODEL.h`` by name, with the functions that the core calls and a self-test.
        digest: of the arm's numbers.
        version: of this package.
        acceleration_limit: (n,) rad/s², usual limit of references.
        golden: states q (n,) rad with the gravity load (n,) N·m there.
        description: robot description with mock hardware, for the launch example.
    """

    arm: Arm
    model: str
    sources: Mapping[str, str]
    digest: str
    version: str
    acceleration_limit: FloatArray
    golden: Sequence[tuple[FloatArray, FloatArray]]
    description: str

    @property
    def name(self) -> str:
        """Of the package and its namespace."""
        return f"{self.model}_controller"

    def files(self) -> dict[str, str]:
        """Text of every file by its path in the package.

        Raises:
            Puma560Error: names of joints that YAML or C++ would read as something else.
            StateError: more joints than the core has room for.
        """
        for joint in self.arm.joint_names:
            if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.\-]*", joint):
                raise Puma560Error(
                    f"joint {joint!r} cannot stand in parameters and interface names; expected letters, digits, "
                    "'_', '-' and '.', rename it in the arm file"
                )
        values = self._values()
        made = {}
        for path in sorted(path for path in TEMPLATES.rglob("*") if path.is_file()):
            name = path.relative_to(TEMPLATES).as_posix().removesuffix(".in")  # of a file that is no module here
            name = f"{self.name}.xml" if name == "plugin.xml" else name
            made[name] = _PLACE.sub(lambda place: values[place[1]], path.read_text(encoding="utf-8"))
        made |= {f"src/core/{name}": text for name, text in core_files().items()}
        made |= {f"src/model/{name}": text for name, text in self.sources.items()}
        return made | {"urdf/mock.urdf": self.description}

    def _values(self) -> dict[str, str]:
        arm, gate = self.arm, GateSettings.of(self.arm)
        numbers = core_settings(arm, LoopSettings(), self.acceleration_limit)
        limits = {**BOUNDS, **LOOP_BOUNDS}
        arrays = {name: ", ".join(map(repr, values)) for name, values in numbers.items() if isinstance(values, list)}
        return {
            **arrays,
            "acceleration_limit": _row(self.acceleration_limit),
            "package": self.name,
            "arm": arm.name,
            "model": self.model,
            "MODEL": self.model.upper(),
            "digest": self.digest,
            "version": self.version,
            "n": str(arm.n),
            "joints": ", ".join(arm.joint_names),
            "chained_joints": ", ".join(f"feedforward_controller/{joint}" for joint in arm.joint_names),
            "rate_from_limit": repr(RATE_FROM_LIMIT),
            "golden": "\n".join(f"  {{{{{{{_row(q)}}}}}, {{{{{_row(torque)}}}}}}}," for q, torque in self.golden),
            **{f"bounds.{name}": f"{float(low)!r}, {float(high)!r}" for name, (low, high) in limits.items()},
            **{f"default.{name}": repr(float(getattr(gate, name))) for name in BOUNDS},
        }


def _row(values: Sequence[float] | FloatArray) -> str:
    return ", ".join(f"{float(value):.{_DIGITS}g}" for value in values)
