"""Options and output of `puma560 derive` for written files: kinds, numbers of the C, folder, time of compilation."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..emdeg import FILE_KINDS, SCALARS, USUAL_KINDS
from ..errors import Puma560Error
from ..files import check_writable, write_whole
from .progress import Progress
from .values import any_path, some_of

if TYPE_CHECKING:
    from ..emdeg import CompileTime, UnitForm


def add_emission_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--emit``, ``--scalar``, ``--firmware``, ``-o`` and ``--name``."""
    parser.add_argument(
        "--emit",
        type=some_of(FILE_KINDS),
        metavar="E,…",
        help=f"files to write: some of {', '.join(FILE_KINDS)} (default with -o: {','.join(USUAL_KINDS)})",
    )
    parser.add_argument(
        "--scalar",
        choices=SCALARS,
        help="numbers of the C (default: double); float is refused if its error could exceed 1e-4 of the result",
    )
    parser.add_argument(
        "--firmware",
        action="store_true",
        help="C for microcontrollers: one state per call, no variables, nothing from libm",
    )
    parser.add_argument("-o", "--output", type=any_path, metavar="DIR", help="folder for the files (default: this one)")
    parser.add_argument("--name", metavar="IDENT", help="name of files and C functions (default: from the arm's name)")


def chosen_kinds(arguments: argparse.Namespace) -> list[str]:
    """Return the kinds of files to write.

    Raises:
        Puma560Error: an option for files or for C is given, and no file or no C is written.
    """
    usual = list(USUAL_KINDS) if arguments.output else []
    kinds: list[str] = usual if arguments.emit is None else arguments.emit
    if arguments.name is not None and not kinds:
        raise Puma560Error("--name is only for written files; give -o or --emit too")
    for option in ("scalar", "firmware"):
        if getattr(arguments, option) and "c" not in kinds:
            raise Puma560Error(f"--{option} is only for C; give --emit c or -o too")
    return kinds


def chosen_form(arguments: argparse.Namespace, form: UnitForm) -> UnitForm:
    """Return the options for writing C with those of the command."""
    return replace(form, scalar=arguments.scalar or "double", firmware=arguments.firmware)


def prepare(folder: Path) -> None:
    """Create the folder for the files before the derivation.

    Raises:
        Puma560Error: the folder cannot be created or written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise Puma560Error(f"{folder} cannot be created: {reason}; choose another folder with -o") from None
    check_writable(folder / "files")


def write(folder: Path, files: dict[str, str]) -> list[Path]:
    """Write `files` (text by name), and return their paths. After an error there are no incomplete files.

    Raises:
        Puma560Error: the folder cannot be created or written to.
    """
    for name, text in files.items():
        write_whole(folder / name, text)
    return [folder / name for name in files]


def compilation_of(files: dict[str, str]) -> CompileTime | None:
    """Return the compilation time of the C files among `files`; `None` without C files or without a compiler.

    The files do not contain the time, because they are the same on every machine.
    """
    sources = {name: text for name, text in files.items() if name.endswith((".c", ".h"))}
    if not sources:
        return None
    from ..emdeg import compile_time

    with Progress("time of compilation", even=False):
        return compile_time(sources)
