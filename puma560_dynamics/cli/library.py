"""`puma560 library`: write model and torque gate as a C++ library without ROS, or as a solver plugin."""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Mapping
from pathlib import Path

from ..errors import Puma560Error
from .options import add_arm_options, chosen_arm
from .output import OK, console, escape, print_json
from .progress import Progress
from .written_folder import add_folder_option, check_folder, write_files

MARKS = {"torque_core": "Library torque_core,", "torque_core_solver": "Package torque_core_solver,"}
"""First words of CMakeLists.txt for each project, by which a folder that may be overwritten is recognised."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puma560 library`."""
    add_arm_options(parser, default="")
    parser.add_argument("--name", metavar="NAME", help="prefix of the functions of --arm (default: the arm's name)")
    parser.add_argument(
        "--solver",
        action="store_true",
        help="write a ROS 2 package instead: a plugin of inverse_dynamics_solver::InverseDynamicsSolver for every arm",
    )
    add_folder_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the files of the project.

    Raises:
        Puma560Error: an option of one arm without an arm, or the folder contains other files.
    """
    project = "torque_core_solver" if arguments.solver else "torque_core"
    _check_options(arguments)
    with Progress("loading"):
        from ..controller import check_controllable
        from ..controller.library_files import library_files, solver_files
        from ..emdeg import check_name, suggested_name

        arm = chosen_arm(arguments) if arguments.arm else None
    name = ""
    if arm is not None:
        name = suggested_name(arm.name) if arguments.name is None else arguments.name
        check_name(name)
        check_controllable(arm)
    check_folder(arguments.output, MARKS[project])
    before = _compiled_in(arguments.output)
    replaced = before if before != name else ""
    with Progress("derivation"):
        files: Mapping[str, str] = solver_files() if arguments.solver else library_files(arm, name)
    write_files(arguments.output, files)
    if arguments.json:
        shown = {
            "ok": True,
            "project": project,
            "arm": None if arm is None else arm.name,
            "remarks": [] if arm is None else list(arm.remarks),
            "replaced": replaced or None,
        }
        return print_json({**shown, "folder": str(arguments.output), "files": sorted(files)})
    out, folder = console(), escape(str(arguments.output))
    out.print(f"wrote {len(files)} files of {project} to {folder}", soft_wrap=True)
    if arm is not None:
        out.print(f"the model of {escape(arm.name)} is compiled in: torque_core/compiled_arm.hpp", soft_wrap=True)
        for remark in arm.remarks:
            out.print(f"note: {escape(remark)}")
    if replaced:
        out.print(f"the library in {folder} had the model {replaced}, which is no longer compiled in", soft_wrap=True)
    build = (
        "colcon build"
        if arguments.solver
        else f"cmake -S {escape(shlex.quote(str(arguments.output)))} -B build && cmake --build build, or colcon build"
    )
    out.print(f"next: {build}; how to use it: README.md there", soft_wrap=True)
    return OK


def _compiled_in(folder: Path) -> str:
    """Return the name of the model that an earlier call compiled into the library of a folder; empty for none."""
    cmake = folder / "CMakeLists.txt"
    found = re.search(r"src/model/(\w+)\.c\b", cmake.read_text(encoding="utf-8")) if cmake.is_file() else None
    return found[1] if found else ""


def _check_options(arguments: argparse.Namespace) -> None:
    if arguments.solver and arguments.arm:
        raise Puma560Error("--arm: the solver reads the robot description of every arm; leave out --arm or --solver")
    options = ("name", "base", "tip", "hold", "without", "upright", "argument")
    named = [option for option in options if getattr(arguments, option)]
    if named and not arguments.arm:
        raise Puma560Error(f"--{named[0]}: without --arm no model is compiled in; give --arm, or leave it out")
