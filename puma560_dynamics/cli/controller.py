"""`puma560 controller`: write a ros2_control package that computes the torque of an arm, for ``colcon build``.

Without an arm, it is the package for every arm, which reads the robot description.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from ..errors import Puma560Error
from ..files import write_whole
from .options import add_arm_options, chosen_arm
from .output import OK, console, escape, print_json, table
from .payload_options import add_payload_options, holdable_payload
from .progress import Progress

MARK = "Generated for"
"""First words of CMakeLists.txt in a generated package, by which a folder that may be overwritten is recognised."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puma560 controller`."""
    add_arm_options(parser, default="")
    add_payload_options(parser, "mass of the load that the controller begins with")
    parser.add_argument("--name", metavar="NAME", help="name of the package, before _controller (default: the arm's)")
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        required=True,
        metavar="DIR",
        help="folder of the package: a new or empty one, or that of an earlier package of this command",
    )


def run(arguments: argparse.Namespace) -> int:
    """Render the files of the package, with the dynamics of an arm or without, and write them."""
    if not arguments.arm:
        return _write_general(arguments)
    with Progress("loading"):
        from ..controller import check_controllable
        from ..controller.package_of_arm import package_of
        from ..emdeg import check_name, suggested_name
        from ..models.payload.payload_text import payload_json, payload_words

        arm = chosen_arm(arguments)
    folder: Path = arguments.output
    name = suggested_name(arm.name) if arguments.name is None else arguments.name
    check_name(name)
    check_folder(folder)
    check_controllable(arm)
    load = holdable_payload(arguments, arm)
    with Progress("derivation"):
        package = package_of(arm, name, load)
    files = package.files()
    _write(folder, files)
    if arguments.json:
        return print_json(
            {
                "ok": True,
                "package": package.name,
                "arm": arm.name,
                "digest": package.digest,
                "plugin": f"{package.name}/FeedforwardController",
                "folder": str(folder),
                "payload": payload_json(arm, load),
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
    if load.mass:
        out.print(f"initial load, in config/controllers.yaml: {escape(payload_words(arm, load))}", soft_wrap=True)
    limits = table("limits computed from inertia", "joint", ">damping of the fallback", ">largest acceleration")
    for joint, gain, limit in zip(arm.joints, package.damping, package.acceleration_limit, strict=True):
        unit = ("N·s/m", "m/s²") if joint.slides else ("N·m·s/rad", "rad/s²")
        limits.add_row(joint.name, f"{gain:.3g} {unit[0]}", f"{limit:.3g} {unit[1]}")
    out.print(limits)
    out.print(
        f"next: colcon build --packages-select {package.name}; how to bring it up: docs/controller.md", soft_wrap=True
    )
    return OK


def _write_general(arguments: argparse.Namespace) -> int:
    """Write the package for every arm.

    Raises:
        Puma560Error: an option that concerns one arm.
    """
    given = {
        "--name": arguments.name,
        "--base": arguments.base,
        "--tip": arguments.tip,
        "--hold": arguments.hold,
        "--payload-mass": arguments.payload_mass,
        "--payload-center": arguments.payload_center,
        "--payload-inertia": arguments.payload_inertia,
        "--payload-link": arguments.payload_link,
    }
    named = [option for option, value in given.items() if value]
    if named:
        raise Puma560Error(
            f"{', '.join(named)}: without --arm the package is for every arm, and its parameters choose the arm; give "
            "--arm for a package with the compiled model of one arm"
        )
    with Progress("loading"):
        from ..controller.package_of_arm import general_package

    check_folder(arguments.output)
    package = general_package()
    files = package.files()
    _write(arguments.output, files)
    plugin, folder = f"{package.name}/FeedforwardController", str(arguments.output)
    if arguments.json:
        return print_json(
            {
                "ok": True,
                "package": package.name,
                "arm": None,
                "plugin": plugin,
                "folder": folder,
                "files": sorted(files),
            }
        )
    out = console()
    out.print(f"wrote {len(files)} files of package {package.name} to {escape(folder)}", soft_wrap=True)
    out.print(
        f"plugin {plugin}, for every arm: it reads the robot description (--arm: one arm, compiled)", soft_wrap=True
    )
    out.print(
        f"next: colcon build --packages-select {package.name}; how to bring it up: docs/controller.md", soft_wrap=True
    )
    return OK


def _write(folder: Path, files: Mapping[str, str]) -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        write_whole(folder / path, text)


def check_folder(folder: Path, mark: str = MARK) -> None:
    """Raise if a folder contains files that the command with this mark has not written.

    Raises:
        Puma560Error: the folder contains other files, or is not a folder.
    """
    if not folder.exists():
        return
    if not folder.is_dir():
        raise Puma560Error(f"{folder} is not a folder; name a new one with -o")
    if not any(folder.iterdir()):
        return
    cmake = folder / "CMakeLists.txt"
    if not cmake.is_file() or mark not in cmake.read_text(encoding="utf-8", errors="replace").split("\n", 1)[0]:
        raise Puma560Error(
            f"{folder} contains files that this command has not written; name a new or empty folder with -o"
        )
