"""Install the built wheels as a user does, without a compiler and without a network, and run `smoke` with each.

``python -m tools.wheels.trial --pythons python3.11 python3.13`` tries interpreters of this machine.
``--emulate FOLDER`` runs the Pythons of another system with qemu-user: FOLDER holds an unpacked Linux, for example the
packages ``python3`` and its dependencies of Debian for arm64. A processor without AVX2 is emulated where it is x86-64.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from .build import empty
from .check import MACHINES, PACKAGE
from .cross import BuildError, interpreter, platform_tag

ROOT = Path(__file__).parents[2]
SMOKE = Path(__file__).with_name("smoke.py")
INSTALL_S = 900.0
"""Maximum time for one step of an installation, s."""

EMULATED = {"x86_64": "Nehalem", "aarch64": "cortex-a57"}
"""Processor that is emulated: without AVX2, or without SVE, with which numpy's SVD gives NaN in qemu 7.2."""


def try_interpreter(command: str, wheels: Path, folder: Path) -> str:
    """Install without a network in a new environment, run `smoke`, install again, and uninstall.

    Args:
        command: name or path of the interpreter.
        wheels: folder of the built wheels.
        folder: folder for what is made on the way.

    Returns:
        What `smoke` prints.

    Raises:
        BuildError: a step fails, or files are left after the package was uninstalled.
    """
    house, place = empty(folder / "house"), empty(folder / "environment")
    _run([command, "-m", "venv", str(place)])
    python, pip = str(place / "bin" / "python"), [str(place / "bin" / "python"), "-m", "pip", "--quiet"]
    alone = {"PATH": str(empty(folder / "nothing"))}
    download = ["download", "--only-binary", ":all:", "--dest", str(house), "--find-links", str(wheels), PACKAGE]
    _run([*pip, *download])
    local = ["install", "--no-index", "--find-links", str(house), PACKAGE]
    _run([*pip, *local], alone)
    said = _run([python, str(SMOKE)], alone, folder)
    _run([*pip, *local, "--upgrade", "--force-reinstall", "--no-deps"], alone)
    _run([*pip, "uninstall", "--yes", PACKAGE], alone)
    left = [str(path.relative_to(place)) for path in place.rglob("*puma560*")]
    if left:
        raise BuildError(f"{command}: files are left after the package was uninstalled: {', '.join(sorted(left)[:5])}")
    return said


def try_emulated(python: Path, system: Path, wheels: Path, folder: Path) -> str:
    """Run `smoke` with a Python of another system under qemu-user.

    Args:
        python: path of the interpreter, ``SYSTEM/usr/bin/python3.N``.
        system: folder of the unpacked system.
        wheels: folder of the built wheels.
        folder: folder for what is made on the way.

    Returns:
        What `smoke` prints.

    Raises:
        BuildError: qemu-user is not installed, or a step fails.
    """
    processor = MACHINES.get(int.from_bytes(python.read_bytes()[18:20], "little"), "")
    emulator = shutil.which(f"qemu-{processor}") or shutil.which(f"qemu-{processor}-static")
    if emulator is None:
        raise BuildError(f"qemu-{processor} is not installed; install it (Debian: qemu-user)")
    place = install_for(python.name.removeprefix("python"), processor, wheels, folder)
    environment = {"PATH": str(empty(folder / "nothing")), "PYTHONPATH": str(place)}
    command = [emulator, "-cpu", EMULATED[processor], "-L", str(system), str(python), str(SMOKE)]
    return _run(command, environment, folder)


def install_for(version: str, processor: str, wheels: Path, folder: Path) -> Path:
    """Install the package and its dependencies for another Python in a new folder, and return the folder.

    Args:
        version: version of Python, such as ``"3.13"``.
        processor: one of `cross.PROCESSORS`.
        wheels: folder of the built wheels.
        folder: where the new folder is made.
    """
    place = empty(folder / f"python{version}-{processor}")
    # pip takes the name of a platform literally: dependencies are built for several old ones
    platforms = [platform_tag(processor), *(f"manylinux_2_{minor}_{processor}" for minor in (27, 26, 17))]
    platforms.append(f"manylinux2014_{processor}")
    given = [word for platform in platforms for word in ("--platform", platform)]
    pip = [sys.executable, "-m", "pip", "--quiet", "install", "--only-binary", ":all:", "--target", str(place)]
    _run([*pip, *given, "--python-version", version, "--find-links", str(wheels), PACKAGE])
    return place


def _run(command: Sequence[str], more: Mapping[str, str] | None = None, folder: Path | None = None) -> str:
    """Run a command outside of the checkout, and return its output.

    Raises:
        BuildError: the command fails.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    try:
        done = subprocess.run(
            command,
            env={**environment, **(more or {})},
            cwd=folder,
            capture_output=True,
            text=True,
            check=True,
            timeout=INSTALL_S,
        )
    except subprocess.CalledProcessError as error:
        raise BuildError(f"{' '.join(command)} failed:\n{(error.stdout + error.stderr)[-3000:]}") from None
    return done.stdout.strip()


def main(arguments: list[str]) -> int:
    """Try all interpreters, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.wheels.trial", description=__doc__)
    parser.add_argument("--pythons", nargs="*", default=[], metavar="PYTHON", help="interpreters, by name or path")
    parser.add_argument("--emulate", nargs="*", default=[], type=Path, metavar="FOLDER", help="unpacked systems")
    parser.add_argument("--wheels", type=Path, default=ROOT / "dist", help="folder of the wheels (default: dist)")
    given = parser.parse_args(arguments)
    folder = ROOT / "build" / "wheels" / "trial"
    found = {each.version: each.command for each in map(interpreter, given.pythons) if each is not None}
    tries = [(name, partial(try_interpreter, name, given.wheels, folder)) for name in found.values()]
    for system in given.emulate:
        for path in sorted((system / "usr" / "bin").iterdir()):
            if re.fullmatch(r"python3\.\d+", path.name):
                tries.append((str(path), partial(try_emulated, path, system, given.wheels, folder)))
    failed = not tries
    for name, attempt in tries:
        try:
            print(attempt(), flush=True)
        except BuildError as error:
            failed = True
            print(f"{name}: {error}", file=sys.stderr)
    if not tries:
        print("make try-wheel: error: no interpreter is installed; name one in PYTHONS", file=sys.stderr)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
