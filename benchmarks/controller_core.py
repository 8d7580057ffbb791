"""Time one update of the C++ core, from reference and state to the gated torque, call by call: `make bench-core`.

For comparison, an empty call, the bare model, its elements and products (section 3 of the paper), and the same core
with the recursive equations of the links, with the estimate of the external torque (``without_contact``, and
``in_contact`` while all joints are pushed), with the torque of Pinocchio's C++ and with that of KDL (if installed) are
timed. ``--json`` prints JSON, and ``--calls`` sets the number of calls.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from core_peers import PEERS, numbers
from native import Unavailable

from puma560_dynamics import LoopSettings, load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.feed_forward.references import largest_acceleration
from puma560_dynamics.controller import CORE, core_settings
from puma560_dynamics.controller.core_links import links_code
from puma560_dynamics.controller.core_settings import COMPILED
from puma560_dynamics.controller.model_package import model_sources

DRIVER = Path(__file__).parent / "native" / "controller_core.cpp"


def built(folder: Path, arm: Arm, level: str = "2") -> Path:
    """Compile the driver for an arm as in a package, with optimisation `level`, and return its path."""
    files = model_sources(arm, "arm")
    values = core_settings(arm, LoopSettings(), largest_acceleration(load_model("generated", arm)))
    lines = [
        f"  s.{name}[{joint}] = {number!r};" if isinstance(value, list) else f"  s.{name} = {value!r};"
        for name, value in values.items()
        for joint, number in enumerate(value if isinstance(value, list) else [value])
    ]
    body = "\n".join(lines)
    made = f"static torque_core_settings made()\n{{\n  torque_core_settings s{{}};\n{body}\n  return s;\n}}\n"
    links = f"static const torque_core_link LINKS[] = {{\n{links_code(arm)}\n}};\n"
    text = f"{links}{made}static const torque_core_settings SETTINGS = made();\n"
    files["settings.inc"] = f'#include "torque_core.h"\n{text}'
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    subprocess.run(["gcc", "-std=c11", f"-O{level}", "-c", "arm.c"], cwd=folder, check=True)
    sources = [str(DRIVER), *(str(CORE / name) for name in COMPILED)]
    command = ["g++", "-std=c++17", f"-O{level}", "-I.", f"-I{CORE}", *sources, "arm.o", "-o", "bench", "-lm", "-ldl"]
    subprocess.run(command, cwd=folder, check=True)
    return folder / "bench"


def peers(folder: Path, arm: Arm, missing: dict[str, str], patient: bool) -> list[str]:
    """Return the driver's arguments for the peers, and add unavailable peers with the reason to `missing`."""
    words: list[str] = []
    try:
        (folder / "numbers.txt").write_text(numbers(arm), encoding="utf-8")
    except Unavailable as error:
        missing["peers"] = str(error)
        return words
    for name, build in PEERS.items():
        try:
            words += [name, str(build(patient))]
        except (Unavailable, OSError) as error:
            missing[name] = str(error)
    return [str(folder / "numbers.txt"), *words]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arm", default="akb1986", help="arm name or file")
    parser.add_argument("--tip", help="last link, for a robot description")
    parser.add_argument("--hold", nargs="*", default=(), help="fixed joints, for a robot description")
    parser.add_argument("--calls", type=int, default=10_000_000, help="number of calls of each contender")
    parser.add_argument(
        "--quick", action="store_true", help="without peers that are not compiled yet, which takes minutes"
    )
    parser.add_argument("--level", default="2", help="optimisation level; 0 only tests whether it runs")
    parser.add_argument("--json", action="store_true", help="print one JSON object on standard output")
    arguments = parser.parse_args()
    if shutil.which("g++") is None or shutil.which("gcc") is None:
        parser.exit(2, "bench: gcc and g++ are needed\n")
    with tempfile.TemporaryDirectory() as folder:
        arm, missing = load_arm(arguments.arm, tip=arguments.tip, hold=arguments.hold), {}
        words = [
            str(built(Path(folder), arm, arguments.level)),
            str(arguments.calls),
            *peers(Path(folder), arm, missing, not arguments.quick),
        ]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode:
            parser.exit(2, f"bench: the driver ended with code {done.returncode}: {done.stderr}\n")
    rows = {name: list(map(int, rest)) for name, *rest in map(str.split, done.stdout.splitlines())}
    empty, model, update = (rows[name] for name in ("empty", "model", "update"))
    ratio = (update[0] - empty[0]) / max(model[0] - empty[0], 1)
    if arguments.json:
        print(json.dumps({"ok": True, "calls": arguments.calls, "ns": rows, "update_per_model": ratio,
                          "missing": missing}))  # fmt: skip
        return
    print(f"{arm.name}, {arguments.calls} calls each, the clock's own time included\n")
    print("| | median, ns | p99.9, ns | largest, ns |\n|---|---|---|---|")
    for name, row in rows.items():
        print(f"| {name} | {' | '.join(map(str, row))} |")
    print(f"\nan update takes {ratio:.1f} times the time of the bare model, the empty call subtracted from both")
    for name, why in missing.items():
        print(f"{name} takes no part: {why}")


if __name__ == "__main__":
    main()
