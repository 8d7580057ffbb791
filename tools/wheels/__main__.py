"""Build the source distribution and all wheels in ``dist/``, and check them (``make wheel``)."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from .build import build_sdist, build_wheel, needed
from .check import check_wheel
from .cross import PROCESSORS, BuildError

ROOT = Path(__file__).parents[2]


def main(arguments: list[str]) -> int:
    """Build and check; return the exit code, 3 if wheels are missing because an interpreter is not installed."""
    parser = argparse.ArgumentParser(prog="python -m tools.wheels", description=__doc__)
    parser.add_argument("--pythons", nargs="+", default=[], metavar="PYTHON", help="interpreters, by name or path")
    parser.add_argument("--processors", nargs="+", choices=PROCESSORS, default=PROCESSORS)
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="folder of the wheels (default: dist)")
    given = parser.parse_args(arguments)
    folder = ROOT / "build" / "wheels"
    try:
        pythons, missing = needed(given.pythons or [sys.executable])
        sdist = build_sdist(ROOT, folder, given.out)
        print(f"{sdist.name}  {sdist.stat().st_size / 1e6:.1f} MB", flush=True)
        for python in pythons:
            for processor in given.processors:
                start = time.monotonic()
                wheel = build_wheel(python, processor, sdist, folder, given.out)
                platform = check_wheel(wheel, sdist)
                size, took = wheel.stat().st_size / 1e6, time.monotonic() - start
                print(f"{wheel.name}  {size:.1f} MB, {took:.0f} s; auditwheel: {platform}", flush=True)
    except BuildError as error:
        print(f"make wheel: error: {error}", file=sys.stderr)
        return 1
    for version in missing:
        print(f"make wheel: no wheel for Python {version}, which is not installed; see PYTHONS", file=sys.stderr)
    return 3 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
