"""Headers of the controller that need no ROS, with an arm's compiled model, compiled with a function of a test."""

from __future__ import annotations

import ctypes
import re
from pathlib import Path

from helpers.control.core_library import CXX, WARNINGS, c_of
from helpers.control.described import READER, XML
from helpers.emdeg.c_library import compiled, write
from puma560_dynamics import load_arm
from puma560_dynamics.arm import Arm
from puma560_dynamics.controller import CORE, controller_files, model_package
from puma560_dynamics.controller.package_files import CONTROLLER, ROBOT, SHARED_HEADERS

FOLDER = Path(__file__).parent


def package_library(arm: Arm, name: str, folder: Path, source: str, *more: str) -> ctypes.CDLL:
    """Compile a source of this folder with the model of an arm.

    Args:
        arm: the arm, which ``built_in`` returns; with joints that follow others, as the controller reads it.
        name: prefix of the package's name.
        folder: empty folder.
        source: name of the source.
        more: further sources, and flags of the linker.
    """
    model = model_package(load_arm("akb1986") if arm.followers else arm, name).files()
    texts = {
        path: text for path, text in controller_files().items() if re.fullmatch(r"src/\w+\.hpp|src/arm\.cpp", path)
    }
    texts |= {path: text for path, text in model.items() if path.startswith("src/")}
    write({Path(path).name: text for path, text in texts.items()}, folder)
    (folder / CONTROLLER).mkdir()  # as installed; links, so that each header is one file
    for header in map(Path, SHARED_HEADERS):
        place = {"core": CORE, "robot": ROBOT}.get(header.parent.name, folder)
        (folder / CONTROLLER / header.name).symlink_to(place / header.name)
    sources = [str(FOLDER / source), "compiled_arm.cpp", "model.o"]
    if arm.followers:  # no compiled model has them
        assert XML is not None and arm.origin is not None
        write({"arm.urdf": arm.origin.source}, folder)
        reader = [str(ROBOT / file) for file in READER]
        described = [f'-DDESCRIPTION="{folder / "arm.urdf"}"', str(FOLDER / "described_compiled_arm.cpp"), "arm.cpp"]
        sources = [sources[0], *described, *reader, *XML]
    else:
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
    compiled(CXX[0], folder, *flags, *sources, *more, "-o", "package.so", "-lm")
    return ctypes.CDLL(str(folder / "package.so"))
