"""Emitted C as firmware: size, stack and self-test on a Cortex-M7, as ``python benchmarks/firmware.py``.

Needs Debian's gcc-arm-none-eabi, libnewlib-arm-none-eabi (sine and cosine for angles beyond their range) and, to run
what was built, qemu-system-arm.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from puma560_dynamics.arm import load_arm
from puma560_dynamics.emdeg import Provenance, emit_c
from puma560_dynamics.models.generated.chain_of_arm import chain_of
from puma560_dynamics.models.generated.factored_programs import programs_of

COMPILER, EMULATOR = "arm-none-eabi-gcc", "qemu-system-arm"
PROCESSOR = ("-mcpu=cortex-m7", "-mfpu=fpv5-d16", "-mfloat-abi=hard", "-mthumb")
STRICT = ("-std=c99", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-pedantic", "-Werror")
BOARD = Path(__file__).parent / "firmware"


@dataclass(frozen=True)
class Built:
    """Of torque and gravity of the PUMA, with the self-test.

    Attributes:
        code: bytes of instructions and constants.
        memory: bytes of variables.
        stack: function -> bytes that the compiler reserves on the stack.
        outside: names that libc must have.
        image: bytes of the whole image with libc's sine and cosine; 0 if it was not linked.
    """

    code: int
    memory: int
    stack: dict[str, int]
    outside: set[str]
    image: int = 0


def build(folder: Path, *flags: str) -> Built:
    """Compile and link for a Cortex-M7.

    Args:
        folder: for the files.
        flags: of the compiler, ``-Os`` for instance.
    """
    chain = chain_of(load_arm("akb1986"))
    programs = programs_of(chain)
    for name, text in emit_c("arm", [programs["torque"], programs["gravity"]], Provenance.of(chain), False).items():
        (folder / name).write_text(text, encoding="utf-8")
    _run(folder, COMPILER, *PROCESSOR, *STRICT, *flags, "-ffunction-sections", "-fstack-usage", "-c", "arm.c")
    code, data, bss = map(int, _run(folder, "arm-none-eabi-size", "arm.o").splitlines()[1].split()[:3])
    stack = {
        line.split("\t")[0].rpartition(":")[2]: int(line.split("\t")[1])
        for line in (folder / "arm.su").read_text(encoding="utf-8").splitlines()
    }
    outside = set(re.findall(r"U (\w+)", _run(folder, "arm-none-eabi-nm", "-u", "arm.o")))
    _run(folder, COMPILER, *PROCESSOR, "-Os", "-I.", "-nostartfiles", "-Wl,--gc-sections", f"-T{BOARD / 'mps2.ld'}",
         str(BOARD / "startup.c"), "arm.o", "-lm", "-o", "arm.elf")  # fmt: skip
    image = sum(map(int, _run(folder, "arm-none-eabi-size", "arm.elf").splitlines()[1].split()[:2]))
    return Built(code, data + bss, stack, outside, image)


def run(folder: Path) -> tuple[float, int]:
    """Run the self-test of what was built: its error as a share of its limit, and the bytes of stack it used."""
    done = _run(folder, EMULATOR, "-M", "mps2-an500", "-nographic", "-semihosting", "-kernel", "arm.elf")
    share, stack = re.findall(r"^(\d+) (\d+)$", done, re.M)[0]
    return int(share) / 1e6, int(stack)


def _run(folder: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=60)
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed: {done.stderr.strip()}")
    return done.stdout + done.stderr  # semihosting writes to the second


def main() -> int:
    """Print a table."""
    if not shutil.which(COMPILER):
        print(f"{COMPILER} is not installed: apt install gcc-arm-none-eabi libnewlib-arm-none-eabi", file=sys.stderr)
        return 1
    print("torque and gravity of the PUMA with their self-test, Cortex-M7, bytes")
    for flags in ("-Os", "-O2", "-O2 -ffast-math"):
        with tempfile.TemporaryDirectory() as name:
            built = build(Path(name), *flags.split())
            words = (
                f"code {built.code}, variables {built.memory}, stack of torque {built.stack['arm_torque']}, of gravity "
            )
            words += f"{built.stack['arm_gravity']}, from libc {', '.join(sorted(built.outside))}, image {built.image}"
            if shutil.which(EMULATOR):
                share, stack = run(Path(name))
                words += f"; self-test in {EMULATOR}: error {share:.2g} of its limit, {stack} of stack"
            print(f"{flags}: {words}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
