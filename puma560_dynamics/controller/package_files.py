"""Write the package of the controller, which is for every arm, and a controllers' file for one arm."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path

from ..arm import Arm, load_arm
from ..arm.friction_terms import COMPENSATED, FRICTION_TERMS, FrictionTerm
from ..control.gate.gate_settings import RATE_FROM_LIMIT
from ..control.joint_state_reader import MAX_GAP_S, WINDOW_S
from ..control.loop_settings import LoopSettings
from ..control.observer.contact_events import CONTACT_KEYS, HOLD, STANDS
from ..control.observer.external_wrench import LEAST, LENGTH
from ..control.observer.momentum_observer import LONGEST_STEP
from ..version import __version__
from .arm_values import arm_values
from .core_links import text_code
from .core_settings import core_files, core_settings
from .parameter_file import parameter_file, parameters

CONTROLLER = "feedforward_controller"
"""Name of the controller's package."""

FOLDER = Path(__file__).parent
ROBOT, TEMPLATES = FOLDER / "robot", FOLDER / "templates"
"""C++ sources that read a robot description, and templates, in which ``@name@`` marks text that is replaced."""

SHARED_HEADERS = (
    *(f"src/{name}.hpp" for name in ("arm", "model")),
    *(f"src/core/{name}.h" for name in ("friction_numbers", "settings_table", "torque_core", "torque_core_types")),
    *(f"src/robot/{name}.hpp" for name in ("described_arm", "robot_description", "selected_joints")),
)
"""Headers with which a model plugin is compiled."""

_NO_MODEL = "    # model: my_arm_model/Model  # else the one that fits the robot description, if any"
_PLACE = re.compile(r"@([a-z_]+)@")


def controller_files() -> dict[str, str]:
    """Return the files of the controller's package by path; the PUMA 560 is the arm of its tests and of its example."""
    values = arm_values(load_arm("akb1986"))
    friction = [FRICTION_TERMS[name] for name in COMPENSATED]
    cutoff = core_settings(values.arm, LoopSettings(), values.acceleration_limit)["acceleration_cutoff"]
    places = {
        **values.of_numbers(),
        **values.of_tests(),
        **values.of_example(),
        "package": CONTROLLER,
        "version": __version__,
        "model_line": _NO_MODEL,
        "types_header": "torque_core_types.h",
        "shared_headers": " ".join(SHARED_HEADERS),
        "rate_from_limit": repr(RATE_FROM_LIMIT),
        "acceleration_cutoff": repr(cutoff),
        "friction_settings": "\n".join(_friction_setting(term) for term in friction if term.parameter),
        "changeable": ",\n  ".join(text_code(spec.name) for spec in parameters() if not spec.read_only),
        "contact_keys": ", ".join(map(text_code, CONTACT_KEYS)),
        "contact_hold": repr(HOLD),
        "wrench_length": repr(LENGTH),
        "wrench_least": repr(LEAST),
        "stands": repr(STANDS),
        "velocity_window": repr(WINDOW_S),
        "largest_gap": repr(MAX_GAP_S),
        "longest_step": repr(LONGEST_STEP),
    }
    sources = {f"src/core/{name}": text for name, text in core_files().items()}
    sources |= {f"src/robot/{path.name}": path.read_text(encoding="utf-8") for path in sorted(ROBOT.glob("*.[hc]pp"))}
    texts = sources | templates(TEMPLATES)
    shared = "".join(texts[name] for name in SHARED_HEADERS)
    places["headers"] = f"0x{hashlib.sha256(shared.encode()).hexdigest()[:16]}"
    return sources | {
        **filled(templates(TEMPLATES), places),
        "src/parameters.yaml": parameter_file(CONTROLLER),
        "urdf/mock.urdf": values.description,
    }


def controllers_text(arm: Arm) -> str:
    """Return a controllers' file for the controller and an arm, as YAML."""
    places = {**arm_values(arm).of_example(), "model_line": _NO_MODEL}
    name = "config/controllers.yaml"
    return filled({name: templates(TEMPLATES)[name]}, places)[name]


def templates(folder: Path) -> dict[str, str]:
    """Return the text of the templates in a folder by path."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    names = [path.relative_to(folder).as_posix() for path in found]
    # launch files end with .in, because they are no modules of this package
    names = [name.removesuffix(".in") if name.endswith(".py.in") else name for name in names]
    return {name: path.read_text(encoding="utf-8") for name, path in zip(names, found, strict=True)}


def filled(texts: Mapping[str, str], places: Mapping[str, str]) -> dict[str, str]:
    """Return texts by path, in which ``@name@`` is replaced."""
    return {name: _PLACE.sub(lambda place: places[place[1]], text) for name, text in texts.items()}


def _friction_setting(term: FrictionTerm) -> str:
    """Return the C++ statement that sets a friction number from its parameter."""
    given = f'"friction.{term.parameter}", given.friction.{term.parameter}'
    return f"  fill(arm, {given}, arm.usual.{term.name}, s.{term.name});"
