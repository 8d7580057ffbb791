"""`puma560 controller`: a ros2_control package with the torque of one arm, ready for ``colcon build``."""

from __future__ import annotations

import argparse
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
from rich.markup import escape

from ..arm import Arm, load_arm
from ..arrays import FloatArray
from ..control.feed_forward.references import largest_acceleration
from ..controller import ControllerPackage, LoadedState, check_controllable
from ..controller.sinking_damping import sinking_damping
from ..description.urdf import urdf
from ..emdeg import Provenance, check_name, emit, suggested_name
from ..errors import Puma560Error
from ..files import write_whole
from ..models.description_agreement import pinned
from ..models.generated.chain_of_arm import chain_of
from ..models.generated.factored_programs import programs_of
from ..models.load import load_model
from ..models.payload.payload import Payload
from ..report.text_table import TextTable
from ..version import __version__
from .output import OK, console, print_json
from .progress import Progress

MARK = "Generated for"
"""What CMakeLists.txt of a generated package begins with: only such a folder is written to again."""

CALLED = ("torque", "gravity", "kinetic_energy_matrix", "all_elements")
"""Programs that the core calls."""

POSES = 8
"""Golden states."""


def run(arguments: argparse.Namespace) -> int:
    """Derive, render, write."""
    folder: Path = arguments.output
    arm = load_arm(arguments.arm)
    name = suggested_name(arm.name) if arguments.name is None else arguments.name
    check_name(name)
    check_folder(folder)
    check_controllable(arm)
    with Progress("derivation"):
        package = package_of(arm, name)
    files = package.files()
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        write_whole(folder / path, text)
    if arguments.json:
        return print_json(
            {
                "ok": True,
                "package": package.name,
                "arm": arm.name,
                "digest": package.digest,
                "plugin": f"{package.name}/FeedforwardController",
                "folder": str(folder),
                "damping": package.damping.tolist(),
                "acceleration_limit": package.acceleration_limit.tolist(),
                "files": sorted(files),
            }
        )
    out = console()
    out.print(f"wrote {len(files)} files of package {package.name} to {escape(str(folder))}", soft_wrap=True)
    out.print(
        f"plugin {package.name}/FeedforwardController, {arm.n} joints, parameters {package.digest}", soft_wrap=True
    )
    table = TextTable("limits that follow from inertia", "joint", ">damping of the fallback", ">largest acceleration")
    for joint, gain, limit in zip(arm.joints, package.damping, package.acceleration_limit, strict=True):
        unit = ("N·s/m", "m/s²") if joint.slides else ("N·m·s/rad", "rad/s²")
        table.add_row(joint.name, f"{gain:.3g} {unit[0]}", f"{limit:.3g} {unit[1]}")
    out.print(table)
    out.print(
        f"next: colcon build --packages-select {package.name}; how to bring it up: docs/controller.md", soft_wrap=True
    )
    return OK


def check_folder(folder: Path) -> None:
    """Refuse to write over what this command has not written.

    Raises:
        Puma560Error: the folder holds something else, or is none.
    """
    if not folder.exists():
        return
    if not folder.is_dir():
        raise Puma560Error(f"{folder} is not a folder; name a new one with -o")
    if not any(folder.iterdir()):
        return
    cmake = folder / "CMakeLists.txt"
    if not cmake.is_file() or MARK not in cmake.read_text(encoding="utf-8", errors="replace").split("\n", 1)[0]:
        raise Puma560Error(
            f"{folder} holds files that this command has not written; name a new or empty folder with -o"
        )


def package_of(arm: Arm, name: str) -> ControllerPackage:
    """The package of an arm; its model is derived, or read from the user's cache.

    Raises:
        DerivationError: the model cannot be derived.
    """
    chain = chain_of(arm)
    programs, origin = programs_of(chain), Provenance.of(chain)
    model = load_model("newton_euler", arm)  # needs no compiler, and does not share a defect with the code
    chance = np.random.default_rng(1986)
    # Clear of the soft margin, where torque would be softened.
    room = 0.1 * (arm.upper - arm.lower)
    poses = np.round(chance.uniform(arm.lower + room, arm.upper - room, (POSES, arm.n)), 3)
    return ControllerPackage(
        arm=arm,
        model=name,
        sources=emit(name, [programs[called] for called in CALLED], origin, ["c"], batch=False),
        digest=origin.digest,
        version=__version__,
        acceleration_limit=largest_acceleration(model),
        damping=sinking_damping(arm, np.diag(model.kinetic_energy_matrix(np.zeros(arm.n)))),
        golden=[(q, model.gravity(q)) for q in poses],
        loaded=loaded_state(arm, poses[0]),
        description=mock_description(arm),
        pinned=pinned(arm),
    )


def loaded_state(arm: Arm, q: FloatArray) -> LoadedState:
    """Torque at rest on a tilted base with a payload that the arm can hold, from the recursive model."""
    tilted = arm.with_(gravity_direction=np.array([0.6, 0.0, -0.8]))
    one = Payload(1.0, np.array([0.02, -0.01, 0.05]), link=arm.links[-1].name)
    bare, loaded = (load_model("newton_euler", tilted, load) for load in (None, one))
    places = arm.poses(POSES)
    weight = np.abs(loaded.gravity(places) - bare.gravity(places)).max(axis=0)
    mass = min(1.0, float(f"{0.1 * np.min(arm.maximum_torque / np.maximum(weight, 1e-9)):.2g}"))
    torque = bare.gravity(q) + mass * (loaded.gravity(q) - bare.gravity(q))  # linear in the mass
    return LoadedState(tilted.base_gravity, mass, one.center_of_mass, torque)


def mock_description(arm: Arm) -> str:
    """The arm's description with mock hardware, for the launch example."""
    robot = ElementTree.fromstring(urdf(arm))
    for joint, at in zip(robot.iterfind("ros2_control/joint"), 0.5 * (arm.lower + arm.upper), strict=True):
        for state in joint.iter("state_interface"):
            start = at if state.get("name") == "position" else 0.0
            ElementTree.SubElement(state, "param", name="initial_value").text = f"{start:.6g}"
    ElementTree.indent(robot)
    return ElementTree.tostring(robot, encoding="unicode") + "\n"
