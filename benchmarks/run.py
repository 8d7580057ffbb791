"""Time the generated code and its peers: `make bench`, about three minutes.

The first run also compiles Pinocchio's C++, which takes some minutes. ``--json`` prints JSON.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path

from page import plain, with_tables
from results import FULL, QUICK, run


def main() -> None:
    """Measure, and print the results or write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object on standard output")
    parser.add_argument("--quick", action="store_true", help="a few seconds: whether it runs, not how fast")
    parser.add_argument("--write", type=Path, metavar="DOCS", help="write benchmarks.md and its images in this folder")
    parser.add_argument(
        "--one-thread", action="store_true", help="for a busy machine: nothing that runs on two threads"
    )
    parser.add_argument("--strict", action="store_true", help="status 1 if a contender is missing")
    arguments = parser.parse_args()
    effort = QUICK if arguments.quick else FULL
    results = run(replace(effort, threads=(1,)) if arguments.one_thread else effort)
    if arguments.write:
        from plots import write

        page = arguments.write / "benchmarks.md"
        page.write_text(with_tables(page.read_text(encoding="utf-8"), results), encoding="utf-8")
        write(results, arguments.write / "images")
    print(json.dumps(results, indent=2, allow_nan=False) if arguments.json else plain(results))
    sys.exit(1 if arguments.strict and results["missing"] else 0)


if __name__ == "__main__":
    main()
