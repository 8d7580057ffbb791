"""Headers of the generated package that need no ROS, with the arm's numbers, compiled with a function of a test."""

from __future__ import annotations

import ctypes
from pathlib import Path

from helpers.control.core_library import CXX, WARNINGS, c_of
from helpers.control.described import READER, XML
from helpers.emdeg.c_library import compiled, write
from puma560_dynamics import load_arm
from puma560_dynamics.arm import Arm
from puma560_dynamics.controller import CORE
from puma560_dynamics.controller.package_files import ROBOT
from puma560_dynamics.controller.package_of_arm import package_of

FOLDER = Path(__file__).parent


def package_library(arm: Arm, name: str, folder: Path, source: str) -> ctypes.CDLL:
    """Compile a source of this folder with the package of an arm.

    Args:
        arm: the arm, which ``built_in`` returns; with joints that follow others, as the package for every arm reads it.
        name: prefix of the package's name; PACKAGE is the name of its namespace.
        folder: empty folder.
        source: name of the source.
    """
    packaged = load_arm("akb1986") if arm.followers else arm
    files = {Path(path).name: text for path, text in package_of(packaged, name).files().items() if wanted(path)}
    write(files, folder)
    more = ["built_in.cpp", "model.o"]
    if arm.followers:  # no package of one arm has them: the one for every arm reads them
        assert XML is not None and arm.origin is not None
        write({"arm.urdf": arm.origin.source}, folder)
        description = f'-DDESCRIPTION="{folder / "arm.urdf"}"'
        reader = [str(ROBOT / file) for file in READER]
        more = [description, str(FOLDER / "described_built_in.cpp"), "arm.cpp", *reader, *XML]
    else:
        compiled(c_of(CXX[0]), folder, "-O1", "-fPIC", "-c", f"{name}.c", "-o", "model.o")
    own = ("-fno-gnu-unique",) if CXX[0] == "g++" else ()  # packages of two arms must not share their numbers
    flags = (
        *WARNINGS,
        *own,
        "-O1",
        "-fPIC",
        "-shared",
        "-I.",
        f"-I{CORE}",
        f"-I{ROBOT}",
        f"-DPACKAGE={name}_controller",
    )
    compiled(CXX[0], folder, *flags, str(FOLDER / source), *more, "-o", "package.so", "-lm")
    return ctypes.CDLL(str(folder / "package.so"))


def wanted(path: str) -> bool:
    """Whether a file of the package is one of the model, or a header or source that needs no ROS."""
    header = path.endswith(".hpp") and path.count("/") == 1
    return path.startswith("src/model/") or path in ("src/built_in.cpp", "src/arm.cpp") or header
