"""Headers of the controller that need no ROS, with an arm's compiled model, compiled with a function of a test."""

from __future__ import annotations

import ctypes
from pathlib import Path

from helpers.control.core_library import CXX, WARNINGS, c_of
from helpers.emdeg.c_library import compiled, write
from puma560_dynamics.arm import Arm
from puma560_dynamics.controller import CORE, controller_files, model_package
from puma560_dynamics.controller.package_files import CONTROLLER, ROBOT, SHARED_HEADERS

FOLDER = Path(__file__).parent


def package_library(arm: Arm, name: str, folder: Path, source: str, *more: str) -> ctypes.CDLL:
    """Compile a source of this folder with the model of an arm.

    Args:
        arm: the arm, which ``built_in`` returns.
        name: prefix of the package's name.
        folder: empty folder.
        source: name of the source.
        more: further sources, and flags of the linker.
    """
    model = {path: text for path, text in model_package(arm, name).files().items() if path.startswith("src/")}
    headers = {
        path: text for path, text in controller_files().items() if path.endswith(".hpp") and path.count("/") == 1
    }
    write({Path(path).name: text for path, text in {**headers, **model}.items() if "test/" not in path}, folder)
    (folder / CONTROLLER).mkdir()  # as installed; links, so that each header is one file
    for header in map(Path, SHARED_HEADERS):
        place = {"core": CORE, "robot": ROBOT}.get(header.parent.name, folder)
        (folder / CONTROLLER / header.name).symlink_to(place / header.name)
    compiled(c_of(CXX[0]), folder, "-O1", "-fPIC", "-c", f"{name}.c", "-o", "model.o")
    own = ("-fno-gnu-unique",) if CXX[0] == "g++" else ()  # models of two arms must not share their numbers
    flags = (
        *WARNINGS,
        *own,
        "-O1",
        "-fPIC",
        "-shared",
        "-I.",
        f"-I{CORE}",
        f"-I{ROBOT}",
        f"-I{FOLDER}",
        f"-DPACKAGE={name}_model",
    )
    sources = (str(FOLDER / source), "compiled_arm.cpp", "model.o")
    compiled(CXX[0], folder, *flags, *sources, *more, "-o", "package.so", "-lm")
    return ctypes.CDLL(str(folder / "package.so"))
