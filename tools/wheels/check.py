"""Check a wheel: its files, its tags, and the systems on which its compiled modules run."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from .cross import GLIBC, PROCESSORS, BuildError, platform_tag

PACKAGE = "puma560_dynamics"

MODULES = (
    f"{PACKAGE}/emdeg/simplify/_search",
    f"{PACKAGE}/models/generated/_puma560",
    f"{PACKAGE}/models/generated/_puma560_abbreviated",
)
"""Compiled modules. setuptools leaves out those that do not compile, because a machine without a compiler can do so."""

SHARED = ("config", "examples", "launch", "urdf")
"""Folders of the repository that are installed as data, next to ``package.xml``."""

MACHINES = {0x3E: "x86_64", 0xB7: "aarch64"}
"""Processor by its number in the header of an ELF file."""


def check_wheel(wheel: Path, sdist: Path) -> str:
    """Check a wheel, and return the oldest platform on which it runs, such as ``manylinux_2_17_x86_64``.

    Args:
        wheel: path of the wheel.
        sdist: source distribution that it was built from.

    Raises:
        BuildError: the message lists everything that is wrong.
    """
    with zipfile.ZipFile(wheel) as files, tarfile.open(sdist) as sources:
        packed = {name: files.read(name)[:20] for name in files.namelist()}
        given = [member.name.partition("/")[2] for member in sources.getmembers() if member.isfile()]
    wrong = [*wrong_files(set(packed), given), *wrong_modules(wheel.name, packed)]
    if wrong:
        raise BuildError(f"{wheel.name}: {'; '.join(wrong)}")
    platform = oldest_platform(_tool("auditwheel", "show", str(wheel)))
    if not within(platform, wheel.name):
        raise BuildError(f"{wheel.name} runs on {platform or 'no known platform'} only, says auditwheel")
    if "-abi3-" in wheel.name:
        _tool("abi3audit", "--strict", str(wheel))
    return platform


def wrong_files(packed: set[str], sources: list[str]) -> list[str]:
    """Return sentences about files of the sources that a wheel lacks, and about files that it should not have.

    Args:
        packed: paths in the wheel.
        sources: paths in the source distribution.
    """
    installed = {name.partition("/data/share/")[2].partition("/")[2] for name in packed if "/data/share/" in name}
    wanted = {name for name in sources if name.startswith(f"{PACKAGE}/")}
    shared = {name for name in sources if name.startswith(tuple(f"{folder}/" for folder in SHARED))}
    missing = sorted((wanted - packed) | ((shared | {"package.xml"}) - installed))
    modules = {name for name in packed if name.endswith(".so")}
    more = sorted(name for name in packed - wanted - modules if ".dist-info/" not in name and ".data/" not in name)
    return [f"it lacks {', '.join(missing)}"] * bool(missing) + [f"it also has {', '.join(more)}"] * bool(more)


def wrong_modules(name: str, packed: dict[str, bytes]) -> list[str]:
    """Return sentences about compiled modules that are missing, or for another Python or processor than the wheel.

    Args:
        name: file name of the wheel.
        packed: the first 20 bytes of each file in the wheel, by its path.
    """
    _, _, python, abi, platform = name.removesuffix(".whl").split("-")
    processor = next((each for each in PROCESSORS if platform == platform_tag(each)), None)
    if processor is None:
        return [f"its platform is {platform}, expected one of {', '.join(map(platform_tag, PROCESSORS))}"]
    suffix = ".abi3.so" if abi == "abi3" else f".cpython-{python.removeprefix('cp')}-{processor}-linux-gnu.so"
    wrong = [f"{module}{suffix} was not compiled" for module in MODULES if f"{module}{suffix}" not in packed]
    for path, start in packed.items():
        if path.endswith(".so"):
            machine = MACHINES.get(int.from_bytes(start[18:20], "little")) if start[:4] == b"\x7fELF" else None
            if machine != processor:
                wrong.append(f"{path} is for {machine or 'an unknown processor'}, expected {processor}")
            if not path.endswith(suffix):
                wrong.append(f"{path} is for another Python, expected {suffix}")
    return wrong


def oldest_platform(report: str) -> str:
    """Return the platform that ``auditwheel show`` reports, or an empty text."""
    found = re.search(r'following platform\s+tag:\s+"(\w+)"', report)
    return found[1] if found else ""


def within(platform: str, name: str) -> bool:
    """Return whether the platform found by auditwheel is at most as new as that in the wheel's name."""
    found = re.fullmatch(r"manylinux_(\d+)_(\d+)_(\w+)", platform)
    return found is not None and (int(found[1]), int(found[2])) <= GLIBC and name.endswith(f"_{found[3]}.whl")


def _tool(module: str, *arguments: str) -> str:
    """Run a program of the environment, and return its output.

    Raises:
        BuildError: it fails.
    """
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    if done.returncode:
        raise BuildError(f"{module} {' '.join(arguments)} failed: {(done.stdout + done.stderr)[-2000:]}")
    return done.stdout
