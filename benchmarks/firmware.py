"""Build emitted C code as firmware and show size, stack and self-test: ``python benchmarks/firmware.py``.

The targets are a Cortex-M7 in double precision and a Cortex-M4F in single precision. ``--arms`` shows the size of
torque and gravity on a Cortex-M4F, without self-test, for every arm of the leaderboard. This needs Debian's
gcc-arm-none-eabi and, to run the self-test, qemu-system-arm.
"""

from __future__ import annotations

import argparse
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from puma560_dynamics.arm import load_arm
from puma560_dynamics.emdeg import Program, Provenance, UnitForm, derive, emit
from puma560_dynamics.models.generated.factored_programs import programs_of

COMPILER, EMULATOR = "arm-none-eabi-gcc", "qemu-system-arm"
STRICT = ("-std=c99", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-pedantic", "-Werror")
BOARD = Path(__file__).parent / "firmware"


@dataclass(frozen=True)
class Target:
    """A processor, and the code for it.

    Attributes:
        name: name for people.
        flags: options of the compiler for the processor.
        machine: board of the emulator that has the processor.
        form: options for writing C.
    """

    name: str
    flags: tuple[str, ...]
    machine: str
    form: UnitForm


CORTEX_M7 = Target(
    "Cortex-M7", ("-mcpu=cortex-m7", "-mfpu=fpv5-d16", "-mfloat-abi=hard", "-mthumb"), "mps2-an500",
    UnitForm(firmware=True),
)  # fmt: skip
CORTEX_M4F = Target(
    "Cortex-M4F", ("-mcpu=cortex-m4", "-mfpu=fpv4-sp-d16", "-mfloat-abi=hard", "-mthumb", "-Wdouble-promotion"),
    "mps2-an386", UnitForm(scalar="float", firmware=True),
)  # fmt: skip


@dataclass(frozen=True)
class Built:
    """Size of an arm's compiled functions with the self-test.

    Attributes:
        code: size of instructions and constants, bytes.
        sizes: size of instructions and constants of each function, bytes.
        memory: size of variables, bytes.
        stack: stack size of each function, bytes.
        outside: names of functions that a library must provide.
        used: size of instructions and constants of all functions with sine and cosine, without the self-test, bytes.
    """

    code: int
    sizes: dict[str, int]
    memory: int
    stack: dict[str, int]
    outside: set[str]
    used: int


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


def build(folder: Path, programs: Sequence[Program], target: Target, *flags: str) -> Built:
    """Compile and link an image with the self-test, and another one without.

    Args:
        folder: folder for the files.
        programs: programs of one arm.
        target: processor.
        flags: compiler flags, such as ``-Os``.
    """
    for name, text in emit("arm", programs, Provenance("arm", ""), ("c",), form=target.form).items():
        (folder / name).write_text(text, encoding="utf-8")
    sections = ("-ffunction-sections", "-fdata-sections", "-ffp-contract=fast", "-fstack-usage")
    compiler = (COMPILER, *target.flags)
    _run(folder, *compiler, *STRICT, *flags, *sections, "-c", "arm.c")
    code, data, bss = map(int, _run(folder, "arm-none-eabi-size", "arm.o").splitlines()[1].split()[:3])
    stack = {
        line.split("\t")[0].rpartition(":")[2]: int(line.split("\t")[1])
        for line in (folder / "arm.su").read_text(encoding="utf-8").splitlines()
    }
    sizes = re.findall(r"^\w+ (\w+) [tT] (\w+)$", _run(folder, "arm-none-eabi-nm", "-S", "arm.o"), re.M)
    outside = set(re.findall(r"U (\w+)", _run(folder, "arm-none-eabi-nm", "-u", "arm.o")))
    _run(folder, *compiler, "-Os", "-I.", "-nostartfiles", "-Wl,--gc-sections", f"-T{BOARD / 'mps2.ld'}",
         str(BOARD / "startup.c"), "arm.o", "-o", "arm.elf")  # fmt: skip
    kept = [f"-Wl,-u,arm_{program.name}" for program in programs]
    _run(folder, *compiler, "-nostdlib", "-Wl,--gc-sections", "-Wl,-e,0", *kept, "arm.o", "-lgcc", "-o", "used.elf")
    used = int(_run(folder, "arm-none-eabi-size", "used.elf").splitlines()[1].split()[0])
    return Built(code, {name: int(size, 16) for size, name in sizes}, data + bss, stack, outside, used)


def run(folder: Path, target: Target) -> tuple[float, int]:
    """Run the compiled self-test, and return its error as a fraction of the limit, and the used stack in bytes."""
    done = _run(folder, EMULATOR, "-M", target.machine, "-nographic", "-semihosting", "-kernel", "arm.elf")
    share, stack = re.findall(r"^(\d+) (\d+)$", done, re.M)[0]
    return int(share) / 1e6, int(stack)


def _run(folder: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=60)
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed: {done.stderr.strip()}")
    return done.stdout + done.stderr  # semihosting writes to standard error


def main() -> int:
    """Print size, stack and self-test of two arms, or the size for all arms."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arms", action="store_true", help="sizes for all arms of the leaderboard")
    every = parser.parse_args().arms
    if not shutil.which(COMPILER):
        print(f"{COMPILER} is not installed: apt install gcc-arm-none-eabi", file=sys.stderr)
        return 1
    from robot_files import Unavailable

    if every:
        return _sizes()
    for arm, given in (("PUMA", puma), ("Panda", panda)):
        try:
            programs = given()
        except Unavailable as error:
            print(f"without the {arm}: {error}", file=sys.stderr)
            continue
        for target in (CORTEX_M7, CORTEX_M4F):
            print(f"torque and gravity of the {arm} with their self-test, {target.name}, bytes")
            for flags in ("-O0", "-Os", "-O2", "-O2 -ffast-math"):
                print(f"{flags}: {_measured(programs, target, flags)}", flush=True)
    return 0


def _sizes() -> int:
    from public_arms import ARMS
    from robot_files import Unavailable

    six = []
    for arm in ARMS:
        try:
            chain = arm.chain()
        except Unavailable as error:
            print(f"without {arm.name}: {error}", file=sys.stderr)
            continue
        found = derive(chain, ("torque", "gravity")).programs
        with tempfile.TemporaryDirectory() as name:
            used = build(Path(name), [found["torque"], found["gravity"]], CORTEX_M4F, "-Os").used
        print(f"{arm.name}, {chain.n} joints: {used}", flush=True)
        six += [used] if chain.n == 6 else []
    print(f"median of {len(six)} arms with six joints: {statistics.median(six):.0f}, largest {max(six)}")
    return 0


def _measured(programs: Sequence[Program], target: Target, flags: str) -> str:
    with tempfile.TemporaryDirectory() as name:
        built = build(Path(name), programs, target, *flags.split())
        words = f"code {built.code} (torque {built.sizes['arm_torque']}, gravity {built.sizes['arm_gravity']}; without "
        words += f"self-test {built.used}), variables {built.memory}, stack of torque {built.stack['arm_torque']}, of "
        words += f"gravity {built.stack['arm_gravity']}, from libraries {', '.join(sorted(built.outside)) or 'nothing'}"
        if shutil.which(EMULATOR):
            share, stack = run(Path(name), target)
            words += f"; self-test in {EMULATOR}: error {share:.2g} of its limit, {stack} of stack"
        return words


if __name__ == "__main__":
    sys.exit(main())
