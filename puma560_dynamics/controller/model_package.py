"""Write the package of one arm's compiled model, which is a plugin of the controller."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..arm import Arm
from ..control.effort_unit import TORQUE
from ..emdeg import Provenance, emit
from ..models.generated.factored_programs import programs_of
from ..models.payload.payload import Payload
from ..version import __version__
from .arm_values import ArmValues, arm_values, check_controllable
from .description_digest import digests_of
from .package_files import CONTROLLER, TEMPLATES, filled, templates

MODEL_TEMPLATES = Path(__file__).parent / "model_templates"

SHARED_TEMPLATES = ("LICENSE", "config/controllers.yaml", "test/arm_numbers.hpp", "test/golden.hpp")
"""Templates of the controller that a model's package has, too."""

CALLED = ("torque", "gravity", "kinetic_energy_matrix", "all_elements")
"""Programs that the core calls."""


@dataclass(frozen=True)
class ModelPackage:
    """Package with the compiled model of one arm, as a plugin of the controller.

    Attributes:
        name: prefix of the package's name, of the C functions and of their files' names.
        values: the arm.
        sources: text of ``NAME.c`` and ``NAME.h`` by name, with the functions that the core calls and a self-test.
        descriptions: digests of the robot descriptions that the model is made for.
    """

    name: str
    values: ArmValues
    sources: Mapping[str, str]
    descriptions: Sequence[int]

    @property
    def package(self) -> str:
        """Name of the package and of its namespace."""
        return f"{self.name}_model"

    @property
    def plugin(self) -> str:
        """Name of the plugin."""
        return f"{self.package}/Model"

    def files(self) -> dict[str, str]:
        """Return the text of every file by its path in the package.

        Raises:
            Puma560Error: `check_controllable` rejects the arm.
        """
        check_controllable(self.values.arm)
        places = {
            **self.values.of_numbers(),
            **self.values.of_tests(),
            **self.values.of_example(),
            "package": self.package,
            "version": __version__,
            "model": self.name,
            "model_upper": self.name.upper(),
            "model_line": f"    model: {self.plugin}",
            "plugin": self.plugin,
            "types_header": f"{CONTROLLER}/torque_core_types.h",
            "use": _FOUND if self.found else _NAMED,
            "descriptions": ", ".join(f"0x{digest:016x}U" for digest in self.descriptions),
        }
        shared = {name: text for name, text in templates(TEMPLATES).items() if name in SHARED_TEMPLATES}
        made = filled(shared | templates(MODEL_TEMPLATES), places)
        made["src/arm_numbers.hpp"] = made.pop("test/arm_numbers.hpp")
        made[f"{self.package}.xml"] = made.pop("plugin.xml")
        return made | {f"src/{name}": text for name, text in self.sources.items()}

    @property
    def found(self) -> bool:
        """Whether the controller finds the model by the numbers of the robot description, without its name."""
        return not self.values.pinned and bool(self.descriptions)


_FOUND = """\
The controller uses this model if the robot description has the numbers of the arm above. To make sure, name the model
in the parameter `model` of the controller: the controller then refuses another description."""
_NAMED = """\
The controller uses this model only if the parameter `model` names it, because the model differs from the robot
description on purpose."""


def model_package(arm: Arm, name: str, payload: Payload | None = None, effort_unit: str = TORQUE) -> ModelPackage:
    """Return the package of an arm's model, which is derived, or read from the user's cache.

    Args:
        arm: the arm.
        name: prefix of the package's name.
        payload: initial payload of the example, in the frame of its link; by default none.
        effort_unit: unit of the hardware's interfaces `effort` in the example, one of `UNITS`.

    Raises:
        StateError: `effort_unit` is current, and the arm does not have the constants of its motors.
        DerivationError: the model cannot be derived.
    """
    return ModelPackage(name, arm_values(arm, payload, effort_unit), model_sources(arm, name), digests_of(arm))


def model_sources(arm: Arm, name: str) -> dict[str, str]:
    """Return ``NAME.c`` and ``NAME.h`` by name: the functions that the core calls, and a self-test.

    Args:
        arm: the arm.
        name: prefix of the functions and files.

    Raises:
        DerivationError: the model cannot be derived.
    """
    programs, origin = programs_of(arm.exact_chain), Provenance.of(arm.exact_chain)
    return dict(emit(name, [programs[called] for called in CALLED], origin, ["c"], batch=False))
