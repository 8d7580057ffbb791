"""Make the files of the C++ library without ROS, and of a plugin for `inverse_dynamics_solver`.

Core and reader of robot descriptions are copied from the sources of the controller.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..arm import Arm, load_arm
from ..control.feed_forward.references import largest_acceleration
from ..control.gate.gate_settings import RATE_FROM_LIMIT
from ..control.loop_settings import LoopSettings
from ..errors import Puma560Error
from ..models.load import load_model
from ..version import __version__
from .core_links import links_code, row_code, text_code
from .core_settings import core_files, core_settings
from .model_package import model_sources
from .package_files import ROBOT, TEMPLATES, filled, templates

LIBRARY = Path(__file__).parent / "library"
"""Folder of the templates, in which ``@name@`` marks text that is filled in."""

PUBLIC = ("friction_numbers.h", "settings_table.h", "torque_core.h", "torque_core_types.h")
"""Headers of the core's C interface; all other sources are private."""

_SOLVER = "solver/"
_OF_ARM = ("include/torque_core/compiled_arm.hpp", "src/compiled_arm.cpp")


def library_files(arm: Arm | None = None, name: str = "") -> dict[str, str]:
    """Return the text of every file of the library ``torque_core`` by its path.

    Args:
        arm: arm whose model is compiled in, which `check_controllable` accepts; `None` for none.
        name: prefix of the generated functions of the arm.

    Raises:
        DerivationError: the model of the arm cannot be derived.
        Puma560Error: the names of the functions would be those of the C interface.
    """
    values, model = _values(), {}
    if name == "torque_core":
        raise Puma560Error("--name torque_core: functions of the library begin with this name; give another")
    if arm is not None:
        model = model_sources(arm, name)
        values |= _values_of_arm(arm, name)
    texts = {
        path: text
        for path, text in templates(LIBRARY).items()
        if not path.startswith(_SOLVER) and (arm is not None or path not in _OF_ARM)
    }
    license_text = (TEMPLATES / "LICENSE").read_text(encoding="utf-8")
    sources = _sources() | {f"src/model/{path}": text for path, text in model.items()}
    return filled(texts, values) | sources | {"LICENSE": license_text}


def solver_files() -> dict[str, str]:
    """Return the text of every file of the ROS 2 package ``torque_core_solver`` by its path.

    The package contains the sources of the library, without a compiled model.
    """
    library = library_files()
    texts = {path: text for path, text in templates(LIBRARY).items() if path.startswith(_SOLVER)}
    own = {path.removeprefix(_SOLVER): text for path, text in filled(texts, _values()).items()}
    sources = {path: text for path, text in library.items() if path.startswith(("include/", "src/"))}
    return own | {f"torque_core/{path}": text for path, text in sources.items()} | {"LICENSE": library["LICENSE"]}


def _sources() -> dict[str, str]:
    """Return the sources of core and reader by their path in the library."""
    core = {
        f"{'include/torque_core' if name in PUBLIC else 'src/core'}/{name}": text for name, text in core_files().items()
    }
    return core | {
        f"src/robot/{path.name}": path.read_text(encoding="utf-8") for path in sorted(ROBOT.glob("*.[hc]pp"))
    }


def _values() -> dict[str, str]:
    arm = load_arm("akb1986")
    numbers = core_settings(arm, LoopSettings(), arm.maximum_torque)
    usual = {name: value for name, value in numbers.items() if not isinstance(value, list) and name != "brakes"}
    return {
        "version": __version__,
        "made_for": "for every arm",
        "compiled_words": "",
        "arm_sources": "",
        "rate_from_limit": repr(RATE_FROM_LIMIT),
        "usual_settings": _assigned(usual),
    }


def _values_of_arm(arm: Arm, name: str) -> dict[str, str]:
    digest = arm.exact_chain.digest
    numbers = core_settings(arm, LoopSettings(), largest_acceleration(load_model("newton_euler", arm)))
    return {
        "arm": arm.name,
        "digest": digest,
        "made_for": f"for {arm.name}, parameters {digest}",
        "compiled_words": f"\n`torque_core/compiled_arm.hpp` has {arm.name}, with generated functions as its model.\n",
        "arm_sources": f"\n  src/compiled_arm.cpp src/model/{name}.c",
        "model": name,
        "model_upper": name.upper(),
        "n": str(arm.n),
        "links": links_code(arm),
        "quoted_joints": ", ".join(map(text_code, arm.joint_names)),
        "gravity_vector": row_code(arm.gravity_vector),
        "arm_settings": _assigned(numbers),
    }


def _assigned(values: Mapping[str, Any]) -> str:
    """Return C++ statements that assign values of `core_settings` to ``settings``; of arrays, those that are not 0."""
    lines = [f"  settings.{name} = {value!r};" for name, value in values.items() if not isinstance(value, list)]
    for name, row in values.items():
        if isinstance(row, list):
            lines += [f"  settings.{name}[{place}] = {_number(one)};" for place, one in enumerate(row) if one != 0.0]
    return "\n".join(lines)


def _number(value: float) -> str:
    return {float("inf"): "INFINITY", float("-inf"): "-INFINITY"}.get(value, repr(float(value)))
