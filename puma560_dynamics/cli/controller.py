"""`puma560 controller`: write the ros2_control package of the controller, or the model of one arm as its plugin.

Both are packages for ``colcon build``. The controller reads the robot description; a model plugin makes it faster.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from ..errors import Puma560Error
from .options import add_arm_options, chosen_arm
from .output import OK, console, escape, print_json, table
from .payload_options import add_payload_options, holdable_payload
from .progress import Progress
from .written_folder import add_folder_option, check_folder, write_files

CONTROLLER_MARK, MODEL_MARK = "Package feedforward_controller", "Model plugin"
"""First words of CMakeLists.txt of both packages, by which a folder that may be overwritten is recognised."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puma560 controller`."""
    add_arm_options(parser, default="")
    add_payload_options(parser, "mass of the load that the controller begins with")
    parser.add_argument(
        "--effort-unit",
        choices=("torque", "current"),
        help="what the hardware's interfaces effort take: torque (N·m), or current (A), with torque_constant and "
        "gear_ratio of the arm file (default: torque)",
    )
    parser.add_argument("--name", metavar="NAME", help="name of the package, before _model (default: the arm's)")
    add_folder_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the package of the controller or, for an arm, that of its model."""
    return _write_model(arguments) if arguments.arm else _write_controller(arguments)


def _write_model(arguments: argparse.Namespace) -> int:
    with Progress("loading"):
        from ..controller import check_controllable, model_package
        from ..emdeg import check_name, suggested_name
        from ..models.payload.payload_text import payload_json, payload_words

        arm = chosen_arm(arguments)
    folder: Path = arguments.output
    name = suggested_name(arm.name) if arguments.name is None else arguments.name
    check_name(name)
    check_folder(folder, MODEL_MARK, f"{name}_model")
    check_controllable(arm)
    load = holdable_payload(arguments, arm)
    with Progress("derivation"):
        package = model_package(arm, name, load, arguments.effort_unit or "torque")
    values, files = package.values, package.files()
    write_files(folder, files)
    if arguments.json:
        return _print_json(
            package.package,
            package.plugin,
            folder,
            files,
            arm=arm.name,
            remarks=list(arm.remarks),
            digest=values.digest,
            found_by_description=package.found,
            payload=payload_json(arm, load),
            damping=values.damping.tolist(),
            acceleration_limit=values.acceleration_limit.tolist(),
        )
    out = console()
    out.print(f"wrote {len(files)} files of package {package.package} to {escape(str(folder))}", soft_wrap=True)
    out.print(f"model {package.plugin} of {arm.name}, {arm.n} joints, digest {values.digest}")
    found = (
        "finds it by the numbers of the robot description"
        if package.found
        else "finds it by its name alone: set the parameter model"
    )
    out.print(f"feedforward_controller {found}")
    if load.mass:
        out.print(f"initial load, in config/controllers.yaml: {escape(payload_words(arm, load))}")
    if values.current_per_torque is not None:
        out.print("the hardware takes currents: current_per_torque is in config/controllers.yaml")
    limits = table(
        "from inertia and limits",
        *("joint", ">damping of\ndamping_controller", ">largest acceleration\nof a reference"),
    )
    for joint, gain, limit in zip(arm.joints, values.damping, values.acceleration_limit, strict=True):
        unit = ("N·s/m", "m/s²") if joint.slides else ("N·m·s/rad", "rad/s²")
        limits.add_row(joint.name, f"{gain:.3g} {unit[0]}", f"{limit:.3g} {unit[1]}")
    out.print(limits)
    for remark in arm.remarks:
        out.print(f"note: {escape(remark)}")
    out.print("next: write the controller next to this package, unless it exists: `puma560 controller -o DIR`")
    _print_next(f"feedforward_controller {package.package}")
    return OK


def _write_controller(arguments: argparse.Namespace) -> int:
    """Write the package of the controller.

    Raises:
        Puma560Error: an option that concerns one arm.
    """
    given = {
        "--name": arguments.name,
        "--effort-unit": arguments.effort_unit,
        "--base": arguments.base,
        "--tip": arguments.tip,
        "--hold": arguments.hold,
        "--without": arguments.without,
        "--upright": arguments.upright,
        "--argument": arguments.argument,
        "--payload-mass": arguments.payload_mass,
        "--payload-center": arguments.payload_center,
        "--payload-inertia": arguments.payload_inertia,
        "--payload-link": arguments.payload_link,
    }
    named = [option for option, value in given.items() if value]
    if named:
        raise Puma560Error(
            f"{', '.join(named)}: without --arm this writes the controller, which is for every arm, and its parameters "
            "choose the arm; give --arm for the compiled model of one arm"
        )
    with Progress("loading"):
        from ..controller.package_files import CONTROLLER, controller_files

    check_folder(arguments.output, CONTROLLER_MARK)
    files = controller_files()
    write_files(arguments.output, files)
    plugin, folder = f"{CONTROLLER}/FeedforwardController", arguments.output
    if arguments.json:
        return _print_json(CONTROLLER, plugin, folder, files, arm=None)
    out = console()
    out.print(f"wrote {len(files)} files of package {CONTROLLER} to {escape(str(folder))}", soft_wrap=True)
    out.print(f"controller {plugin}, for every arm: it reads the robot description")
    _print_next(CONTROLLER)
    return OK


def _print_json(package: str, plugin: str, folder: Path, files: Mapping[str, str], **more: object) -> int:
    return print_json(
        {"ok": True, "package": package, "plugin": plugin, "folder": str(folder), "files": sorted(files), **more}
    )


def _print_next(packages: str) -> None:
    then = "how to bring it up: docs/controller.md of puma560_dynamics"
    console().print(f"next: `colcon build --packages-select {packages}`; {then}", soft_wrap=True)
