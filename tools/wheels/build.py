"""Build the source distribution, and wheels from what is in it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path

from .cross import OLDEST_STABLE, BuildError, Interpreter, build_environment, interpreter, platform_tag

SEPARATE = ((3, 10), (3, 11))
"""Versions of Python that need a wheel of their own."""

BUILD_S = 900.0
"""Maximum time for one wheel, s."""


def build_sdist(root: Path, folder: Path, out: Path) -> Path:
    """Build the source distribution of the checkout `root`.

    Args:
        root: the checkout.
        folder: folder for what is made on the way.
        out: folder of the source distribution.

    Returns:
        Path of the source distribution.

    Raises:
        BuildError: setuptools fails.
    """
    place = empty(folder / "sdist")
    return _built(f"build_sdist({str(place)!r})", [sys.executable], root, None, place, out)


def build_wheel(python: Interpreter, processor: str, sdist: Path, folder: Path, out: Path) -> Path:
    """Build one wheel from a source distribution.

    Args:
        python: interpreter whose wheel it becomes.
        processor: one of `cross.PROCESSORS`.
        sdist: the source distribution.
        folder: folder for what is made on the way.
        out: folder of the wheel.

    Returns:
        Path of the wheel.

    Raises:
        BuildError: the compiler or setuptools fails.
    """
    place = empty(folder / f"{python.tag}-{processor}")
    with tarfile.open(sdist) as files:
        files.extractall(place / "source")  # it was built just now
    (source,) = (place / "source").iterdir()
    environment = build_environment(python, processor, place)
    options = {"--build-option": ["--plat-name", platform_tag(processor)]}
    made = empty(place / "made")
    return _built(f"build_wheel({str(made)!r}, {options!r})", [python.command, "-s"], source, environment, made, out)


def empty(folder: Path) -> Path:
    """Make a folder anew, and return it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def _built(
    call: str, command: Sequence[str], source: Path, environment: dict[str, str] | None, place: Path, out: Path
) -> Path:
    """Call a function of setuptools in the folder `source`, and move the file that it makes in `place` to `out`."""
    done = subprocess.run(
        [*command, "-c", f"from setuptools import build_meta; build_meta.{call}"],
        cwd=source, env=environment, capture_output=True, text=True, check=False, timeout=BUILD_S,
    )  # fmt: skip
    made = list(place.iterdir())
    if done.returncode or len(made) != 1:
        raise BuildError(f"{command[0]}: {call.partition('(')[0]} failed:\n{(done.stdout + done.stderr)[-3000:]}")
    out.mkdir(parents=True, exist_ok=True)
    return Path(shutil.move(made[0], out / made[0].name))


def needed(commands: Sequence[str]) -> tuple[list[Interpreter], list[str]]:
    """Choose an interpreter for each wheel.

    Args:
        commands: names or paths of interpreters; those that are not installed or do not run are left out.

    Returns:
        The interpreters, and the versions of Python for which none is installed, as text.

    Raises:
        BuildError: the headers of an interpreter are not installed.
    """
    found = sorted(filter(None, map(interpreter, commands)), key=lambda each: each.version)
    chosen: dict[str, Interpreter] = {}
    for each in found:
        if each.version >= SEPARATE[0]:
            chosen.setdefault(each.tag, each)
    missing = [f"{major}.{minor}" for major, minor in SEPARATE if f"cp{major}{minor}-cp{major}{minor}" not in chosen]
    if not any(each.stable for each in chosen.values()):
        missing.append(f"{OLDEST_STABLE[0]}.{OLDEST_STABLE[1]} or newer")
    for each in chosen.values():
        if not (each.headers / "Python.h").is_file():
            raise BuildError(
                f"{each.command} has no {each.headers}/Python.h; install its headers (Debian: python3-dev)"
            )
    return list(chosen.values()), missing
