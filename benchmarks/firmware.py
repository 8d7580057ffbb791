"""Build emitted C code as Cortex-M7 firmware and show size, stack and self-test: ``python benchmarks/firmware.py``.

This needs Debian's gcc-arm-none-eabi, libnewlib-arm-none-eabi (sine and cosine for angles beyond the range of ours)
and, to run the self-test, qemu-system-arm.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from puma560_dynamics.arm import load_arm
from puma560_dynamics.emdeg import Program, Provenance, derive, emit
from puma560_dynamics.models.generated.factored_programs import programs_of

COMPILER, EMULATOR = "arm-none-eabi-gcc", "qemu-system-arm"
PROCESSOR = ("-mcpu=cortex-m7", "-mfpu=fpv5-d16", "-mfloat-abi=hard", "-mthumb")
STRICT = ("-std=c99", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-pedantic", "-Werror")
BOARD = Path(__file__).parent / "firmware"


@dataclass(frozen=True)
class Built:
    """Size of an arm's compiled functions with the self-test.

    Attributes:
        code: size of instructions and constants, bytes.
        sizes: size of instructions and constants of each function, bytes.
        memory: size of variables, bytes.
        stack: stack size of each function, bytes.
        outside: names of functions that libc must provide.
        image: size of the whole image with libc's sine and cosine, bytes; 0 if it was not linked.
    """

    code: int
    sizes: dict[str, int]
    memory: int
    stack: dict[str, int]
    outside: set[str]
    image: int = 0


def puma() -> list[Program]:
    """Return the programs for torque and gravity of the PUMA, with six joints."""
    programs = programs_of(load_arm("akb1986").exact_chain)
    return [programs["torque"], programs["gravity"]]


def panda() -> list[Program]:
    """Return the programs for torque and gravity of the Panda, with seven joints, as from `puma560 derive`.

    Raises:
        Unavailable: example-robot-data, which contains the description, is not installed.
    """
    from public_arms import ARMS

    found = derive(next(arm for arm in ARMS if arm.name == "Franka Panda").chain(), ("torque", "gravity")).programs
    return [found["torque"], found["gravity"]]


def build(folder: Path, programs: Sequence[Program], *flags: str) -> Built:
    """Compile and link for a Cortex-M7.

    Args:
        folder: folder for the files.
        programs: programs of one arm.
        flags: compiler flags, such as ``-Os``.
    """
    for name, text in emit("arm", programs, Provenance("arm", ""), ("c",), batch=False).items():
        (folder / name).write_text(text, encoding="utf-8")
    _run(folder, COMPILER, *PROCESSOR, *STRICT, *flags, "-ffunction-sections", "-fstack-usage", "-c", "arm.c")
    code, data, bss = map(int, _run(folder, "arm-none-eabi-size", "arm.o").splitlines()[1].split()[:3])
    stack = {
        line.split("\t")[0].rpartition(":")[2]: int(line.split("\t")[1])
        for line in (folder / "arm.su").read_text(encoding="utf-8").splitlines()
    }
    sizes = re.findall(r"^\w+ (\w+) [tT] (\w+)$", _run(folder, "arm-none-eabi-nm", "-S", "arm.o"), re.M)
    outside = set(re.findall(r"U (\w+)", _run(folder, "arm-none-eabi-nm", "-u", "arm.o")))
    _run(folder, COMPILER, *PROCESSOR, "-Os", "-I.", "-nostartfiles", "-Wl,--gc-sections", f"-T{BOARD / 'mps2.ld'}",
         str(BOARD / "startup.c"), "arm.o", "-lm", "-o", "arm.elf")  # fmt: skip
    image = sum(map(int, _run(folder, "arm-none-eabi-size", "arm.elf").splitlines()[1].split()[:2]))
    return Built(code, {name: int(size, 16) for size, name in sizes}, data + bss, stack, outside, image)


def run(folder: Path) -> tuple[float, int]:
    """Run the compiled self-test, and return its error as a fraction of the limit, and the used stack in bytes."""
    done = _run(folder, EMULATOR, "-M", "mps2-an500", "-nographic", "-semihosting", "-kernel", "arm.elf")
    share, stack = re.findall(r"^(\d+) (\d+)$", done, re.M)[0]
    return int(share) / 1e6, int(stack)


def _run(folder: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=60)
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed: {done.stderr.strip()}")
    return done.stdout + done.stderr  # semihosting writes to standard error


def main() -> int:
    """Print size, stack and self-test of both arms."""
    if not shutil.which(COMPILER):
        print(f"{COMPILER} is not installed: apt install gcc-arm-none-eabi libnewlib-arm-none-eabi", file=sys.stderr)
        return 1
    from robot_files import Unavailable

    for arm, given in (("PUMA", puma), ("Panda", panda)):
        try:
            programs = given()
        except Unavailable as error:
            print(f"without the {arm}: {error}", file=sys.stderr)
            continue
        print(f"torque and gravity of the {arm} with their self-test, Cortex-M7, bytes")
        for flags in ("-O0", "-Os", "-O2", "-O2 -ffast-math"):
            print(f"{flags}: {_measured(programs, flags)}", flush=True)
    return 0


def _measured(programs: Sequence[Program], flags: str) -> str:
    with tempfile.TemporaryDirectory() as name:
        built = build(Path(name), programs, *flags.split())
        words = f"code {built.code} (torque {built.sizes['arm_torque']}, gravity {built.sizes['arm_gravity']}), "
        words += f"variables {built.memory}, stack of torque {built.stack['arm_torque']}, of gravity "
        words += f"{built.stack['arm_gravity']}, from libc {', '.join(sorted(built.outside))}, image {built.image}"
        if shutil.which(EMULATOR):
            share, stack = run(Path(name))
            words += f"; self-test in {EMULATOR}: error {share:.2g} of its limit, {stack} of stack"
        return words


if __name__ == "__main__":
    sys.exit(main())
